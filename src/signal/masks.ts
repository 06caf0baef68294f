import { byteClass, DIGIT, LETTER, LOWER, PATH } from './bytes.ts'

/** What stands in the place of a masked byte. */
const MASK = 0x7e

const FNV_START = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** What a word means for the words beside it. */
const COUNTED = 1
const NOTHING = 2
const EMPTY_VALUE = 4
const BEFORE_ALARM = 8
const AFTER_ALARM = 16

const meanings: readonly (readonly [number, string])[] = [
  [
    COUNTED,
    'error errors failure failures failed failing fail fails exception exceptions warning warnings crash crashes problem problems issue issues missed offense offenses violation violations vulnerabilities conflicts aborted killed timeouts flaky missing unexpected invalid broken errored rejected todo skipped panics leaks mismatches regressions',
  ],
  [NOTHING, '0 no zero without non none'],
  [EMPTY_VALUE, 'null false nil none no undefined never ignore off'],
  [BEFORE_ALARM, 'on if when case for any handle handles handling catch'],
  [
    AFTER_ALARM,
    'handler handlers handling handled handles prone mode report reporting reporter reports free page pages boundary boundaries recovery rate budget log logs branch count tolerance tolerant correction detection case cases condition conditions path paths scenario scenarios states types classes',
  ],
]

const meaningByHash: ReadonlyMap<number, number> = (() => {
  const map = new Map<number, number>()
  for (const [meaning, words] of meanings) {
    for (const word of words.split(' ')) {
      let hash = FNV_START
      for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), FNV_PRIME)
      map.set(hash, (map.get(hash) ?? 0) | meaning)
    }
  }
  return map
})()

/** 1 where some word's hash has these top bits: most words of a line need no look at the map. */
const FILTER_SHIFT = 19
const filter: Uint8Array = (() => {
  const table = new Uint8Array(1 << (32 - FILTER_SHIFT))
  for (const hash of meaningByHash.keys()) table[hash >>> FILTER_SHIFT] = 1
  return table
})()

const meaningOf = (hash: number): number =>
  filter[hash >>> FILTER_SHIFT] === 0 ? 0 : (meaningByHash.get(hash) ?? 0)

/** The stems that alarm inside a file's name or a flag. */
const stems = [
  'error',
  'fail',
  'fatal',
  'except',
  'assert',
  'panic',
  'abort',
  'crash',
  'invalid',
  'missing',
  'undefined',
  'unexpected',
  'warn',
  'unknown',
  'denied',
  'broken',
  'illegal',
  'mismatch',
  'timeout',
  'bad',
  'problem',
  'overflow',
  'leak',
  'corrupt',
  'conflict',
  'killed',
  'unsupported',
  'exit',
  'violation',
]
const stemsByFirst: string[][] = (() => {
  const table: string[][] = Array.from({ length: 256 }, () => [])
  for (const stem of stems) table[stem.charCodeAt(0)].push(stem)
  return table
})()

/** Masks what alarms without cause: counts of zero, flags, names of files and folders, and talk about errors. */
export function maskLine(text: Uint8Array, from: number, to: number): void {
  maskPaths(text, from, to)
  maskCounts(text, from, to)
}

