import { refuseDetached, unshared } from '../check/bytes.ts'
import { tolerate } from '../check/failure.ts'
import { names } from '../check/names.ts'
import { record, wholeOrInfinity } from '../check/values.ts'
import { invalidInput, wrongOption } from '../errors.ts'
import type { AsyncTruncateOptions, CommandStatus, Input, Source, TruncateOptions } from '../options.ts'
import type { Redactor } from '../redact/redactor.ts'
import { checkNames, checkStatus, forStore, type Settings, settingsOf } from '../settings.ts'
import { GuardedWriter, STORE_TIMEOUT_MS } from '../store/guarded-writer.ts'
import type { ArtifactEnd, ArtifactMeta, ArtifactStore } from '../store/store.ts'
import type { Truncation } from '../truncation.ts'
import { type Chunks, chunksOf } from './chunks.ts'
import { checkSignal, unlessAborted } from './fit/abort.ts'
import { type Counting, noted } from './fit/counted.ts'
import type { OtherContent } from './hold/facts.ts'
import { InputCollector, type OutputCounts } from './input-collector.ts'
import { isSecretRedactor, Redaction } from './redaction.ts'
import { statusSentence } from './words/notices.ts'

export interface TruncateStreamOptions extends AsyncTruncateOptions {
  /** Receives the full output when it does not fit. Nothing is written while it fits. */
  store?: ArtifactStore
  /**
   * Milliseconds that one call of the store may take, from 1; Infinity: any time. 60,000 by default. A store that takes
   * longer is not called again, and `notes` say so.
   */
  storeTimeoutMs?: number
  /**
   * Called with each line, without its LF, before anything else sees it. The returned text replaces the line, in the
   * totals and in the artifact too. A line above 64 KiB comes in pieces that overlap by 4 KiB. An error that it throws
   * ends the stream. If a redactor of `createSecretRedactor` itself fails, the text is `[Not shown: redaction failed.]`,
   * and nothing is stored.
   */
  redact?: Redactor
  /**
   * Stops reading, and waiting for the store or a counter. The promise then rejects with an error of the name
   * `AbortError` and the code `PITH_ABORTED`. The artifact is dropped, unless it is already complete.
   */
  signal?: AbortSignal
  /**
   * How the command that prints the stream has ended, or a promise of it, which is awaited once the stream has ended. If
   * the promise rejects, so does the call.
   */
  status?: CommandStatus | PromiseLike<CommandStatus | undefined>
}

const streamNames = names<TruncateStreamOptions, TruncateOptions>()(
  'store storeTimeoutMs redact signal status',
)

/**
 * Truncates a stream in one pass and bounded memory.
 *
 * With a `store`, an output that does not fit is written there as it arrives. The artifact is closed and named before
 * the notice is written. A store that fails never loses the result: the notice does not name its artifact, and `notes`
 * say why. A token counter that fails does not lose the result either: `notes` then say that tokens are estimated.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` (also for `maxBytes: Infinity`), `PITH_INVALID_INPUT`, `PITH_ABORTED`
 * @example
 * const { notice } = await truncateStream(new Blob(['done']), { status: Promise.resolve({ exitCode: 3 }) })
 * notice // '[Exit code 3.]'
 */
export async function truncateStream(input: Chunks, options?: TruncateStreamOptions): Promise<Truncation> {
  if (options !== undefined) checkNames(options, streamNames)
  const { store, storeTimeoutMs, signal, status } = options ?? {}
  if (status !== undefined && !isPromise(status)) checkStatus(status)
  const ending = Promise.resolve(status)
  // It may reject while the stream is still read.
  ending.catch(() => {})
  const collector = new SpillingCollector(options ?? {}, { store, storeTimeoutMs })
  const giveUp = () => collector.abort()
  signal?.addEventListener('abort', giveUp, { once: true })
  try {
    for await (const chunk of chunksOf(input, signal)) await collector.write(chunk)
    const ended = await unlessAborted(ending, signal)
    if (ended !== undefined) checkStatus(ended)
    return await collector.end(ended, signal)
  } catch (error) {
    collector.abort()
    throw error
  } finally {
    signal?.removeEventListener('abort', giveUp)
  }
}

