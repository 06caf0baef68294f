import { endsLine, newlinesOf, STRIDE_BYTES, type StoredLineIndex, strideEntry } from '../../line-index.ts'
import { countLineFeeds } from '../../ranges.ts'
import type { MissingRange } from '../../store.ts'

/** Most entries of a head. For longer outputs, the stride is doubled until they fit, so that manifests stay small. */
const MOST_STRIDES = 4096
/** Longer strides could have more LFs than the 32 bits of an entry can count. */
const LONGEST_STRIDE = 1024 ** 3
/** Smaller artifacts have no index, because they are read as fast without one. */
const LEAST_INDEXED_BYTES = 4 * STRIDE_BYTES

/** The index of an output without missing bytes, from the entries of all its strides. */
export function indexOfWhole(all: Uint32Array, bytes: number): StoredLineIndex | undefined {
  if (bytes < LEAST_INDEXED_BYTES) return undefined
  const { head, strideBytes } = coarsened(all)
  if (strideBytes > LONGEST_STRIDE) return undefined
  return { strideBytes, head, tail: new Uint32Array(0), tailStart: 0, tailLineFeeds: 0 }
}

/** The index of an output whose start and `tail` are kept. `first` holds the entries of the strides at the start. */
export function indexOfEnds(
  first: Uint32Array,
  tail: Uint8Array,
  { startByte, endByte, lastLine }: MissingRange,
): StoredLineIndex | undefined {
  if (endByte + tail.length < LEAST_INDEXED_BYTES) return undefined
  const { head, strideBytes } = coarsened(first.subarray(0, Math.floor(startByte / STRIDE_BYTES)))
  if (strideBytes > LONGEST_STRIDE) return undefined
  const entries: number[] = []
  for (let at = 0; at < tail.length; at += strideBytes) {
    const stride = tail.subarray(at, at + strideBytes)
    entries.push(strideEntry(countLineFeeds(stride), stride[stride.length - 1]))
  }
  return {
    strideBytes,
    // Drops a last coarse stride that is not kept to its end.
    head: head.subarray(0, Math.floor(startByte / strideBytes)),
    tail: Uint32Array.from(entries),
    tailStart: endByte,
    tailLineFeeds: lastLine - 1,
  }
}

function coarsened(entries: Uint32Array): { head: Uint32Array; strideBytes: number } {
  let head = entries
  let strideBytes = STRIDE_BYTES
  while (head.length > MOST_STRIDES) {
    head = head.slice(0, Math.ceil(head.length / 2)).map((_, at) => joined(head[2 * at], head[2 * at + 1]))
    strideBytes *= 2
  }
  return { head, strideBytes }
}

const joined = (first: number, second: number | undefined): number =>
  second === undefined ? first : 2 * (newlinesOf(first) + newlinesOf(second)) + (endsLine(second) ? 1 : 0)
