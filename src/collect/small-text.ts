import { PATTERN_LAG } from '../scan/patterns.ts'
import {
  FLAG_INVALID,
  FLAG_LONE_CR,
  FLAG_NON_ASCII,
  type Scanner,
  type ScanSession,
  WINDOW_BYTES,
  type WindowFacts,
} from '../scan/scanner.ts'
import { ERROR_SCORE, type Evidence } from '../signal/evidence.ts'
import { sharedMeter } from '../tokens/estimate.ts'
import { weightsFor } from '../tokens/weights.ts'
import { hasCueByFacts } from './cues.ts'
import { type FoundError, patternOf } from './found.ts'
import { Tail } from './head-tail.ts'
import { HeldBytes } from './held-bytes.ts'
import { LineAssessor } from './line-assessor.ts'
import type { Prepared } from './signal.ts'
import { type FoundStatement, StatementFinder } from './statements.ts'
import { Steps } from './steps.ts'

const LF = 0x0a
const SPACE = 0x20

/** Bytes written after a text, so that the scanner reports all of it and starts the next text with a clean state. */
const PADDING = 2 * PATTERN_LAG
/** LF bytes of the padding. One byte is a space instead, so that the last line does not repeat the one before it. */
const PADDED_LINES = PADDING - 1

/** The longest text in bytes. */
export const MAX_SMALL_TEXT_BYTES = WINDOW_BYTES - PADDING

/** A text with a longer line that may matter goes through the collector, which assesses long lines in pieces. */
const MAX_LINE_BYTES = 4096
/** A text with more error lines goes through the collector too. */
const MAX_ERRORS = 500

/**
 * Scans small texts that are whole in memory, one after the other, in one session. Finds the error lines that the
 * collector would find. Keeps nothing else, and allocates nothing for a text without error lines.
 */
export class SmallTextScanner {
  /** LF bytes of the last text. */
  newlines = 0
  isAscii = true
  /** True when the last text was valid UTF-8. */
  isValid = true
  tokenUnits = 0
  /** What the errors of the last text say, the strongest first. */
  statements: FoundStatement[] = []
  readonly backend: 'wasm' | 'js'
  readonly #session: ScanSession
  readonly #held: HeldBytes
  readonly #assessor: LineAssessor | undefined
  readonly #signal: Prepared | undefined
  readonly #evidence: Evidence = { score: 0, kinds: 0, startByte: 0, endByte: 0, shape: 0, coarse: 0 }

  /** `signal` says how lines are assessed. It is undefined when error lines are not wanted. */
  constructor(scanner: Scanner, signal: Prepared | undefined) {
    this.backend = scanner.backend
    this.#session = scanner.open({
      patterns: signal?.patterns,
      lines: signal !== undefined,
      tokens: weightsFor('o200k'),
    })
    this.#held = new HeldBytes(new Tail(0), this.#session)
    this.#assessor = signal && new LineAssessor({ ...signal, bytes: this.#held })
    this.#signal = signal
  }

  /** Where to write the next text. Valid until another session is used. */
  window(): Uint8Array {
    return this.#session.window()
  }

  /**
   * Scans the text in the first `length` bytes of `window`.
   *
   * @returns its error lines; undefined for a text that must go through the collector.
   */
  scan(window: Uint8Array, length: number): FoundError[] | undefined {
    const facts = this.#advance(window, length)
    const { matches, matchCount, lineEnds, lineShapes, lineOpenings, flags } = facts
    this.newlines = facts.newlines - PADDED_LINES
    this.isAscii = (flags & FLAG_NON_ASCII) === 0
    this.isValid = (flags & FLAG_INVALID) === 0
    const found: FoundError[] = []
    const assessor = this.#assessor
    this.statements = []
    if (assessor === undefined) return found
    // The collector assesses the parts between CRs separately.
    if ((flags & FLAG_LONE_CR) !== 0) return undefined
    this.#held.chunk = window
    const assessesAll = this.#signal?.assessesAll ?? false
    let finder: StatementFinder | undefined
    const steps = new Steps()
    let match = 0
    let start = 0
    for (let line = 1; start < length; line++) {
      const end = lineEnds[line - 1]
      const firstMatch = match
      while (match < matchCount && matches[2 * match] < end) match++
      if (match > firstMatch || hasCueByFacts(lineShapes[line - 1], lineOpenings[line - 1], assessesAll)) {
        if (end - start > MAX_LINE_BYTES || found.length === MAX_ERRORS) return undefined
        const entry = assessor.entryOf(start, end)
        const score = assessor.memo.scoreOf(entry)
        const seen = { line, startByte: assessor.assessedStart, endByte: end }
        steps.observe(line, this.#held, seen.startByte, end)
        if (score >= ERROR_SCORE) {
          finder ??= new StatementFinder(this.#held, assessor.memo, steps)
          finder.add(entry, seen)
          found.push(this.#errorOf(assessor, entry, line))
        } else if (score > 0) finder?.addOther(entry, seen)
      }
      start = end + 1
    }
    if (finder) this.statements = finder.found
    return found
  }

  /** The token units of a text, which is scanned for nothing else. */
  unitsOf(text: Uint8Array): number {
    const window = this.window()
    window.set(text)
    this.#advance(window, text.length)
    return this.tokenUnits
  }

  #advance(window: Uint8Array, length: number): WindowFacts {
    window.fill(LF, length, length + PADDING)
    window[length + PADDING - 2] = SPACE
    const facts = this.#session.advance(length + PADDING)
    this.tokenUnits = facts.tokenUnits - unitsOfPadding(window, length)
    return facts
  }

  #errorOf({ memo, assessedStart }: LineAssessor, entry: number, line: number): FoundError {
    const evidence = this.#evidence
    memo.read(entry, evidence)
    return {
      line,
      startByte: assessedStart + evidence.startByte,
      endByte: assessedStart + evidence.endByte,
      pattern: patternOf(evidence.kinds),
    }
  }
}

function unitsOfPadding(window: Uint8Array, length: number): number {
  const meter = sharedMeter()
  meter.resume(window, length)
  return meter.add(window, length, length + PADDING)
}
