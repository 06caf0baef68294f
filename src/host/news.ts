import { Redaction } from '../core/redaction.ts'
import { SpillingCollector } from '../core/stream.ts'
import { writeFollowed } from '../core/words/notices.ts'
import { outOfRange, type PithError } from '../errors.ts'
import type { AsyncTruncateOptions, TruncateOptions } from '../options.ts'
import { createSecretRedactor } from '../redact/secrets.ts'
import { settingsOf } from '../settings.ts'
import { countLineFeeds } from '../store/ranges.ts'
import type { RunEnd } from '../store/store.ts'
import { characterStart, type FoundLine } from './found-line.ts'
import { rowsOf } from './found-rows.ts'
import { createLineFinder } from './line-finders.ts'
import { LineSearch } from './line-search.ts'
import { cutFollowing, LF } from './text-after.ts'

/** A longer line is not waited for. */
const MOST_LINE_BYTES = 64 * 1024
/** So often nothing may follow a line without an end, until it is taken for a prompt. */
const PROMPT_POLLS = 5
/** What is shown around a line that was waited for. */
const SHOWN = { before: 3, after: 3, maxLineLength: 500 }
const CR = 0x0d
const NOT_SHOWN = '[Not shown: redaction failed.]\n'

export interface FollowOptions {
  /** The mark of the last call: how many bytes are known already. */
  since?: number | undefined
  /** A pattern to wait for, in the linear subset. */
  wait?: string | RegExp | undefined
  /** True waits until the command ends. */
  follow?: boolean | undefined
  timeoutSeconds?: number | undefined
  signal?: AbortSignal | undefined
  redact?: boolean | undefined
  /** Receives what is new as it comes. Then it is not in the text. */
  onBytes?: ((bytes: Uint8Array) => Promise<unknown>) | undefined
}

export interface Followed {
  /** What is new, within the limits, and a last line that says how it goes on. */
  text: string
  /** How many bytes are known now. */
  mark: number
  /** `matched`: a line that was waited for has come. `late`: the time was over before. */
  why: 'matched' | 'late' | 'ended' | 'lost' | 'running'
  /** How the command has ended, in a sentence, if somebody knows. */
  ended?: string
  /** The id of what is kept. It may be another one as soon as the command has ended. */
  artifact: string
}

/** Collects what is new, line by line. */
export class News {
  isMatched = false
  readonly #given: FollowOptions
  readonly #since: number
  readonly #options: TruncateOptions & { maxBytes: number }
  readonly #collector: SpillingCollector
  readonly #redaction: Redaction | undefined
  readonly #finder: ReturnType<typeof createLineFinder> | undefined
  #search: LineSearch | undefined
  #rows: FoundLine[] = []
  /** How many bytes and LFs of the output were taken. */
  #bytes = 0
  #lineFeeds = 0
  #seen = { lineFeeds: 0, isOpen: false }
  /** A line that has not ended. */
  #line: Uint8Array = new Uint8Array()
  #polls = 0

  constructor(given: FollowOptions, { tokens: _, structure: __, ...options }: AsyncTruncateOptions) {
    this.#given = given
    this.#since = given.since ?? 0
    if (given.wait !== undefined) this.#finder = createLineFinder(given.wait)
    if (given.redact) this.#redaction = new Redaction(createSecretRedactor())
    const { maxBytes } = settingsOf(options)
    this.#options = { ...options, maxBytes, for: 'log', fold: options.fold ?? true }
    this.#collector = new SpillingCollector(this.#options, {})
  }

