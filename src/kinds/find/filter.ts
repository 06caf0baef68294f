import { PithError } from '../../errors.ts'

/** A value that a filter asked for: a scalar, or what a value is that is not compared. */
export type AskedValue =
  | string
  | number
  | boolean
  | null
  | { readonly is: 'array' | 'object' | 'long' | 'unreadable' }

/** A query of the filter by its number, or a value that the path names. */
export type Operand = { readonly query: number } | { readonly literal: string | number | boolean | null }

export const comparisons = ['==', '!=', '<=', '>=', '<', '>'] as const
export type Comparison = (typeof comparisons)[number]

/** What a filter says about a value. `query`: is there such a value? */
export type ValueTest =
  | { readonly any: readonly ValueTest[] }
  | { readonly all: readonly ValueTest[] }
  | { readonly not: ValueTest }
  | { readonly query: number }
  | { readonly left: Operand; readonly is: Comparison; readonly right: Operand }

/**
 * Whether a test holds. Undefined while it depends on queries without an answer.
 *
 * @param isWhole true when the whole value was read, so that a query without an answer has none
 */
export function holds(
  test: ValueTest,
  answers: readonly (AskedValue | undefined)[],
  isWhole: boolean,
): boolean | undefined {
  if ('any' in test) return combined(test.any, true, answers, isWhole)
  if ('all' in test) return combined(test.all, false, answers, isWhole)
  if ('not' in test) {
    const inner = holds(test.not, answers, isWhole)
    return inner === undefined ? undefined : !inner
  }
  if ('query' in test) return answers[test.query] !== undefined || (isWhole ? false : undefined)
  const [left, right] = [test.left, test.right].map((side) =>
    'query' in side ? answers[side.query] : side.literal,
  )
  return !isWhole && (left === undefined || right === undefined) ? undefined : compare(left, test.is, right)
}

function combined(
  tests: readonly ValueTest[],
  decisive: boolean,
  answers: readonly (AskedValue | undefined)[],
  isWhole: boolean,
): boolean | undefined {
  let isOpen = false
  for (const test of tests) {
    const verdict = holds(test, answers, isWhole)
    if (verdict === decisive) return decisive
    isOpen ||= verdict === undefined
  }
  return isOpen ? undefined : !decisive
}

/** Compares as RFC 9535 §2.3.5.2.2 does. Undefined is a value that is not there. */
function compare(left: AskedValue | undefined, is: Comparison, right: AskedValue | undefined): boolean {
  if (is === '!=') return !equal(left, right)
  if (is === '==') return equal(left, right)
  if (is === '<') return before(left, right)
  if (is === '>') return before(right, left)
  const [low, high] = is === '<=' ? [left, right] : [right, left]
  return before(low, high) || equal(low, high)
}

function equal(left: AskedValue | undefined, right: AskedValue | undefined): boolean {
  if (!isOpaque(left) || !isOpaque(right)) return left === right
  if (left.is === right.is) throw incomparable()
  return false
}

function before(left: AskedValue | undefined, right: AskedValue | undefined): boolean {
  if ((isLong(left) && typeof right === 'string') || (isLong(right) && typeof left === 'string'))
    throw incomparable()
  if (typeof left === 'number' && typeof right === 'number') return left < right
  return typeof left === 'string' && typeof right === 'string' && isTextBefore(left, right)
}

const isOpaque = (
  answer: AskedValue | undefined,
): answer is Exclude<AskedValue, string | number | boolean | null> =>
  typeof answer === 'object' && answer !== null

const isLong = (answer: AskedValue | undefined): boolean => isOpaque(answer) && answer.is === 'long'

/** The order of code points, which is not that of UTF-16 above U+D7FF. */
function isTextBefore(left: string, right: string): boolean {
  let at = 0
  while (at < left.length && left[at] === right[at]) at++
  return (left.codePointAt(at) ?? -1) < (right.codePointAt(at) ?? -1)
}

const incomparable = (): PithError =>
  new PithError(
    'PITH_INVALID_INPUT',
    'Expected a filter to compare numbers, true, false, null or strings of at most 24 KiB, got two arrays, objects or longer strings.',
  )
