import { closeSync, fstatSync, openSync } from 'node:fs'
import { newlineCounterFor } from '../core/scan/newlines.ts'
import { STRIDE_BYTES } from '../store/line-index.ts'
import { countStrides, type LineIndex, UNKNOWN } from './line-index.ts'
import { READ_FLAGS } from './open-regular.ts'

/** What the second thread needs to know about a file. */
export interface CountingJob {
  path: string
  /** Device and inode. The thread checks that the path still leads to this file. */
  dev: bigint
  ino: bigint
  sizeBytes: number
  backend: 'auto' | 'wasm' | 'js'
  /** The index's entries and one more word, which is 1 once the thread should stop. Shared with the main thread. */
  words: Uint32Array
}

/** Counts backwards from the file's end, and stops at the first stride that is already counted. */
export function countFromEnd({ path, dev, ino, sizeBytes, backend, words }: CountingJob): void {
  const descriptor = openSync(path, READ_FLAGS)
  try {
    const stat = fstatSync(descriptor, { bigint: true })
    if (stat.dev !== dev || stat.ino !== ino || Number(stat.size) !== sizeBytes) return
    const counter = newlineCounterFor(backend)
    const index: LineIndex = { sizeBytes, entries: words.subarray(0, -1) }
    const count = index.entries.length
    const atOnce = counter.room.length / STRIDE_BYTES
    for (let end = count; end > 0 && Atomics.load(words, count) === 0; end -= atOnce) {
      if (Atomics.load(words, end - 1) !== UNKNOWN) return
      const first = Math.max(0, end - atOnce)
      if (countStrides(descriptor, index, first, sizeBytes, counter) < sizeBytes) return
    }
  } finally {
    closeSync(descriptor)
  }
}
