import { runNow } from '../../core/fit/counted.ts'
import { SpillingCollector, sourceOf } from '../../core/stream.ts'
import { estimateTokens } from '../../core/tokens/estimate.ts'
import { writeSoFar } from '../../core/words/notices.ts'
import type { EventStatus } from '../../extra/events/events.ts'
import { completeLines, cutFollowing, type Seen, seenOf } from '../../host/text-after.ts'
import type { CommandStatus, Limits, TruncateOptions } from '../../options.ts'
import { settingsOf } from '../../settings.ts'
import { countLineFeeds } from '../../store/ranges.ts'
import type { BashStream } from '../../tools/bash-stream.ts'
import type { CommandJudgement } from '../../tools/command/judge.ts'
import type { StreamName } from '../../tools/streams.ts'
import type { Truncation } from '../../truncation.ts'
import { queueEvent, strategyOf } from '../events/queue-event.ts'
import { asAnswer, programOf } from '../options/purpose.ts'
import { ended } from '../print/output.ts'
import { warnIfNotStored } from '../settings/store.ts'
import { type Before, BURST_BYTES, type WatchedLog } from './watched-log.ts'
import { partsWithoutSecrets, type StreamPart, wholeFigures } from './whole.ts'
import { figuresOf, figuresOfWritten, sumOfFigures, writtenOf } from './written-figures.ts'

/** Bytes, lines and tokens that the marker at the seam can need. */
const SEAM = { bytes: 80, lines: 2, tokens: 40 }
/** The most bytes of an output that can pass as they are, unless none are cut. */
export const MOST_RAW_BYTES = 1024 ** 2

interface ShellParts {
  /** What the agent has seen already. */
  seen: Uint8Array
  /** The most bytes that are shown while the command runs, unless some were seen already. */
  liveBytes: number
  options: TruncateOptions & Limits
  judged: CommandJudgement
  /** The result as if nothing had been seen. It keeps the full output. */
  whole: BashStream
  hidesSecrets: boolean
  /** The most bytes of an output that can pass as they are. */
  mostRawBytes: number
  /** The limit in bytes of a command that failed, if it is lower. */
  failedBytes: number
  /** What is shown of a successful output that exceeds the limit, if less. */
  cutBytes: number
  openLog(before: Before): WatchedLog
}

/** An output of which an agent has seen the first bytes, and that turned out not to fit. */
export class ShellOutput {
  /** What the agent has seen, or is to see if the command goes on. */
  #seen: Seen
  #isSeen: boolean
  readonly #options: TruncateOptions & Limits
  readonly #judged: CommandJudgement
  readonly #whole: BashStream
  /** What follows the seen bytes. Absent if there are none. */
  #rest: SpillingCollector | undefined
  #raw: StreamPart[] = []
  /** What is shown first if the command goes on. */
  #first: StreamPart | undefined
  readonly #liveBytes: number
  #totalBytes: number
  readonly #mostRawBytes: number
  /** The limit in bytes, which is lower for a command that failed. */
  #mostBytes: number
  readonly #failedBytes: number
  readonly #cutBytes: number
  /** What `end` has found and given. */
  #ended: { truncation: Truncation; status: EventStatus } | undefined
  #last: StreamPart[] = []
  #isWhole = false
  readonly #hidesSecrets: boolean
  /** Set if the output is shown as it comes. */
  #log: WatchedLog | undefined
  /** Those who watch know by which id they can see all of the output. */
  #isFollowed = false
  readonly #openLog: ShellParts['openLog']
  /** What a log would get if somebody began to watch. Undefined if nobody can, or if it would be too much. */
  #unwatched: Uint8Array[] | undefined
  /** How many LFs came before somebody watched. */
  #cameLineFeeds = 0

