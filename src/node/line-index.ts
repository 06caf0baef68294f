import type { BigIntStats } from 'node:fs'
import type { NewlineCounter } from '../scan/newlines.ts'
import { readAt } from './read-at.ts'

/** Bytes of a file for which the index has one entry. A counter's room holds a whole number of them. */
export const STRIDE_BYTES = 256 * 1024

/** Twice a stride's LFs, plus one where its last byte is LF; this where they are not known. */
export type IndexEntry = number
export const UNKNOWN: IndexEntry = 0xffffffff

const LF = 0x0a

/** What tells that a file is still the same. */
export type FileIdentity = Pick<BigIntStats, 'dev' | 'ino' | 'size' | 'mtimeNs' | 'ctimeNs'>

export const isSameFile = (a: FileIdentity, b: FileIdentity): boolean =>
  a.dev === b.dev &&
  a.ino === b.ino &&
  a.size === b.size &&
  a.mtimeNs === b.mtimeNs &&
  a.ctimeNs === b.ctimeNs

/** How many LFs each stride of a file has. The memory may be shared: no entry depends on who filled it in. */
export interface LineIndex {
  readonly sizeBytes: number
  entries: Uint32Array
}

export const entryCount = (sizeBytes: number): number => Math.ceil(sizeBytes / STRIDE_BYTES)

export function createLineIndex(sizeBytes: number): LineIndex {
  return { sizeBytes, entries: new Uint32Array(entryCount(sizeBytes)).fill(UNKNOWN) }
}

export const newlinesOf = (entry: IndexEntry): number => entry >>> 1
export const endsLine = (entry: IndexEntry): boolean => (entry & 1) === 1

/** The entry for bytes that lie in the counter's room. */
export function entryOf(counter: NewlineCounter, from: number, to: number): IndexEntry {
  return 2 * counter.count(from, to) + (counter.room[to - 1] === LF ? 1 : 0)
}

/**
 * Fills in the entries from `first` on, as many as the counter's room holds bytes for.
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
