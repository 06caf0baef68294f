import type { BigIntStats } from 'node:fs'
import type { NewlineCounter } from '../core/scan/newlines.ts'
import { STRIDE_BYTES, type StrideEntry, strideEntry } from '../store/line-index.ts'
import { readAt } from './read-at.ts'

/** Stands for an entry that is not counted yet. */
export const UNKNOWN: StrideEntry = 0xffffffff

/** The facts that show that a file has not changed. */
export type FileIdentity = Pick<BigIntStats, 'dev' | 'ino' | 'size' | 'mtimeNs' | 'ctimeNs'>

export const isSameFile = (a: FileIdentity, b: FileIdentity): boolean =>
  a.dev === b.dev &&
  a.ino === b.ino &&
  a.size === b.size &&
  a.mtimeNs === b.mtimeNs &&
  a.ctimeNs === b.ctimeNs

/**
 * One entry for each stride of a file, filled in while the file is read. Another thread may share the memory. This
 * needs no lock, because both threads compute the same entry for a stride.
 */
export interface LineIndex {
  readonly sizeBytes: number
  entries: Uint32Array
}

export const entryCount = (sizeBytes: number): number => Math.ceil(sizeBytes / STRIDE_BYTES)

export function createLineIndex(sizeBytes: number): LineIndex {
  return { sizeBytes, entries: new Uint32Array(entryCount(sizeBytes)).fill(UNKNOWN) }
}

/** The entry for a range of the counter's buffer. */
export const entryOf = (counter: NewlineCounter, from: number, to: number): StrideEntry =>
  strideEntry(counter.count(from, to), counter.room[to - 1])

/**
 * Fills in the entries from `first` on, for as many strides as fit the counter's buffer.
 *
 * @param end the file's expected end.
 * @returns the file's end: `end`, or an earlier offset if the file is shorter. The entry of a cut stride does not
 *   change.
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
