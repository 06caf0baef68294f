import { isDigit } from '../judge/prefix-times.ts'
import { skipPrefixes } from '../judge/prefixes.ts'

/** How two lines compare, from no likeness to equality. */
export const DIFFERENT = 0
/** They say the same behind their times, or how far something came. */
export const LIKE = 1
export const IDENTICAL = 2

export type Likeness = typeof DIFFERENT | typeof LIKE | typeof IDENTICAL

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

const DATA: Meaning = { isProgress: false, ownStart: 0 }
/** True for digits, blanks and the signs that a column of numbers has. */
const isOfData = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[\d\s,.:;+-]/.test(String.fromCharCode(byte)) ? 1 : 0,
)

/** The meaning of a line that is a whole array. */
export function meaningOf(line: Uint8Array): Meaning {
  let at = 0
  while (at < line.length && isOfData[line[at]] === 1) at++
  if (at === line.length) return DATA
  const text = latin1.decode(line)
  const start = skipPrefixes(line, line.length)
  // The numbers of a line without words are data.
  const isData = start < line.length && !LETTER.test(text.slice(start).trimEnd())
  return { isProgress: PROGRESS.test(text), ownStart: isData ? 0 : start }
}

/** Compares a line whose meaning is known with another one. Progress may still mean different things to the rules. */
export function likenessOf(one: Uint8Array, { isProgress, ownStart }: Meaning, other: Uint8Array): Likeness {
  const { length } = one
  let at = 0
  while (at < length && one[at] === other[at]) at++
  if (at === length && other.length === length) return IDENTICAL
  const end = isProgress ? length : ownStart
  const stop = at >= end ? -1 : afterNumbers(one, other, end)
  if (stop < 0 || other.length - stop !== length - end) return DIFFERENT
  for (let i = end, k = stop; i < length; i++, k++) if (one[i] !== other[k]) return DIFFERENT
  return LIKE
}

/** Where `other` goes on when it is `one` up to `end` but for numbers; negative when it is not. */
function afterNumbers(one: Uint8Array, other: Uint8Array, end: number): number {
  let i = 0
  let k = 0
  while (i < end) {
    if (isDigit(one[i])) {
      if (!isDigit(other[k])) return -1
      while (i < end && isDigit(one[i])) i++
      while (isDigit(other[k])) k++
    } else if (one[i++] !== other[k++]) return -1
  }
  return k
}
