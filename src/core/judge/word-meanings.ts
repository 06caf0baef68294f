import { byteClass, IS_DIGIT, LETTER } from './bytes.ts'
import { AFTER_ALARM, BEFORE_ALARM, COUNTED, EMPTY_VALUE, meanings, NOTHING } from './false-alarm-words.ts'

/** The byte that replaces a masked one. */
const MASK = 0x7e

const FNV_START = 0x811c9dc5
const FNV_PRIME = 0x01000193

let meaningByHash: ReadonlyMap<number, number> | undefined
/** 1 if a known word looks like this. Most words of a line have none, so the full hash is rarely needed. */
let filter: Uint8Array | undefined

function meaningsByHash(): ReadonlyMap<number, number> {
  const map = new Map<number, number>()
  for (const [meaning, words] of meanings) {
    for (const word of words.split(' ')) {
      let hash = FNV_START
      for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), FNV_PRIME)
      map.set(hash, (map.get(hash) ?? 0) | meaning)
    }
  }
  return map
}

/** Hash of a word's first letter, last letter and length. */
const looksOf = (first: number, last: number, length: number): number =>
  ((length & 15) << 10) | ((first & 31) << 5) | (last & 31)

function filterOfWords(): Uint8Array {
  const table = new Uint8Array(1 << 14)
  for (const [, words] of meanings) {
    for (const word of words.split(' ')) {
      table[looksOf(word.charCodeAt(0), word.charCodeAt(word.length - 1), word.length)] = 1
    }
  }
  return table
}

/** The meaning bits of the word in `text[start, end)`; 0 for most words. */
function meaningOf(text: Uint8Array, start: number, end: number): number {
  filter ??= filterOfWords()
  if (filter[looksOf(text[start], text[end - 1], end - start)] === 0) return 0
  let hash = FNV_START
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (text[at] | 0x20), FNV_PRIME)
  meaningByHash ??= meaningsByHash()
  return meaningByHash.get(hash) ?? 0
}

/** Masks counts of zero and talk about errors. Takes the words of a line in order, and remembers the last two. */
export class WordMeanings {
  #text: Uint8Array = new Uint8Array(0)
  #from = 0
  #to = 0
  #before = 0
  #beforeStart = -1
  #beforeEnd = -1
  #earlier = 0
  #earlierStart = -1

  begin(text: Uint8Array, from: number, to: number): void {
    this.#text = text
    this.#from = from
    this.#to = to
    this.#before = this.#earlier = 0
    this.#beforeStart = this.#beforeEnd = this.#earlierStart = -1
  }

  /** Adds all words from `start` to `end`, where other bytes separate them. */
  addAll(start: number, end: number): void {
    const text = this.#text
    for (let at = start; at < end; ) {
      const first = at
      while (at < end && (byteClass[text[at]] & (LETTER | IS_DIGIT)) !== 0) at++
      if (at > first) this.add(first, at)
      else at++
    }
  }

  add(start: number, end: number): void {
    const text = this.#text
    const meaning = meaningOf(text, start, end)
    const before = this.#before
    const beforeStart = this.#beforeStart
    const near = this.#beforeEnd >= 0 && start - this.#beforeEnd === 1 && isJoint(text[this.#beforeEnd])
    if ((meaning & COUNTED) !== 0) this.#count(start, end, near)
    else if (near && (meaning & AFTER_ALARM) !== 0 && (before & COUNTED) !== 0) mask(text, beforeStart, end)
    this.#earlier = before
    this.#earlierStart = near ? beforeStart : -1
    this.#before = meaning
    this.#beforeStart = start
    this.#beforeEnd = end
  }