  async take(bytes: Uint8Array): Promise<void> {
    this.#polls = 0
    let fresh = bytes
    const known = this.#since - this.#bytes - this.#line.length
    if (known > 0) {
      fresh = bytes.subarray(Math.min(known, bytes.length))
      await this.#pass(bytes.subarray(0, bytes.length - fresh.length), true)
    }
    if (this.#given.onBytes && !this.#redaction) return this.#pass(fresh)
    const end = fresh.lastIndexOf(LF) + 1
    if (end > 0) {
      const whole = Buffer.concat([this.#line, fresh.subarray(0, end)])
      this.#line = new Uint8Array()
      await this.#pass(whole)
    }
    if (end < fresh.length) this.#line = Buffer.concat([this.#line, fresh.subarray(end)])
    if (this.#line.length > MOST_LINE_BYTES) await this.#passLine()
  }

  /** Nothing has come for a while: a line that does not end may be a prompt. */
  async pause(): Promise<void> {
    if (++this.#polls !== PROMPT_POLLS || !this.#finder || this.#line.length === 0) return
    if (this.#redaction) return
    const line = new LineSearch(this.#finder, this.#lineFeeds + 1, SHOWN)
    line.write(this.#line)
    this.#find(line.end(), this.#bytes + this.#line.length)
  }

  async end(id: string, why: Followed['why'], { artifact = id, ended }: RunEnd = {}): Promise<Followed> {
    const isEnd = why === 'ended' || why === 'lost'
    // Of a line that goes on, a part could be one of a secret, or of what is waited for.
    if (isEnd || !(this.#redaction || this.#finder)) await this.#passLine()
    if (this.#bytes < this.#since) throw behindEnd(this.#since, this.#bytes)
    if (isEnd && this.#redaction) await this.#show(this.#redaction.end(), this.#lineFeeds, this.#bytes)
    if (isEnd && this.#search) this.#find(this.#search.end(), this.#bytes)
    const reason = this.isMatched ? 'matched' : why
    const followed = { mark: this.#bytes, why: reason, artifact, ...(ended !== undefined && { ended }) }
    if (this.#given.onBytes) return { ...followed, text: '' }
    const settings = settingsOf(this.#options)
    const last = writeFollowed({ ...followed, id, isWait: this.#finder !== undefined }, settings.notice)
    return {
      ...followed,
      text: `${await this.#text(settings.maxBytes - Buffer.byteLength(last) - 1)}${last}\n`,
    }
  }

  async #text(room: number): Promise<string> {
    if (this.#redaction?.refusal) return NOT_SHOWN
    if (this.#finder) return this.#rowsWithin(room)
    if (this.#bytes === this.#since) return ''
    await this.#collector.flush()
    const limits = { ...this.#options, maxBytes: Math.max(0, room), notice: false as const }
    const { text } = cutFollowing(this.#collector, limits, { seen: this.#seen, room })
    const all = Buffer.from(text).toString()
    return all === '' || all.endsWith('\n') ? all : `${all}\n`
  }

  async #rowsWithin(room: number): Promise<string> {
    const rows = this.#rows
    const search = async function* () {
      yield* rows
    }
    let text = ''
    for await (const row of rowsOf(search())) {
      if (Buffer.byteLength(text + row.text) > room) break
      text += row.text
    }
    return text
  }

  async #passLine(): Promise<void> {
    const line = this.#line
    if (line.length === 0) return
    const start = characterStart(line, line.length - 1)
    const isWhole = new TextDecoder('utf-8').decode(line.subarray(start)) !== '\ufffd'
    // A CR belongs to the line end or the text that follows it.
    const end = isWhole ? line.length - (line[line.length - 1] === CR ? 1 : 0) : start
    this.#line = line.subarray(end)
    await this.#pass(line.subarray(0, end))
  }

  /** Takes bytes: of whole lines, where it can. */
  async #pass(bytes: Uint8Array, isKnown = false): Promise<void> {
    const firstLine = this.#lineFeeds + 1
    const at = this.#bytes
    this.#bytes += bytes.length
    this.#lineFeeds += countLineFeeds(bytes)
    if (bytes.length === 0) return
    if (isKnown) this.#seen = { lineFeeds: this.#lineFeeds, isOpen: bytes[bytes.length - 1] !== LF }
    const shown = this.#redaction ? this.#redaction.write(bytes) : bytes
    if (isKnown) return
    await this.#show(shown, firstLine, at, bytes)
  }

  async #show(shown: Uint8Array, firstLine: number, at: number, bytes?: Uint8Array): Promise<void> {
    if (this.#given.onBytes) await this.#given.onBytes(shown)
    else if (!this.#finder) await this.#collector.write(shown)
    else {
      this.#search ??= new LineSearch(this.#finder, firstLine, SHOWN)
      this.#find(this.#search.write(shown), at, bytes && { firstLine, bytes })
    }
  }

  /** Keeps the first match with the lines around it. What follows these is for the next call. */
  #find(found: FoundLine[], at: number, block?: { firstLine: number; bytes: Uint8Array }): void {
    const first = found.findIndex(({ isMatch }) => isMatch)
    if (first < 0) return
    this.isMatched = true
    const last = first + SHOWN.after
    const next = found.findIndex(({ isMatch }, i) => i > first && (isMatch || i > last))
    this.#rows = found.slice(0, next < 0 ? undefined : next)
    if (!block) {
      this.#bytes = at
      return
    }
    const { line } = this.#rows[this.#rows.length - 1]
    let end = 0
    for (let n = block.firstLine; n <= line; n++) end = block.bytes.indexOf(LF, end) + 1 || block.bytes.length
    this.#bytes = at + end
  }
}

const behindEnd = (since: number, bytes: number): PithError =>
  outOfRange(`Expected a mark of at most +${bytes}, got +${since}: there is no more yet.`)
