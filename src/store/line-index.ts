import type { ArtifactStat, ByteRange, LineRange } from './store.ts'

/** Bytes for which a line index has one entry. A store's writer hands over as many at once. */
export const STRIDE_BYTES = 256 * 1024

/** Twice a stride's LFs, plus one where its last byte is LF. */
export type StrideEntry = number

const LF = 0x0a

export const strideEntry = (lineFeeds: number, lastByte: number): StrideEntry =>
  2 * lineFeeds + (lastByte === LF ? 1 : 0)
export const newlinesOf = (entry: StrideEntry): number => entry >>> 1
export const endsLine = (entry: StrideEntry): boolean => (entry & 1) === 1

/** How many lines there are in each stride, so that a page of lines is read without the bytes before it. */
export interface LineIndex {
  /** A power of two times `STRIDE_BYTES`. */
  strideBytes: number
  /** Entries from the first byte on: up to the end, or up to a gap. */
  head: Uint32Array
  /** Entries from `tailStart` on, behind a gap. Empty without a gap. */
  tail: Uint32Array
  tailStart: number
  /** LFs in all bytes before `tailStart`. */
  tailLineFeeds: number
}

/** The index of bytes without a gap. */
export const wholeIndex = (head: Uint32Array): LineIndex => ({
  strideBytes: STRIDE_BYTES,
  head,
  tail: new Uint32Array(0),
  tailStart: 0,
  tailLineFeeds: 0,
})

/** LFs in all strides of some entries. */
export function sumOfNewlines(entries: Uint32Array): number {
  let sum = 0
  for (const entry of entries) sum += newlinesOf(entry)
  return sum
}

/** Whether an index can be the artifact's: it has as many strides and no more lines. */
export function fitsArtifact(index: LineIndex, { bytes, lines, missing }: ArtifactStat): boolean {
  const { strideBytes, head, tail, tailStart, tailLineFeeds } = index
  if (strideBytes === 0 || strideBytes % STRIDE_BYTES !== 0) return false
  if (!missing)
    return head.length === Math.ceil(bytes / strideBytes) && tail.length === 0 && sumOfNewlines(head) <= lines
  const endsBeforeGap = head.length * strideBytes <= missing.startByte
  const beginsBehindGap = tailStart >= missing.endByte && tailStart - missing.endByte < strideBytes
  const reachesEnd = tail.length === Math.max(0, Math.ceil((bytes - tailStart) / strideBytes))
  return (
    endsBeforeGap &&
    beginsBehindGap &&
    reachesEnd &&
    sumOfNewlines(head) < missing.firstLine &&
    tailLineFeeds >= missing.lastLine - 1 &&
    tailLineFeeds + sumOfNewlines(tail) <= lines
  )
}

/** Bytes that hold a line range, and the LFs before them. */
export interface LinePlace extends ByteRange {
  lineFeeds: number
}

/**
 * The strides that hold a line range, or as little more as is known without an index.
 *
 * @param range lines that the artifact has, all on one side of a gap.
 */
export function placeOfLines(
  index: LineIndex | undefined,
  { firstLine, lastLine }: LineRange,
  { missing, bytes }: ArtifactStat,
): LinePlace {
  const isInTail = missing !== undefined && firstLine > missing.lastLine
  const place = isInTail
    ? { startByte: missing.endByte, lineFeeds: missing.lastLine - 1, endByte: bytes }
    : { startByte: 0, lineFeeds: 0, endByte: missing?.startByte ?? bytes }
  if (!index) return place
  const { strideBytes } = index
  const entries = isInTail ? index.tail : index.head
  const origin = isInTail ? index.tailStart : 0
  let lineFeeds = isInTail ? index.tailLineFeeds : 0
  let stride = 0
  // Else the first line may begin between the gap and the first stride behind it.
  if (lineFeeds < firstLine - 1) {
    while (stride < entries.length && isBefore(firstLine, lineFeeds, entries[stride]))
      lineFeeds += newlinesOf(entries[stride++])
    place.startByte = origin + stride * strideBytes
    place.lineFeeds = lineFeeds
  }
  while (stride < entries.length && lineFeeds < lastLine) lineFeeds += newlinesOf(entries[stride++])
  if (lineFeeds >= lastLine) place.endByte = Math.min(origin + stride * strideBytes, place.endByte)
  return place
}

/** Whether a stride ends before a line's first byte. */
function isBefore(line: number, lineFeeds: number, entry: StrideEntry): boolean {
  const behind = lineFeeds + newlinesOf(entry)
  return behind < line - 1 || (behind === line - 1 && endsLine(entry))
}
