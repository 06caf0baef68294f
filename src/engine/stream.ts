import { PithError, shown } from '../errors.ts'
import { rejection } from '../fit/abort.ts'
import type { Counting } from '../fit/counted.ts'
import type { AsyncTruncateOptions, CommandStatus, Input, OwnNames, Source } from '../options.ts'
import { LineRedactor } from '../redact/line-redactor.ts'
import type { Redactor } from '../redact/redactor.ts'
import { checkNames, type Settings, settingsOf } from '../settings.ts'
import type { ArtifactEnd, ArtifactMeta, ArtifactStore, ArtifactWriter } from '../store/store.ts'
import type { Truncation } from '../truncation.ts'
import { InputCollector } from './input-collector.ts'

export interface TruncateStreamOptions extends AsyncTruncateOptions {
  /** Receives the full output when it does not fit. Nothing is written while it fits. */
  store?: ArtifactStore
  /**
   * Called with each line, without its LF, before anything else sees it. The returned text replaces the line, in the
   * totals and in the artifact too. A line above 64 KiB comes in pieces that overlap by 4 KiB. An error that it throws
   * ends the stream.
   */
  redact?: Redactor
  /**
   * Stops reading, and waiting for a counter. The promise then rejects with `PITH_ABORTED`. The artifact is dropped,
   * unless it is already complete.
   */
  signal?: AbortSignal
}

const streamNames = {
  store: true,
  redact: true,
  signal: true,
} as const satisfies OwnNames<TruncateStreamOptions>

/** An input that arrives in chunks. */
export type Chunks = ReadableStream<Input> | AsyncIterable<Input> | Blob

/**
 * Truncates a stream in one pass and bounded memory.
 *
 * With a `store`, an output that does not fit is written there as it arrives. The artifact is closed and named before
 * the notice is written. A store that fails never loses the result, and the notice does not name its artifact. A token
 * counter that fails does not lose the result either: `notes` then says that tokens are estimated.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` (also for `maxBytes: Infinity`), `PITH_INVALID_INPUT`, `PITH_ABORTED`
 */
export async function truncateStream(input: Chunks, options?: TruncateStreamOptions): Promise<Truncation> {
  if (options !== undefined) checkNames(options, streamNames)
  const { store, signal } = options ?? {}
  const collector = new SpillingCollector(options ?? {}, store)
  try {
    for await (const chunk of chunksOf(input, signal)) await collector.write(chunk)
    return await collector.end(undefined, signal)
  } catch (error) {
    collector.abort()
    throw error
  }
}

/** Called with the redacted bytes of each write. They are valid until the promise settles. */
type OnBytes = (bytes: Uint8Array) => Promise<void> | void

/** A collector that opens an artifact before the first byte leaves memory. */
export class SpillingCollector {
  /** How writing the artifact ended; undefined when nothing had to be written. */
  spilled: ArtifactEnd | undefined
  readonly #collector: InputCollector
  readonly #redactor: LineRedactor | undefined
  readonly #store: ArtifactStore | undefined
  readonly #meta: ArtifactMeta
  readonly #onBytes: OnBytes | undefined
  #writer: ArtifactWriter | undefined

  constructor(
    options: AsyncTruncateOptions & Pick<TruncateStreamOptions, 'redact'>,
    store: ArtifactStore | undefined,
    meta: ArtifactMeta = {},
    onBytes?: OnBytes,
  ) {
    const settings = settingsOf(options)
    if (settings.maxBytes === Infinity) {
      throw new PithError(
        'PITH_INVALID_OPTION',
        'Expected `maxBytes` to be finite for a stream, got Infinity.',
      )
    }
    this.#collector = new InputCollector(settings)
    this.#redactor = options.redact === undefined ? undefined : new LineRedactor(options.redact)
    this.#store = store
    this.#onBytes = onBytes
    this.#meta = options.redact === undefined ? meta : redactedMeta(meta, options.redact)
  }

  async write(chunk: Input): Promise<void> {
    if (typeof chunk === 'string') return this.#take(this.#collector.intake.encode(chunk))
    if (!(chunk instanceof Uint8Array)) {
      throw new PithError(
        'PITH_INVALID_INPUT',
        `Expected a chunk to be a string or a Uint8Array, got ${typeof chunk}.`,
      )
    }
    await this.#take(this.#collector.intake.encodeRest())
    await this.#take(chunk)
  }

