import { runNow } from '../../core/fit/counted.ts'
import { SpillingCollector } from '../../core/stream.ts'
import { estimateTokens } from '../../core/tokens/estimate.ts'
import { writeFolded } from '../../core/words/notices.ts'
import { cutFollowing, LF, type SeenTo, type Words } from '../../host/text-after.ts'
import type { TruncateOptions } from '../../options.ts'
import { settingsOf } from '../../settings.ts'
import { countLineFeeds } from '../../store/ranges.ts'
import type { Truncation } from '../../truncation.ts'
import type { WrittenFigures } from './written-figures.ts'

/** A log gets at most so many bytes in so long a time. */
const WINDOW_BYTES = 16 * 1024
const WINDOW_MS = 10_000
/** How often it gets what is new. */
const PACE_MS = 500
/** What it may get at once, and all that a short output has. */
export const BURST_BYTES = 6 * 1024
/** What it may get each time, however much it has got before. */
const LEAST_BYTES = ((WINDOW_BYTES - BURST_BYTES) * PACE_MS) / WINDOW_MS
/** So often nothing may follow a line without an end, until it is taken for a prompt. */
const PROMPT_PACES = 1
/** A longer line is not waited for. */
const MOST_LINE_BYTES = 64 * 1024
/** So many different errors are shown before their lines end. */
const MOST_EARLY = 512
const CR = 0x0d
const NOTHING = new Uint8Array()
/** A control by which a line may be drawn again, or coloured. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const DRAWS = /[\b\r\x1b]/
/** What goes back to the start of the line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const DRAWS_AGAIN = /^(?:\r[^\n]|\x1b\[1?G)/
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

/** What came before a log began, and was seen. */
export interface Before extends SeenTo {
  /** True if some of it was not shown. */
  isCut: boolean
}

const NOTHING_BEFORE: Before = { lineFeeds: 0, isOpen: false, isCut: false }

/**
 * An output that somebody watches while the command runs: a log, not a result. What is new is shown twice in a second,
 * and is cut when it is more than the log may get, so that errors and the newest lines stay.
 */
export class WatchedLog {
  readonly #options: Omit<TruncateOptions, 'maxBytes'>
  /** The new lines. Undefined if there are none. */
  #fresh: SpillingCollector | undefined
  #freshLineFeeds = 0
  #drawsAgain = false
  #freshEnd = LF
  /** A line that has not ended: it may be drawn again. */
  #line: Uint8Array = NOTHING
  #quietPaces = 0
  /** What errors of lines that had not ended say, without their numbers. */
  readonly #early = new Set<string>()
  #shownLineFeeds: number
  /** The last byte that was shown. */
  #shownEnd: number
  #windowAt = Number.NEGATIVE_INFINITY
  #spent = 0
  #nextAt = Number.NEGATIVE_INFINITY
  #isCut: boolean
  /** What was shown so far. */
  readonly figures: WrittenFigures = { bytes: 0, lines: 0, tokens: 0, keptBytes: 0, keptLines: 0, errors: 0 }

  readonly #windowBytes: number
  readonly #burstBytes: number

  /** @param wholeBytes the bound of a log that gets all of the output, each time */
  constructor(options: Omit<TruncateOptions, 'maxBytes'>, wholeBytes?: number, before = NOTHING_BEFORE) {
    this.#shownLineFeeds = before.lineFeeds
    this.#shownEnd = before.isOpen ? 0 : LF
    this.#isCut = before.isCut
    this.#windowBytes = wholeBytes ?? WINDOW_BYTES
    this.#burstBytes = wholeBytes ?? BURST_BYTES
    // A query shows its errors only once it has failed, which nobody knows yet.
    this.#options = { ...options, for: 'log', fold: options.fold ?? true, headRatio: 0 }
  }

