import { countCodePoints, REGIONAL_BYTES, regionalsBefore } from '../bytes/graphemes.ts'
import { lastLfBefore } from '../bytes/lines.ts'
import { leadingContinuations } from '../bytes/utf8.ts'
import { FLAG_NON_ASCII, type Scanner, type Totals, WINDOW_BYTES } from '../scan/scanner.ts'
import { type Entry, LAG_BYTES, type SelectSession, type WindowCounts } from '../scan/selector.ts'
import type { TokenWeights } from '../scan/token-units.ts'
import { Folding, type FoldingOptions } from './folding.ts'
import { type ErrorPlace, placeIn } from './found.ts'
import { Head, Tail } from './head-tail.ts'
import { HeldBytes } from './held-bytes.ts'
import { type CountedOffset, type Kept, KeptLines, type Surroundings } from './kept.ts'
import { QueryLines } from './query-lines.ts'
import type { Queried } from './query-values.ts'
import type { Judging } from './signal.ts'

const LF = 0x0a

/** Twice the scanner's lag, so that a line that is reported late ended within it. */
const REMEMBERED_BYTES = 2 * LAG_BYTES

/** Bytes read at a time while a run of flags is followed back. */
const LOOK_BACK_BYTES = 4096

interface EndedLine {
  start: CountedOffset
  endByte: number
}

export interface StreamOptions {
  scanner: Scanner
  /** Undefined when errors are not looked for. */
  judging: Judging | undefined
  /** The words of a query. */
  query?: readonly string[] | undefined
  /** Weights for token units; undefined when tokens are not counted. */
  tokens: TokenWeights | undefined
  headBytes: number
  tailBytes: number
  /** True when the head takes the room that the tail leaves. */
  isBothEnds?: boolean
  /** Set to fold repeated lines. The stream is then the folded text. */
  fold?: Pick<FoldingOptions, 'numberOf' | 'leastBytes' | 'rules'> | undefined
  /** Where an error of what the stream is given is in the input. Undefined if that is the input. */
  placeOf?: ((error: ErrorPlace) => ErrorPlace) | undefined
}

/** What a scan counts, with or without selecting lines. */
interface Counter {
  window(): Uint8Array
  advance(length: number): WindowCounts
  finish(): StreamTotals
}

/** What is known at the end of a stream. */
export type StreamTotals = Pick<Totals, 'newlines' | 'textBytes' | 'flags' | 'tokenUnits'>

/**
 * Scans a stream once. Keeps exact counts and a bounded part of the bytes: both ends, and the selected lines with the
 * lines around them. All of this depends on the bytes alone, not on how they were cut into chunks.
 */
export class Stream {
  readonly head: Head
  readonly tail: Tail
  /** Folds repeated lines; undefined when they stay. */
  readonly folding: Folding | undefined
  /** Undefined when errors are not looked for. */
  readonly judging: Judging | undefined
  /** Where an error of the stream is in the input. Undefined if the stream is the input. */
  readonly placeOf: ((error: ErrorPlace) => ErrorPlace) | undefined
  readonly isBothEnds: boolean
  bytes = 0
  newlines = 0
  codePoints = 0
  tokenUnits = 0
  flags = 0
  /**
   * 0 or 1: the parity of the run of regional indicators right before the tail. It decides how flags pair in the tail.
   */
  flagParity = 0
  /** The last chunk, when it is owned and needs no copy. */
  pending: Uint8Array = new Uint8Array(0)
  /** Start of the line that is open at the end of the stream. */
  openLine: CountedOffset = { byte: 0, codePoints: 0 }
  /** Lines that ended within the last `REMEMBERED_BYTES` or so, for lines that are reported late. */
  endedLines: EndedLine[] = []
  /** The first LF at or after the end of the head. */
  headLineEnd: CountedOffset | undefined
  /** True while repeated lines are folded, and after an error of that. */
  isFolding = false
  readonly #counter: Counter
  readonly #selecting: SelectSession | undefined
  readonly #kept = new KeptLines()
  readonly #query: QueryLines | undefined
  #totals: StreamTotals | undefined
  readonly #held: HeldBytes
  #isOwned = false
  #windowStart = 0
  #windowEnd = 0
  /** `openLine` at the start of the chunk. */
  #chunkLine: CountedOffset = this.openLine
  /** `openLine` at the start of the window. */
  #windowLine: CountedOffset = this.openLine
  /** Where the ASCII text begins that ends with the window. */
  #asciiStart = 0
  /** The last place in text that is not ASCII whose code points were asked for. */
  #asked: CountedOffset = { byte: 0, codePoints: 0 }

