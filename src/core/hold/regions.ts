import { lowerBound } from '../bytes/binary-search.ts'
import { countCodePoints, REGIONAL_BYTES, regionalsBefore } from '../bytes/graphemes.ts'
import { countLf, lastLfBefore } from '../bytes/lines.ts'
import { leadingContinuations, wholeUnits } from '../bytes/utf8.ts'
import type { Anchor, Region } from './facts.ts'
import { type CountedOffset, type Kept, keptLength } from './kept.ts'
import type { Stream } from './stream.ts'

/** Both ends of a stream. */
export type Ends = Pick<Stream, 'bytes' | 'newlines' | 'head' | 'tail' | 'pending'>

/** A region before the errors in it are known. */
type Held = Omit<Region, 'errors' | 'matches' | 'lineStart' | 'lineEnd'> & {
  lineStart?: CountedOffset
  lineEnd?: CountedOffset
}

/**
 * The parts of a stream that are still in memory, as disjoint regions in order.
 *
 * @param matches where the evidence of each error begins, ascending
 */
export function regionsOf(stream: Stream, kept: readonly Kept[], matches: readonly number[] = []): Region[] {
  return heldBy(stream, kept).map((held) => withErrors(held, matches))
}

function withErrors({ lineStart, lineEnd, ...held }: Held, matches: readonly number[]): Region {
  const anchorAt = (mark: CountedOffset): Anchor => ({ ...mark, errors: lowerBound(matches, mark.byte) })
  const errors = lowerBound(matches, held.startByte)
  return {
    ...held,
    errors,
    matches: matches.slice(errors, lowerBound(matches, held.endByte)),
    ...(lineStart && { lineStart: anchorAt(lineStart) }),
    ...(lineEnd && { lineEnd: anchorAt(lineEnd) }),
  }
}

function heldBy(stream: Stream, kept: readonly Kept[]): Held[] {
  const { bytes: total, head, tail, pending } = stream
  if (total === 0) return []
  if (total <= head.capacity + tail.capacity)
    return [wholeRegion(pending.length === total ? pending : joinedBytes(stream))]
  if (pending.length === total)
    return withEnds(stream, kept, pending.subarray(0, head.capacity), pending.subarray(total - tail.capacity))
  return withEnds(stream, kept, headBytes(stream), tailBytes(stream))
}

const wholeRegion = (bytes: Uint8Array): Held => ({
  startByte: 0,
  endByte: bytes.length,
  bytes,
  firstLine: 1,
  codePoints: 0,
})

function withEnds(stream: Stream, kept: readonly Kept[], first: Uint8Array, last: Uint8Array): Held[] {
  const head = headRegion(stream, first)
  const tail = tailRegion(stream, last)
  const lineStart = tail.lineStart ?? openLineOf(head, tail.startByte)
  if (lineStart) tail.lineStart = lineStart
  const isAll = stream.isFinished
  const end = { byte: stream.bytes, codePoints: stream.codePoints }
  return merged([head, ...kept.map((each) => keptRegion(each, end, isAll)), tail])
}

/** Where the last line of the head begins, if it goes on into the tail. */
function openLineOf({ bytes, lineEnd }: Held, tailStart: number): CountedOffset | undefined {
  if (!lineEnd || lineEnd.byte < tailStart) return undefined
  const byte = lastLfBefore(bytes, bytes.length) + 1
  return { byte, codePoints: countCodePoints(bytes, 0, byte) }
}

/** All bytes of a stream of which none has left memory. */
export function joinedBytes({ bytes: total, head, tail, pending }: Ends): Uint8Array {
  const all = new Uint8Array(total)
  const folded = total - pending.length
  all.set(head.bytes)
  const rest = tail.bytes.subarray(Math.max(0, tail.bytes.length - (folded - head.bytes.length)))
  all.set(rest, folded - rest.length)
  all.set(pending, folded)
  return all
}

function headBytes({ head, pending }: Stream): Uint8Array {
  if (head.bytes.length === head.capacity || pending.length === 0) return head.bytes
  const all = new Uint8Array(Math.min(head.capacity, head.bytes.length + pending.length))
  all.set(head.bytes)
  all.set(pending.subarray(0, all.length - head.bytes.length), head.bytes.length)
  return all
}

function tailBytes({ tail, pending }: Stream): Uint8Array {
  if (pending.length >= tail.capacity) return pending.subarray(pending.length - tail.capacity)
  const old = tail.bytes.subarray(Math.max(0, tail.bytes.length + pending.length - tail.capacity))
  const all = new Uint8Array(old.length + pending.length)
  all.set(old)
  all.set(pending, old.length)
  return all
}

