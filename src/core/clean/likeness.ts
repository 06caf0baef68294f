import { isDigit } from '../judge/bytes.ts'
import { skipPrefixes } from '../judge/prefixes.ts'

/** `12 %`, `[3/40]`, `3 of 40`, `[=====>   ]`, `|████  |`, `3.2 MB/s`, `ETA 0:12` */
const PROGRESS =
  /\d ?%|[[(] *\d+ *\/ *\d+ *[\])]|\b\d+ of \d+\b|[[|](?:[#=>]|\xe2\x96[\x80-\x9f]){2,}[ .-]*[\]|]|\d ?[kKMGT]i?B\/s\b|\bETA\b/
const LETTER = /[A-Za-z\x80-\xff]/

/** One character for each byte. */
const latin1 = /* @__PURE__ */ new TextDecoder('latin1')

/** What a line says, apart from numbers that tell nothing. */
export interface Meaning {
  /** True for a line that says how far something came: its numbers may differ. */
  isProgress: boolean
  /** Where the line's own text begins, behind its times: numbers before it may differ. */
  ownStart: number
}

/** The meaning of a line that is a whole array. */
export function meaningOf(line: Uint8Array): Meaning {
  const text = latin1.decode(line)
  const start = skipPrefixes(line, line.length)
  // The numbers of a line without words are data.
  const isData = start < line.length && !LETTER.test(text.slice(start).trimEnd())
  return { isProgress: PROGRESS.test(text), ownStart: isData ? 0 : start }
}

/** A line of some bytes, without its LF. */
export interface Line {
  bytes: Uint8Array
  start: number
  end: number
}

export const isEqual = (one: Line, other: Line): boolean =>
  one.end - one.start === other.end - other.start && isSame(one, one.start, other, other.start)

/**
 * True when another line says the same as one with a meaning, behind its times or as progress. Progress may still mean
 * different things to the rules.
 */
export function saysTheSame(one: Line, { isProgress, ownStart }: Meaning, other: Line): boolean {
  const end = isProgress ? one.end : one.start + ownStart
  const stop = end === one.start ? -1 : afterNumbers(one, other, end)
  return stop >= 0 && other.end - stop === one.end - end && isSame(one, end, other, stop)
}

function isSame(one: Line, from: number, other: Line, at: number): boolean {
  const { bytes, end } = one
  for (let i = from, k = at; i < end; i++, k++) if (bytes[i] !== other.bytes[k]) return false
  return true
}

/** Where `other` goes on when it is `one` up to `end` but for numbers; negative when it is not. */
function afterNumbers({ bytes, start }: Line, other: Line, end: number): number {
  let i = start
  let k = other.start
  while (i < end) {
    if (k >= other.end) return -1
    if (isDigit(bytes[i])) {
      if (!isDigit(other.bytes[k])) return -1
      while (i < end && isDigit(bytes[i])) i++
      while (k < other.end && isDigit(other.bytes[k])) k++
    } else if (bytes[i++] !== other.bytes[k++]) return -1
  }
  return k
}
