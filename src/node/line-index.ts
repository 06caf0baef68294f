import type { BigIntStats } from 'node:fs'
import type { NewlineCounter } from '../scan/newlines.ts'
import { STRIDE_BYTES, type StrideEntry, strideEntry } from '../store/line-index.ts'
import { readAt } from './read-at.ts'

/** In the place of an entry that is not known yet. */
export const UNKNOWN: StrideEntry = 0xffffffff

/** What tells that a file is still the same. */
export type FileIdentity = Pick<BigIntStats, 'dev' | 'ino' | 'size' | 'mtimeNs' | 'ctimeNs'>

export const isSameFile = (a: FileIdentity, b: FileIdentity): boolean =>
  a.dev === b.dev &&
  a.ino === b.ino &&
  a.size === b.size &&
  a.mtimeNs === b.mtimeNs &&
  a.ctimeNs === b.ctimeNs

/**
 * The strides of a file, which are counted while it is read. The memory may be shared with another thread: whoever counts
 * a stride finds the same entry.
 */
export interface LineIndex {
  readonly sizeBytes: number
  entries: Uint32Array
}

export const entryCount = (sizeBytes: number): number => Math.ceil(sizeBytes / STRIDE_BYTES)

export function createLineIndex(sizeBytes: number): LineIndex {
  return { sizeBytes, entries: new Uint32Array(entryCount(sizeBytes)).fill(UNKNOWN) }
}

/** The entry for bytes that lie in the counter's room. */
export const entryOf = (counter: NewlineCounter, from: number, to: number): StrideEntry =>
  strideEntry(counter.count(from, to), counter.room[to - 1])

/**
 * Fills in the entries from `first` on, as many as the counter's room holds bytes for: a whole number of strides.
 *
 * @param end where the file ends, as far as is known.
 * @returns where it does end, when that is found to be earlier; the entry of that stride is left as it was.
 */
export function countStrides(
  descriptor: number,
  { entries }: LineIndex,
  first: number,
  end: number,
  counter: NewlineCounter,
): number {
  const start = first * STRIDE_BYTES
  const wanted = Math.min(counter.room.length, end - start)
  const filled = readAt(descriptor, counter.room, 0, wanted, start)
  for (let at = 0, entry = first; at < filled; at += STRIDE_BYTES, entry++) {
    const to = Math.min(at + STRIDE_BYTES, wanted)
    if (to <= filled) entries[entry] = entryOf(counter, at, to)
  }
  return filled < wanted ? start + filled : end
}
