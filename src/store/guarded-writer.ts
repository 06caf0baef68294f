import { shown } from '../errors.ts'
import type { Input } from '../options.ts'
import { checkedEnd } from './checked-end.ts'
import { StoreError } from './failures.ts'
import type { ArtifactEnd, ArtifactMeta, ArtifactStore, ArtifactWriter } from './store.ts'
import { copiesBytes } from './writer.ts'

/** Milliseconds that one call of a store may take by default. It is longer than the limits of pith's own stores. */
export const STORE_TIMEOUT_MS = 60_000

/** A larger write is given to the store in pieces, so that the time of one call does not grow with the output. */
const PIECE_BYTES = 1024 * 1024
const LONGEST_TIMER_MS = 2 ** 31 - 1

type Call = 'open' | 'write' | 'close'

/**
 * A writer that keeps the promise of its interface, whatever its store does: no method throws or rejects, each call
 * ends in time, and `close` names only an artifact whose reference is well-formed. After the first failure the store is
 * not called again.
 *
 * A store that is not pith's gets copies of the bytes, so that it may keep, change or transfer them.
 */
export class GuardedWriter implements ArtifactWriter {
  readonly #timeoutMs: number
  #writer: ArtifactWriter | undefined
  #needsCopies = true
  #bytes = 0
  #failure: ArtifactEnd | undefined
  #end: Promise<ArtifactEnd> | undefined
  /** Ends the wait for the store. Set while a call is pending. */
  #giveUp: ((reason: StoreError) => void) | undefined

  /** @param timeoutMs milliseconds that one call of the store may take. Infinity: any time. */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
  }

  /** Opens an artifact. Call this once, before everything else. */
  async open(store: ArtifactStore, meta: ArtifactMeta): Promise<void> {
    const opening = asked(() => store.open({ ...meta }))
    try {
      const writer = await this.#answer('open', opening)
      if (!isWriter(writer)) throw new StoreError('PITH_STORE_FAILED', 'it did not return a writer')
      this.#needsCopies = !(copiesBytes in writer)
      this.#writer = writer
    } catch (error) {
      this.#fail('open', error)
      // A writer that comes too late must not leave its bytes behind.
      void quietly(async () => ((await opening) as ArtifactWriter).abort())
    }
  }

  write(chunk: Uint8Array): Promise<void> | undefined {
    this.#bytes += chunk.length
    for (let at = 0; at < chunk.length; ) {
      const waits = this.#give(chunk.subarray(at, at + PIECE_BYTES))
      at += PIECE_BYTES
      if (waits !== undefined) return at < chunk.length ? this.#rest(waits, chunk, at) : waits
    }
    return undefined
  }

  /** As that of the store. Undefined, too, when the store fails. */
  async follow(): Promise<string | undefined> {
    try {
      return await this.#writer?.follow?.()
    } catch {
      return undefined
    }
  }

  close(ended?: string): Promise<ArtifactEnd> {
    this.#end ??= this.#finish(ended)
    return this.#end
  }

  /** Also ends the wait for a call that is pending. */
  abort(): void {
    if (this.#giveUp) this.#giveUp(aborted())
    else if (!this.#end) this.#fail('close', aborted())
  }

  async #rest(waits: Promise<void>, chunk: Uint8Array, from: number): Promise<void> {
    await waits
    for (let at = from; at < chunk.length; at += PIECE_BYTES)
      await this.#give(chunk.subarray(at, at + PIECE_BYTES))
  }

  #give(piece: Uint8Array): Promise<void> | undefined {
    if (this.#failure || !this.#writer) return undefined
    try {
      // Not `slice()`, because that of a Buffer does not copy.
      const taken: unknown = this.#writer.write(this.#needsCopies ? new Uint8Array(piece) : piece)
      if (typeof taken !== 'object' || taken === null) return undefined
      return this.#taken(Promise.resolve(taken))
    } catch (error) {
      this.#fail('write', error)
      return undefined
    }
  }

  async #taken(promise: Promise<unknown>): Promise<void> {
    try {
      await this.#answer('write', promise)
    } catch (error) {
      this.#fail('write', error)
    }
  }

  async #finish(ended: string | undefined): Promise<ArtifactEnd> {
    const writer = this.#writer
    if (this.#failure || !writer) return this.#failure ?? failureOf('open', undefined)
    const closing = asked(() => writer.close(ended))
    try {
      return checkedEnd(await this.#answer('close', closing), this.#bytes)
    } catch (error) {
      return this.#fail('close', error)
    }
  }

  /** The store's answer. Rejects with a `StoreError` when it takes too long, or when the writer is aborted. */
  async #answer(call: Call, promise: Promise<unknown>): Promise<unknown> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const over = new Promise<never>((_, reject) => {
      this.#giveUp = reject
      // The store's own call may have aborted this writer.
      if (this.#failure) reject(aborted())
      if (this.#timeoutMs > LONGEST_TIMER_MS) return
      const late = `\`${call}\` took longer than ${this.#timeoutMs / 1000} s`
      // Holds the process, because somebody waits for the result.
      timer = setTimeout(() => reject(new StoreError('ETIMEDOUT', late)), this.#timeoutMs)
    })
    try {
      return await Promise.race([promise, over])
    } finally {
      clearTimeout(timer)
      this.#giveUp = undefined
    }
  }

  #fail(call: Call, error: unknown): ArtifactEnd {
    this.#failure ??= failureOf(call, error)
    const writer = this.#writer
    this.#writer = undefined
    if (writer) void quietly(() => writer.abort())
    return this.#failure
  }
}

const aborted = (): StoreError => new StoreError('ABORTED', 'its writing was aborted')

/** Stores an output that is in memory. Reports a failure, and never rejects. `signal` ends the wait for the store. */
export async function storeWhole(
  store: ArtifactStore,
  meta: ArtifactMeta,
  output: Input,
  { timeoutMs = STORE_TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal | undefined } = {},
): Promise<ArtifactEnd> {
  const writer = new GuardedWriter(timeoutMs)
  const giveUp = () => writer.abort()
  signal?.addEventListener('abort', giveUp, { once: true })
  try {
    await writer.open(store, meta)
    await writer.write(typeof output === 'string' ? new TextEncoder().encode(output) : output)
    return await writer.close()
  } finally {
    signal?.removeEventListener('abort', giveUp)
  }
}

/** Calls, and turns also what is thrown at once into a rejection. */
async function asked(call: () => unknown): Promise<unknown> {
  return call()
}

/** Runs a call, and ignores its failure. */
async function quietly(call: () => unknown): Promise<void> {
  try {
    await call()
  } catch {
    // The artifact is given up already.
  }
}

function isWriter(value: unknown): value is ArtifactWriter {
  const { write, close } = (value ?? {}) as Partial<ArtifactWriter>
  return typeof write === 'function' && typeof close === 'function'
}

function failureOf(call: Call, error: unknown): ArtifactEnd {
  const { code, reason } = describe(call, error)
  return { complete: false, code, message: `The full output could not be kept: ${reason}.` }
}

/** What went wrong, in words that follow a colon. Never throws. */
function describe(call: Call, error: unknown): { code: string; reason: string } {
  const failed = (why: string) => ({
    code: 'PITH_STORE_FAILED',
    reason: `\`${call}\` of the store failed: ${why}`,
  })
  try {
    if (error instanceof StoreError) return { code: error.code, reason: error.message }
    return failed(shown(error instanceof Error ? error.message : error))
  } catch {
    return failed('its error cannot be read')
  }
}
