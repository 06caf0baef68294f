import { PATTERN_LAG } from '../scan/patterns.ts'
import { BLOCK_BYTES, type Totals, type WindowFacts } from '../scan/scanner.ts'
import { isHead } from '../signal/heads.ts'

/** A line of at most so many bytes is judged whole; of a longer one, so many around its match. */
const JUDGED_BYTES = 8192
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
  /** All of the line's bytes up to its LF where `isWhole`, else those around its match. */
  judgedStart: number
  judgedEnd: number
  isWhole: boolean
  /** True when no line like it was seen lately, after many that were familiar. */
  isStranger: boolean
  /** True when its own text says that it may matter, not only the lines before it. */
  speaks: boolean
}

export interface WatchHost {
  /** A line that may matter. */
  judge(line: WatchedLine): void
  /** True while `passed` is to be called. */
  readonly wantsPassed: boolean
  /** A line that ended, in order, after `judge`. */
  passed(startByte: number, stopByte: number): void
}

/**
 * Says which lines may matter, from what the scanner found: those with a literal, a telling head or a location, and
 * strangers among familiar lines. Each line is told once all of it was scanned, so that nothing depends on where a
 * window ends.
 */
export class LineWatch {
  readonly #host: WatchHost
  readonly #judgesAll: boolean
  /** First matches of lines not yet told, ascending, from the `#next`th on. */
  #matches: number[] = []
  #next = 0
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
    isWhole: true,
    isStranger: false,
    speaks: true,
  }

  constructor(host: WatchHost, judgesAll: boolean) {
    this.#host = host
    this.#judgesAll = judgesAll
  }

  /** Takes a window that ends at `endByte`. */
  observe(facts: WindowFacts, endByte: number): void {
    const { startByte, candidates, candidateCount, lineEnds, lineShapes, lineHeads, newlines } = facts
    const matches = this.#matches
    for (let i = 0; i < candidateCount; i++) matches.push(startByte + candidates[2 * i])
    const decided = endByte - PATTERN_LAG
    this.#tellWaiting(decided)
    for (let i = this.#tellEnded(facts, decided); i < newlines; i++) {
      this.#waiting.push({ end: startByte + lineEnds[i], shape: lineShapes[i], head: lineHeads[i] })
    }
    if (this.#next === matches.length) matches.length = 0
    else matches.splice(0, this.#next)
    this.#next = 0
    this.#judgeOpen(endByte)
  }

  /** Tells what is left when the input has ended. */
  finish(totals: Totals): void {
    const { bytes, lateCandidates, lastLineShape, lastLineHead } = totals
    for (let i = 0; i < lateCandidates.length; i += 2) this.#matches.push(lateCandidates[i])
    this.#tellWaiting(bytes)
    if (this.#lineStart < bytes) this.#tellLate(bytes, bytes, lastLineShape, lastLineHead)
  }

  #tellWaiting(decided: number): void {
    if (this.#waiting.length === 0) return
    const waiting = this.#waiting
    this.#waiting = waiting.filter((line) => line.end > decided)
    for (const { end, shape, head } of waiting) if (end <= decided) this.#tellLate(end, end + 1, shape, head)
  }

  /** Tells the window's lines that end up to `decided`, and gives how many. Most have nothing to tell. */
  #tellEnded(facts: WindowFacts, decided: number): number {
    const { startByte, lineEnds, lineShapes, lineHeads, newlines } = facts
    const host = this.#host
    const matches = this.#matches
    let nextMatch = this.#next < matches.length ? matches[this.#next] : Number.POSITIVE_INFINITY
    let line = this.#line
    let start = this.#lineStart
    let i = 0
    for (; i < newlines; i++) {
      const end = startByte + lineEnds[i]
      if (end > decided) break
      const shape = lineShapes[i]
      const isStranger = this.#isStranger(shape & SHAPE_BITS, ++line)
      const speaks = nextMatch < end || shape > SHAPE_BITS || this.#judgesAll || isHead(lineHeads[i])
      if (speaks || isStranger || this.#isJudged) {
        this.#line = line
        this.#lineStart = start
        this.#lineEnded(end, end + 1, speaks, isStranger)
        nextMatch = this.#next < matches.length ? matches[this.#next] : Number.POSITIVE_INFINITY
      }
      if (host.wantsPassed) host.passed(start, end + 1)
      else if (!speaks && shape === lineShapes[i + 1]) {
        const alike = linesAlike(facts, i, Math.min(decided, nextMatch) - startByte)
        i += alike
        line += alike
        this.#seenAgain(shape & SHAPE_BITS, line, alike)
      }
      start = startByte + lineEnds[i] + 1
    }
    this.#line = line
    this.#lineStart = start
    return i
  }

  /** Tells one line at its end, from `#lineStart` on. */
  #tellLate(end: number, stop: number, shape: number, head: number): void {
    const start = this.#lineStart
    this.#line++
    const isStranger = this.#isStranger(shape & SHAPE_BITS, this.#line)
    const hasMatch = this.#next < this.#matches.length && this.#matches[this.#next] < end
    this.#lineEnded(end, stop, hasMatch || shape > SHAPE_BITS || this.#judgesAll || isHead(head), isStranger)
    if (this.#host.wantsPassed) this.#host.passed(start, stop)
    this.#lineStart = stop
  }

  #lineEnded(end: number, stop: number, speaks: boolean, isStranger: boolean): void {
    const match = this.#takeMatch(end)
    const isJudged = this.#isJudged
    this.#isJudged = false
    if ((!speaks && !isStranger) || isJudged) return
    if (end - this.#lineStart > JUDGED_BYTES && match < 0) return
    this.#watched.speaks = speaks
    this.#judge(end, end, match, stop, isStranger)
  }

  /** The first match before `end`, with all before `end` done; -1 for none. */
  #takeMatch(end: number): number {
    const matches = this.#matches
    let next = this.#next
    if (next === matches.length) return -1
    const match = matches[next]
    if (match >= end) return -1
    do next++
    while (next < matches.length && matches[next] < end)
    this.#next = next
    return match
  }

  /** What `#isStranger` does for so many lines of the shape that it was asked about last, the last of them `line`. */
  #seenAgain(shape: number, line: number, lines: number): void {
    if (lines === 0) return
    this.#lastSeen[slotOf(shape)] = line
    this.#familiar = Math.max(this.#familiar, Math.min(MAX_RUN, this.#familiar + lines))
  }

  #isStranger(shape: number, line: number): boolean {
    const slot = slotOf(shape)
    const seen = this.#lastSeen[slot]
    this.#lastSeen[slot] = line
    if (seen !== 0 && line - seen <= FAMILIAR_LINES) {
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
    this.#watched.speaks = true
    this.#judge(ended, known, match, ended, false)
    this.#line--
    this.#isJudged = true
  }

  #judge(end: number, knownEnd: number, match: number, stop: number, isStranger: boolean): void {
    const start = this.#lineStart
    const isWhole = end >= 0 && end - start <= JUDGED_BYTES
    const watched = this.#watched
    watched.line = this.#line
    watched.startByte = start
    watched.endByte = end
    watched.stopByte = stop
    watched.isWhole = isWhole
    // Of a longer one it is not known yet where it may be judged first.
    watched.isStranger = isWhole && isStranger
    watched.judgedStart = isWhole ? start : Math.max(start, match - JUDGED_BEFORE)
    watched.judgedEnd = isWhole ? end : Math.min(knownEnd, watched.judgedStart + JUDGED_BYTES)
    this.#host.judge(watched)
  }
}

const slotOf = (shape: number): number => (shape ^ (shape >>> 12)) & (SLOTS - 1)

/** How many lines after a window's `i`-th have its shape and head, and end at or before `lastEnd`. */
function linesAlike(facts: WindowFacts, i: number, lastEnd: number): number {
  const { lineEnds, lineShapes, lineHeads, newlines, blockNewlines, blockAlike } = facts
  const shape = lineShapes[i]
  const head = lineHeads[i]
  let next = i + 1
  let blockEnd = lineEnds[i] - (lineEnds[i] % BLOCK_BYTES) + BLOCK_BYTES
  while (next < newlines && lineShapes[next] === shape && lineHeads[next] === head) {
    const block = Math.floor(lineEnds[next] / BLOCK_BYTES)
    // At a block's first line all of the block is passed over.
    next += lineEnds[next] >= blockEnd && blockAlike[block] === 1 ? blockNewlines[block] : 1
    blockEnd = (block + 1) * BLOCK_BYTES
  }
  while (next > i + 1 && lineEnds[next - 1] > lastEnd) next--
  return next - i - 1
}
