import { type Automaton, HIT, UNKNOWN } from './automata.ts'
import type { FormMatcher } from './forms.ts'
import { END_OF_INPUT } from './linear/bytes.ts'
import { Tables, type Trigger } from './tables.ts'

/** Folds letters to lower case in all four bytes. */
const FOLD = 0x20202020
const SLOT_BITS = 13
const TWO = 0x0000ffff
const THREE = 0x00ffffff

const slotOf = (bytes: number): number => Math.imul(bytes, 0x9e3779b1) >>> (32 - SLOT_BITS)

/** What starts automata: bytes with letters folded, by hash. */
interface Starts {
  /** By the first two bytes: a bit for each length of triggers that begin with them. */
  readonly pairs: Uint8Array
  /** By slot, the first entry, plus 1. */
  readonly slots: Uint16Array
  readonly bytes: Int32Array
  /** By entry, the next one of its slot, plus 1. */
  readonly next: Uint16Array
  readonly automata: Uint16Array
}

/** Finds the forms of the rules with the tables of a pack, as assembly/match.ts does. */
export class TableMatcher implements FormMatcher {
  readonly ids: Uint16Array
  readonly #tables: Tables
  readonly #starts: Starts
  readonly #always: Uint8Array
  /** By automaton, 1 if it reads the current line. */
  readonly #chosen: Uint8Array
  /** By automaton: where its first and its last trigger are in the current line. */
  readonly #first: Uint32Array
  readonly #last: Uint32Array
  readonly #found: Uint8Array
  readonly #ends: Int32Array

  constructor(pack: string) {
    const tables = new Tables(pack)
    const { triggers, always } = tables.triggers()
    this.#tables = tables
    this.#starts = startsOf(triggers)
    this.#always = new Uint8Array(tables.count)
    for (const automaton of always) this.#always[automaton] = 1
    this.#chosen = new Uint8Array(tables.count)
    this.#first = new Uint32Array(tables.count)
    this.#last = new Uint32Array(tables.count)
    this.#found = new Uint8Array(tables.forms)
    this.#ends = new Int32Array(tables.forms)
    this.ids = new Uint16Array(tables.forms)
  }

  match(bytes: Uint8Array, start: number, end: number, hasEvidence = false): number {
    this.#found.fill(0)
    this.#chosen.set(this.#always)
    this.#choose(bytes, start, end)
    const { firstCount, freeCount, count } = this.#tables
    if (!this.#readAll(bytes, start, end, 0, firstCount) && !hasEvidence) return 0
    this.#readAll(bytes, start, end, firstCount, freeCount)
    for (let automaton = freeCount; automaton < count; automaton++) {
      if (this.#found[this.#tables.needOf(automaton)] === 0) this.#chosen[automaton] = 0
    }
    this.#readAll(bytes, start, end, freeCount, count)
    let found = 0
    for (let form = 0; form < this.#found.length; form++)
      if (this.#found[form] === 1) this.ids[found++] = form
    return found
  }

  endOf(form: number): number {
    return this.#ends[form]
  }

  has(form: number): boolean {
    return this.#found[form] === 1
  }

  /** Marks the automata with triggers in the line, and notes where these are. */
  #choose(bytes: Uint8Array, start: number, end: number): void {
    const { pairs } = this.#starts
    let ahead = 0
    for (let at = end - 1; at >= start; at--) {
      ahead = (ahead << 8) | bytes[at] | 0x20
      const lengths = pairs[ahead & TWO]
      if (lengths === 0) continue
      if ((lengths & 4) !== 0) this.#chooseFrom(ahead | FOLD, at)
      if ((lengths & 2) !== 0) this.#chooseFrom(ahead & THREE, at)
      if ((lengths & 1) !== 0) this.#chooseFrom(ahead & TWO, at)
    }
  }

  #chooseFrom(key: number, at: number): void {
    const { slots, bytes, next, automata } = this.#starts
    for (let entry = slots[slotOf(key)]; entry !== 0; entry = next[entry - 1]) {
      if (bytes[entry - 1] !== key) continue
      const automaton = automata[entry - 1]
      if (this.#chosen[automaton] === 0) this.#last[automaton] = at
      this.#chosen[automaton] = 1
      this.#first[automaton] = at
    }
  }

  /** Lets the marked automata from `first` to `last`, exclusive, read the line. True if they found something. */
  #readAll(bytes: Uint8Array, start: number, end: number, first: number, last: number): boolean {
    let found = false
    for (let automaton = first; automaton < last; automaton++) {
      if (this.#chosen[automaton] === 1 && this.#readReach(bytes, start, end, automaton)) found = true
    }
    return found
  }

  /**
   * Reads what the matches of an automaton may take of the line. It begins at the start of the line or behind a byte of
   * ASCII, so its state does not depend on what is before.
   */
  #readReach(bytes: Uint8Array, start: number, end: number, automaton: number): boolean {
    const { before, behind, isAnchored } = this.#tables.reachOf(automaton)
    const earliest = before === Infinity ? start : this.#first[automaton] - before
    if (isAnchored && earliest > start) return false
    let from = Math.max(start, earliest)
    while (from > start && bytes[from - 1] >= 0x80) from--
    const stop = behind === Infinity ? end : Math.min(end, this.#last[automaton] + behind)
    const made = this.#tables.at(automaton)
    return this.#read(bytes, made, from === start ? 0 : made.rowAfter(bytes[from - 1]), from, stop, end)
  }

  /**
   * Reads on from a state to the byte at `last`, or to the end of the line. Only a match that ends before the form's other
   * ones counts, so the line is read up to there.
   */
  #read(
    bytes: Uint8Array,
    automaton: Automaton,
    first: number,
    from: number,
    last: number,
    end: number,
  ): boolean {
    const { form, classOf, endColumn } = automaton
    const stop = Math.min(this.#found[form] === 1 ? this.#ends[form] : end, last + 1)
    let { cells } = automaton
    let row = first
    for (let at = from; at < stop; at++) {
      let cell = cells[row + classOf[bytes[at]]]
      if (cell === UNKNOWN) {
        cell = automaton.makeCell(row, bytes[at])
        cells = automaton.cells
      }
      if (cell < 0) return cell === HIT && this.#add(form, at)
      row = cell
    }
    if (last < end || this.#found[form] === 1) return false
    const cell = cells[row + endColumn]
    return (cell === UNKNOWN ? automaton.makeCell(row, END_OF_INPUT) : cell) === HIT && this.#add(form, end)
  }

  #add(form: number, end: number): true {
    this.#found[form] = 1
    this.#ends[form] = end
    return true
  }
}

function startsOf(triggers: readonly Trigger[]): Starts {
  const starts: Starts = {
    pairs: new Uint8Array(0x10000),
    slots: new Uint16Array(1 << SLOT_BITS),
    bytes: new Int32Array(triggers.length),
    next: new Uint16Array(triggers.length),
    automata: Uint16Array.from(triggers, ({ automaton }) => automaton),
  }
  triggers.forEach(({ bytes, length }, entry) => {
    const folded = bytes | FOLD
    const key = length === 2 ? folded & TWO : length === 3 ? folded & THREE : folded
    const slot = slotOf(key)
    starts.pairs[key & TWO] |= 1 << (length - 2)
    starts.bytes[entry] = key
    starts.next[entry] = starts.slots[slot]
    starts.slots[slot] = entry + 1
  })
  return starts
}
