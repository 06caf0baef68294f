import { afterStamp, MAX_SKIPPED } from '../scan/line-facts.ts'
import { PATTERN_LAG } from '../scan/patterns.ts'
import {
  FLAG_INVALID,
  FLAG_LONE_CR,
  FLAG_NON_ASCII,
  type Scanner,
  type ScanSession,
  WINDOW_BYTES,
} from '../scan/scanner.ts'
import { ERROR_SCORE, type Evidence } from '../signal/evidence.ts'
import { isHead } from '../signal/heads.ts'
import { UNKNOWN } from '../signal/memo.ts'
import { sharedMeter } from '../tokens/estimate.ts'
import { weightsFor } from '../tokens/weights.ts'
import type { FoundError } from './found.ts'
import { patternOf } from './judge.ts'
import type { Prepared } from './signal.ts'
import { SHAPE_BITS } from './watch.ts'

const LF = 0x0a
const SPACE = 0x20

/** Bytes written behind a text: the scanner then has told all of it, and begins the next text afresh. */
const PADDING = 2 * PATTERN_LAG
/** All line ends but one, so that the last does not repeat the one before it. */
const PADDED_LINES = PADDING - 1

/** Bytes of a text that can be looked at. */
export const MOST_GLANCED_BYTES = WINDOW_BYTES - PADDING

/** A longer line that may matter is left to the judge of streams, which knows where to look in it. */
const LONGEST_LINE = 4096
/** And so is a text with more error lines. */
const MOST_ERRORS = 500

/**
 * Looks at texts that are held whole, one after the other, and finds the error lines that the judge of a stream would.
 * Keeps nothing that only a cut needs, and allocates nothing for a text without error lines: all texts go through one
 * session of the scanner.
 */
export class Glancer {
  /** Of the last text: its LF bytes. */
  newlines = 0
  isAscii = true
  /** Whether it was valid UTF-8. */
  isValid = true
  /** Its token units. */
  tokenUnits = 0
  readonly backend: 'wasm' | 'js'
  readonly #session: ScanSession
  readonly #signal: Prepared | undefined
  readonly #fingerprint = new Uint32Array(2)
  readonly #evidence: Evidence = { score: 0, kinds: 0, startByte: 0, endByte: 0, shape: 0, coarse: 0 }

  /** `signal` tells how lines are judged; absent where error lines are not looked for. */
  constructor(scanner: Scanner, signal: Prepared | undefined) {
    this.backend = scanner.backend
    this.#session = scanner.open({
      patterns: signal?.patterns,
      lines: signal !== undefined,
      tokens: weightsFor('o200k'),
    })
    this.#signal = signal
  }

  /** Where to write the next text. Good until another session is used. */
  window(): Uint8Array {
    return this.#session.window()
  }

  /**
   * Looks at the text that was written into `window`, its first `length` bytes.
   *
   * @returns Its error lines; nothing for a text that the judge of streams has to look at.
   */
  look(window: Uint8Array, length: number): FoundError[] | undefined {
    window.fill(LF, length, length + PADDING)
    window[length + PADDING - 2] = SPACE
    const facts = this.#session.advance(length + PADDING)
    const { candidates, candidateCount, lineEnds, lineShapes, lineHeads, flags } = facts
    this.newlines = facts.newlines - PADDED_LINES
    this.isAscii = (flags & FLAG_NON_ASCII) === 0
    this.isValid = (flags & FLAG_INVALID) === 0
    this.tokenUnits = facts.tokenUnits - unitsOfPadding(window, length)
    const found: FoundError[] = []
    const signal = this.#signal
    if (signal === undefined) return found
    // The judge of streams looks at what stands between CRs.
    if ((flags & FLAG_LONE_CR) !== 0) return undefined
    let match = 0
    let start = 0
    for (let line = 1; start < length; line++) {
      const end = lineEnds[line - 1]
      const firstMatch = match
      while (match < candidateCount && candidates[2 * match] < end) match++
      const hasMatch = match > firstMatch
      if (hasMatch || lineShapes[line - 1] > SHAPE_BITS || isHead(lineHeads[line - 1]) || signal.judgesAll) {
        if (end - start > LONGEST_LINE || found.length === MOST_ERRORS) return undefined
        this.#judge(signal, window, line, start, end, found)
      }
      start = end + 1
    }
    return found
  }

  #judge(
    signal: Prepared,
    window: Uint8Array,
    line: number,
    start: number,
    end: number,
    found: FoundError[],
  ): void {
    const { memo } = signal
    const fingerprint = this.#fingerprint
    const words = memo ? this.#session.fingerprint(start, end, fingerprint) : -1
    let from = words
    let evidence: Evidence | undefined
    if (memo === undefined || words < 0) {
      from = afterStamp(window, start, Math.min(end, start + MAX_SKIPPED))
      evidence = signal.assessor.assess(window.subarray(from, end), 0, end - from)
    } else {
      let entry = memo.find(fingerprint[0], fingerprint[1])
      if (entry === UNKNOWN) {
        memo.hold(signal.assessor.assess(window.subarray(from, end), 0, end - from))
        entry = memo.keep(fingerprint[0], fingerprint[1])
      }
      if (memo.scoreOf(entry) < ERROR_SCORE) return
      evidence = this.#evidence
      memo.read(entry, evidence)
    }
    if (evidence === undefined || evidence.score < ERROR_SCORE) return
    found.push({
      line,
      startByte: from + evidence.startByte,
      endByte: from + evidence.endByte,
      pattern: patternOf(evidence.kinds),
    })
  }
}

function unitsOfPadding(window: Uint8Array, length: number): number {
  const meter = sharedMeter()
  meter.resume(window, length)
  return meter.add(window, length, length + PADDING)
}
