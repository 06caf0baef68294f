import { PATTERN_LAG } from '../scan/patterns.ts'
import type { Totals, WindowFacts } from '../scan/scanner.ts'
import { isHead } from '../signal/heads.ts'

/** A line of at most so many bytes is judged whole; of a longer one, so many around its match. */
export const JUDGED_BYTES = 8192
/** Of those, before the match. */
const JUDGED_BEFORE = 1024

/** Lines that are looked back at for a shape like this one's. */
const FAMILIAR_LINES = 64
/** A line whose like was not seen lately is a stranger after so many that were. */
const FAMILIAR_RUN = 15
const MAX_RUN = 60
const SLOTS = 4096

/** The top bit of a line's shape tells of a location; the others are the shape. */
export const SHAPE_BITS = 0x7fffffff

/** A line that may matter, and the part of it to judge. */
export interface WatchedLine {
  /** 1-indexed. */
  line: number
  startByte: number
  /** Its LF, or the end of the input; -1 while a line too long to be judged whole goes on. */
  endByte: number
  /** After its LF. */
  stopByte: number
  judgedStart: number
  judgedEnd: number
  /** True when no line like it was seen lately, after many that were familiar. */
  isStranger: boolean
  /** True when its own text says that it may matter, not only the lines before it. */
  speaks: boolean
}

export interface WatchHost {
  /** A line that may matter. */
  judge(line: WatchedLine): void
  /** Every line that ended, in order, after `judge`. */
  passed(startByte: number, stopByte: number, shape: number): void
}

/**
 * Says which lines may matter, from what the scanner found: those with a literal, a telling head or a location, and
 * strangers among familiar lines. Each line is told once all of it was scanned, so that nothing depends on where a
 * window ends.
 */
export class LineWatch {
  readonly #host: WatchHost
  readonly #judgesAll: boolean
  /** First matches of lines not yet told, ascending. */
  #matches: number[] = []
  /** Lines that ended within the scanner's lag. */
  #waiting: { end: number; shape: number; head: number }[] = []
  #line = 0
  #lineStart = 0
  /** True when the open line was told already. */
  #isJudged = false
  readonly #lastSeen = new Uint32Array(SLOTS)
  #familiar = 0
  /** The line being told, reused. */
  readonly #watched: WatchedLine = {
    line: 0,
    startByte: 0,
    endByte: 0,
    stopByte: 0,
    judgedStart: 0,
    judgedEnd: 0,
    isStranger: false,
    speaks: true,
  }

  constructor(host: WatchHost, judgesAll: boolean) {
    this.#host = host
    this.#judgesAll = judgesAll
  }

  /** Where the first line that was not told begins. */
  get openLine(): number {
    return this.#lineStart
  }

  /** Takes a window that ends at `endByte`. */
  observe(facts: WindowFacts, endByte: number): void {
    const { startByte, candidates, candidateCount, lineEnds, lineShapes, lineHeads, newlines } = facts
    for (let i = 0; i < candidateCount; i++) this.#matches.push(startByte + candidates[2 * i])
    const decided = endByte - PATTERN_LAG
    const waiting = this.#waiting
    this.#waiting = []
    let next = 0
    for (const { end, shape, head } of waiting) {
      if (end <= decided) next = this.#lineEnded(end, shape, head, next)
      else this.#waiting.push({ end, shape, head })
    }
    for (let i = 0; i < newlines; i++) {
      const end = startByte + lineEnds[i]
      if (end <= decided) next = this.#lineEnded(end, lineShapes[i], lineHeads[i], next)
      else this.#waiting.push({ end, shape: lineShapes[i], head: lineHeads[i] })
    }
    if (next > 0) this.#matches.splice(0, next)
    this.#judgeOpen(endByte)
  }

  /** Tells what is left when the input has ended. */
  finish(totals: Totals): void {
    const { bytes, lateCandidates, lastLineShape, lastLineHead } = totals
    for (let i = 0; i < lateCandidates.length; i += 2) this.#matches.push(lateCandidates[i])
    let next = 0
    for (const { end, shape, head } of this.#waiting) next = this.#lineEnded(end, shape, head, next)
    this.#waiting = []
    if (this.#lineStart < bytes) this.#lineEnded(bytes, lastLineShape, lastLineHead, next, bytes)
  }

  /** @returns the index of the first match after the line. */
  #lineEnded(end: number, shape: number, head: number, next: number, stop = end + 1): number {
    const start = this.#lineStart
    this.#line++
    let match = -1
    let after = next
    while (after < this.#matches.length && this.#matches[after] < end) {
      if (match < 0) match = this.#matches[after]
      after++
    }
    const isStranger = this.#isStranger(shape & SHAPE_BITS)
    const speaks = match >= 0 || shape >>> 31 === 1 || isHead(head) || this.#judgesAll
    if ((speaks || isStranger) && !this.#isJudged && (end - start <= JUDGED_BYTES || match >= 0)) {
      this.#watched.isStranger = isStranger
      this.#watched.speaks = speaks
      this.#judge(end, end, match, stop)
    }
    this.#host.passed(start, stop, shape & SHAPE_BITS)
    this.#lineStart = stop
    this.#isJudged = false
    return after
  }

  #isStranger(shape: number): boolean {
    const slot = (shape ^ (shape >>> 12)) & (SLOTS - 1)
    const seen = this.#lastSeen[slot]
    this.#lastSeen[slot] = this.#line
    if (seen !== 0 && this.#line - seen <= FAMILIAR_LINES) {
      if (this.#familiar < MAX_RUN) this.#familiar++
      return false
    }
    const isStranger = this.#familiar >= FAMILIAR_RUN && shape !== 0
    this.#familiar = Math.max(0, this.#familiar - 6)
    return isStranger
  }

  /** A line too long to be judged whole is judged as soon as all that counts of it is there. */
  #judgeOpen(endByte: number): void {
    const match = this.#matches[0]
    const ended = this.#waiting[0]?.end ?? -1
    const known = ended < 0 ? endByte : ended
    if (match === undefined || match >= known || this.#isJudged) return
    if (known - this.#lineStart <= JUDGED_BYTES) return
    const needed = Math.max(this.#lineStart, match - JUDGED_BEFORE) + JUDGED_BYTES
    if (ended < 0 && known < needed) return
    this.#line++
    this.#watched.isStranger = false
    this.#watched.speaks = true
    this.#judge(ended, known, match)
    this.#line--
    this.#isJudged = true
  }

  #judge(end: number, knownEnd: number, match: number, stop = end): void {
    const start = this.#lineStart
    const isWhole = end >= 0 && end - start <= JUDGED_BYTES
    const watched = this.#watched
    watched.line = this.#line
    watched.startByte = start
    watched.endByte = end
    watched.stopByte = stop
    watched.judgedStart = isWhole ? start : Math.max(start, match - JUDGED_BEFORE)
    watched.judgedEnd = isWhole ? end : Math.min(knownEnd, watched.judgedStart + JUDGED_BYTES)
    this.#host.judge(watched)
  }
}
