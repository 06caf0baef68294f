import type { Meter } from './counting.ts'
import { type ErrorLine, errorLines } from './errors.ts'
import { cutAtOrAfter, cutAtOrBefore } from './text.ts'

/** A stretch of the text that is kept, in code units. */
export interface Kept {
  kind: 'head' | 'tail' | 'error'
  start: number
  end: number
}

export interface Shares {
  /** Tokens for everything but markers. */
  room: number
  /** The head's share of the room. */
  headRatio: number
  /** Tokens of one marker. */
  marker: number
  errors: boolean
}

/** Error lines that stand alone between two markers. */
const MAX_ERROR_LINES = 32
/** The part of the room that error lines from the middle may have. */
const ERROR_SHARE = 0.1
/** Lines are kept whole unless that left more than this part of an end's share unused. */
const UNUSED_SHARE = 0.5

/** What is kept of a text whose lines begin at `starts` (the text's length comes last). */
export function planKept(text: string, starts: readonly number[], shares: Shares, meter: Meter): Kept[] {
  const ends = keepEnds(text, starts, shares.room, shares.headRatio, meter)
  if (!shares.errors || ends.head >= ends.tail || !hasErrors(text, starts, ends)) return joined(ends, [])
  const forErrors = Math.floor(shares.room * ERROR_SHARE)
  const smaller = keepEnds(text, starts, shares.room - forErrors, shares.headRatio, meter)
  const missed = errorLines(text, lineStartAt(text, smaller.head), smaller.tail).filter(
    (line) => line.match >= smaller.head,
  )
  return joined(smaller, chooseErrors(text, missed, smaller, forErrors, shares.marker, meter))
}

interface Ends {
  /** The head is [0, head), the tail [tail, length). */
  head: number
  tail: number
}

const lineStartAt = (text: string, at: number): number => (at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1)

const hasErrors = (text: string, starts: readonly number[], ends: Ends): boolean =>
  starts.length > 1 &&
  errorLines(text, lineStartAt(text, ends.head), ends.tail).some((line) => line.match >= ends.head)

function keepEnds(text: string, starts: readonly number[], room: number, ratio: number, meter: Meter): Ends {
  const forHead = Math.floor(room * ratio)
  const head = takeHead(text, starts, forHead, meter)
  const tail = takeTail(text, starts, room - forHead, meter)
  return head < tail ? { head, tail } : { head: text.length, tail: text.length }
}

/** Offset after the lines from the beginning that have at most `room` tokens. */
function takeHead(text: string, starts: readonly number[], room: number, meter: Meter): number {
  const add = meter.start()
  let used = 0
  for (let line = 0; line + 1 < starts.length; line++) {
    const tokens = add(text, starts[line], starts[line + 1])
    if (tokens > room) {
      const left = room - used
      return left > room * UNUSED_SHARE ? cutHead(text, starts[line], starts[line + 1], left, meter) : starts[line]
    }
    used = tokens
  }
  return text.length
}

/** Offset from which the lines to the end have at most `room` tokens. */
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

/** Offset of a grapheme boundary in [start, end] such that [start, it) has at most `room` tokens. */
function cutHead(text: string, start: number, end: number, room: number, meter: Meter): number {
  const length = longest(end - start, room, (n) => meter.count(text.slice(start, cutAtOrBefore(text, start + n))))
  return Math.max(start, cutAtOrBefore(text, start + length))
}

function cutTail(text: string, start: number, end: number, room: number, meter: Meter): number {
  const length = longest(end - start, room, (n) => meter.count(text.slice(cutAtOrAfter(text, end - n), end)))
  return Math.min(end, cutAtOrAfter(text, end - length))
}

/** About the largest length up to `limit` whose tokens are within the room: exact to one part in 64. */
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

/** The first missed error line, clipped if it must be, then the last, then the second, …, while there is room. */
function chooseErrors(
  text: string,
  missed: readonly ErrorLine[],
  ends: Ends,
  room: number,
  marker: number,
  meter: Meter,
): Kept[] {
  const chosen: Kept[] = []
  let left = room
  const order = missed.length > 1 ? [missed[0], missed[missed.length - 1], ...missed.slice(1, -1)] : missed
  for (const line of order) {
    if (chosen.length === MAX_ERROR_LINES) break
    const start = Math.max(line.start, ends.head)
    const end = Math.min(line.end, ends.tail)
    const tokens = meter.count(text.slice(start, end)) + marker
    if (tokens <= left) {
      chosen.push({ kind: 'error', start, end })
      left -= tokens
    } else if (chosen.length === 0) {
      const cut = cutHead(text, cutAtOrBefore(text, line.match), end, left - marker, meter)
      const from = cutAtOrBefore(text, line.match)
      if (cut > from) chosen.push({ kind: 'error', start: Math.max(from, ends.head), end: cut })
      break
    } else break
  }
  return chosen.sort((a, b) => a.start - b.start)
}

/** Head, error lines and tail in order; neighbours that touch are one. */
function joined(ends: Ends, errors: readonly Kept[]): Kept[] {
  const kept: Kept[] = []
  const pieces: Kept[] = [{ kind: 'head', start: 0, end: ends.head }, ...errors]
  if (ends.tail > ends.head || ends.head === 0) pieces.push({ kind: 'tail', start: ends.tail, end: Infinity })
  for (const piece of pieces) {
    if (piece.start >= piece.end) continue
    const last = kept[kept.length - 1]
    if (last !== undefined && piece.start <= last.end) last.end = Math.max(last.end, piece.end)
    else kept.push({ ...piece })
  }
  return kept
}