  constructor({
    scanner,
    judging,
    query,
    tokens,
    headBytes,
    tailBytes,
    isBothEnds = false,
    fold,
    placeOf,
  }: StreamOptions) {
    this.isBothEnds = isBothEnds
    this.head = new Head(headBytes)
    this.tail = new Tail(tailBytes)
    this.#held = new HeldBytes(this.tail)
    this.#selecting = judging?.open(tokens)
    this.judging = judging
    this.#query = query?.length ? new QueryLines(query) : undefined
    this.#counter = this.#selecting ?? scanner.open({ tokens })
    const folding =
      fold &&
      new Folding({
        ...fold,
        placeOf,
        headBytes,
        tailBytes,
      })
    if (folding) this.folding = folding
    this.placeOf = folding && placeOf ? (error) => placeOf(placeIn(folding.map, error)) : placeOf
  }

  /** Takes the next bytes. With `owned` they are kept by reference and must never change. */
  push(chunk: Uint8Array, owned: boolean): void {
    if (this.folding) {
      this.isFolding = true
      this.folding.push(chunk, (bytes) => this.#show(bytes))
      this.isFolding = false
      return
    }
    this.#take(chunk, owned)
  }

  /** Takes folded text. */
  #show(bytes: Uint8Array): void {
    this.isFolding = false
    this.#take(bytes, false)
    this.isFolding = true
  }

