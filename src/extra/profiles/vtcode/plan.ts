import type { Meter } from './counting.ts'
import type { ErrorLine } from './errors.ts'
import { cutAtOrAfter, cutAtOrBefore } from './text.ts'

/** A kept range of the text, in code units. */
export interface KeptRange {
  kind: 'head' | 'tail' | 'error'
  start: number
  end: number
}

export interface EndShares {
  /** Tokens for everything but markers. */
  room: number
  /** The head's share of the room. */
  headRatio: number
  /** Tokens of one marker. */
  marker: number
  errors: boolean
}

/** Most error lines kept from the middle. */
const MAX_ERROR_LINES = 32
/** The share of the room for error lines from the middle. */
const ERROR_SHARE = 0.1
/** The share for the first error line, if neither end shows an error. Only this many of its code units count. */
const ONLY_ERROR_SHARE = 0.5
const ONLY_ERROR_LENGTH = 400
/** The line at a cut is clipped if leaving it out would waste more than this part of an end's share. */
const UNUSED_SHARE = 0.5

/** A text that is over its limit, with its lines and its error lines. */
export interface TextMaterial {
  text: string
  /** Start of each line. The last entry is the text's length. */
  starts: readonly number[]
  errors: readonly ErrorLine[]
}

/** Plans the kept ranges, in order. Ranges that touch are joined. */
export function planKept(material: TextMaterial, shares: EndShares, meter: Meter): KeptRange[] {
  const ends = keepEnds(material, shares.room, shares.headRatio, meter)
  const missed = shares.errors ? missedErrors(material, ends) : []
  if (missed.length === 0) return joined(material.text, ends, [])
  const only = missed.length === material.errors.length
  const forErrors = Math.max(
    Math.floor(shares.room * ERROR_SHARE),
    only ? costOfOnly(material.text, missed[0], shares, meter) : 0,
  )
  const smaller = keepEnds(material, shares.room - forErrors, shares.headRatio, meter)
  return joined(material.text, smaller, chooseErrors(material, smaller, forErrors, shares.marker, meter))
}

function costOfOnly(text: string, line: ErrorLine, { room, marker }: EndShares, meter: Meter): number {
  const end = cutAtOrBefore(text, Math.min(line.end, line.start + ONLY_ERROR_LENGTH))
  return Math.min(Math.floor(room * ONLY_ERROR_SHARE), meter.count(text.slice(line.start, end)) + marker)
}

interface Ends {
  /** The head is [0, head), the tail [tail, length). */
  head: number
  tail: number
}

/** The error lines whose match neither end shows. */
function missedErrors({ errors }: TextMaterial, ends: Ends): readonly ErrorLine[] {
  return errors.slice(firstMatchFrom(errors, ends.head), firstMatchFrom(errors, ends.tail))
}

/** Index of the first error line whose match is at or after `at`. */
export function firstMatchFrom(errors: readonly ErrorLine[], at: number): number {
  let low = 0
  let high = errors.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (errors[middle].match < at) low = middle + 1
    else high = middle
  }
  return low
}

function keepEnds({ text, starts }: TextMaterial, room: number, ratio: number, meter: Meter): Ends {
  const forHead = Math.floor(room * ratio)
  const head = takeHead(text, starts, forHead, meter)
  const tail = takeTail(text, starts, room - forHead, meter)
  return head < tail ? { head, tail } : { head: text.length, tail: text.length }
}

/** End of the first lines that have at most `room` tokens. */
function takeHead(text: string, starts: readonly number[], room: number, meter: Meter): number {
  const add = meter.start()
  let used = 0
  for (let line = 0; line + 1 < starts.length; line++) {
    const tokens = add(text, starts[line], starts[line + 1])
    if (tokens > room) {
      const left = room - used
      return left > room * UNUSED_SHARE
        ? cutHead(text, starts[line], starts[line + 1], left, meter)
        : starts[line]
    }
    used = tokens
  }
  return text.length
}

