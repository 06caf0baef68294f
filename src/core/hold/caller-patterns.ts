import type { ErrorPattern } from '../../settings.ts'
import type { Assessor, Evidence } from '../judge/evidence.ts'
import { createMatcher, type Matcher } from '../judge/linear/matcher.ts'
import { createNormaliser, type Normaliser } from '../judge/normalise.ts'
import { within, wordStart } from '../judge/range.ts'
import { kindBit } from '../judge/rule.ts'
import { type Entry, type SelectSession, SLOTS } from '../scan/selector.ts'
import { UnitSplitter } from './unit-splitter.ts'

// A caller's own patterns. Each is matched on every line, because it may name a word that no rule knows, and a line that
// it matches is an error.

/** The score of a line that a caller's pattern matches: that of the strongest rules. */
const SCORE = 10
/** Of the lines that match, the first ones and the last ones are kept. */
const MOST_FIRST = SLOTS / 2
const MOST_LAST = SLOTS / 2

/** Finds a caller's patterns in lines, in time linear in the bytes. */
export class CallerPatterns implements Assessor {
  readonly #matcher: Matcher
  readonly #line: Normaliser = createNormaliser(true)
  readonly #rules: Assessor

  /**
   * @param rules judges the lines otherwise
   * @throws {PithError} `PITH_INVALID_PATTERN` for a pattern outside the linear subset.
   */
  constructor(patterns: readonly ErrorPattern[], rules: Assessor) {
    this.#matcher = createMatcher(patterns)
    this.#rules = rules
  }

  /** The end of the first pattern that matches the line, in the normalised text; -1 if none does. */
  #endIn(bytes: Uint8Array, start: number, end: number): number {
    const line = this.#line
    line.normalise(bytes, start, end)
    if (line.to <= line.from) return -1
    const count = this.#matcher.match(line.text, line.from, line.to)
    const { ids, ends } = this.#matcher
    let first = -1
    for (let i = 0; i < count; i++) if (first < 0 || ids[i] < first) first = ids[i]
    return first < 0 ? -1 : ends[first]
  }

  /** Where in the line a pattern matches; -1 if none does. */
  find(bytes: Uint8Array, start: number, end: number): number {
    const matchEnd = this.#endIn(bytes, start, end)
    if (matchEnd < 0) return -1
    const { text, from } = this.#line
    return this.#line.originOf(wordStart(text, from, matchEnd))
  }

  assess(bytes: Uint8Array, start: number, end: number): Evidence | undefined {
    const known = this.#rules.assess(bytes, start, end)
    const matchEnd = this.#endIn(bytes, start, end)
    if (matchEnd < 0) return known
    const line = this.#line
    const matchStart = wordStart(line.text, line.from, matchEnd)
    const startByte = line.originOf(matchStart)
    const endByte = matchEnd > matchStart ? line.originOf(matchEnd - 1) + 1 : startByte
    return {
      score: Math.max(SCORE, known?.score ?? 0),
      kinds: kindBit('level') | (known?.kinds ?? 0),
      startByte,
      endByte: within(bytes, startByte, endByte),
      shape: line.shape(),
      coarse: line.coarse(),
    }
  }

  /** A session that selects the lines that a pattern matches, too. */
  select(session: SelectSession): SelectSession {
    return new PatternSession(session, this)
  }
}

class PatternSession implements SelectSession {
  readonly #session: SelectSession
  readonly #patterns: CallerPatterns
  readonly #entries: Entry[] = []
  #matched = 0
  #entered: number[] = []
  readonly #units = new UnitSplitter((...unit) => this.#look(...unit))

  constructor(session: SelectSession, patterns: CallerPatterns) {
    this.#session = session
    this.#patterns = patterns
  }

  window(): Uint8Array {
    return this.#session.window()
  }

  advance(length: number): ReturnType<SelectSession['advance']> {
    this.#entered = []
    this.#units.push(this.#session.window().subarray(0, length))
    return this.#session.advance(length)
  }

  release(): void {
    this.#session.release()
  }

  finish(): ReturnType<SelectSession['finish']> {
    this.#entered = []
    this.#units.end()
    return this.#session.finish()
  }

  held(startByte: number, endByte: number): Uint8Array | undefined {
    return this.#session.held(startByte, endByte)
  }

  entered(): readonly number[] {
    return [...this.#session.entered(), ...this.#entered]
  }

  entry(slot: number): Entry {
    return this.#entries[slot - FIRST_SLOT] ?? this.#session.entry(slot)
  }

  slots(): readonly number[] {
    const own = new Set(this.#entries.map(({ startByte }) => startByte))
    const others = this.#session.slots().filter((slot) => !own.has(this.#session.entry(slot).startByte))
    const best = others.sort(
      (a, b) =>
        this.entry(b).value - this.entry(a).value || this.entry(a).startByte - this.entry(b).startByte,
    )
    const all = [...best.slice(0, SLOTS - own.size), ...this.#entries.map(({ slot }) => slot)]
    return all.sort((a, b) => this.entry(a).startByte - this.entry(b).startByte)
  }

  countOf(shape: number): number {
    return shape === SHAPE ? this.#matched : this.#session.countOf(shape)
  }

  get leftScore(): number {
    return this.#session.leftScore
  }

  #look(bytes: Uint8Array, start: number, end: number, base: number, line: number): void {
    const hit = this.#patterns.find(bytes, start, end)
    if (hit < 0) return
    const index =
      this.#matched < MOST_FIRST + MOST_LAST
        ? this.#matched
        : MOST_FIRST + ((this.#matched - MOST_FIRST) % MOST_LAST)
    const slot = FIRST_SLOT + index
    this.#entries[index] = {
      slot,
      line,
      startByte: base + start,
      endByte: base + end,
      hitByte: base + hit,
      literal: -1,
      score: SCORE,
      value: SCORE,
      shape: SHAPE,
      repeat: this.#matched,
    }
    this.#matched++
    if (!this.#entered.includes(slot)) this.#entered.push(slot)
  }
}

/** Slots and a shape that no selection uses. */
const FIRST_SLOT = 4096
const SHAPE = 0x1000000
