import type { ArtifactStat, ByteRange, LineRange } from './store.ts'

/** Bytes for each entry of a line index. A store's writer passes on the same number of bytes at once. */
export const STRIDE_BYTES = 256 * 1024

/** Twice the number of LFs in a stride, plus one when the stride's last byte is LF. */
export type StrideEntry = number

const LF = 0x0a

export const strideEntry = (lineFeeds: number, lastByte: number): StrideEntry =>
  2 * lineFeeds + (lastByte === LF ? 1 : 0)
export const newlinesOf = (entry: StrideEntry): number => Math.floor(entry / 2)
const endsLine = (entry: StrideEntry): boolean => entry % 2 === 1

/** How many lines each stride has. With it, a page of lines is read without the bytes before the page. */
export interface StoredLineIndex {
  /** A power of two times `STRIDE_BYTES`. */
  strideBytes: number
  /** Entries from the first byte on, up to the end or up to a gap. */
  head: StrideEntry[]
  /** Entries from `tailStart` on, after a gap. Empty when there is no gap. */
  tail: StrideEntry[]
  tailStart: number
  /** LFs in all bytes before `tailStart`. */
  tailLineFeeds: number
}

/** Smaller artifacts have no index, because they are read as fast without one. */
export const LEAST_INDEXED_BYTES = 4 * STRIDE_BYTES
/** Most entries of an end. For longer outputs, the stride is doubled until they fit, so that manifests stay small. */
const MOST_STRIDES = 2048

/** The index with fewer and longer strides, where it has too many. */
export function coarsened(index: StoredLineIndex): StoredLineIndex {
  const { head, tail, strideBytes, tailStart } = index
  if (Math.max(head.length, tail.length) <= MOST_STRIDES) return index
  // Before a gap, a last long stride that is not kept to its end is left out.
  const kept = tailStart > 0 ? head.slice(0, head.length & ~1) : head
  return coarsened({ ...index, strideBytes: 2 * strideBytes, head: inPairs(kept), tail: inPairs(tail) })
}

const inPairs = (entries: readonly StrideEntry[]): StrideEntry[] =>
  Array.from({ length: Math.ceil(entries.length / 2) }, (_, at) => {
    const [first, second] = entries.slice(2 * at, 2 * at + 2)
    return second === undefined ? first : second + 2 * newlinesOf(first)
  })

/** The number of LFs in the strides of these entries. */
export const sumOfNewlines = (entries: Iterable<StrideEntry>): number => {
  let sum = 0
  for (const entry of entries) sum += newlinesOf(entry)
  return sum
}

/** Whether an index can belong to the artifact: the numbers of strides and of lines match. */
export function fitsArtifact(index: StoredLineIndex, { bytes, lines, missing }: ArtifactStat): boolean {
  const { strideBytes, head, tail, tailStart, tailLineFeeds } = index
  if (strideBytes === 0 || strideBytes % STRIDE_BYTES !== 0) return false
  if (!missing)
    return head.length === Math.ceil(bytes / strideBytes) && tail.length === 0 && hasLines(head, 0, lines)
  const endsBeforeGap = head.length * strideBytes <= missing.startByte
  const beginsBehindGap = tailStart >= missing.endByte && tailStart - missing.endByte < strideBytes
  const reachesEnd = tail.length === Math.max(0, Math.ceil((bytes - tailStart) / strideBytes))
  return (
    endsBeforeGap &&
    beginsBehindGap &&
    reachesEnd &&
    sumOfNewlines(head) < missing.firstLine &&
    tailLineFeeds >= missing.lastLine - 1 &&
    (tail.length === 0 ? tailLineFeeds <= lines : hasLines(tail, tailLineFeeds, lines))
  )
}

/** Whether the last of these entries ends in the last line, of which none but the last may lack its LF. */
function hasLines(entries: readonly StrideEntry[], lineFeedsBefore: number, lines: number): boolean {
  const isOpen = entries.length > 0 && !endsLine(entries[entries.length - 1])
  return lineFeedsBefore + sumOfNewlines(entries) + (isOpen ? 1 : 0) === lines
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
