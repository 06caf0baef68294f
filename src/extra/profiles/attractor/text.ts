import { codePoints, isLow, lineFeeds, lines } from '../text.ts'

/** A range of a text in UTF-16 units. `end` is exclusive. */
export interface TextStretch {
  start: number
  end: number
}

export const codePointsIn = (text: string, { start, end }: TextStretch): number =>
  codePoints(text, start, end)

/** Where the first `count` code points end. */
export function afterCodePoints(text: string, count: number): number {
  let at = 0
  for (let left = count; left > 0 && at < text.length; left--) at += isLow(text.charCodeAt(at + 1)) ? 2 : 1
  return at
}

/** Where the last `count` code points begin. */
export function beforeCodePoints(text: string, count: number): number {
  let at = text.length
  for (let left = count; left > 0 && at > 0; left--) at -= isLow(text.charCodeAt(at - 1)) ? 2 : 1
  return at
}

export const lineFeedsIn = (text: string, { start, end }: TextStretch): number => lineFeeds(text, start, end)

export const linesIn = (text: string, { start, end }: TextStretch): number => lines(text, start, end)

/** Where the first `count` lines of a range end. */
export function afterLines(text: string, { start, end }: TextStretch, count: number): number {
  let at = start
  for (let left = count; left > 0 && at < end; left--) {
    const feed = text.indexOf('\n', at)
    at = feed < 0 || feed >= end ? end : feed + 1
  }
  return at
}

/** Where the last `count` lines of a range begin. */
export function beforeLines(text: string, { start, end }: TextStretch, count: number): number {
  let at = end
  for (let left = count; left > 0 && at > start; left--) {
    // Skip the LF right before `at`, because it ends the line whose start is searched.
    const feed = at - 2 < start ? -1 : text.lastIndexOf('\n', at - 2)
    at = feed < start ? start : feed + 1
  }
  return at
}