  #count(start: number, end: number, near: boolean): void {
    const text = this.#text
    const from = this.#from
    const silent = near && (this.#before & (NOTHING | BEFORE_ALARM)) !== 0
    const earlierStart = this.#earlierStart
    const silentEarlier = near && earlierStart >= 0 && (this.#earlier & NOTHING) !== 0
    if (silent && !isPoint(text, this.#beforeStart, from)) mask(text, this.#beforeStart, end)
    else if (silentEarlier && !isPoint(text, earlierStart, from) && text[earlierStart - 1] !== 0x2d) {
      mask(text, earlierStart, end)
    } else maskValue(text, start, end, this.#to)
  }
}

/** Masks a counted word and its value if the value means none: `errors: 0`, `failed=none`. */
function maskValue(text: Uint8Array, start: number, end: number, to: number): void {
  const after = zeroAfter(text, end, to)
  if (after > 0) mask(text, start, after)
}

const isJoint = (byte: number): boolean => byte === 0x20 || byte === 0x2d || byte === 0x5f

/** True if the 0 belongs to a number: `1.0 errors` and `10:0 errors` do not count zero. */
const isPoint = (text: Uint8Array, start: number, from: number): boolean =>
  start > from && (text[start - 1] === 0x2e || text[start - 1] === 0x2c || text[start - 1] === 0x3a)

const mask = (text: Uint8Array, start: number, end: number): void => {
  text.fill(MASK, start, end)
}

/** The end of `: 0`, `=0` or `: none` after a counted word; 0 if something else follows. */
function zeroAfter(text: Uint8Array, start: number, to: number): number {
  let at = start
  if (text[at] === 0x22 || text[at] === 0x27) at++
  if (text[at] === 0x28 && text[at + 1] === 0x73 && text[at + 2] === 0x29) at += 3
  while (at < to && at < start + 8 && text[at] === 0x20) at++
  // `# fail  0`: the last column of a table.
  if (text[at] === 0x30 && at + 1 === to && at > start) return to
  if (text[at] !== 0x3a && text[at] !== 0x3d) return 0
  at++
  if (text[at] === 0x3e) at++
  const limit = at + 32
  while (at < to && at < limit && text[at] === 0x20) at++
  const value = at
  while (at < to && at < value + 10 && (byteClass[text[at]] & (LETTER | IS_DIGIT)) !== 0) at++
  if (at === value) return 0
  if (text[value] === 0x30 && at === value + 1 && !goesOn(text, at, to)) return at
  const measured = measureEnd(text, value, to)
  if (measured > 0) return measured
  if (text[value] === 0x30) return 0
  return (meaningOf(text, value, at) & EMPTY_VALUE) !== 0 && endsThere(text, at, to) ? at : 0
}

/** The end of a number with a fraction and nothing more to say: `error: 0.01`, `error = 1.2e-9, 3 steps`; else 0. */
function measureEnd(text: Uint8Array, start: number, to: number): number {
  let at = start
  while (at < to && (byteClass[text[at]] & IS_DIGIT) !== 0) at++
  if (at === start || text[at] !== 0x2e) return 0
  const point = at++
  while (at < to && (byteClass[text[at]] & IS_DIGIT) !== 0) at++
  if (at === point + 1) return 0
  if ((text[at] | 0x20) === 0x65) {
    at += text[at + 1] === 0x2d || text[at + 1] === 0x2b ? 2 : 1
    while (at < to && (byteClass[text[at]] & IS_DIGIT) !== 0) at++
  }
  if (text[at] === 0x25) at++
  if (at >= to || text[at] === 0x2c || text[at] === 0x29) return at
  return text[at] === 0x20 && (text[at + 1] === 0x28 || text[at + 1] === 0x5b) ? at : 0
}

const goesOn = (text: Uint8Array, at: number, to: number): boolean =>
  at + 1 < to && (text[at] === 0x2e || text[at] === 0x3a) && (byteClass[text[at + 1]] & IS_DIGIT) !== 0

function endsThere(text: Uint8Array, start: number, to: number): boolean {
  let at = start
  while (at < to && text[at] === 0x20) at++
  return (
    at >= to ||
    text[at] === 0x2c ||
    text[at] === 0x3b ||
    text[at] === 0x29 ||
    text[at] === 0x7d ||
    text[at] === 0x5d ||
    text[at] === 0x7c
  )
}
