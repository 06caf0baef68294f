import { byteClass, IS_DIGIT, isDigit, LETTER, LOWER, PATH } from './bytes.ts'
import { stems } from './false-alarm-words.ts'
import { WordMeanings } from './word-meanings.ts'

/** Stems by the hash of their first two letters. */
let stemsByPair: readonly (readonly string[])[] | undefined

function stemTable(): readonly (readonly string[])[] {
  const table: string[][] = Array.from({ length: 1024 }, () => [])
  for (const stem of stems) table[pairOf(stem.charCodeAt(0), stem.charCodeAt(1))].push(stem)
  return table
}

function pairOf(first: number, second: number): number {
  return ((first & 31) << 5) | (second & 31)
}

/** Role of a byte in a run of path bytes, as bits. A byte with 0 ends the run. */
const OF_WORD = 1
const OF_PATH = 2
const SLASH = 4
const DOT = 8

const runBits = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0x2f || byte === 0x5c) return SLASH
  if (byte === 0x2e) return DOT
  if ((byteClass[byte] & (LETTER | IS_DIGIT)) !== 0) return OF_WORD
  return byte >= 0x80 || (byteClass[byte] & PATH) !== 0 ? OF_PATH : 0
})

const words = new WordMeanings()

/** Masks what would raise a false alarm: counts of zero, flags, names of files and folders, and talk about errors. */
export function hideFalseAlarms(text: Uint8Array, from: number, to: number): void {
  words.begin(text, from, to)
  for (let at = from; at < to; ) {
    if (runBits[text[at]] === 0) {
      at++
      continue
    }
    const start = at
    let seen = 0
    for (; at < to; at++) {
      const bits = runBits[text[at]]
      if (bits === 0) break
      seen |= bits
    }
    const isPath =
      (seen & (SLASH | DOT)) !== 0 ||
      text[start] === 0x2d ||
      text[at] === 0x40 ||
      isBeforeVersion(text, at, to, seen)
    if (isPath) maskRun(text, start, at, to, start === from)
    if (seen === OF_WORD) words.add(start, at)
    else words.addAll(start, at)
  }
}

/** Masks the stems in a run of path bytes that is a flag, or that has a slash or an extension. */
function maskRun(text: Uint8Array, start: number, end: number, to: number, first: boolean): void {
  let lastSlash = end - 1
  while (lastSlash >= start && runBits[text[lastSlash]] !== SLASH) lastSlash--
  let lastDot = end - 1
  while (lastDot > lastSlash && runBits[text[lastDot]] !== DOT) lastDot--
  maskToken(text, start, end, to, lastSlash, lastDot, first)
}

function maskToken(
  text: Uint8Array,
  start: number,
  end: number,
  to: number,
  lastSlash: number,
  lastDot: number,
  first: boolean,
): void {
  if (text[start] === 0x2d && isFlag(text, start, end, first)) {
    maskStems(text, start, end)
    return
  }
  // `error-chain@1.2`, `error-chain v1.2`, `exceptions-0.10`: a package and its version.
  const versioned =
    (end + 1 < to && text[end] === 0x40 && (byteClass[text[end + 1]] & IS_DIGIT) !== 0) ||
    isBeforeVersion(text, end, to, text[start] === 0x2d ? 0 : OF_PATH) ||
    hasVersion(text, start, end)
  if (versioned) {
    maskStems(text, start, end)
    return
  }
  const extension = lastDot > lastSlash && lastDot > start && isExtension(text, lastDot + 1, end, to)
  if (extension) maskStems(text, start, end)
  else if (lastSlash > start) maskStems(text, start, lastSlash)
}

const isFlag = (text: Uint8Array, start: number, end: number, first: boolean): boolean => {
  const second = start + 1 < end ? text[start + 1] : 0
  if (second === 0x2d) return start + 2 < end && (byteClass[text[start + 2]] & LETTER) !== 0
  return !first && (byteClass[second] & LETTER) !== 0 && text[start - 1] === 0x20
}

/** True before ` v1` and, if the run is more than a word, before ` 1.2`. */
function isBeforeVersion(text: Uint8Array, end: number, to: number, seen: number): boolean {
  if (end + 3 >= to || text[end] !== 0x20) return false
  const byte = text[end + 1]
  if (byte === 0x76) return isDigit(text[end + 2])
  return (seen & OF_PATH) !== 0 && isDigit(byte) && isPointInVersion(text, end + 2, to)
}

/** True for `.1` or `1.1`, behind the first digit of a version. */
const isPointInVersion = (text: Uint8Array, at: number, to: number): boolean => {
  const point = isDigit(text[at]) ? at + 1 : at
  return point + 1 < to && text[point] === 0x2e && isDigit(text[point + 1])
}

/** True if the run ends with a version, as in `exceptions-0.10.0`. */
function hasVersion(text: Uint8Array, start: number, end: number): boolean {
  let points = 0
  let at = end - 1
  for (; at > start && (isDigit(text[at]) || text[at] === 0x2e); at--) if (text[at] === 0x2e) points++
  return at > start && at < end - 2 && text[at] === 0x2d && isDigit(text[at + 1]) && points > 0
}

/** True for one to ten lower-case letters, digits and `+`, unless a call follows them. */
function isExtension(text: Uint8Array, start: number, end: number, to: number): boolean {
  if (end === start || end - start > 10 || (byteClass[text[start]] & LOWER) === 0) return false
  for (let at = start; at < end; at++) {
    if ((byteClass[text[at]] & (LOWER | IS_DIGIT)) === 0 && text[at] !== 0x2b) return false
  }
  if (end < to && text[end] === 0x28) return end + 1 < to && (byteClass[text[end + 1]] & IS_DIGIT) !== 0
  return true
}

function maskStems(text: Uint8Array, start: number, end: number): void {
  stemsByPair ??= stemTable()
  for (let at = start; at < end - 1; at++) {
    for (const stem of stemsByPair[pairOf(text[at], text[at + 1])]) {
      if (at + stem.length <= end && foldsTo(text, at, stem)) {
        text.fill(0x78, at, at + stem.length)
        at += stem.length - 1
        break
      }
    }
  }
}

function foldsTo(text: Uint8Array, start: number, word: string): boolean {
  for (let i = 0; i < word.length; i++) if ((text[start + i] | 0x20) !== word.charCodeAt(i)) return false
  return true
}
