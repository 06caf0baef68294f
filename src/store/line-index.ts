import type { ArtifactStat, ByteRange, LineRange } from './store.ts'

/** Bytes for each entry of a line index. A store's writer passes on the same number of bytes at once. */
export const STRIDE_BYTES = 256 * 1024

/** Twice the number of LFs in a stride, plus one when the stride's last byte is LF. */
export type StrideEntry = number

const LF = 0x0a

export const strideEntry = (lineFeeds: number, lastByte: number): StrideEntry =>
  2 * lineFeeds + (lastByte === LF ? 1 : 0)
export const newlinesOf = (entry: StrideEntry): number => entry >>> 1
export const endsLine = (entry: StrideEntry): boolean => (entry & 1) === 1

/** How many lines each stride has. With it, a page of lines is read without the bytes before the page. */
export interface StoredLineIndex {
  /** A power of two times `STRIDE_BYTES`. */
  strideBytes: number
  /** Entries from the first byte on, up to the end or up to a gap. */
  head: Uint32Array
  /** Entries from `tailStart` on, after a gap. Empty when there is no gap. */
  tail: Uint32Array
  tailStart: number
  /** LFs in all bytes before `tailStart`. */
  tailLineFeeds: number
}

/** An index for bytes without a gap. */
export const wholeIndex = (head: Uint32Array): StoredLineIndex => ({
  strideBytes: STRIDE_BYTES,
  head,
  tail: new Uint32Array(0),
  tailStart: 0,
  tailLineFeeds: 0,
})

/** The number of LFs in the strides of these entries. */
export function sumOfNewlines(entries: Uint32Array): number {
  let sum = 0
  for (const entry of entries) sum += newlinesOf(entry)
  return sum
}

/** Whether an index can belong to the artifact: the number of strides matches, and it has no more lines. */
export function fitsArtifact(index: StoredLineIndex, { bytes, lines, missing }: ArtifactStat): boolean {
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

/** A byte range that contains a line range, and the number of LFs before it. */
export interface LinePlace extends ByteRange {
  lineFeeds: number
}

/**
 * Finds the strides that contain a line range. Without an index, returns the whole kept end that contains the range.
 *
 * @param range lines that the artifact has, all before or all after its missing bytes.
 */
export function placeOfLines(
  index: StoredLineIndex | undefined,
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
  // If not, the first line may begin between the gap and the first stride after it.
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

/** True when a stride ends before the first byte of a line. */
function isBefore(line: number, lineFeeds: number, entry: StrideEntry): boolean {
  const behind = lineFeeds + newlinesOf(entry)
  return behind < line - 1 || (behind === line - 1 && endsLine(entry))
}
