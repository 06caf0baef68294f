import { parsePattern } from '../../core/judge/linear/parse.ts'
import type { CodePoints } from '../../core/judge/linear/sets.ts'
import type { Syntax } from '../../core/judge/linear/syntax.ts'
import { PithError, shown } from '../../errors.ts'

const LF = 0x0a

/**
 * A pattern of pith's subset in the syntax of ripgrep, with the same meaning: JavaScript and Rust differ in what `\w`,
 * `\d` and `\s` are, in escapes, and in how cases are folded. So every set is written as its code points.
 *
 * @throws {PithError} `PITH_INVALID_PATTERN` outside the subset, and for a pattern that needs a line end
 */
export const rustPattern = (source: string, flags: string): string =>
  written(parsePattern(source, flags), source)

function written(syntax: Syntax, source: string): string {
  switch (syntax.kind) {
    case 'text':
      return Array.from(syntax.text, (letter) => literal(letter, syntax.fold)).join('')
    case 'set':
      return ofSet(syntax.set, source)
    case 'assertion':
      return assertions[syntax.assertion]
    case 'sequence':
      return syntax.parts.map((part) => written(part, source)).join('')
    case 'either':
      return `(?:${syntax.choices.map((choice) => written(choice, source)).join('|')})`
    case 'repeat': {
      const { min, max } = syntax
      return `(?:${written(syntax.body, source)}){${min},${max === Number.POSITIVE_INFINITY ? '' : max}}`
    }
  }
}

const assertions = {
  'line-start': '^',
  'line-end': '$',
  'word-boundary': '(?-u:\\b)',
  'no-word-boundary': '(?-u:\\B)',
} as const

function literal(letter: string, isFolded: boolean): string {
  if (isFolded && /[A-Za-z]/.test(letter)) return `[${letter.toLowerCase()}${letter.toUpperCase()}]`
  return /[\w ]/.test(letter) ? letter : codePoint(letter.codePointAt(0) ?? 0)
}

const codePoint = (code: number): string => `\\x{${code.toString(16)}}`

/** A class without the line end, which no line contains, and without surrogates, which Rust does not have. */
function ofSet(set: CodePoints, source: string): string {
  let ranges = ''
  for (let i = 0; i < set.length; i += 2) {
    for (const [low, high] of withoutGaps(set[i], set[i + 1]))
      ranges += `${codePoint(low)}-${codePoint(high)}`
  }
  if (ranges !== '') return `[${ranges}]`
  throw new PithError(
    'PITH_INVALID_PATTERN',
    `Expected a pattern within one line, got ${shown(source)}, which needs a line end. Search for each line alone.`,
  )
}

/** A range without LF and surrogates. */
function withoutGaps(low: number, high: number): [number, number][] {
  let parts: [number, number][] = [[low, high]]
  for (const [first, last] of [
    [LF, LF],
    [0xd800, 0xdfff],
  ]) {
    parts = parts.flatMap(([from, to]): [number, number][] =>
      to < first || from > last
        ? [[from, to]]
        : [
            [from, first - 1],
            [last + 1, to],
          ],
    )
  }
  return parts.filter(([from, to]) => from <= to)
}