/** Runs of path bytes: those that are flags, or hold a slash or an extension, lose the stems they hold. */
function maskPaths(text: Uint8Array, from: number, to: number): void {
  for (let at = from; at < to; ) {
    if ((byteClass[text[at]] & PATH) === 0 && text[at] < 0x80) {
      at++
      continue
    }
    const start = at
    let lastSlash = -1
    let lastDot = -1
    while (at < to && ((byteClass[text[at]] & PATH) !== 0 || text[at] >= 0x80)) {
      if (text[at] === 0x2f || text[at] === 0x5c) lastSlash = at
      else if (text[at] === 0x2e) lastDot = at
      at++
    }
    maskToken(text, start, at, to, lastSlash, lastDot, start === from)
  }
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
  // `error-chain@1.2`, a package and its version.
  const versioned = end + 1 < to && text[end] === 0x40 && (byteClass[text[end + 1]] & DIGIT) !== 0
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

/** One to ten lower-case letters and digits, and no call. */
function isExtension(text: Uint8Array, start: number, end: number, to: number): boolean {
  if (end === start || end - start > 10 || (byteClass[text[start]] & LOWER) === 0) return false
  for (let at = start; at < end; at++) {
    if ((byteClass[text[at]] & (LOWER | DIGIT)) === 0 && text[at] !== 0x2b) return false
  }
  if (end < to && text[end] === 0x28) return end + 1 < to && (byteClass[text[end + 1]] & DIGIT) !== 0
  return true
}

function maskStems(text: Uint8Array, start: number, end: number): void {
  for (let at = start; at < end; at++) {
    for (const stem of stemsByFirst[text[at] | 0x20]) {
      if (at + stem.length <= end && foldsTo(text, at, stem)) {
        text.fill(0x78, at, at + stem.length)
        at += stem.length - 1
        break
      }
    }
  }
}

function foldsTo(text: Uint8Array, start: number, word: string): boolean {
  for (let i = 1; i < word.length; i++) if ((text[start + i] | 0x20) !== word.charCodeAt(i)) return false
  return true
}

/** Walks the words with the two in front of each in mind. */
function maskCounts(text: Uint8Array, from: number, to: number): void {
  let before = 0
  let beforeStart = -1
  let beforeEnd = -1
  let earlier = 0
  let earlierStart = -1
  for (let at = from; at < to; ) {
    if ((byteClass[text[at]] & (LETTER | DIGIT)) === 0) {
      at++
      continue
    }
    const start = at
    let hash = FNV_START
    while (at < to && (byteClass[text[at]] & (LETTER | DIGIT)) !== 0) {
      hash = Math.imul(hash ^ (text[at++] | 0x20), FNV_PRIME)
    }
    const meaning = meaningOf(hash)
    const near = beforeEnd >= 0 && start - beforeEnd === 1 && isJoint(text[beforeEnd])
    if ((meaning & COUNTED) !== 0) {
      const silent = near && (before & (NOTHING | BEFORE_ALARM)) !== 0 && !isPoint(text, beforeStart, from)
      const silentEarlier = near && earlierStart >= 0 && (earlier & NOTHING) !== 0
      if (silent) mask(text, beforeStart, at)
      else if (silentEarlier && !isPoint(text, earlierStart, from) && text[earlierStart - 1] !== 0x2d) {
        mask(text, earlierStart, at)
      } else maskValue(text, start, at, to)
    } else if (near && (meaning & AFTER_ALARM) !== 0 && (before & COUNTED) !== 0) mask(text, beforeStart, at)
    earlier = before
    earlierStart = near ? beforeStart : -1
    before = meaning
    beforeStart = start
    beforeEnd = at
  }
}

/** `errors: 0`, `failed=none`: the word and its value. */
function maskValue(text: Uint8Array, start: number, end: number, to: number): void {
  const after = zeroAfter(text, end, to)
  if (after > 0) mask(text, start, after)
}

const isJoint = (byte: number): boolean => byte === 0x20 || byte === 0x2d || byte === 0x5f

/** `1.0 errors` and `10:0 errors` count no zero. */
const isPoint = (text: Uint8Array, start: number, from: number): boolean =>
  start > from && (text[start - 1] === 0x2e || text[start - 1] === 0x2c || text[start - 1] === 0x3a)

const mask = (text: Uint8Array, start: number, end: number): void => {
  text.fill(MASK, start, end)
}

/** The end of `: 0`, `=0`, `: none` after a counted word; 0 where something else stands. */
function zeroAfter(text: Uint8Array, start: number, to: number): number {
  let at = start
  if (text[at] === 0x22 || text[at] === 0x27) at++
  if (text[at] === 0x28 && text[at + 1] === 0x73 && text[at + 2] === 0x29) at += 3
  while (at < to && at < start + 8 && text[at] === 0x20) at++
  // `# fail  0`: a table's last column.
  if (text[at] === 0x30 && at + 1 === to && at > start) return to
  if (text[at] !== 0x3a && text[at] !== 0x3d) return 0
  at++
  if (text[at] === 0x3e) at++
  const limit = at + 32
  while (at < to && at < limit && text[at] === 0x20) at++
  const value = at
  let hash = FNV_START
  while (at < to && at < value + 10 && (byteClass[text[at]] & (LETTER | DIGIT)) !== 0) {
    hash = Math.imul(hash ^ (text[at] | 0x20), FNV_PRIME)
    at++
  }
  if (at === value) return 0
  if (text[value] === 0x30) return at === value + 1 && !goesOn(text, at, to) ? at : 0
  return (meaningOf(hash) & EMPTY_VALUE) !== 0 && endsThere(text, at, to) ? at : 0
}

const goesOn = (text: Uint8Array, at: number, to: number): boolean =>
  at + 1 < to && (text[at] === 0x2e || text[at] === 0x3a) && (byteClass[text[at + 1]] & DIGIT) !== 0

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
