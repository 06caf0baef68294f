import { describe, expect, it } from 'vitest'
import { truncate as unchecked } from '../../src/core/truncate.ts'
import { stripNotices } from '../../src/core/words/parse.ts'
import { kinds } from '../../src/kinds/index.ts'
import type { Purpose, TruncateOptions } from '../../src/options.ts'
import { caseCount } from '../support/case-count.ts'
import { createCollector, truncate } from '../support/checked.ts'
import { irregularCase } from '../support/irregular/cases.ts'
import { createRandom, type Random } from '../support/random.ts'

// The laws of what an output is for: an answer is shown, and only a run is cut to its worth.

const CASES = caseCount(7, 120)
const WORDS =
  'a the of build index value error failed open count main list item path time table node user'.split(' ')
const LIMITS = [2048, 4096, 8192, 16_384, 30_000] as const

const phrase = (random: Random, most: number): string =>
  Array.from({ length: 1 + random.below(most) }, () => random.pick(WORDS)).join(' ')

/** Outputs of commands that answer. No line is longer than 200 bytes. */
const FORMS: Readonly<Record<string, (random: Random, at: number) => string>> = {
  prose: (random) => (random.below(9) === 0 ? '' : phrase(random, 20)),
  settings: (random, at) => `${random.pick(WORDS)}_${at} = ${random.below(1000)}`,
  sizes: (random, at) => `${random.below(100_000)}\t./${random.pick(WORDS)}/${at}`,
  matches: (random, at) => `src/${random.pick(WORDS)}.ts:${at + 1}:  ${phrase(random, 8)}`,
  code: (random, at) =>
    `${'  '.repeat(random.below(4))}const ${random.pick(WORDS)}${at} = ${phrase(random, 3)}`,
  numbers: (_, at) => String(at * 7),
  equal: (random) => random.pick(['same line', 'same line', 'another line']),
}

/** `src/error.ts:3:  error open` is what a compiler says too. */
const hasStrongErrors = (form: keyof typeof FORMS): boolean => form === 'matches'

const outputOf = (random: Random, form: keyof typeof FORMS, bytes: number, from = 0): string => {
  const lines: string[] = []
  for (let size = 0, at = 0; size < bytes; at++) {
    lines.push(FORMS[form](random, from + at))
    size += lines[at].length + 1
  }
  return `${lines.join('\n')}\n`
}

const cases = Array.from({ length: CASES }, (_, seed) => {
  const random = createRandom(seed)
  const form = random.pick(Object.keys(FORMS))
  const maxBytes = random.pick(LIMITS)
  const purpose = random.pick(['read', 'query', 'unknown', undefined, 'log'] as const)
  const text = outputOf(random, form, maxBytes + 1 + random.below(4 * maxBytes))
  const options: TruncateOptions = {
    maxBytes,
    maxLines: Infinity,
    fold: true,
    ...(purpose && { for: purpose }),
  }
  return {
    seed,
    name: `seed ${seed}: ${form} for ${purpose} in ${maxBytes}`,
    form,
    text,
    options,
    maxBytes,
    purpose,
  }
})

const bytesOf = (text: string): number => Buffer.byteLength(text)
const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n')

/** The lines of the input that a text shows. */
function shownLines(text: string, input: string): Set<string> {
  const given = new Set(linesOf(input))
  return new Set(linesOf(stripNotices(text)).filter((line) => given.has(line)))
}

/** A head and a tail by whole lines, of so many bytes in all. */
function bothEnds(input: string, bytes: number, headShare: number): Set<string> {
  const lines = linesOf(input)
  const shown = new Set<string>()
  for (const [order, share] of [
    [lines, headShare],
    [lines.toReversed(), 1 - headShare],
  ] as const) {
    let left = bytes * share
    for (const line of order) {
      left -= bytesOf(line) + 1
      if (left < 0) break
      shown.add(line)
    }
  }
  return shown
}