const isPromise = (value: object): value is PromiseLike<unknown> =>
  'then' in value && typeof value.then === 'function'

/** Called with the redacted bytes of each write. They are valid until the promise settles. */
type OnBytes = (bytes: Uint8Array) => Promise<void> | void

/**
 * Checks only that a store is an object. What it does wrong later costs the artifact, not the result.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function checkStore(store: ArtifactStore | undefined): ArtifactStore | undefined {
  if (store !== undefined) record('store', store)
  return store
}

/** @throws {PithError} `PITH_INVALID_OPTION` */
export const checkStoreTimeout = (milliseconds: number | undefined): number =>
  wholeOrInfinity('storeTimeoutMs', milliseconds, STORE_TIMEOUT_MS, 1)

/** Where a collector stores what does not fit, and what it calls with all bytes. */
export interface Spilling {
  store?: ArtifactStore | undefined
  storeTimeoutMs?: number | undefined
  /** Tool and label that the store keeps with the output. */
  meta?: ArtifactMeta | undefined
  onBytes?: OnBytes | undefined
  /** As `InputCollector.isForText`. */
  isForText?: boolean | undefined
}

/** A collector that opens an artifact before the first byte leaves memory. */
export class SpillingCollector {
  /** How writing the artifact ended; undefined when nothing had to be written. */
  spilled: ArtifactEnd | undefined
  readonly #collector: InputCollector
  readonly #redaction: Redaction | undefined
  /** Undefined, too, once storing makes no sense any more. */
  #store: ArtifactStore | undefined
  readonly #storeTimeoutMs: number
  readonly #meta: ArtifactMeta
  readonly #onBytes: OnBytes | undefined
  #writer: GuardedWriter | undefined
  /** The artifact is being opened. */
  #opening: Promise<void> | undefined
  #isFollowed = false
  #ended: string | undefined

  constructor(
    options: AsyncTruncateOptions & Pick<TruncateStreamOptions, 'redact'>,
    { store, storeTimeoutMs, meta = {}, onBytes, isForText = false }: Spilling,
  ) {
    const settings = settingsOf(forStore(options, checkStore(store)))
    if (settings.maxBytes === Infinity) {
      throw wrongOption('Expected `maxBytes` to be finite for a stream, got Infinity.')
    }
    this.#collector = new InputCollector(settings)
    this.#collector.isForText = isForText
    this.#redaction = options.redact === undefined ? undefined : new Redaction(options.redact)
    this.#store = store
    this.#storeTimeoutMs = checkStoreTimeout(storeTimeoutMs)
    this.#onBytes = onBytes
    this.#meta = options.redact === undefined ? meta : redactedMeta(meta, options.redact)
  }

  /** Says what the input is instead of UTF-8 text, before the first result. */
  set other(content: OtherContent) {
    this.#collector.other = content
  }

  async write(chunk: Input): Promise<void> {
    if (typeof chunk === 'string') return this.#take(this.#collector.intake.encode(chunk))
    if (!(chunk instanceof Uint8Array)) {
      throw invalidInput(`Expected a chunk to be a string or a Uint8Array, got ${typeof chunk}.`)
    }
    refuseDetached(chunk)
    const bytes = unshared(chunk)
    const rest = this.#collector.intake.encodeRest()
    // Waits only for what there is, so that the caller may transfer or change the bytes as soon as this call returns.
    if (rest.length > 0) {
      await this.#take(rest)
      refuseDetached(bytes)
    }
    await this.#take(bytes)
  }

