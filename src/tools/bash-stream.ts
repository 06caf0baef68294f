import { noted, runLater, withoutCounter } from '../core/fit/counted.ts'
import type { OutputCounts } from '../core/input-collector.ts'
import { SpillingCollector, type TruncateStreamOptions } from '../core/stream.ts'
import type { CommandStatus, Source } from '../options.ts'
import { withOwnMemory } from '../redact/own-memory.ts'
import { forStore, type Settings, settingsOf } from '../settings.ts'
import type { ArtifactEnd, ArtifactMeta } from '../store/store.ts'
import { type BashDetails, withEnd } from './bash.ts'
import { outputOf, type ToolOutput } from './output.ts'
import { contentOfOutputs, otherContentOf, outputDecoders } from './output-decoder.ts'
import { fitSeparate, type SeparateDetails } from './separate-streams.ts'
import { type StreamChunk, type StreamName, streamNames } from './streams.ts'

export interface BashStreamOptions extends Omit<TruncateStreamOptions, 'signal' | 'status'> {
  /** Shows standard error separately, and stores it as a separate artifact. Default: false. */
  separate?: boolean | undefined
  /** Tool and label that the store keeps with the output. */
  meta?: ArtifactMeta
  /**
   * The charset of the command's locale, such as `GBK`: texts in it are decoded where they are no UTF-8. Without it, some
   * encodings are recognised by their most frequent characters.
   */
  charset?: string | undefined
  /** Receives the redacted output. The bytes are valid until the function returns or its promise settles. */
  onOutput?: ((chunk: Uint8Array, stream: StreamName) => Promise<void> | void) | undefined
  /** Only the text of the result is read. What fits comes sooner then, without its errors and its kind. */
  isForText?: boolean | undefined
}

/** The streaming form of `bash`. Takes output as it is printed, and stores all of it once it does not fit. */
export class BashStream {
  readonly #settings: Settings
  readonly #stdout: SpillingCollector
  /** Absent if both streams are merged. */
  readonly #stderr: SpillingCollector | undefined
  readonly #decoders: ReturnType<typeof outputDecoders>

  /** @throws {PithError} `PITH_INVALID_OPTION`, also for `maxBytes: Infinity`. */
  constructor(all: BashStreamOptions) {
    const { separate = false, store, storeTimeoutMs, meta, onOutput, charset, isForText, ...given } = all
    this.#decoders = outputDecoders(charset)
    const options = forStore({ ...given, fold: given.fold ?? true }, store)
    this.#settings = settingsOf(options)
    const { redact } = options
    const open = (name: StreamName) => {
      const given = separate && redact ? { ...options, redact: withOwnMemory(redact) } : options
      const onBytes = onOutput && ((bytes: Uint8Array) => onOutput(bytes, name))
      return new SpillingCollector(given, { store, storeTimeoutMs, meta, onBytes, isForText })
    }
    this.#stdout = open('stdout')
    this.#stderr = separate ? open('stderr') : undefined
  }

  /** Takes the next bytes. They may be overwritten once the promise settles. */
  async write({ stream, chunk }: StreamChunk): Promise<void> {
    const collector = this.#collectorOf(stream)
    for (const ready of this.#decoders[stream].take(chunk)) await collector.write(ready)
  }

  #collectorOf(stream: StreamName): SpillingCollector {
    return stream === 'stdout' ? this.#stdout : (this.#stderr ?? this.#stdout)
  }

  /**
   * Returns the result, even if the store or the token counter fails.
   *
   * @param maxBytes a lower limit than that of the options, for merged streams
   */
  async end(status?: CommandStatus, maxBytes?: number): Promise<ToolOutput<BashDetails>> {
    for (const name of streamNames) {
      for (const rest of this.#decoders[name].end()) await this.#collectorOf(name).write(rest)
    }
    const { stdout, stderr } = this.#decoders
    const ended = { status, content: contentOfOutputs([stdout, stderr]) }
    this.#stdout.other = otherContentOf(this.#stderr ? [stdout] : [stdout, stderr])
    if (!this.#stderr)
      return withEnd(outputOf(await this.#stdout.end(status, undefined, maxBytes), {}), ended)
    this.#stderr.other = otherContentOf([stderr])
    return withEnd(await this.#endSeparate(this.#stderr, status), ended)
  }

  /** What has come so far, of both streams, as in `InputCollector.counts`. */
  counts(): OutputCounts {
    const stdout = this.#stdout.counts()
    const stderr = this.#stderr?.counts()
    if (!stderr) return stdout
    return {
      bytes: stdout.bytes + stderr.bytes,
      lines: stdout.lines + stderr.lines,
      errors: stdout.errors + stderr.errors,
    }
  }

  /** Lets others read the output while it comes, as `SpillingCollector.follow`. Undefined for separate streams. */
  async follow(): Promise<string | undefined> {
    return this.#stderr ? undefined : this.#stdout.follow()
  }

  /** How storing the output ended; with separate streams, only standard output. Absent if nothing was stored. */
  get artifact(): ArtifactEnd | undefined {
    return this.#stdout.spilled
  }

  /** How storing separate standard error ended. */
  get stderrArtifact(): ArtifactEnd | undefined {
    return this.#stderr?.spilled
  }

  /** Drops what was stored, unless it is complete. From now on nothing waits for the store. */
  abort(): void {
    this.#stdout.abort()
    this.#stderr?.abort()
  }

  /** Fits again whenever another stream turns out to be truncated, because the notice then names its artifact. */
  async #endSeparate(
    stderr: SpillingCollector,
    status: CommandStatus | undefined,
  ): Promise<ToolOutput<SeparateDetails>> {
    const streams = { stdout: this.#stdout, stderr }
    await streams.stdout.flush()
    await streams.stderr.flush()
    const sources = new Map<StreamName, Source | undefined>()
    const fitOne = (name: StreamName) => (settings: Settings, status?: CommandStatus) =>
      streams[name].fit(withSource(settings, sources.get(name)), status)
    const fit = { stdout: fitOne('stdout'), stderr: fitOne('stderr') }
    let settings = this.#settings
    let failure: string | undefined
    for (;;) {
      const { result, note } = await runLater((given) => fitSeparate(fit, given, status), settings, undefined)
      if (note !== undefined) settings = withoutCounter(settings)
      failure ??= note
      const cut = cutStreams(result.details).filter((name) => !sources.has(name))
      for (const name of cut) sources.set(name, await streams[name].stored())
      if (cut.every((name) => sources.get(name) === undefined))
        return withNotes(result, [failure, this.#stdout.note], stderr.note)
    }
  }
}

const withSource = (settings: Settings, source: Source | undefined): Settings =>
  source ? { ...settings, source } : settings

const cutStreams = ({ truncation, stderr }: SeparateDetails): StreamName[] => [
  ...(truncation.truncated ? (['stdout'] as const) : []),
  ...(stderr?.truncated ? (['stderr'] as const) : []),
]

function withNotes(
  output: ToolOutput<SeparateDetails>,
  notes: readonly (string | undefined)[],
  ofStderr: string | undefined,
): ToolOutput<SeparateDetails> {
  const { truncation, stderr } = output.details
  const details: SeparateDetails = { truncation: notes.reduce(noted, truncation) }
  if (stderr) details.stderr = noted(stderr, ofStderr)
  return { ...output, details }
}