function headRegion({ headLineEnd, bytes: total, codePoints }: Stream, held: Uint8Array): Held {
  const bytes = held.subarray(0, wholeUnits(held, held.length))
  const lineEnd = headLineEnd ?? { byte: total, codePoints }
  return { startByte: 0, endByte: bytes.length, bytes, firstLine: 1, codePoints: 0, lineEnd }
}

function tailRegion(stream: Stream, held: Uint8Array): Held {
  const { bytes: total, newlines, codePoints, openLine, endedLines } = stream
  const bytes = held.subarray(tailSkip(stream, held))
  const startByte = total - bytes.length
  const region: Held = {
    startByte,
    endByte: total,
    bytes,
    firstLine: newlines - countLf(bytes) + 1,
    // Where each byte is a code point, they need not be counted again.
    codePoints: codePoints - (codePoints === total ? bytes.length : countCodePoints(bytes, 0, bytes.length)),
  }
  const ended = endedLines[endedLines.length - 1]
  const last = ended && ended.endByte === total - 1 ? ended.start : openLine
  if (last.byte < startByte) region.lineStart = last
  else if (startByte === stream.folding?.lastPartByte) region.startsLine = true
  return region
}

/**
 * Bytes at the start of the tail that are left out, such as the second half of a flag, so that flags pair from the start
 * of the region. Where the head can use the room, also all bytes before the last part that is folded: they may be lines
 * that repeat, which would fill the tail.
 */
function tailSkip(stream: Stream, held: Uint8Array): number {
  const { bytes: total, folding, isBothEnds } = stream
  const folded = (folding?.lastPartByte ?? 0) - (total - held.length)
  if (isBothEnds && folded > 0) return folded
  const skipped = leadingContinuations(held)
  return skipped + (stream.tailParity() === 1 && isRegional(held, skipped) ? REGIONAL_BYTES : 0)
}

const isRegional = (bytes: Uint8Array, at: number): boolean => regionalsBefore(bytes, at + REGIONAL_BYTES) > 0

/** @param end the end of the stream so far */
function keptRegion(kept: Kept, end: CountedOffset, isAll: boolean): Held {
  const { startByte, firstLine, bytes, clip } = kept
  let length = keptLength(kept, isAll)
  const ownedBytes = () => bytes.subarray(0, length)
  // Whole lines: the code points before them are never needed.
  if (!clip)
    return {
      startByte,
      endByte: startByte + length,
      bytes: ownedBytes(),
      firstLine,
      codePoints: Number.NaN,
      startsLine: true,
    }
  const lineEnd = clip.lineEnd ?? end
  // A part that ends right before an LF that is not kept would look like the end of its line.
  if (startByte + length === lineEnd.byte && lineEnd.byte < end.byte) length--
  if (startByte + length < end.byte) length = wholeUnits(bytes, length)
  const region: Held = {
    startByte,
    endByte: startByte + length,
    bytes: ownedBytes(),
    firstLine,
    codePoints: clip.codePoints,
  }
  if (clip.lineStart.byte < startByte) region.lineStart = clip.lineStart
  else region.startsLine = true
  if (lineEnd.byte >= region.endByte) region.lineEnd = lineEnd
  return region
}

/** Sorts regions, and joins those that overlap or touch. Copies each byte at most once. */
function merged(regions: Held[]): Held[] {
  const sorted = regions.filter((r) => r.endByte > r.startByte).sort((a, b) => a.startByte - b.startByte)
  const result: Held[] = []
  for (let i = 0; i < sorted.length; ) {
    let endByte = sorted[i].endByte
    let next = i + 1
    for (; next < sorted.length && sorted[next].startByte <= endByte; next++)
      endByte = Math.max(endByte, sorted[next].endByte)
    result.push(next === i + 1 ? sorted[i] : join(sorted.slice(i, next), endByte))
    i = next
  }
  return result
}

/** One region of several that overlap or touch, the first one first. */
function join(parts: readonly Held[], endByte: number): Held {
  const [first] = parts
  const { startByte, firstLine } = first
  const bytes = new Uint8Array(endByte - startByte)
  for (const part of parts) bytes.set(part.bytes, part.startByte - startByte)
  const known = parts.find(({ codePoints }) => !Number.isNaN(codePoints))
  const codePoints = known
    ? known.codePoints - countCodePoints(bytes, 0, known.startByte - startByte)
    : Number.NaN
  const region: Held = { startByte, endByte, bytes, firstLine, codePoints }
  if (first.startsLine) region.startsLine = true
  const lineStart = parts.map((part) => part.lineStart).find((mark) => mark && mark.byte < startByte)
  if (lineStart) region.lineStart = lineStart
  // That of the region that reaches furthest; of equals, one that knows.
  const lineEnd = parts.find((part) => part.endByte === endByte && part.lineEnd)?.lineEnd
  if (lineEnd) region.lineEnd = lineEnd
  return region
}