  /** True if something was left out. */
  get isCut(): boolean {
    return this.#isCut
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#quietPaces = 0
    const end = bytes.lastIndexOf(LF) + 1
    if (end > 0) {
      await this.#show(this.#line)
      await this.#show(bytes.subarray(0, end))
      this.#line = NOTHING
    }
    if (end < bytes.length) this.#line = Buffer.concat([this.#line, bytes.subarray(end)])
    if (this.#line.length > MOST_LINE_BYTES) await this.#showLine()
  }

  /** The text that is new, if it is time for one. */
  async take(now: number): Promise<Uint8Array> {
    if (now < this.#nextAt) return NOTHING
    this.#nextAt = now + PACE_MS
    if (this.#line.length > 0 && (await this.#mustShow(++this.#quietPaces))) await this.#showLine()
    if (!this.#fresh) return NOTHING
    if (now >= this.#windowAt + WINDOW_MS) {
      this.#windowAt = now
      this.#spent = 0
    }
    const room = Math.min(
      this.#windowBytes - this.#spent,
      Math.max(LEAST_BYTES, this.#burstBytes - this.#spent),
    )
    // The next window is near.
    if (room < LEAST_BYTES) return NOTHING
    const text = await this.#taken(room)
    this.#spent += text.length
    return text
  }

  /** A line of pith's own behind what was taken. */
  say(line: string): Uint8Array {
    const text = Buffer.from(`${this.#shownEnd === LF ? '' : '\n'}${line}\n`)
    this.#shownEnd = LF
    this.#spent += text.length
    this.figures.bytes += text.length
    this.figures.lines += countLineFeeds(text)
    return text
  }

  /** What is left at the end, and where the rest is if something was left out. */
  async end(room: number, { source, reader, status }: Words): Promise<Uint8Array> {
    await this.#showLine()
    const last = source || status ? Buffer.from(writeFolded(source, reader, status, undefined)) : NOTHING
    const text = await this.#taken(room - last.length - 1)
    if (!this.#isCut || last.length === 0) return text
    this.figures.bytes += last.length
    this.figures.lines++
    const isOpen = (text.at(-1) ?? this.#shownEnd) !== LF
    return Buffer.concat([text, Buffer.from(isOpen ? '\n' : ''), last])
  }

  /** Whether a line that has not ended is to be shown: a prompt, or an error on a line that is drawn again. */
  async #mustShow(quietPaces: number): Promise<boolean> {
    if (!DRAWS.test(latin1(this.#line))) return quietPaces > PROMPT_PACES
    if (quietPaces > 1) return quietPaces === PROMPT_PACES + 1 && !this.#line.includes(CR)
    const line = new SpillingCollector({ ...this.#options, maxBytes: this.#windowBytes }, {})
    await line.write(this.#line)
    await line.flush()
    const settings = settingsOf({ ...this.#options, maxBytes: this.#windowBytes })
    const { errors, findings = errors } = runNow(line.fit(settings, undefined), settings)
    const fresh = findings.statements
      .map(({ message }) => message.replaceAll(/\d+/g, '0'))
      .filter((shape) => !this.#early.has(shape))
    // A line that counts its errors says the same again and again.
    if (this.#early.size > MOST_EARLY) this.#early.clear()
    for (const shape of fresh) this.#early.add(shape)
    return fresh.length > 0
  }

  async #showLine(): Promise<void> {
    const line = this.#line
    this.#line = NOTHING
    await this.#show(line)
  }

  async #show(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0) return
    if (!this.#fresh) {
      this.#fresh = new SpillingCollector({ ...this.#options, maxBytes: this.#windowBytes }, {})
      this.#drawsAgain = DRAWS_AGAIN.test(latin1(bytes.subarray(0, 8)))
    }
    this.#freshLineFeeds += countLineFeeds(bytes)
    this.#freshEnd = bytes[bytes.length - 1]
    await this.#fresh.write(bytes)
  }

  /** The new lines as a text of at most so many bytes. */
  async #taken(room: number): Promise<Uint8Array> {
    if (!this.#fresh) return NOTHING
    // What draws a line again cannot draw one that was shown.
    const start = this.#shownEnd !== LF && this.#drawsAgain ? '\n' : ''
    const seen = { lineFeeds: this.#shownLineFeeds, isOpen: this.#shownEnd !== LF && start === '' }
    await this.#fresh.flush()
    const limits = { ...this.#options, maxBytes: room - start.length, notice: false as const }
    const { result, text: shown } = cutFollowing(this.#fresh, limits, { seen, room: limits.maxBytes })
    const text = start === '' ? shown : Buffer.concat([Buffer.from(start), shown])
    this.#count(result, text)
    this.#shownLineFeeds += this.#freshLineFeeds
    this.#shownEnd = this.#freshEnd
    this.#fresh = undefined
    this.#freshLineFeeds = 0
    return text
  }

  #count({ keptBytes, keptLines, errors, truncated }: Truncation, text: Uint8Array): void {
    const { figures } = this
    if (truncated) this.#isCut = true
    figures.bytes += text.length
    figures.lines += countLineFeeds(text)
    figures.tokens += estimateTokens(text).tokens
    figures.keptBytes += keptBytes
    figures.keptLines += keptLines
    figures.errors += errors.lines.filter(({ kept }) => kept).length
  }
}
