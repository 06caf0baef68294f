import { hasCueByFacts } from '../collect/cues.ts'
import type { KernelExports } from '../scan/instance.ts'
import { type JudgedRules, KernelJudge } from '../scan/judge.ts'
import type { PatternSet } from '../scan/patterns.ts'
import type { ScanSession, WindowFacts } from '../scan/scanner.ts'
import { createWasmScanner } from '../scan/wasm.ts'
import { EvidenceMemo, UNKNOWN } from '../signal/memo.ts'
import { ASSESSED_BYTES } from '../signal/pieces.ts'
import { type Notes, writeNote } from './notes.ts'
import { FULL, JUDGING, LEFT, MOST_NOTES, type Slots, TAKEN } from './slots.ts'

/** Lines after which the judging thread looks whether its slot was taken. */
const LINES_AT_ONCE = 64

/** How lines are judged. */
export interface AheadRules {
  rules: JudgedRules
  patterns: PatternSet
}

/**
 * Judges the lines of slots that the stream's thread will probably judge. A wrong guess costs only time. A line may be cut
 * at the end of a slot, because a note is true of the text that it was made for.
 */
export class AheadJudge {
  readonly #slots: Slots
  /** One for all slots: each new one would make its tables anew. */
  readonly #session: ScanSession
  readonly #judge: KernelJudge
  /** Lines that were noted. */
  readonly #memo = new EvidenceMemo()
  readonly #fingerprint = new Uint32Array(2)
  #notes = 0

  constructor(slots: Slots, kernels: KernelExports, { rules, patterns }: AheadRules) {
    this.#slots = slots
    this.#session = createWasmScanner(kernels).open({ patterns, lines: true })
    this.#judge = new KernelJudge(kernels, () => rules)
  }

  /** Judges the lines of a slot until the stream's thread takes it. Does nothing if it was taken before. */
  judge(slot: number): void {
    const { words } = this.#slots
    const state = this.#slots.stateAt(slot)
    if (Atomics.compareExchange(words, state, FULL, JUDGING) !== FULL) return
    const length = words[this.#slots.lengthAt(slot)]
    const session = this.#session
    session.window().set(this.#slots.bytes(slot).subarray(0, length))
    this.#judgeLines(slot, session.advance(length))
    // Each slot is scanned as if it were the first.
    session.rewind()
    Atomics.store(words, state, LEFT)
  }

  #judgeLines(slot: number, facts: WindowFacts): void {
    const { newlines, lineEnds, lineShapes, lineOpenings, matches, matchCount } = facts
    const { words } = this.#slots
    const notes = { words: this.#slots.notes(slot), scores: this.#slots.scores(slot) }
    this.#notes = 0
    let match = 0
    let start = 0
    for (let i = 0; i < newlines; i++) {
      const end = lineEnds[i]
      let hasCue = hasCueByFacts(lineShapes[i], lineOpenings[i], false)
      for (; match < matchCount && matches[2 * match] < end; match++) hasCue = true
      if (hasCue && end - start <= ASSESSED_BYTES) this.#note(start, end, notes)
      start = end + 1
      if (i % LINES_AT_ONCE !== 0) continue
      Atomics.store(words, this.#slots.countAt(slot), this.#notes)
      if (Atomics.load(words, TAKEN) > slot || this.#notes === MOST_NOTES) return
    }
    Atomics.store(words, this.#slots.countAt(slot), this.#notes)
  }

  /** Judges a line of the window, and notes what is found, unless it is known. */
  #note(start: number, end: number, notes: Notes): void {
    const session = this.#session
    const fingerprint = this.#fingerprint
    const judge = this.#judge
    const memo = this.#memo
    const words = session.fingerprint(start, end, fingerprint)
    if (words < 0 || this.#notes === MOST_NOTES) return
    if (memo.find(fingerprint[0], fingerprint[1]) !== UNKNOWN) return
    const address = session.addressOf(judge.memory, words, end)
    const found = address < 0 ? -1 : judge.assessAt(address, end - words)
    if (found < 0) return
    const evidence = found === 0 ? undefined : judge
    writeNote(notes, this.#notes++, fingerprint, evidence)
    memo.hold(evidence)
    memo.keep(fingerprint[0], fingerprint[1])
  }
}