  #take(chunk: Uint8Array, owned: boolean): void {
    this.#keepEnds()
    this.#held.chunk = chunk
    this.#held.chunkStart = this.bytes
    this.#isOwned = owned && this.bytes === 0
    this.#chunkLine = this.openLine
    for (let at = 0; at < chunk.length; at += WINDOW_BYTES) {
      const part = chunk.subarray(at, at + WINDOW_BYTES)
      this.#counter.window().set(part)
      this.#observe(this.#counter.advance(part.length), part)
    }
    this.#kept.extend(chunk, this.#held.chunkStart)
    this.pending = chunk
    if (!owned) this.#keepEnds()
  }

  /** True once all bytes have come. */
  get isFinished(): boolean {
    return this.#totals !== undefined
  }

  /** Ends the scan. The counts are then final. */
  finish(): StreamTotals {
    if (this.#totals) return this.#totals
    this.isFolding = true
    this.folding?.finish(
      () => this.newlines,
      (bytes) => this.#show(bytes),
    )
    this.isFolding = false
    this.#totals = this.#counter.finish()
    this.#windowEnd = this.bytes
    this.#keepSelected(this.#query?.end())
    return this.#totals
  }

  /** Counts of lines like a selected one. Undefined when errors are not looked for. */
  get counts(): Pick<SelectSession, 'countOf' | 'leftScore'> | undefined {
    return this.#selecting
  }

  /** The selected lines so far, in order. */
  keptLines(): Kept[] {
    return this.#selecting?.slots().map((slot) => this.#kept.at(slot)) ?? []
  }

  /** What a query selected so far. Undefined without one. */
  get queried(): Queried | undefined {
    const query = this.#query
    return query && { query, lines: query.slots().map((slot) => this.#kept.at(slot)) }
  }

  /** Gives back the memory of the selection. Nothing may be asked afterwards. */
  release(): void {
    this.#selecting?.release()
  }

  #keepEnds(): void {
    if (this.pending.length === 0) return
    this.flagParity = this.tailParity()
    this.head.push(this.pending)
    this.tail.push(this.pending)
    this.pending = new Uint8Array(0)
    this.#held.chunk = this.pending
    this.#held.chunkStart = this.bytes
  }

  /** `flagParity` as it will be when the pending chunk is in the tail. */
  tailParity(): number {
    const start = this.bytes - this.tail.capacity
    if (start <= this.tail.startByte) return this.flagParity
    return this.#flagParityAt(start + leadingContinuations(this.#held.held(start, start + 3)))
  }

  /** 0 or 1: the parity of the run of regional indicators that ends at `offset`, a decode boundary in memory. */
  #flagParityAt(offset: number): number {
    const oldest = this.#held.startByte
    let at = offset
    for (let run = -1; run !== 0 && at > oldest; at -= run * REGIONAL_BYTES) {
      const piece = this.#held.held(Math.max(oldest, at - LOOK_BACK_BYTES), at)
      run = regionalsBefore(piece, piece.length)
    }
    const run = (offset - at) / REGIONAL_BYTES
    return (at - oldest < REGIONAL_BYTES ? run + this.flagParity : run) % 2
  }

  #observe(counts: WindowCounts, window: Uint8Array): void {
    const start = this.bytes
    this.bytes += window.length
    this.newlines += counts.newlines
    this.codePoints += counts.codePoints
    this.tokenUnits += counts.tokenUnits
    this.flags |= counts.flags
    this.#windowStart = start
    this.#windowLine = this.openLine
    this.#windowEnd = this.bytes
    this.#asciiStart = (counts.flags & FLAG_NON_ASCII) === 0 ? start : this.bytes
    if (counts.newlines > 0) this.#lineEnds(start)
    this.#keepSelected(this.#query?.push(window))
  }

  /** Keeps the lines that were selected in the last window, and those that answer a query. */
  #keepSelected(answers: readonly Entry[] = []): void {
    const selecting = this.#selecting
    const entered = selecting?.entered() ?? []
    if (entered.length + answers.length === 0) return
    const around = this.#surroundings
    const entries = [...answers]
    if (selecting) for (const slot of entered) entries.push(selecting.entry(slot))
    for (const entry of entries.sort((a, b) => a.startByte - b.startByte)) this.#kept.add(entry, around)
  }

  get #surroundings(): Surroundings {
    return {
      startByte: this.#held.startByte,
      isLasting: this.#isOwned,
      held: (start, end) => this.#held.held(start, end),
      codePointsAt: (offset) => this.#codePointsAt(offset),
      flagParityAt: (offset) => this.#flagParityAt(offset),
      lineStartOf: (offset) => this.#lineStartOf(offset),
      lineEndOf: (offset) => this.#lineEndOf(offset),
    }
  }

  /** Records the ends of lines that were open before this window, and the lines near its end. */
  #lineEnds(windowStart: number): void {
    const from = this.#held.chunkStart
    const { chunk } = this.#held
    const at = (index: number): CountedOffset => ({
      byte: index + from,
      codePoints: this.#codePointsAt(index + from),
    })
    const first = chunk.indexOf(LF, windowStart - from)
    this.#kept.endLines(first + from, (offset) => this.#codePointsAt(offset))
    const wanted = this.head.capacity
    if (this.headLineEnd === undefined && this.bytes > wanted) {
      const end = chunk.indexOf(LF, Math.max(wanted, windowStart) - from)
      if (end >= 0 && end + from < this.#windowEnd) this.headLineEnd = at(end)
    }
    let lf = lastLfBefore(chunk, this.#windowEnd - from)
    this.openLine = at(lf + 1)
    const ended: EndedLine[] = []
    for (const oldest = Math.max(windowStart, this.#windowEnd - REMEMBERED_BYTES) - from; lf >= oldest; ) {
      const previous = lastLfBefore(chunk, lf)
      ended.unshift({ start: previous < 0 ? this.#chunkLine : at(previous + 1), endByte: lf + from })
      lf = previous
    }
    const old = this.endedLines.filter((line) => line.endByte >= windowStart - REMEMBERED_BYTES)
    this.endedLines = [...old, ...ended]
  }

  /**
   * Code points before a decode boundary in memory. They are counted from the nearer of two places whose count is known:
   * the last one that was asked for, and the end of the window.
   */
  #codePointsAt(offset: number): number {
    const windowEnd = this.#windowEnd
    if (offset >= this.#asciiStart) return this.codePoints - (windowEnd - offset)
    const last = this.#asked
    const distance = last.byte < this.#held.startByte ? Infinity : Math.abs(offset - last.byte)
    const near: CountedOffset =
      distance < windowEnd - offset ? last : { byte: windowEnd, codePoints: this.codePoints }
    const [from, to] = near.byte < offset ? [near.byte, offset] : [offset, near.byte]
    const count = countCodePoints(this.#held.held(from, to), 0, to - from)
    this.#asked = { byte: offset, codePoints: near.codePoints + (near.byte < offset ? count : -count) }
    return this.#asked.codePoints
  }

  /** The start of the line that holds an offset in this window, or one that was reported late. */
  #lineStartOf(offset: number): CountedOffset {
    const from = this.#held.chunkStart
    if (offset < Math.max(from, this.#windowStart))
      return (
        this.#endedLineAt(offset)?.start ?? (offset < this.openLine.byte ? this.#windowLine : this.openLine)
      )
    const start = lastLfBefore(this.#held.chunk, offset - from) + 1 + from
    return start > this.#windowStart
      ? { byte: start, codePoints: this.#codePointsAt(start) }
      : this.#windowLine
  }

  #lineEndOf(offset: number): CountedOffset | undefined {
    const markAt = (byte: number): CountedOffset => ({ byte, codePoints: this.#codePointsAt(byte) })
    const from = this.#held.chunkStart
    const start = Math.max(from, this.#windowStart)
    const ended = offset < start ? this.#endedLineAt(offset) : undefined
    if (ended) return markAt(ended.endByte)
    if (offset >= this.openLine.byte) return undefined
    return markAt(this.#held.chunk.indexOf(LF, Math.max(offset, start) - from) + from)
  }

  #endedLineAt(offset: number): EndedLine | undefined {
    return this.endedLines.find(({ start, endByte }) => start.byte <= offset && offset <= endByte)
  }
}
