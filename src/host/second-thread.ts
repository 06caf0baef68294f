import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import type { CountingJob } from './count-from-end.ts'
import type { LineIndex } from './line-index.ts'
import { isOverloaded } from './threads.ts'
import { startWorker, workerFile } from './worker.ts'

/** With less to count, the main thread is done before a running thread has begun. */
const LEAST_BYTES = 16 * 1024 * 1024

/** With less to count, the main thread is done before a new thread has started. */
const LEAST_BYTES_TO_START = 640 * 1024 * 1024

/** A worker that counts a file from its end while the main thread counts it from its beginning. */
export class SecondThread {
  readonly #file: URL | undefined
  #worker: Promise<Worker | undefined> | undefined
  #isReady = false
  #hasFailed = false

  /** @param file URL of the built scan-thread.ts. Undefined: there is no second thread. */
  constructor(file: URL | undefined) {
    this.#file = file
  }

  /** The thread helps only if at least this many bytes are left to count. */
  get leastBytes(): number {
    if (isOverloaded()) return Number.POSITIVE_INFINITY
    return this.#isReady ? LEAST_BYTES : LEAST_BYTES_TO_START
  }

  /**
   * Makes the thread fill in the index from its end, as far as it gets. The main thread counts the rest, so it does not
   * matter if the thread dies.
   *
   * @returns a function that stops the thread's count.
   */
  async share(job: Omit<CountingJob, 'words'>, index: LineIndex): Promise<() => void> {
    this.#worker ??= this.#start()
    const worker = await this.#worker
    if (!worker) return () => {}
    const count = index.entries.length
    const words = new Uint32Array(new SharedArrayBuffer(4 * (count + 1)))
    words.set(index.entries)
    index.entries = words.subarray(0, count)
    worker.postMessage({ ...job, words } satisfies CountingJob)
    return () => Atomics.store(words, count, 1)
  }

  /** Ends the thread; the next job starts another. */
  async end(): Promise<void> {
    const worker = await this.#worker
    await worker?.terminate()
  }

  async #start(): Promise<Worker | undefined> {
    if (this.#hasFailed || availableParallelism() < 2) return undefined
    const worker = await startWorker(this.#file)
    worker?.unref()
    worker?.once('message', () => {
      this.#isReady = true
    })
    // Does not start it again after a failure, because it would fail again.
    worker?.once('error', () => {
      this.#hasFailed = true
    })
    worker?.once('exit', () => {
      this.#isReady = false
      this.#worker = undefined
    })
    return worker
  }
}

/** The process's second thread. */
export const secondThread = new SecondThread(
  workerFile(() => new URL('../node/scan-thread.js', import.meta.url)),
)