  #take(bytes: Uint8Array): Promise<void> {
    return this.#put(this.#redactor ? this.#redactor.write(bytes) : bytes)
  }

  async #put(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0) return
    if (this.#store && !this.#writer && !this.#collector.intake.hasRoomFor(bytes.length))
      await this.#open(this.#collector.intake.retained())
    this.#collector.intake.writeBytes(bytes)
    await this.#keep(bytes)
    if (this.#onBytes) await this.#onBytes(bytes)
  }

  async end(status?: CommandStatus, signal?: AbortSignal): Promise<Truncation> {
    await this.flush()
    return this.#collector.endLater(status, { sourceOf: () => this.stored(), signal })
  }

  /** Writes what still waits for more input: the rest of a line, or half of a surrogate pair. */
  async flush(): Promise<void> {
    await this.#take(this.#collector.intake.encodeRest())
    if (this.#redactor) await this.#put(this.#redactor.end())
  }

  /** The result with the given settings. Call `flush` first. May be called again. */
  fit(settings: Settings, status: CommandStatus | undefined): Counting<Truncation> {
    return this.#collector.fit(settings, status)
  }

  /** Stores what is not stored yet, and closes the artifact. Returns where the output can be read back. */
  async stored(): Promise<Source | undefined> {
    if (this.#store && !this.#writer) await this.#open(this.#collector.intake.retained())
    if (this.#writer) this.spilled = await closed(this.#writer)
    return this.spilled && sourceOf(this.spilled)
  }

  /** Drops the artifact, unless it is complete. */
  abort(): void {
    if (!this.spilled) this.#writer?.abort()
  }

  async #open(retained: Uint8Array): Promise<void> {
    try {
      this.#writer = await this.#store?.open(this.#meta)
    } catch (error) {
      this.#writer = failedWriter(error)
    }
    await this.#keep(retained)
  }

  /** A store must not throw. If it does, the artifact is lost, but not the result. */
  async #keep(bytes: Uint8Array): Promise<void> {
    try {
      await this.#writer?.write(bytes)
    } catch (error) {
      this.#writer?.abort()
      this.#writer = failedWriter(error)
    }
  }
}

/** What the notice may name; undefined when nothing was kept. */
function sourceOf(end: ArtifactEnd): Source | undefined {
  if (end.complete) return { artifact: end.ref.id }
  const [head, tail] = end.kept ?? []
  if (!end.ref || !head || !tail) return undefined
  const kept = { headBytes: head.endByte - head.startByte, tailBytes: tail.endByte - tail.startByte }
  return { artifact: end.ref.id, kept }
}

const failure = (error: unknown): ArtifactEnd => {
  const message = error instanceof Error ? error.message : `The store threw ${shown(error)}.`
  return { complete: false, code: 'PITH_STORE_FAILED', message }
}

const failedWriter = (error: unknown): ArtifactWriter => ({
  write: () => undefined,
  close: async () => failure(error),
  abort: () => {},
})

async function closed(writer: ArtifactWriter): Promise<ArtifactEnd> {
  try {
    return await writer.close()
  } catch (error) {
    return failure(error)
  }
}

/** Iterates over the chunks of any stream. Cancels the stream when the loop ends early. */
export async function* chunksOf(input: Chunks, signal: AbortSignal | undefined): AsyncIterable<Input> {
  const source = input instanceof Blob ? input.stream() : input
  const iterator = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : readerOf(source)
  const aborted = signal && rejection(signal)
  try {
    for (;;) {
      const next = iterator.next()
      const { done, value } = await (aborted ? Promise.race([next, aborted.promise]) : next)
      if (done) return
      yield value
    }
  } finally {
    aborted?.forget()
    void Promise.resolve(iterator.return?.()).catch(() => {})
  }
}

/** For runtimes whose ReadableStream is not an async iterable. */
function readerOf(stream: ReadableStream<Input>): AsyncIterator<Input> {
  const reader = stream.getReader()
  return {
    next: async () => {
      const { done, value } = await reader.read()
      return done ? { done: true, value: undefined } : { done: false, value }
    },
    return: async () => {
      await reader.cancel()
      return { done: true, value: undefined }
    },
  }
}

/** Redacts the label too, because it may hold a command line with secrets. */
function redactedMeta(meta: ArtifactMeta, redact: Redactor): ArtifactMeta {
  if (meta.label === undefined) return meta
  return { ...meta, label: meta.label.split('\n').map(redact).join('\n') }
}
