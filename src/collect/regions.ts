import { lowerBound } from '../text/binary-search.ts'
import { countCodePoints, regionalsBefore } from '../text/graphemes.ts'
import { countLf, lastLfBefore } from '../text/lines.ts'
import { leadingContinuations, wholeUnits } from '../text/utf8.ts'
import { regionOf } from './captures.ts'
import type { Anchor, Region } from './facts.ts'
import type { Run } from './run.ts'
import type { Mark, Stream } from './stream.ts'

/** The parts of a stream that are still in memory, as disjoint regions in order. */
export function regionsOf(stream: Stream): Region[] {
  const { bytes: total, head, tail, pending } = stream
  if (total === 0) return []
  if (pending.length === total) return ownedRegions(stream, pending)
  if (total <= head.capacity + tail.capacity) return [wholeRegion(stream, joined(stream))]
  return withEnds(stream, headBytes(stream), tailBytes(stream))
}

function withEnds(stream: Stream, first: Uint8Array, last: Uint8Array): Region[] {
  const head = headRegion(stream, first)
  const tail = tailRegion(stream, last)
  const lineStart = tail.lineStart ?? openLineOf(head, tail.startByte)
  if (lineStart) tail.lineStart = lineStart
  return merged([head, ...captured(stream), tail])
}

/** Where the last line of the head begins, if it goes on into the tail. */
function openLineOf({ bytes, matches, lineEnd }: Region, tailStart: number): Anchor | undefined {
  if (!lineEnd || lineEnd.byte < tailStart) return undefined
  const byte = lastLfBefore(bytes, bytes.length) + 1
  return { byte, codePoints: countCodePoints(bytes, 0, byte), errors: lowerBound(matches, byte) }
}

/** Both ends of a stream. */
export type Ends = Pick<Stream, 'bytes' | 'newlines' | 'head' | 'tail' | 'pending'>

/** All bytes of a stream of which none has left memory. */
export function joined({ bytes: total, head, tail, pending }: Ends): Uint8Array {
  const all = new Uint8Array(total)
  const folded = total - pending.length
  all.set(head.bytes)
  const rest = tail.bytes.subarray(Math.max(0, tail.bytes.length - (folded - head.bytes.length)))
  all.set(rest, folded - rest.length)
  all.set(pending, folded)
  return all
}

function ownedRegions(stream: Stream, all: Uint8Array): Region[] {
  const { head, tail } = stream
  if (all.length <= head.capacity + tail.capacity) return [wholeRegion(stream, all)]
  return withEnds(stream, all.subarray(0, head.capacity), all.subarray(all.length - tail.capacity))
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

function wholeRegion({ errorFinder }: Stream, bytes: Uint8Array): Region {
  const matches = [...(errorFinder?.index.head ?? [])]
  for (const match of errorFinder?.index.since(0) ?? []) {
    if (match > (matches[matches.length - 1] ?? -1)) matches.push(match)
  }
  return { startByte: 0, endByte: bytes.length, bytes, firstLine: 1, codePoints: 0, errors: 0, matches }
}

function headRegion(
  { errorFinder, headLineEnd, bytes: total, codePoints }: Stream,
  held: Uint8Array,
): Region {
  const found = errorFinder?.index.head ?? []
  const bytes = held.subarray(0, wholeUnits(held, held.length))
  const endByte = bytes.length
  const end: Mark = headLineEnd ?? { byte: total, codePoints }
  const matches = found.slice(0, lowerBound(found, endByte))
  const errors = errorFinder?.index.beforeHeadLineEnd(end.byte) ?? 0
  return {
    startByte: 0,
    endByte,
    bytes,
    firstLine: 1,
    codePoints: 0,
    errors: 0,
    matches,
    lineEnd: { ...end, errors },
  }
}

function tailRegion(stream: Stream, held: Uint8Array): Region {
  const { bytes: total, newlines, codePoints, errorFinder, openLine, endedLines } = stream
  const skipped = leadingContinuations(held)
  const bytes = held.subarray(
    skipped + (stream.tailParity() === 1 && isRegional(held, skipped) ? REGIONAL_BYTES : 0),
  )
  const startByte = total - bytes.length
  const matches = errorFinder?.index.since(startByte) ?? []
  const errors = errorFinder?.index.total ?? 0
  const region: Region = {
    startByte,
    endByte: total,
    bytes,
    firstLine: newlines - countLf(bytes) + 1,
    // Where each byte is a code point, they need not be counted again.
    codePoints: codePoints - (codePoints === total ? bytes.length : countCodePoints(bytes, 0, bytes.length)),
    errors: errors - matches.length,
    matches,
  }
  const ended = endedLines[endedLines.length - 1]
  const last = ended && ended.endByte === total - 1 ? ended.start : openLine
  if (last.byte < startByte) {
    const hasErrors = errorFinder !== undefined && errorFinder.index.last >= last.byte
    region.lineStart = { ...last, errors: hasErrors ? errorFinder.lineErrors.before : errors }
  }
  return region
}

/** Bytes of half a flag. The tail leaves out a second half at its start, so that flags pair from the region's start. */
const REGIONAL_BYTES = 4
const isRegional = (bytes: Uint8Array, at: number): boolean => regionalsBefore(bytes, at + REGIONAL_BYTES) > 0

function captured({ errorFinder, bytes, codePoints }: Stream): Region[] {
  if (!errorFinder) return []
  const { store, captures } = errorFinder
  return [
    ...store.runs.map(runRegion),
    ...store.latest.map(({ run }) => runRegion(run)),
    ...captures.all.map((c) => regionOf(c, { byte: bytes, codePoints })),
  ]
}

/** A run holds whole lines only, so the code points before it are never needed. */
function runRegion({ startByte, firstLine, bytes, length, errorsBefore, matches }: Run): Region {
  return {
    startByte,
    endByte: startByte + length,
    bytes: bytes.subarray(0, length),
    firstLine,
    codePoints: Number.NaN,
    errors: errorsBefore,
    matches,
    startsLine: true,
  }
}

/** Sorts regions, and joins those that overlap or touch. */
function merged(regions: Region[]): Region[] {
  const result: Region[] = []
  for (const region of regions
    .filter((r) => r.endByte > r.startByte)
    .sort((a, b) => a.startByte - b.startByte)) {
    const last = result[result.length - 1]
    if (last && region.startByte <= last.endByte) inheritLineStart(last, region)
    if (!last || region.startByte > last.endByte) result.push(region)
    else if (region.endByte > last.endByte) result[result.length - 1] = join(last, region)
  }
  return result
}

/** When both regions begin in the same line, copies the start of that line from the second to the first. */
function inheritLineStart(first: Region, second: Region): void {
  const { lineStart } = second
  if (lineStart && lineStart.byte < first.startByte) first.lineStart ??= lineStart
}

function join(a: Region, b: Region): Region {
  const bytes = new Uint8Array(b.endByte - a.startByte)
  bytes.set(a.bytes)
  bytes.set(b.bytes, b.startByte - a.startByte)
  const newer = b.matches.filter((m) => m > (a.matches[a.matches.length - 1] ?? -1))
  const known = Number.isNaN(a.codePoints) && !Number.isNaN(b.codePoints)
  const codePoints = known
    ? b.codePoints - countCodePoints(bytes, 0, b.startByte - a.startByte)
    : a.codePoints
  const region: Region = { ...a, endByte: b.endByte, bytes, codePoints, matches: [...a.matches, ...newer] }
  delete region.lineEnd
  if (b.lineEnd) region.lineEnd = b.lineEnd
  return region
}
