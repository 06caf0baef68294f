import { names } from '../check/names.ts'
import { createFileStore } from '../store/backends/files.ts'
import { GuardedWriter, STORE_TIMEOUT_MS } from '../store/guarded-writer.ts'
import { countLineFeeds } from '../store/ranges.ts'
import type { ArtifactEnd, ArtifactMeta, ArtifactStore } from '../store/store.ts'

/** Bytes of an output that stay in memory before it goes to its store. */
const HELD_BYTES = 1024 * 1024

/** Bytes of the first lines that stay in memory, for an output that breaks off. */
const FIRST_BYTES = 64 * 1024

/** Where the full output of a tool goes. */
export interface KeepOptions {
  /** Default: the files that `pith show` reads. False: nowhere. */
  store?: ArtifactStore | false
  /** Milliseconds that one call of the store may take. Default: 60,000. */
  storeTimeoutMs?: number
  /** Ends the call: `PITH_ABORTED`. */
  signal?: AbortSignal
}

export const keepNames = names<KeepOptions>()('store storeTimeoutMs signal')

/**
 * All that a tool finds, on the way to a store. Most of it is small and is shown whole, so the store is asked only for
 * what is larger than 1 MiB, or when something was left out.
 */
export class KeptOutput {
  /** Bytes and lines that were written. */
  bytes = 0
  lines = 0
  /** The first lines. */
  readonly first: string[] = []
  readonly #store: ArtifactStore | undefined
  readonly #meta: ArtifactMeta
  readonly #timeoutMs: number
  readonly #signal: AbortSignal | undefined
  readonly #giveUp = () => this.#writer?.abort()
  #held: Uint8Array[] = []
  #heldBytes = 0
  #writer: GuardedWriter | undefined

  constructor(meta: ArtifactMeta, { store, storeTimeoutMs = STORE_TIMEOUT_MS, signal }: KeepOptions) {
    this.#meta = meta
    this.#store = store === false ? undefined : (store ?? createFileStore())
    this.#timeoutMs = storeTimeoutMs
    this.#signal = signal
    signal?.addEventListener('abort', this.#giveUp, { once: true })
  }

  /** Takes whole lines. Wait for the promise, if there is one, before the next call. */
  write(text: string | Uint8Array): Promise<void> | undefined {
    const chunk = typeof text === 'string' ? Buffer.from(text) : text
    if (this.bytes < FIRST_BYTES)
      this.first.push(typeof text === 'string' ? text : Buffer.from(text).toString())
    this.bytes += chunk.length
    this.lines += countLineFeeds(chunk)
    if (!this.#store) return undefined
    this.#held.push(chunk)
    this.#heldBytes += chunk.length
    return this.#heldBytes < HELD_BYTES ? undefined : this.#flush()
  }

  /**
   * Ends the output.
   *
   * @param isNeeded true when something of it was left out, so that it has to be kept.
   * @returns how it was kept. Undefined when it was not needed, or there is no store.
   */
  async end(isNeeded: boolean): Promise<ArtifactEnd | undefined> {
    try {
      if (!this.#store) return undefined
      if (!isNeeded) {
        this.#writer?.abort()
        return undefined
      }
      await this.#flush()
      return await this.#writer?.close()
    } finally {
      this.#signal?.removeEventListener('abort', this.#giveUp)
    }
  }

  /** Removes what was written. */
  abort(): void {
    this.#writer?.abort()
    this.#signal?.removeEventListener('abort', this.#giveUp)
  }

  async #flush(): Promise<void> {
    const chunk = Buffer.concat(this.#held)
    this.#held = []
    this.#heldBytes = 0
    if (!this.#writer && this.#store) {
      this.#writer = new GuardedWriter(this.#timeoutMs)
      await this.#writer.open(this.#store, this.#meta)
    }
    await this.#writer?.write(chunk)
  }
}
