import { existsSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import type { Worker } from 'node:worker_threads'
import type { CountingJob } from './count-from-end.ts'
import type { LineIndex } from './line-index.ts'

/** Less than this is counted before a thread that runs already has begun. */
const LEAST_BYTES = 16 * 1024 * 1024

/** A thread takes as long to start as this takes to count. */
const LEAST_BYTES_TO_START = 640 * 1024 * 1024

const LOAD_PER_CORE = 2

/** A worker that counts a file from its end while the main thread counts it from its beginning. */
export class SecondThread {
  readonly #file: URL | undefined
  #worker: Promise<Worker | undefined> | undefined
  #isReady = false
  #hasFailed = false

  /** @param file the built form of scan-thread.ts; without it there is one thread. */
  constructor(file: URL | undefined) {
    this.#file = file
  }

  /** So many bytes must be left to count for the thread to be worth it. */
  get leastBytes(): number {
    // With more to do than the cores can, one thread more takes from the first what it gives.
    if (loadavg()[0] > LOAD_PER_CORE * availableParallelism()) return Number.POSITIVE_INFINITY
    return this.#isReady ? LEAST_BYTES : LEAST_BYTES_TO_START
  }

  /**
   * Has the thread fill in the index from its end, as far as it gets: what it leaves open is still to be counted, also
   * when it dies.
   *
   * @returns what stops it.
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
    if (this.#hasFailed || !this.#file || !existsSync(this.#file) || availableParallelism() < 2)
      return undefined
    try {
      const { Worker } = await import('node:worker_threads')
      // What the process was started with, such as loaders, is of no use there.
      const worker = new Worker(this.#file, { execArgv: [], name: 'pith' })
      worker.unref()
      worker.once('message', () => {
        this.#isReady = true
      })
      // One that fails is not started again: whatever was the matter still is.
      worker.once('error', () => {
        this.#hasFailed = true
      })
      worker.once('exit', () => {
        this.#isReady = false
        this.#worker = undefined
      })
      return worker
    } catch {
      return undefined
    }
  }
}

/** The process's second thread. */
export const secondThread = new SecondThread(builtThread())

function builtThread(): URL | undefined {
  try {
    return new URL('../node/scan-thread.js', import.meta.url)
  } catch {
    // In a bundle of another format a module has no URL.
    return undefined
  }
}
