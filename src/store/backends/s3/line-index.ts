import { countLineFeeds } from '../../ranges.ts'
import type { ArtifactStat, ByteRange, LineRange } from '../../store.ts'
import { BATCH_BYTES } from '../../writer.ts'

/** LFs of each stride, so that a page of lines is read without those before it. Bounded: it is a part of the manifest. */
export interface LineIndex {
  strideBytes: number
  /** From the start on. */
  head: number[]
  /** Behind a gap, from its end on. */
  tail: number[]
}

/** The LFs of each batch of a writer, in order, are what an index begins with. */
const FINEST_STRIDE = BATCH_BYTES
/** Entries; of longer outputs a stride is twice as long, as often as it takes. */
const MOST_STRIDES = 4096
/** Smaller ones are read as fast without. */
export const LEAST_INDEXED_BYTES = 4 * FINEST_STRIDE

export const NO_INDEX: LineIndex = { strideBytes: FINEST_STRIDE, head: [], tail: [] }

/** @param head LFs of each 256 KiB from the start. @param tail what was kept behind the gap. */
export function indexOf(head: readonly number[], tail: Uint8Array): LineIndex {
  let coarse = Array.from(head)
  let strideBytes = FINEST_STRIDE
  while (coarse.length > MOST_STRIDES) {
    coarse = coarse.flatMap((count, at) => (at % 2 === 0 ? [count + (coarse[at + 1] ?? 0)] : []))
    strideBytes *= 2
  }
  const ends: number[] = []
  for (let at = 0; at < tail.length; at += strideBytes)
    ends.push(countLineFeeds(tail.subarray(at, at + strideBytes)))
  return { strideBytes, head: coarse, tail: ends }
}

/** Reads an index back; an empty one, which is only slower, for whatever could not be of this artifact. */
export function parseIndex(found: unknown, { bytes, lines, missing }: ArtifactStat): LineIndex {
  const { strideBytes, head, tail } = (found ?? {}) as Partial<LineIndex>
  const isStride = Number.isSafeInteger(strideBytes) && (strideBytes as number) >= FINEST_STRIDE
  if (!isStride || strideBytes === undefined || !areCounts(head) || !areCounts(tail)) return NO_INDEX
  const headBytes = missing ? missing.startByte : bytes
  const fits =
    head.length <= Math.ceil(headBytes / strideBytes) &&
    tail.length <= Math.ceil((bytes - (missing?.endByte ?? bytes)) / strideBytes) &&
    sum(head) + sum(tail) <= lines
  return fits ? { strideBytes, head, tail } : NO_INDEX
}

const areCounts = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((count) => Number.isSafeInteger(count) && count >= 0)

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

/** Bytes that hold a line range, and the LFs before them. */
export interface LinePlace extends ByteRange {
  lineFeeds: number
}

/** Where a line range lies: from the last stride's start before it to the first one's end behind it. */
export function placeOfLines(index: LineIndex, range: LineRange, stat: ArtifactStat): LinePlace {
  const { strideBytes, head, tail } = index
  const { missing, bytes } = stat
  const isInTail = missing !== undefined && range.firstLine > missing.lastLine
  const origin = isInTail ? missing.endByte : 0
  const limit = missing && !isInTail ? missing.startByte : bytes
  const counts = isInTail ? tail : head
  let lineFeeds = isInTail ? missing.lastLine - 1 : 0
  let stride = 0
  while (stride < counts.length && lineFeeds + counts[stride] < range.firstLine - 1)
    lineFeeds += counts[stride++]
  let behind = stride
  let seen = lineFeeds
  while (behind < counts.length && seen < range.lastLine) seen += counts[behind++]
  const endByte = seen >= range.lastLine ? origin + behind * strideBytes : limit
  return { startByte: origin + stride * strideBytes, endByte: Math.min(endByte, limit), lineFeeds }
}
