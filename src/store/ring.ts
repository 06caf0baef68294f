import { STRIDE_BYTES } from './line-index.ts'
import type { ByteRange } from './store.ts'

/**
 * How a file holds an output that is longer than the file may be. The head stays. The rest of the file is a ring, where
 * the newest bytes overwrite the oldest. So the file never grows beyond the size at which it reached its limit.
 */
export interface Ring {
  headBytes: number
  ringBytes: number
}

/**
 * A part of a range that is contiguous in the file. `from` counts from the start of the range, `position` from the
 * file's.
 */
export interface FilePart {
  from: number
  length: number
  position: number
}

/** Gives the end half of the room, at most so many bytes. Undefined when there is too little room for both ends. */
export function ringOf(capacityBytes: number, mostRingBytes = Number.POSITIVE_INFINITY): Ring | undefined {
  const half = Math.min(Math.floor(capacityBytes / 2), mostRingBytes)
  const ringBytes = half - (half >= STRIDE_BYTES ? half % STRIDE_BYTES : 0)
  return ringBytes > 0 ? { headBytes: capacityBytes - ringBytes, ringBytes } : undefined
}

/** Where the bytes of a range are in the file. Without a ring, their position is their offset. */
export function filePartsOf({ startByte, endByte }: ByteRange, ring: Ring | undefined): FilePart[] {
  const pieces: FilePart[] = []
  for (let at = startByte; at < endByte; ) {
    const { position, room } = placeOf(at, ring)
    const length = Math.min(room, endByte - at)
    pieces.push({ from: at - startByte, length, position })
    at += length
  }
  return pieces
}

/** The position of a byte, and how many bytes from there on are contiguous. */
function placeOf(at: number, ring: Ring | undefined): { position: number; room: number } {
  if (!ring) return { position: at, room: Infinity }
  const { headBytes, ringBytes } = ring
  if (at < headBytes) return { position: at, room: headBytes - at }
  const inRing = (at - headBytes) % ringBytes
  return { position: headBytes + inRing, room: ringBytes - inRing }
}
