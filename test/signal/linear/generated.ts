import fc from 'fast-check'

/** A pattern of the linear subset and the same for JavaScript, where `. ^ $` mean something else. */
export interface Generated {
  readonly source: string
  /** Under flag u. */
  readonly oracle: string
}

const same = (source: string): Generated => ({ source, oracle: source })

const letters = ['a', 'b', 'c', 'B', 'x', '0', '7', '_', ' ', '\\.', '-', ':', '\\n', 'é', 'ж', '€', '😀']
const sets = [
  '\\w',
  '\\W',
  '\\d',
  '\\D',
  '\\s',
  '\\S',
  '[abc]',
  '[^ab]',
  '[a-f0-3]',
  '[^\\s:]',
  '[\\w.]',
  '[éà-ü]',
]
const rareSets = [
  '[^é]',
  '[^а-я]',
  '[\\u{2000}-\\u{1F600}]',
  '[^\\u{80}-\\u{FFFF}]',
  '[\\uFFFD]',
  '[]',
  '[^]',
]
const assertions: readonly Generated[] = [
  { source: '^', oracle: '(?<![^\\n])' },
  { source: '$', oracle: '(?![^\\n])' },
  same('\\b'),
  same('\\B'),
]
const quantifiers = ['*', '+', '?', '{2}', '{1,}', '{0,2}', '{1,3}']

const leaf: fc.Arbitrary<Generated> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...letters).map(same) },
  { weight: 2, arbitrary: fc.constant({ source: '.', oracle: '[^\\n]' }) },
  { weight: 3, arbitrary: fc.constantFrom(...sets).map(same) },
  { weight: 1, arbitrary: fc.constantFrom(...rareSets).map(same) },
  { weight: 2, arbitrary: fc.constantFrom(...assertions) },
)

const both = (parts: readonly Generated[], join: string): Generated => ({
  source: parts.map((part) => part.source).join(join),
  oracle: parts.map((part) => part.oracle).join(join),
})
const wrapped = (open: string, { source, oracle }: Generated, close: string): Generated => ({
  source: `${open}${source}${close}`,
  oracle: `${open}${oracle}${close}`,
})

const { tree } = fc.letrec<{ tree: Generated; sequence: Generated; repeat: Generated; either: Generated }>(
  (tie) => ({
    tree: fc.oneof({ maxDepth: 3, depthSize: 'small' }, leaf, tie('sequence'), tie('repeat'), tie('either')),
    sequence: fc.array(tie('tree'), { minLength: 1, maxLength: 4 }).map((parts) => both(parts, '')),
    repeat: fc
      .tuple(tie('tree'), fc.constantFrom(...quantifiers))
      .map(([body, quantifier]) => wrapped('(?:', body, `)${quantifier}`)),
    either: fc
      .array(tie('tree'), { minLength: 1, maxLength: 3 })
      .map((choices) => wrapped('(', both(choices, '|'), ')')),
  }),
)

/** Patterns over few characters, so that they often match the texts below. */
export const anyPattern: fc.Arbitrary<Generated> = fc
  .array(tree, { minLength: 1, maxLength: 3 })
  .map((parts) => both(parts, ''))

const characters = [
  'a',
  'b',
  'c',
  'A',
  'B',
  'x',
  '0',
  '7',
  '_',
  ' ',
  '.',
  '-',
  ':',
  '\n',
  'é',
  'ж',
  '€',
  '😀',
  '\u00a0',
]

export const anyText: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...characters), { maxLength: 11 })
  .map((parts) => parts.join(''))

const bytes = [
  0x61, 0x62, 0x20, 0x0a, 0xef, 0xbd, 0x80, 0xa9, 0xbf, 0xc0, 0xc3, 0xe0, 0xe2, 0x82, 0xac, 0xed, 0xa0, 0xf0,
  0x9f, 0x98, 0xf4, 0xff,
]

/** Sequences broken off, continuation bytes alone, surrogates, bytes that never come. */
export const anyBytes: fc.Arbitrary<Uint8Array> = fc
  .array(fc.constantFrom(...bytes), { maxLength: 12 })
  .map((list) => Uint8Array.from(list))
