import { outOfRange } from '../../errors.ts'
import { unitsOfPending } from './counts.ts'
import { checkLength } from './js.ts'
import { FLAG_INVALID } from './scanner.ts'
import {
  type Entry,
  HELD_BYTES,
  type Selected,
  type SelectRequest,
  type SelectSession,
  type WindowCounts,
} from './selector.ts'
import {
  END_OF,
  ENTERED,
  ENTRY_FLOATS,
  ENTRY_NUMBERS,
  freshState,
  HEAP_SIZE,
  HIT_OF,
  LEFT_SCORE,
  LEFT_UNITS,
  LINE_OF,
  LITERAL_OF,
  REPEAT_OF,
  SCORE_OF,
  SCORED,
  type SelectState,
  SHAPE_OF,
  START_OF,
  VALUE_OF,
} from './state.ts'
import { pendingBytes, REPLACEMENT_BYTES } from './utf8.ts'

// What sessions of both backends share: totals, entries, and what is held.

/** Counts of one window, and the UTF-8 bytes of its text less its own. */
export interface RawCounts extends WindowCounts {
  extraBytes: number
}

/** What a backend does for a session. */
export interface ScanEngine {
  /** The window, which holds no session's bytes from now on. */
  windowFor(): Uint8Array
  /** The bytes before the window and those of the window that a session scanned; undefined if they are gone. */
  bytesOf(session: SessionParts): Uint8Array | undefined
  /** Counts the window's bytes, and scores what it can. */
  scan(session: SessionParts, length: number, counts: RawCounts): void
  /** Scores what waits, and ends the last unit. */
  end(session: SessionParts): void
  /** Forgets a session. */
  release(session: SessionParts): void
}

/** What an engine knows of a session. */
export interface SessionParts {
  readonly request: SelectRequest
  /** An engine may put itself in the place of another one, or other views in the place of these. */
  engine: ScanEngine
  state: SelectState
}

type Totals = Omit<Selected, 'slots' | 'countOf' | 'left' | 'scored'>

export class SelectorSession implements SelectSession, SessionParts {
  readonly request: SelectRequest
  state = freshState()
  engine: ScanEngine
  readonly #counts: RawCounts = { newlines: 0, codePoints: 0, flags: 0, tokenUnits: 0, extraBytes: 0 }
  readonly #totals: Totals = { bytes: 0, newlines: 0, codePoints: 0, textBytes: 0, flags: 0, tokenUnits: 0 }
  /** Bytes of the last window. */
  #length = 0

  constructor(engine: ScanEngine, request: SelectRequest) {
    this.engine = engine
    this.request = request
  }

  window(): Uint8Array {
    return this.engine.windowFor()
  }

  advance(length: number): WindowCounts {
    checkLength(length)
    const counts = this.#counts
    const totals = this.#totals
    this.engine.scan(this, length, counts)
    this.#length = length
    totals.bytes += length
    totals.newlines += counts.newlines
    totals.codePoints += counts.codePoints
    totals.textBytes += length + counts.extraBytes
    totals.flags |= counts.flags
    totals.tokenUnits += counts.tokenUnits
    return counts
  }

  held(startByte: number, endByte: number): Uint8Array | undefined {
    const { bytes } = this.#totals
    const base = bytes - this.#length - HELD_BYTES
    if (startByte < Math.max(0, base) || endByte > bytes || endByte < startByte) return undefined
    return this.engine.bytesOf(this)?.subarray(startByte - base, endByte - base)
  }

  entered(): readonly number[] {
    const { entered, numbers } = this.state
    return Array.from(entered.subarray(0, numbers[ENTERED]))
  }

  entry(slot: number): Entry {
    const { numbers, entryFloats, entryNumbers } = this.state
    if (!(slot >= 0 && slot < numbers[HEAP_SIZE] && Number.isInteger(slot))) {
      throw outOfRange(`Expected \`slot\` to be one that was filled, got ${slot}.`)
    }
    const at = ENTRY_FLOATS * slot
    const n = ENTRY_NUMBERS * slot
    return {
      slot,
      line: entryFloats[at + LINE_OF],
      startByte: entryFloats[at + START_OF],
      endByte: entryFloats[at + END_OF],
      hitByte: entryFloats[at + HIT_OF],
      literal: entryNumbers[n + LITERAL_OF],
      score: entryNumbers[n + SCORE_OF],
      value: entryNumbers[n + VALUE_OF],
      shape: entryNumbers[n + SHAPE_OF],
      repeat: entryNumbers[n + REPEAT_OF],
    }
  }

  slots(): readonly number[] {
    const { numbers, entryFloats } = this.state
    const startOf = (slot: number): number => entryFloats[ENTRY_FLOATS * slot + START_OF]
    return Array.from({ length: numbers[HEAP_SIZE] }, (_, slot) => slot).sort(
      (a, b) => startOf(a) - startOf(b),
    )
  }

  countOf(shape: number): number {
    return this.state.counts[shape]
  }

  get leftScore(): number {
    return this.state.numbers[LEFT_SCORE]
  }

  release(): void {
    this.engine.release(this)
    this.state = freshState()
  }

  finish(): Selected {
    this.engine.end(this)
    const { state } = this
    const totals = this.#totals
    const pending = pendingBytes(state.held, HELD_BYTES)
    if (pending > 0) {
      totals.textBytes += REPLACEMENT_BYTES - pending
      totals.flags |= FLAG_INVALID
      const { tokens } = this.request
      if (tokens !== undefined) totals.tokenUnits += unitsOfPending(state.held, HELD_BYTES, pending, tokens)
    }
    const { floats, numbers } = state
    const { bytes, newlines, codePoints, textBytes, flags, tokenUnits } = totals
    return {
      bytes,
      newlines,
      codePoints,
      textBytes,
      flags,
      tokenUnits,
      slots: this.slots(),
      scored: floats[SCORED],
      left: { units: floats[LEFT_UNITS], score: numbers[LEFT_SCORE] },
      countOf: (shape) => this.countOf(shape),
    }
  }
}
