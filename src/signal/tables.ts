import { Automaton } from './automata.ts'
import { Cursor } from './pack-cursor.ts'
import { PatternNodes } from './pattern-nodes.ts'

// Reads the pack that build/automata/pack.mjs writes, as assembly/tables.ts does: the code of each automaton's pattern,
// and what starts it. An automaton is made when a line first needs it.

const SUM_CHARACTERS = 8
const DIGEST_CHARACTERS = 16
const VERSION = 5
/** A trigger's first number is how many bytes it shares with the one before it, times this, plus its length. */
const SHARED = 5
/** Before what stands for a byte that is not ASCII. */
const NOT_ASCII = '\x7f'

const IS_FOLDED = 1
const IS_ANCHORED = 2

/** An automaton as the pack has it. */
interface Packed {
  readonly form: number
  readonly after: number
  readonly flags: number
  readonly reach: Reach
  /** Where the code of its pattern is. */
  readonly code: number
  readonly end: number
}

/** How many bytes of a match may come before the line's first trigger, and from the start of its last trigger on. */
export interface Reach {
  readonly before: number
  readonly behind: number
  readonly isAnchored: boolean
}

/** Bytes that each match of an automaton holds: two to four, the lowest first. */
export interface Trigger {
  readonly automaton: number
  readonly bytes: number
  readonly length: number
}

/** The digest of the forms that a pack was made of. */
export const digestOfPack = (pack: string): string =>
  pack.slice(SUM_CHARACTERS, SUM_CHARACTERS + DIGEST_CHARACTERS)

/** The automata of a pack that was made for this version. */
export class Tables {
  readonly forms: number
  /** How many automata there are, and how many of them find evidence and locations. Those are the first ones. */
  readonly count: number
  readonly firstCount: number
  /** Those and the automata of discounts. The others find what a rule or a discount also needs. */
  readonly freeCount: number
  readonly #pack: Cursor
  readonly #packed: readonly Packed[]
  /** Where the sets are written. */
  readonly #sets: readonly number[]
  readonly #triggersAt: number
  readonly #automata: (Automaton | undefined)[] = []

  constructor(pack: string) {
    this.#pack = new Cursor(pack, SUM_CHARACTERS + DIGEST_CHARACTERS)
    const number = (): number => this.#pack.number()
    const version = number()
    if (version !== VERSION) throw new RangeError(`Expected tables of version ${VERSION}, got ${version}.`)
    this.forms = number()
    this.count = number()
    this.firstCount = number()
    this.freeCount = number()
    const setCount = number()
    const heads = Array.from({ length: this.count }, () => Array.from({ length: 6 }, number))
    const setLengths = Array.from({ length: setCount }, number)
    let at = this.#pack.at
    const placed = (length: number): number => {
      at += length
      return at - length
    }
    this.#sets = setLengths.map(placed)
    this.#packed = heads.map(([form, after, flags, before, behind, length]) => ({
      form,
      after,
      flags,
      reach: {
        before: before === 0 ? Infinity : before - 1,
        behind: behind === 0 ? Infinity : behind - 1,
        isAnchored: (flags & IS_ANCHORED) !== 0,
      },
      code: placed(length),
      end: at,
    }))
    this.#triggersAt = at
  }

  /** An automaton, which is made when it is first asked for. */
  at(number: number): Automaton {
    this.#automata[number] ??= this.#automatonOf(this.#packed[number])
    return this.#automata[number]
  }

  /** The form without which an automaton's form changes nothing; its own form if there is none. */
  needOf(automaton: number): number {
    const { form, after } = this.#packed[automaton]
    return form - after
  }

  reachOf(automaton: number): Reach {
    return this.#packed[automaton].reach
  }

  /** What starts the automata, and the automata that read every line. */
  triggers(): { triggers: Trigger[]; always: number[] } {
    const pack = this.#pack
    pack.at = this.#triggersAt
    const triggers: Trigger[] = []
    const always: number[] = []
    for (let automaton = 0; automaton < this.count; automaton++) {
      const count = pack.number()
      if (count === 0) always.push(automaton)
      let bytes = 0
      for (let i = 0; i < count; i++) {
        const coded = pack.number()
        const length = coded % SHARED
        bytes = this.#triggerBytes(bytes, (coded - length) / SHARED, length)
        triggers.push({ automaton, length, bytes })
      }
    }
    return { triggers, always }
  }

  /** The first bytes are those of the trigger before it. */
  #triggerBytes(before: number, shared: number, length: number): number {
    let bytes = before & ((1 << (8 * shared)) - 1)
    for (let i = shared; i < length; i++) {
      const sign = this.#pack.read()
      const byte = sign === NOT_ASCII ? this.#pack.read().charCodeAt(0) | 0x80 : sign.charCodeAt(0)
      bytes |= byte << (8 * i)
    }
    return bytes
  }

  #automatonOf({ form, flags, reach, code, end }: Packed): Automaton {
    this.#pack.at = code
    const nodes = new PatternNodes(this.#pack, end, this.#sets, (flags & IS_FOLDED) !== 0)
    return new Automaton(form, nodes, reach.isAnchored)
  }
}
