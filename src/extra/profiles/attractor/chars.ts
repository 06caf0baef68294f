import { ratio, wholeOrInfinity } from '../../../check/values.ts'
import type { Input } from '../../../options.ts'
import { inputText } from '../text.ts'
import { afterCodePoints, beforeCodePoints, codePointsIn, type TextStretch } from './text.ts'

/** The head's share. The tail gets more, because errors and the summary come last. */
export const HEAD_RATIO = 0.3

/**
 * Keeps the first and the last characters of a text, `maxChars` in all, around a marker that is not counted.
 *
 * @param maxChars code points, from 0 on. Infinity keeps all.
 * @param headRatio the head's share, 0 to 1.
 * @throws {PithError} `PITH_INVALID_INPUT`, `PITH_INVALID_OPTION`
 * @example
 * truncate('abcdefghij', 4, 0.5) // 'ab\n\n... [6 characters truncated] ...\n\nij'
 */
export function truncate(text: Input, maxChars: number, headRatio: number = HEAD_RATIO): string {
  wholeOrInfinity('maxChars', maxChars)
  ratio('headRatio', headRatio)
  const whole = inputText(text)
  const gap = middleOf(whole, maxChars, headRatio)
  if (!gap) return whole
  const omitted = codePointsIn(whole, gap)
  return `${whole.slice(0, gap.start)}\n\n${charsMarker(omitted)}\n\n${whole.slice(gap.end)}`
}

/** The range that does not fit; undefined when everything fits. */
export function middleOf(text: string, maxChars: number, headRatio: number): TextStretch | undefined {
  // A text never has more code points than UTF-16 units.
  if (text.length <= maxChars) return undefined
  if (codePointsIn(text, { start: 0, end: text.length }) <= maxChars) return undefined
  const headSize = Math.floor(maxChars * headRatio)
  return { start: afterCodePoints(text, headSize), end: beforeCodePoints(text, maxChars - headSize) }
}

export const charsMarker = (omitted: number, where = ''): string =>
  `... [${omitted} characters truncated${where}] ...`