/** Start of the last lines that have at most `room` tokens. */
function takeTail(text: string, starts: readonly number[], room: number, meter: Meter): number {
  const add = meter.start()
  let used = 0
  for (let line = starts.length - 2; line >= 0; line--) {
    const tokens = add(text, starts[line], starts[line + 1])
    if (tokens > room) {
      const left = room - used
      return left > room * UNUSED_SHARE
        ? cutTail(text, starts[line], starts[line + 1], left, meter)
        : starts[line + 1]
    }
    used = tokens
  }
  return 0
}

/** A grapheme boundary `b` in [start, end] for which [start, b) has at most `room` tokens. */
function cutHead(text: string, start: number, end: number, room: number, meter: Meter): number {
  const length = longest(end - start, room, (n) =>
    meter.count(text.slice(start, cutAtOrBefore(text, start + n))),
  )
  return Math.max(start, cutAtOrBefore(text, start + length))
}

function cutTail(text: string, start: number, end: number, room: number, meter: Meter): number {
  const length = longest(end - start, room, (n) => meter.count(text.slice(cutAtOrAfter(text, end - n), end)))
  return Math.min(end, cutAtOrAfter(text, end - length))
}

/** About the largest length up to `limit` whose tokens fit the room, exact to one part in 64. */
function longest(limit: number, room: number, tokensOf: (length: number) => number): number {
  if (room <= 0) return 0
  let fits = 0
  let exceeds = Math.min(limit, room)
  while (tokensOf(exceeds) <= room) {
    fits = exceeds
    if (fits === limit) return limit
    exceeds = Math.min(limit, exceeds * 2)
  }
  while (exceeds - fits > Math.max(1, fits / 64)) {
    const middle = Math.floor((fits + exceeds) / 2)
    if (tokensOf(middle) <= room) fits = middle
    else exceeds = middle
  }
  return fits
}

/**
 * Keeps the first missed error line, clipped if necessary, then the last, the second and so on, while there is room.
 */
function chooseErrors(
  material: TextMaterial,
  ends: Ends,
  room: number,
  marker: number,
  meter: Meter,
): KeptRange[] {
  const { text } = material
  const missed = missedErrors(material, ends)
  const chosen: KeptRange[] = []
  let left = room
  for (const line of [
    ...missed.slice(0, 1),
    ...missed.slice(1).slice(-1),
    ...missed.slice(1, MAX_ERROR_LINES),
  ]) {
    const start = Math.max(line.start, ends.head)
    const end = Math.min(line.end, ends.tail)
    const tokens = meter.count(text.slice(start, end)) + marker
    if (tokens > left) {
      if (chosen.length === 0) chosen.push(...clipped(text, line.match, end, left - marker, meter))
      break
    }
    chosen.push({ kind: 'error', start, end })
    left -= tokens
  }
  return chosen.sort((a, b) => a.start - b.start).slice(0, MAX_ERROR_LINES)
}

/** The part of an error line that fits, from its match on. */
function clipped(text: string, match: number, end: number, room: number, meter: Meter): KeptRange[] {
  const start = cutAtOrBefore(text, match)
  const cut = cutHead(text, start, end, room, meter)
  return cut > start ? [{ kind: 'error', start, end: cut }] : []
}

function joined(text: string, ends: Ends, errors: readonly KeptRange[]): KeptRange[] {
  const pieces: KeptRange[] = [
    { kind: 'head', start: 0, end: ends.head },
    ...errors,
    { kind: 'tail', start: ends.tail, end: text.length },
  ]
  const kept: KeptRange[] = []
  for (const piece of pieces) {
    if (piece.start >= piece.end) continue
    const last = kept[kept.length - 1]
    if (last !== undefined && piece.start <= last.end) last.end = Math.max(last.end, piece.end)
    else kept.push(piece)
  }
  return kept
}