describe('what is for something else than a run', () => {
  it('is shown as it is where it fits', () => {
    for (const { text, options, maxBytes, name } of cases) {
      const fitting = text.slice(0, text.lastIndexOf('\n', maxBytes - 1) + 1)
      expect(truncate(fitting, options).text, name).toBe(fitting)
      expect(truncate(fitting, { ...options, for: 'run' }).text, name).toBe(fitting)
    }
  })

  it('fills nine tenths of its limits while something is left out', () => {
    for (const { text, options, maxBytes, name, form } of cases) {
      const { outputBytes, gaps } = truncate(text, options)
      if (gaps.length > 0 && form !== 'equal')
        expect(outputBytes + 200, name).toBeGreaterThanOrEqual(0.9 * maxBytes)
    }
  })

  it('shows at most a tenth of its limit less when lines are added', () => {
    for (const { text, options, maxBytes, name, form, seed, purpose } of cases) {
      if (form === 'equal' || purpose === 'log') continue
      const more = text + outputOf(createRandom(seed + 7), form, 1 + (seed % maxBytes), 100_000)
      // Of what nobody has named a purpose for, errors are kept.
      if (purpose === undefined && truncate(more, options).errors.total > 0) continue
      const [before, after] = [text, more].map((each) =>
        [...shownLines(truncate(each, options).text, each)].reduce((sum, line) => sum + bytesOf(line) + 1, 0),
      )
      expect(after, name).toBeGreaterThanOrEqual(before - 0.1 * maxBytes)
      const fitting = text.slice(0, text.lastIndexOf('\n', maxBytes - 1) + 1)
      expect(before, name).toBeGreaterThanOrEqual(
        [...new Set(linesOf(fitting))].reduce((sum, line) => sum + bytesOf(line) + 1, 0) - 0.1 * maxBytes,
      )
    }
  })

  it('shows no fewer lines than a head and a tail of its own size', () => {
    for (const { text, options, name, form, purpose } of cases) {
      // Errors of a log are kept, whose lines may be longer than others.
      if (purpose === undefined || purpose === 'log') continue
      // What looks like an error takes at most a tenth of an unknown output.
      const least = purpose === 'unknown' && hasStrongErrors(form) ? 0.9 : 1
      const shown = truncate(text, options).text
      // A page from the top has a smaller tail.
      const ends = bothEnds(text, bytesOf(stripNotices(shown)), purpose === 'read' ? 2 / 3 : 0.5).size
      expect(shownLines(shown, text).size, name).toBeGreaterThanOrEqual(least * ends)
    }
  })

  it('shows short lines whole or not at all', () => {
    for (const { text, options, name } of cases) {
      const given = new Set(linesOf(text))
      const strange = linesOf(stripNotices(truncate(text, options).text)).filter((line) => !given.has(line))
      expect(strange, name).toEqual([])
    }
  })

  it('shows the entries of a log as they are, and its errors', () => {
    const entry = (at: number) => `2026-11-28T10:00:00Z INFO server request ${at * 7919} took ${at % 97} ms`
    const lines = Array.from({ length: 1000 }, (_, at) => entry(at))
    lines[500] = '2026-11-28T10:00:00Z ERROR server lost the connection to db-7'
    const text = `${lines.join('\n')}\n`
    for (const purpose of ['log', 'query', 'read'] as const) {
      const { text: shown } = truncate(text, { maxBytes: 8192, maxLines: Infinity, fold: true, for: purpose })
      expect(shownLines(shown, text).size, purpose).toBeGreaterThanOrEqual(bothEnds(text, 7600, 0.5).size)
      for (const line of [lines[0], lines[50], lines[500], lines[950], lines[999]])
        expect(linesOf(shown), purpose).toContain(line)
    }
  })

  it('keeps the few lines that repeat in a file or an answer', () => {
    const author = 'Author: A Name That Many Commits Have In Common <name@example.test>'
    const commit = (at: number) => `commit ${at}\n${author}\n\n    Change number ${at * 7919}\n\n`
    const commits = Array.from({ length: 200 }, (_, at) => commit(at)).join('')
    const folds = (purpose: Purpose, text = commits) => {
      const { gaps } = truncate(text, { maxBytes: 8192, maxLines: Infinity, fold: true, for: purpose })
      return gaps.some(({ mark }) => mark !== undefined)
    }
    expect(folds('run')).toBe(true)
    expect(folds('query')).toBe(false)
    expect(folds('read')).toBe(false)
    const endless = 'go on\n'.repeat(5000)
    expect(folds('query', endless)).toBe(true)
    expect(folds('read', endless)).toBe(false)
  })

  it('shows the end of a page too', () => {
    const lines = Array.from({ length: 1000 }, (_, at) => `line ${at} of some text`)
    const { text } = truncate(`${lines.join('\n')}\n`, {
      maxBytes: 4096,
      maxLines: Infinity,
      for: 'read',
      source: { artifact: '0123456789abcdef' },
    })
    const shown = linesOf(text)
    const mark = shown.findIndex((line) => line.startsWith('[...'))
    expect(shown.slice(0, mark)).toEqual(lines.slice(0, mark))
    expect(mark).toBeGreaterThan(0.6 * shown.length)
    expect(shown.at(-2)).toBe(lines[999])
    expect(shown.at(-1)).toMatch(new RegExp(`^\\[More: pith show 0123456789abcdef --lines ${mark + 1}-`))
  })

  it('counts no error behind a long line of a page', () => {
    const long = `${'word '.repeat(687)}error[E0425]: cannot find value ${'🇩🇪'.repeat(2099)}`
    const error = '2024-01-01 00:00:00 error[E0425]: cannot find value'
    const text = `${long}\n${error}\n${'x'.repeat(1800)}\n${'é'.repeat(3881)}\nsrc/main.rs:14:9 compiling\ncompiling\n`
    // The checker adds the errors of gaps and segments.
    const { gaps } = truncate(text, { maxBytes: 3000, maxTokens: 300, for: 'read' })
    expect(gaps.map(({ errors }) => errors)).toEqual(gaps.map(() => 0))
  })

  it('keeps strong errors of an unknown output, and no weak ones', () => {
    const isShown = (line: string) => {
      const lines = Array.from({ length: 1000 }, (_, at) => `entry ${at} of the list`)
      lines[500] = line
      const options = { maxBytes: 4096, maxLines: Infinity, for: 'unknown' } as const
      return linesOf(truncate(`${lines.join('\n')}\n`, options).text).includes(line)
    }
    expect(isShown('ValueError: the ring has no end')).toBe(true)
    expect(isShown('2026-11-28 10:00:00 ERROR db: connection refused')).toBe(true)
    expect(isShown('services for unknown callers')).toBe(false)
  })

  it('of a known kind fills nine tenths of its limits too', () => {
    const found: string[] = []
    for (let seed = 1; seed <= CASES; seed++) {
      const random = createRandom(seed)
      const maxBytes = random.pick(LIMITS)
      const { form, bytes } = irregularCase(seed, undefined, maxBytes * (2 + random.below(4)))
      const text = Buffer.from(bytes).toString()
      const longest = linesOf(text).reduce((most, line) => Math.max(most, bytesOf(line)), 0)
      if (longest > 200) continue
      const options = {
        maxBytes,
        maxLines: Infinity,
        fold: true,
        structure: kinds,
        for: random.pick(['read', 'query'] as const),
      }
      const { outputBytes, gaps, kind, segments } = unchecked(bytes, options)
      // Lines that are equal, or alike in a log, may all be folded.
      const isFolded = gaps.every(({ mark }) => mark !== undefined) || segments.some(({ exact }) => !exact)
      if (!isFolded && outputBytes + 200 < 0.9 * maxBytes)
        found.push(`seed ${seed}: ${form} (${kind}) ${outputBytes} of ${maxBytes}`)
    }
    expect(found).toEqual([])
  })
})

it.each([
  [2800, 'bytes'],
  [2801, 'worth'],
])('a run of %i bytes that is worth 1400 is cut by its %s: half of it, or less', (bytes, expected) => {
  const collector = createCollector({ for: 'run', maxBytes: 2000 })
  collector.write('step 7 of the log went well\n'.repeat(200).slice(0, bytes))
  expect(collector.end(undefined, { exitCode: 0 }).truncatedBy).toBe(expected)
})