  constructor({ seen, liveBytes, options, judged, whole, hidesSecrets, openLog, ...limits }: ShellParts) {
    this.#hidesSecrets = hidesSecrets
    this.#openLog = openLog
    this.#liveBytes = liveBytes
    this.#seen = seenOf(seen)
    this.#isSeen = seen.length > 0
    this.#totalBytes = seen.length
    this.#options = options
    this.#mostBytes = options.maxBytes
    this.#mostRawBytes = limits.mostRawBytes
    this.#failedBytes = limits.failedBytes
    this.#cutBytes = limits.cutBytes
    this.#judged = judged
    this.#whole = whole
    if (this.#isSeen) this.#rest = new SpillingCollector(this.#restOptions(), {})
  }

  /** Takes what was seen. From here on, what comes is new. */
  async begin(isWatched: boolean): Promise<void> {
    await this.#whole.write({ stream: 'stdout', chunk: this.#seen.bytes })
    this.#unwatched = []
    if (isWatched) await this.watch()
  }

  /** What comes from now on is shown as it comes, and so is what came and was not shown. */
  async watch(): Promise<void> {
    if (this.#log) return
    const log = this.#openLog(
      this.#unwatched
        ? { ...(this.#isSeen ? this.#seen : seenOf(new Uint8Array())), isCut: false }
        : { lineFeeds: this.#cameLineFeeds, isOpen: false, isCut: true },
    )
    for (const part of this.#unwatched ?? []) await log.write(part)
    this.#unwatched = undefined
    this.#log = log
  }

  /** Takes what the whole has decoded and freed of secrets. */
  took(bytes: Uint8Array): Promise<void> | undefined {
    if (this.#log) return this.#log.write(bytes)
    this.#cameLineFeeds += countLineFeeds(bytes)
    if (this.#totalBytes > MOST_RAW_BYTES) this.#unwatched = undefined
    // It may be overwritten.
    this.#unwatched?.push(new Uint8Array(bytes))
    return undefined
  }

  async write(stream: StreamName, bytes: Uint8Array): Promise<void> {
    // Later nothing could begin behind the first bytes.
    if (this.#totalBytes + bytes.length > this.#mostRawBytes) await this.#planFirst()
    this.#totalBytes += bytes.length
    // A `slice` of a Buffer would be no copy.
    if (this.#totalBytes <= this.#mostRawBytes) this.#raw.push({ stream, bytes: new Uint8Array(bytes) })
    await this.#whole.write({ stream, chunk: bytes })
    await this.#rest?.write(bytes)
  }

  /** What is new of an output that is watched. */
  async news(now: number): Promise<Uint8Array> {
    const log = this.#log
    if (!log) return new Uint8Array()
    const text = await log.take(now)
    // What is left out can be shown while the command goes on.
    if (!log.isCut || text.length === 0) return text
    const id = await this.#whole.follow()
    if (id === undefined || this.#isFollowed) return text
    this.#isFollowed = true
    const { notice: reader } = settingsOf(this.#options)
    return Buffer.concat([text, log.say(writeSoFar(id, reader))])
  }

  /** The size of the first lines of an output of which nothing was seen yet. The agent must see them now. */
  async showFirst(): Promise<number> {
    if (this.#isSeen || this.#log) return 0
    await this.#planFirst()
    if (this.#first === undefined) return 0
    this.#isSeen = true
    const { bytes } = this.#first
    this.#raw = this.#raw.map((part, at) =>
      at > 0 ? part : { ...part, bytes: part.bytes.subarray(bytes.length) },
    )
    // These lines are plain, so that they came as they are.
    if (this.#unwatched) this.#unwatched = [Buffer.concat(this.#unwatched).subarray(bytes.length)]
    return bytes.length
  }

  /** Chooses the first lines, and begins what would follow them. */
  async #planFirst(): Promise<void> {
    const [start, ...others] = this.#raw
    if (this.#rest || this.#totalBytes > this.#mostRawBytes || start === undefined) return
    const bytes = completeLines(start.bytes.subarray(0, this.#liveBytes))
    if (bytes.length === 0) return
    this.#first = { stream: start.stream, bytes }
    this.#seen = seenOf(bytes)
    this.#rest = new SpillingCollector(this.#restOptions(), {})
    await this.#rest.write(start.bytes.subarray(bytes.length))
    for (const part of others) await this.#rest.write(part.bytes)
  }

  /** What is to be written after the seen bytes. `declaredBytes` of the output were cut by other calls of pith. */
  async end(exitCode: number | undefined, declaredBytes: number): Promise<StreamPart[]> {
    const status = exitCode === undefined || exitCode === 0 ? undefined : asAnswer({ exitCode }, this.#judged)
    if (status && !status.isAnswer) this.#mostBytes = Math.min(this.#mostBytes, this.#failedBytes)
    else if (this.#totalBytes > this.#mostBytes + declaredBytes)
      this.#mostBytes = Math.min(this.#mostBytes, this.#cutBytes)
    // What a log has left out must be kept.
    const most = this.#log?.isCut ? Math.min(this.#mostBytes, BURST_BYTES) : this.#mostBytes
    const { truncation, content } = (await this.#whole.end(status ?? { exitCode: 0 }, most)).details
    if (this.#log) return this.#endOfLog(this.#log, truncation, status)
    this.#isWhole = this.#totalBytes <= this.#mostRawBytes && this.#fits(truncation, declaredBytes)
    this.#ended = { truncation, status: status && !status.isAnswer ? 'failed' : 'ok' }
    // Nothing else may be shown of an output whose redaction failed.
    const isRefused = truncation.failures?.some(({ what }) => what === 'redaction')
    if (isRefused) this.#isWhole = false
    this.#last = isRefused
      ? [{ stream: 'stdout', bytes: ended(truncation.text) }]
      : this.#isWhole
        ? this.#rawParts()
        : await this.#textAfterSeen(truncation, content?.kind, status)
    return this.#last
  }

  /** The end of an output that was watched. It may be as long as a result. */
  async #endOfLog(
    log: WatchedLog,
    truncation: Truncation,
    status: CommandStatus | undefined,
  ): Promise<StreamPart[]> {
    warnIfNotStored(this.#whole.artifact)
    const { artifact } = this.#whole
    const source = artifact && sourceOf(artifact)
    this.#ended = { truncation, status: status && !status.isAnswer ? 'failed' : 'ok' }
    const { notice: reader } = settingsOf(this.#options)
    const text = await log.end(this.#mostBytes - 1, { source, reader, status })
    this.#last = [{ stream: 'stdout', bytes: text.length > 0 ? ended(text) : text }]
    return this.#last
  }

  #rawParts(): StreamPart[] {
    return this.#hidesSecrets ? partsWithoutSecrets(this.#raw) : this.#raw
  }

  async #textAfterSeen(
    truncation: Truncation,
    kind: string | undefined,
    status: CommandStatus | undefined,
  ): Promise<StreamPart[]> {
    warnIfNotStored(this.#whole.artifact)
    // Of a binary output nothing is shown but what the agent has seen.
    const rest = this.#isSeen ? this.#rest : undefined
    if (kind === 'binary' && rest) return [{ stream: 'stdout', bytes: ended(`\n${truncation.notice ?? ''}`) }]
    if (rest === undefined) return [{ stream: 'stdout', bytes: ended(truncation.text) }]
    return [{ stream: 'stdout', bytes: ended(await this.#continued(rest, status)) }]
  }

  /** Queues the event: what was seen before, and the first bytes of what `end` gave, were written. */
  written(count: number): void {
    if (!this.#ended) return
    const { truncation, status } = this.#ended
    const seen = this.#isSeen ? this.#seen.bytes : new Uint8Array()
    const last = Buffer.concat(this.#last.map(({ bytes }) => bytes))
    const written = Buffer.concat([seen, last.subarray(0, count)])
    const call = {
      tool: 'bash',
      program: programOf(this.#judged),
      status,
      strategy: strategyOf(this.#options),
      artifact: this.#whole.artifact?.ref?.id,
    }
    if (this.#log) {
      queueEvent(call, truncation, figuresOf(truncation, sumOfFigures(writtenOf(seen), this.#log.figures)))
      return
    }
    const isPlanned = written.equals(ended(truncation.text))
    // The last line end is not in the text.
    const figures = isPlanned ? { outputBytes: written.length } : figuresOfWritten(truncation, written)
    const all = this.#isWhole && count >= last.length ? { ...figures, ...wholeFigures(truncation) } : figures
    queueEvent(call, truncation, all)
  }

  /** Whether the output passes as it is: only what is over the limits is cut to its worth. */
  #fits({ truncatedBy = 'worth', totalLines }: Truncation, declaredBytes: number): boolean {
    const { maxLines, maxTokens, maxSerializedBytes, maxLineLength } = this.#options
    const hasOthers = Math.min(maxTokens, maxSerializedBytes, maxLineLength) < Number.POSITIVE_INFINITY
    if (this.#totalBytes > this.#mostBytes + declaredBytes) return false
    // What cannot be decoded has more bytes as text, but it passes as it is.
    return declaredBytes > 0 || (totalLines <= maxLines && (!hasOthers || truncatedBy === 'worth'))
  }

  /** The text after the seen bytes, within what these leave of the limits. */
  async #continued(rest: SpillingCollector, status: CommandStatus | undefined): Promise<Uint8Array> {
    const { artifact } = this.#whole
    const source = artifact && sourceOf(artifact)
    const room = this.#mostBytes - this.#seen.bytes.length - 1
    const rests = this.#restOptions()
    const limits = { ...rests, ...(source && { source }), maxBytes: Math.min(rests.maxBytes, room) }
    await rest.flush()
    const { text, maxBytes } = cutFollowing(rest, limits, { seen: this.#seen, room, source, status })
    if (text.length <= room) return text
    // Without a notice there is no number in it.
    const less = Math.max(0, maxBytes - (text.length - room))
    const settings = settingsOf({ ...limits, maxBytes: less, notice: false })
    return Buffer.from(runNow(rest.fit(settings, status), settings).text)
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
