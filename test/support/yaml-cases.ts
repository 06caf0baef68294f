import { parseAllDocuments, stringify } from 'yaml'
import { kindsFor } from '../../src/kinds/index.ts'
import { yaml } from '../../src/kinds/yaml.ts'
import { truncate } from './checked.ts'
import { createRandom, type Random } from './random.ts'
import { cutOf } from './units.ts'

// Random documents of YAML, and what holds for a cut of them.

const WORDS = ['some', 'words', 'of', "it's", '"x"', 'a:', ':b', '\\', '#c', 'é', '🙂', '[...3-4: 1K]']
const LINES = ['line', '  deeper', '# comment', '', 'a: b', '- x', '---', '\ttab', '...']
const SCALARS = [
  null,
  true,
  false,
  '',
  '~',
  'null',
  '- x',
  '# no',
  'a: b',
  '*x',
  '&y',
  '|',
  '{',
  'x #y',
  0.5,
  12,
]
const KEYS = ['name', 'id', 'a b', 'x-y', '/p', 'a:b', '"q"', "it's", '#h', '- d', '?', '5', 'true', '@m']

const many = <T>(random: Random, most: number, make: () => T): T[] =>
  Array.from({ length: random.below(most) }, make)

function anyValue(random: Random, depth: number, size: number): unknown {
  const turn = random.below(depth > 4 ? 6 : 12)
  if (turn < 2) return random.pick(SCALARS)
  if (turn === 2) return many(random, 40, () => random.pick(WORDS)).join(' ')
  if (turn === 3)
    return many(random, 2 * size, () => random.pick(LINES)).join('\n') + random.pick(['', '\n', '\n\n'])
  if (turn === 4) return 'x'.repeat(random.below(70 * size))
  if (turn === 5)
    return many(random, 20 * size, () =>
      random.pick(['a ', 'b', "'", '"', '\\', ': ', ' #', '\u0301', '\u0007']),
    ).join('')
  if (turn < 9) return many(random, size, () => anyValue(random, depth + 1, size))
  return Object.fromEntries(
    many(random, size, () => [
      random.below(3) === 0 ? `k${random.below(90)}` : random.pick(KEYS),
      anyValue(random, depth + 1, size),
    ]),
  )
}

function documentOf(random: Random, size: number): object {
  for (;;) {
    const value = anyValue(random, 0, size)
    if (typeof value === 'object' && value !== null && Object.keys(value).length > 1) return value
  }
}

/** The documents of a seed. */
function textOf(random: Random, size: number): string {
  const options = {
    lineWidth: random.pick([0, 40, 80]),
    indentSeq: random.pick([true, false]),
    indent: random.pick([2, 2, 3, 4]),
    defaultStringType: random.pick([
      'PLAIN',
      'PLAIN',
      'QUOTE_DOUBLE',
      'QUOTE_SINGLE',
      'BLOCK_LITERAL',
    ] as const),
    blockQuote: random.pick([true, 'literal', 'folded', false] as const),
    aliasDuplicateObjects: false,
  }
  const documents = Array.from({ length: random.pick([1, 1, 1, 1 + random.below(4)]) }, () =>
    stringify(documentOf(random, size), options),
  )
  const text = documents.join(random.pick(['---\n', '---\n# of the next one\n', '...\n---\n']))
  return random.below(3) === 0 ? text.replaceAll('\n', '\r\n') : text
}

/** The values of a text. Throws for one that is not YAML. */
export const loaded = (text: string): unknown[] =>
  parseAllDocuments(text, { logLevel: 'silent' }).map((document) => {
    if ('errors' in document && document.errors.length > 0) throw document.errors[0]
    return 'toJS' in document ? document.toJS() : null
  })

/** True for a value that has nothing which another one has not, in its order. What is left out of it may be marked. */
function isPartOf(cut: unknown, full: unknown): boolean {
  if ((cut === null && typeof full === 'object') || cut === '') return true
  if (Array.isArray(full)) {
    let at = 0
    const isNext = (each: unknown) => {
      while (at < full.length && !isPartOf(each, full[at])) at++
      return at++ < full.length
    }
    return Array.isArray(cut) && cut.every(isNext)
  }
  if (typeof full === 'object' && full !== null) {
    if (typeof cut !== 'object' || cut === null || Array.isArray(cut)) return false
    return Object.entries(cut).every(
      ([key, value]) => key in full && isPartOf(value, full[key as keyof typeof full]),
    )
  }
  if (typeof full !== 'string' || typeof cut !== 'string') return Object.is(cut, full)
  if (!cut.includes('[...')) return full.startsWith(cut.trimEnd())
  let from = 0
  return cut.split(/ \[\.\.\.\+\d+\]|[^\S\n]*# \[\.\.\.[^\]]*\]\n?/).every((part) => {
    const found = full.indexOf(part.trim(), from)
    from = Math.max(from, found)
    return found >= 0
  })
}

/** Throws when a cut of the documents of a seed is no YAML, has what they have not, or depends on the chunks. True if it was cut by its units. */
export function checkYaml(seed: number, size: number): boolean {
  const random = createRandom(seed)
  const text = textOf(random, size)
  const maxBytes = random.pick([200 + random.below(400), 1000, 4000])
  const cut = cutOf(yaml, text, maxBytes)
  if (cut === undefined) return false
  if (cutOf(yaml, text, maxBytes, 1e6, 1 + random.below(70)) !== cut)
    throw new Error(`the chunks of ${seed} differ`)
  truncate(text, { maxBytes, structure: kindsFor({ kind: 'yaml' }) })
  const full = loaded(text)
  const values = loaded(cut).filter((value) => value !== null)
  const isPart =
    full.length === 1 ? values.every((value) => isPartOf(value, full[0])) : isPartOf(values, full)
  if (!isPart) throw new Error(`the cut of ${seed} has what its input has not`)
  return true
}