  #take(bytes: Uint8Array): Promise<void> {
    return this.#put(this.#redaction ? this.#redaction.write(bytes) : bytes)
  }

  async #put(bytes: Uint8Array): Promise<void> {
    const { length } = bytes
    if (length === 0) return
    const { intake } = this.#collector
    intake.writeBytes(bytes)
    // `retained()` has these bytes too. They are in memory before the first wait, because the caller may lose them.
    if (this.#store && !this.#writer && intake.lossy) await this.#open(this.#store)
    else {
      if (this.#opening !== undefined) await this.#opening
      await this.#writer?.write(bytes)
    }
    // The caller or the receiver may have transferred the bytes during a wait.
    if (bytes.length < length) refuseDetached(bytes)
    if (!this.#onBytes) return
    await this.#onBytes(bytes)
    if (bytes.length < length) refuseDetached(bytes)
  }

  /**
   * @param maxBytes a lower limit than that of the options
   * @throws {PithError} `PITH_ABORTED`
   */
  async end(status?: CommandStatus, signal?: AbortSignal, maxBytes?: number): Promise<Truncation> {
    await this.flush()
    const later = { sourceOf: () => this.stored(), signal }
    this.#ended = statusSentence(status) ?? 'Exit code 0.'
    const result = await this.#collector.endLater(status, later, maxBytes)
    // Somebody may have its id.
    if (this.#isFollowed && !this.spilled) await this.stored()
    checkSignal(signal)
    return noted(result, this.note)
  }

  /** Why the full output is not kept. Undefined when it is, and when nothing had to be stored. */
  get note(): string | undefined {
    return this.spilled?.complete === false ? this.spilled.message : undefined
  }

  /** What has come so far, as in `InputCollector.counts`. */
  counts(): OutputCounts {
    return this.#collector.counts()
  }

  /** Writes what still waits for more input: the rest of a line, or half of a surrogate pair. */
  async flush(): Promise<void> {
    await this.#take(this.#collector.intake.encodeRest())
    if (this.#redaction) await this.#put(this.#redaction.end())
    this.#collector.refusal = this.#redaction?.refusal
    if (this.#collector.refusal) this.#keepNothing()
  }

  /** The result with the given settings. Call `flush` first. May be called again. */
  fit(settings: Settings, status: CommandStatus | undefined): Counting<Truncation> {
    return this.#collector.fit(settings, status)
  }

  /**
   * Stores what has come so far, so that others can read it while more comes. Returns the id by which they find it.
   * Undefined where the store cannot do this.
   */
  async follow(): Promise<string | undefined> {
    if (!this.#store?.watch) return undefined
    if (!this.#writer) this.#opening = this.#open(this.#store)
    await this.#opening
    const id = await this.#writer?.follow()
    if (id !== undefined) this.#isFollowed = true
    return id
  }

  /** Stores what is not stored yet, and closes the artifact. Returns where the output can be read back. */
  async stored(): Promise<Source | undefined> {
    await this.#opening
    if (this.#store && !this.#writer) await this.#open(this.#store)
    if (this.#writer) this.spilled = await this.#writer.close(this.#ended)
    return this.spilled && sourceOf(this.spilled)
  }

  /** Drops the artifact, unless it is complete. From now on nothing waits for the store. */
  abort(): void {
    if (!this.#store || this.spilled) return
    this.#writer ??= new GuardedWriter(this.#storeTimeoutMs)
    this.#writer.abort()
  }

  /** Drops what was stored of an output that may not be shown. */
  #keepNothing(): void {
    this.#writer?.abort()
    this.#writer = undefined
    this.#store = undefined
  }

  /** Opens the artifact, and writes all bytes so far to it. */
  async #open(store: ArtifactStore): Promise<void> {
    let retained: Uint8Array
    try {
      retained = this.#collector.intake.retained()
    } catch (error) {
      tolerate(error)
      this.#store = undefined
      return
    }
    this.#writer = new GuardedWriter(this.#storeTimeoutMs)
    await this.#writer.open(store, this.#meta)
    await this.#writer.write(retained)
  }
}

/** What the notice may name; undefined when nothing was kept. */
export function sourceOf(end: ArtifactEnd): Source | undefined {
  if (end.complete) return { artifact: end.ref.id }
  const [head, tail] = end.kept ?? []
  if (!end.ref || !head || !tail) return undefined
  const kept = { headBytes: head.endByte - head.startByte, tailBytes: tail.endByte - tail.startByte }
  return { artifact: end.ref.id, kept }
}

/** Redacts the label too, because it may hold a command line with secrets. */
function redactedMeta(meta: ArtifactMeta, redact: Redactor): ArtifactMeta {
  if (meta.label === undefined) return meta
  const { label, ...others } = meta
  try {
    return { ...meta, label: label.split('\n').map(redact).join('\n') }
  } catch (error) {
    if (!isSecretRedactor(redact)) throw error
    tolerate(error)
    return others
  }
}
