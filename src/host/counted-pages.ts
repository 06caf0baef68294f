import { type NewlineCounter, newlineCounterFor } from '../core/scan/newlines.ts'
import { endsLine, newlinesOf, STRIDE_BYTES } from '../store/line-index.ts'
import type { PageReader } from '../tools/read.ts'
import { countStrides, entryOf, type LineIndex, UNKNOWN } from './line-index.ts'
import type { OpenFile } from './open-regular.ts'
import type { Pace } from './pace.ts'
import { readAt } from './read-at.ts'
import type { SecondThread } from './second-thread.ts'

/** The main thread counts this much before it asks the second thread for help. */
const FIRST_BYTES = 8 * 1024 * 1024

/** On a slower disk, two readers are no faster than one. */
const LEAST_BYTES_PER_MS = 640 * 1024

export interface CountedFile {
  path: string
  file: OpenFile
  index: LineIndex
  /** True when the index comes from an earlier read. */
  isRemembered: boolean
  pace: Pace
  backend: 'auto' | 'wasm' | 'js'
  thread: SecondThread | undefined
  /** Is called before each rest with the bytes and lines so far. */
  onProgress?: ((passed: { bytes: number; lines: number }) => void) | undefined
}

/**
 * How the walk over a file ended. `whole`: at the expected end. `short`: the file ended earlier. `left`: the reader
 * needed nothing more. `stale`: the bytes contradict the remembered index.
 */
type WalkEnd = 'whole' | 'short' | 'left' | 'stale'

/**
 * Walks over a file for a page's reader. The reader gets the bytes of the strides that it needs. Of all others, which
 * are most, it gets only the number of LFs, from the index or by counting.
 */
export async function walkStrides(counted: CountedFile, reader: PageReader): Promise<WalkEnd> {
  const steps = new Walk(counted, reader)
  try {
    return await steps.run()
  } finally {
    steps.stopSharing()
  }
}

class Walk {
  stopSharing = () => {}
  readonly #counted: CountedFile
  readonly #reader: PageReader
  readonly #counter: NewlineCounter
  readonly #startedAt = performance.now()
  #end: number
  #countedBytes = 0
  #mayShare: boolean

  constructor(counted: CountedFile, reader: PageReader) {
    this.#counted = counted
    this.#reader = reader
    this.#counter = newlineCounterFor(counted.backend)
    this.#end = counted.index.sizeBytes
    this.#mayShare = counted.thread !== undefined
  }

  async run(): Promise<WalkEnd> {
    const { index, pace, onProgress } = this.#counted
    let lines = 0
    for (let stride = 0; stride * STRIDE_BYTES < this.#end; ) {
      if (pace.isDue()) {
        onProgress?.({ bytes: stride * STRIDE_BYTES, lines })
        await pace.rest()
      }
      const entry = index.entries[stride]
      if (entry === UNKNOWN && this.#reader.passes(0)) {
        if (this.#mayShare && this.#countedBytes >= FIRST_BYTES) await this.#share(stride)
        this.#count(stride)
        continue
      }
      const isPassed = entry !== UNKNOWN && this.#reader.passes(newlinesOf(entry))
      const more = isPassed ? this.#pass(stride, entry) : this.#show(stride)
      if (more !== true) return more === false ? 'left' : more
      lines += newlinesOf(index.entries[stride])
      stride++
    }
    return this.#end === index.sizeBytes ? 'whole' : 'short'
  }

  #pass(stride: number, entry: number): boolean {
    const bytes = Math.min(STRIDE_BYTES, this.#end - stride * STRIDE_BYTES)
    return this.#reader.pass({ bytes, newlines: newlinesOf(entry), endsLine: endsLine(entry) })
  }

  #show(stride: number): boolean | 'stale' {
    const { file, index, isRemembered } = this.#counted
    const { room } = this.#counter
    const start = stride * STRIDE_BYTES
    const wanted = Math.min(STRIDE_BYTES, this.#end - start)
    const filled = readAt(file.descriptor, room, 0, wanted, start)
    if (filled < wanted) this.#end = start + filled
    else {
      const entry = entryOf(this.#counter, 0, filled)
      const known = index.entries[stride]
      if (isRemembered && known !== entry && known !== UNKNOWN) return 'stale'
      index.entries[stride] = entry
    }
    return this.#reader.write(room.subarray(0, filled))
  }

  #count(stride: number): void {
    const { file, index } = this.#counted
    this.#end = countStrides(file.descriptor, index, stride, this.#end, this.#counter)
    this.#countedBytes += this.#counter.room.length
  }

  /** Starts the second thread's help, if enough is left to count and the disk is fast enough. */
  async #share(stride: number): Promise<void> {
    this.#mayShare = false
    const { thread, file, index, path, backend } = this.#counted
    const isFast = this.#countedBytes > LEAST_BYTES_PER_MS * (performance.now() - this.#startedAt)
    if (!thread || !isFast || this.#end - stride * STRIDE_BYTES < thread.leastBytes) return
    const { dev, ino } = file.stat
    this.stopSharing = await thread.share({ path, dev, ino, sizeBytes: index.sizeBytes, backend }, index)
  }
}
