import { SpillingCollector, sourceOf } from '../engine/stream.ts'
import { truncate } from '../engine/truncate.ts'
import { runNow } from '../fit/counted.ts'
import type { CommandStatus, Limits, TruncateOptions } from '../options.ts'
import { createSecretRedactor } from '../redact/secrets.ts'
import { settingsOf } from '../settings.ts'
import { estimateTokens } from '../tokens/estimate.ts'
import { BashStream } from '../tools/bash-stream.ts'
import type { StreamName } from '../tools/streams.ts'
import type { Truncation } from '../truncation.ts'
import type { Parsed } from './arguments.ts'
import { runTable } from './arguments.ts'
import { withConfig } from './config.ts'
import { queueEvent, strategyOf } from './queue-event.ts'
import { USUAL_SPEND } from './settings.ts'
import { continueText, restOfText, type Seen, seenOf } from './shell-text.ts'
import { storeFor, warnIfNotStored } from './store.ts'
import { structureOption } from './structure.ts'
import { countedOptions } from './tokenizer.ts'

/** Bytes of a tool's output that an agent sees if no setting says otherwise. */
const AGENT_BYTES = 8192
/** Bytes, lines and tokens that the marker at the seam can need. */
const SEAM = { bytes: 80, lines: 2, tokens: 40 }
/** How often a text that came out too long is cut again. */
const TRIES = 3
/** The most bytes of an output that can pass as they are. */
const MOST_RAW_BYTES = 1024 ** 2

/** Bytes to write to one of the agent's streams. */
export interface Shown {
  stream: StreamName
  bytes: Uint8Array
}

/** An output of which an agent has seen the first bytes, and that turned out not to fit. */
export class ShellOutput {
  readonly #seen: Seen
  readonly #options: TruncateOptions & Limits
  /** The result as if nothing had been seen. It keeps the full output. */
  readonly #whole: BashStream
  /** What can follow the seen bytes. Absent if nothing was seen. */
  readonly #rest: SpillingCollector | undefined
  #raw: Shown[] = []
  #totalBytes = 0

  private constructor(seen: Uint8Array, options: TruncateOptions & Limits, whole: BashStream) {
    this.#seen = seenOf(seen)
    this.#options = options
    this.#whole = whole
    if (seen.length > 0) this.#rest = new SpillingCollector(this.#restOptions(), {})
  }

  /** Opens an output with the settings for `bash`. `line` is the command line that prints it. */
  static async open(seen: Uint8Array, line: string): Promise<ShellOutput> {
    const values: Parsed['values'] = {}
    withConfig(values, runTable, 'bash')
    const { options } = await countedOptions(values)
    const all = {
      maxBytes: AGENT_BYTES,
      maxLines: Number.POSITIVE_INFINITY,
      maxTokens: Number.POSITIVE_INFINITY,
      maxSerializedBytes: Number.POSITIVE_INFINITY,
      maxLineLength: Number.POSITIVE_INFINITY,
      ...options,
      ...structureOption(values, wordsOf(line)),
      spend: options.spend ?? USUAL_SPEND,
    }
    const whole = new BashStream({
      ...all,
      store: await storeFor(values),
      meta: { tool: 'bash', label: line },
      ...(values.redact === true && { redact: createSecretRedactor() }),
    })
    const output = new ShellOutput(seen, all, whole)
    await output.write('stdout', seen)
    output.#raw = []
    return output
  }

  async write(stream: StreamName, bytes: Uint8Array): Promise<void> {
    this.#totalBytes += bytes.length
    if (this.#totalBytes <= MOST_RAW_BYTES) this.#raw.push({ stream, bytes: bytes.slice() })
    await this.#whole.write({ stream, chunk: bytes })
    await this.#rest?.write(bytes)
  }

  /** What is to be written after the seen bytes. `declaredBytes` of the output were cut by other calls of pith. */
  async end(exitCode: number | undefined, declaredBytes: number): Promise<Shown[]> {
    const status = exitCode === undefined || exitCode === 0 ? undefined : { exitCode }
    const { truncation, content } = (await this.#whole.end(status ?? { exitCode: 0 })).details
    const { artifact } = this.#whole
    const isWhole = this.#totalBytes <= MOST_RAW_BYTES && this.#fits(truncation, declaredBytes)
    queueEvent(
      {
        tool: 'bash',
        status: status ? 'failed' : 'ok',
        strategy: strategyOf(this.#options),
        artifact: artifact?.ref?.id,
      },
      truncation,
    )
    if (isWhole) return this.#raw
    warnIfNotStored(artifact)
    // Of a binary output nothing is shown but what the agent has seen.
    if (content?.kind === 'binary' && this.#rest)
      return [{ stream: 'stdout', bytes: Buffer.from(`\n${truncation.notice ?? ''}`) }]
    const bytes =
      restOfText(truncation, this.#seen) ?? (this.#rest && (await this.#continued(this.#rest, status)))
    return [{ stream: 'stdout', bytes: bytes ?? Buffer.from(truncation.text) }]
  }

  /** Whether the output passes as it is: only what is over the limits is cut to its worth. */
  #fits({ truncatedBy = 'worth', totalLines }: Truncation, declaredBytes: number): boolean {
    const { maxBytes, maxLines, maxTokens, maxSerializedBytes, maxLineLength } = this.#options
    const hasOthers = Math.min(maxTokens, maxSerializedBytes, maxLineLength) < Number.POSITIVE_INFINITY
    if (this.#totalBytes > maxBytes + declaredBytes) return false
    // What cannot be decoded has more bytes as text, but it passes as it is.
    return declaredBytes > 0 || (totalLines <= maxLines && (!hasOthers || truncatedBy === 'worth'))
  }

  /** The text after the seen bytes, within what these leave of the limits. */
  async #continued(rest: SpillingCollector, status: CommandStatus | undefined): Promise<Uint8Array> {
    const { artifact } = this.#whole
    const source = artifact && sourceOf(artifact)
    const room = this.#options.maxBytes - this.#seen.bytes.length
    const limits = { ...this.#restOptions(), ...(source && { source }) }
    await rest.flush()
    let result = runNow(rest.fit(settingsOf(limits), status), settingsOf(limits))
    for (let tries = 0; tries < TRIES; tries++) {
      const text = continueText(result, this.#seen)
      if (text.length <= room) return text
      limits.maxBytes = Math.max(0, limits.maxBytes - (text.length - room))
      result = truncate(result, limits)
    }
    const last = Buffer.from(`\n${result.notice ?? ''}`)
    return last.length <= room ? last : Buffer.alloc(0)
  }

  /** Options for what follows the seen bytes. It has no beginning of its own, and is read as lines. */
  #restOptions() {
    const { structure: _, tokens: __, ...options } = this.#options
    const { bytes, lineFeeds } = this.#seen
    const less = (limit: number, used: number) => Math.max(0, limit - used)
    return {
      ...options,
      fold: options.fold ?? true,
      headRatio: 0,
      maxBytes: less(options.maxBytes, bytes.length + SEAM.bytes),
      maxLines: less(options.maxLines, lineFeeds + SEAM.lines),
      maxTokens: less(options.maxTokens, estimateTokens(bytes).tokens + SEAM.tokens),
    }
  }
}

/** The words of a command line, as far as a kind of output can be told by them. */
const wordsOf = (line: string): string[] => line.trim().split(/\s+/)
