import { PithError } from '../errors.ts'
import type { ByteRange, MissingRange } from './store.ts'
import { BATCH_BYTES } from './writer.ts'

/** Bytes for which the line index has one entry: those that a writer hands over and counts at once. */
export const STRIDE_BYTES = BATCH_BYTES

/**
 * How a file holds an output that is longer than the file may be. The head stays; the rest of the file is a ring, where
 * the newest bytes take the oldest ones' place. So the file never grows past what it had when its limit was met.
 */
export interface Ring {
  headBytes: number
  ringBytes: number
}

/** A stretch that lies in a file in one piece: `from` counts from the stretch's start, `position` in the file. */
export interface Piece {
  from: number
  length: number
  position: number
}

/** Half for each end; undefined where there is too little room for two. */
export function ringOf(capacityBytes: number): Ring | undefined {
  const half = Math.floor(capacityBytes / 2)
  const ringBytes = half - (half >= STRIDE_BYTES ? half % STRIDE_BYTES : 0)
  return ringBytes > 0 ? { headBytes: capacityBytes - ringBytes, ringBytes } : undefined
}

/** Where the bytes of a range are. Of an output without a ring, where they always were. */
export function piecesOf({ startByte, endByte }: ByteRange, ring: Ring | undefined): Piece[] {
  const pieces: Piece[] = []
  for (let at = startByte; at < endByte; ) {
    const { position, room } = placeOf(at, ring)
    const length = Math.min(room, endByte - at)
    pieces.push({ from: at - startByte, length, position })
    at += length
  }
  return pieces
}

/** Where a byte is, and how many from it on are in one piece. */
function placeOf(at: number, ring: Ring | undefined): { position: number; room: number } {
  if (!ring) return { position: at, room: Infinity }
  const { headBytes, ringBytes } = ring
  if (at < headBytes) return { position: at, room: headBytes - at }
  const inRing = (at - headBytes) % ringBytes
  return { position: headBytes + inRing, room: ringBytes - inRing }
}

/** What a file with a ring has of an output of `bytes` bytes. */
export const keptRanges = ({ headBytes, ringBytes }: Ring, bytes: number): ByteRange[] => [
  { startByte: 0, endByte: headBytes },
  { startByte: bytes - ringBytes, endByte: bytes },
]

/** Throws `PITH_NOT_RETAINED` for a range that has bytes which were not kept. */
export function refuseMissingBytes(range: ByteRange, missing: MissingRange | undefined): void {
  if (!missing || range.startByte >= range.endByte) return
  if (range.endByte <= missing.startByte || range.startByte >= missing.endByte) return
  throw new PithError(
    'PITH_NOT_RETAINED',
    `Bytes ${missing.startByte} to ${missing.endByte} were not kept: the output was larger than its store takes.`,
  )
}

/** Throws `PITH_NOT_RETAINED` for lines that have bytes which were not kept. */
export function refuseMissingLines(
  { firstLine, lastLine }: { firstLine: number; lastLine: number },
  missing: MissingRange | undefined,
): void {
  if (!missing || lastLine < missing.firstLine || firstLine > missing.lastLine) return
  throw new PithError(
    'PITH_NOT_RETAINED',
    `Lines ${missing.firstLine}-${missing.lastLine} were not kept whole: the output was larger than its store takes.`,
  )
}
