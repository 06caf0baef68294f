// Reads the pack that build/automata/pack.mjs writes, as assembly/tables.ts does. An automaton's table is made when a
// line first needs it. A row of a table is a state, a column a class of symbols: the 256 bytes and the end of the line.
// Rows are padded to a multiple of eight cells. A cell is the offset of the next state's row in steps of eight cells,
// or one of:

/** The pattern matches before the symbol. */
export const HIT = 0x8000
/** The pattern can no longer match, or it has not matched before the end of the line. */
const DEAD = 0x8001

const SUM_CHARACTERS = 8
const DIGEST_CHARACTERS = 16
const VERSION = 3
const SYMBOLS = 257
const BASE = 45
/** A trigger's first number is how many bytes it shares with the one before it, times this, plus its length. */
const SHARED = 5
const ZERO = 0x23
/** Before what stands for a byte that is not ASCII. */
const NOT_ASCII = 0x7f
/** Stands for the end of the line in the list of signs. */
const END_SIGN = 0x0a

// Words of build/automata/rows.mjs.
const IS_LAST = 1
const IS_RUN = 2
const TO_MASK = 12
const TO_NEXT = 0
const TO_HIT = 4
const TO_DEAD = 8
const FROM_MASK = 48
const FROM_SUGGESTED = 0
const FROM_NONE = 16

/** The streams in their order. Each has a part for each automaton. */
const STREAMS = ['columns', 'steps', 'bases', 'lengths', 'targets', 'signs', 'triggers'] as const

/** An automaton as the pack has it. */
interface Packed {
  readonly form: number
  readonly after: number
  readonly states: number
  readonly columns: number
  /** Offsets of its parts, and the end of the last one. */
  readonly parts: Record<(typeof STREAMS)[number], number>
  readonly end: number
}

/** An automaton that can read a line. */
export interface Table {
  readonly form: number
  readonly cells: Uint16Array
  /** By byte, its column. */
  readonly classOf: Uint8Array
  /** The column of the end of the line. */
  readonly endColumn: number
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
  readonly #pack: Uint8Array
  readonly #symbolClass = new Uint16Array(SYMBOLS)
  readonly #classes: number
  readonly #packed: Packed[]
  readonly #tables: (Table | undefined)[] = []
  #at = SUM_CHARACTERS + DIGEST_CHARACTERS

  constructor(pack: string) {
    this.#pack = new TextEncoder().encode(pack)
    const version = this.#number()
    if (version !== VERSION) throw new RangeError(`Expected tables of version ${VERSION}, got ${version}.`)
    this.forms = this.#number()
    this.count = this.#number()
    this.firstCount = this.#number()
    this.freeCount = this.#number()
    this.#classes = this.#number()
    for (let symbol = 0; symbol < SYMBOLS; symbol++) this.#symbolClass[symbol] = this.#number()
    this.#packed = this.#records()
  }

  /** The table of an automaton. */
  at(automaton: number): Table {
    this.#tables[automaton] ??= this.#tableOf(this.#packed[automaton])
    return this.#tables[automaton]
  }

  /** The form without which an automaton's form changes nothing; its own form if there is none. */
  needOf(automaton: number): number {
    const { form, after } = this.#packed[automaton]
    return form - after
  }

  /** What starts the automata, and the automata that read every line. */
  triggers(): { triggers: Trigger[]; always: number[] } {
    const triggers: Trigger[] = []
    const always: number[] = []
    this.#packed.forEach(({ parts, end }, automaton) => {
      this.#at = parts.triggers
      if (this.#at === end) always.push(automaton)
      let bytes = 0
      while (this.#at < end) {
        const coded = this.#number()
        const length = coded % SHARED
        bytes = this.#triggerBytes(bytes, (coded - length) / SHARED, length)
        triggers.push({ automaton, length, bytes })
      }
    })
    return { triggers, always }
  }

  /** The first bytes are those of the trigger before it. */
  #triggerBytes(before: number, shared: number, length: number): number {
    let bytes = before & ((1 << (8 * shared)) - 1)
    for (let i = shared; i < length; i++) {
      const byte = this.#pack[this.#at++]
      bytes |= (byte === NOT_ASCII ? this.#pack[this.#at++] | 0x80 : byte) << (8 * i)
    }
    return bytes
  }

  /** A number, the lowest digit first. All digits but the last are marked. */
  #number(): number {
    let value = 0
    for (let place = 1; ; place *= BASE) {
      const digit = this.#pack[this.#at++] - ZERO
      if (digit < BASE) return value + digit * place
      value += (digit - BASE) * place
    }
  }

  /** Parts of the same kind follow each other, so their offsets are known when all lengths are. */
  #records(): Packed[] {
    const heads = Array.from({ length: this.count }, () => this.#head())
    let at = this.#at
    const starts = STREAMS.map((_, stream) =>
      heads.map(({ lengths }) => {
        at += lengths[stream]
        return at - lengths[stream]
      }),
    )
    return heads.map(({ lengths, ...head }, automaton) => {
      const parts = Object.fromEntries(STREAMS.map((name, i) => [name, starts[i][automaton]]))
      const last = STREAMS.length - 1
      return { ...head, parts: parts as Packed['parts'], end: starts[last][automaton] + lengths[last] }
    })
  }

  /** An automaton without its parts, and their lengths, which are written less what is known of them. */
  #head(): Omit<Packed, 'parts' | 'end'> & { lengths: number[] } {
    const [form, after, states, columns] = Array.from({ length: 4 }, () => this.#number())
    const lengths = STREAMS.map(() => this.#number())
    lengths[STREAMS.indexOf('columns')] += this.#classes
    lengths[STREAMS.indexOf('steps')] += states
    lengths[STREAMS.indexOf('signs')] += lengths[STREAMS.indexOf('steps')]
    return { form, after, states, columns, lengths }
  }

  #tableOf(packed: Packed): Table {
    const { form, states, columns } = packed
    const columnOf = this.#columnsOf(packed)
    const classOf = new Uint8Array(SYMBOLS - 1)
    for (let byte = 0; byte < SYMBOLS - 1; byte++) classOf[byte] = columnOf[this.#symbolClass[byte]]
    const endColumn = columnOf[this.#symbolClass[SYMBOLS - 1]]
    const width = (columns + 7) & ~7
    const table = { form, cells: new Uint16Array(states * width), classOf, endColumn }
    this.#readRows(packed, table, width)
    return table
  }

  /** The column of each class, written as how recently it came before. */
  #columnsOf({ parts }: Packed): number[] {
    this.#at = parts.columns
    const recent: number[] = []
    return Array.from({ length: this.#classes }, () => {
      const rank = this.#number()
      const [column] = rank === 0 ? [recent.length] : recent.splice(rank - 1, 1)
      recent.unshift(column)
      return column
    })
  }

  /** Reads rows in the order in which they were written: the states that still come are a stack. */
  #readRows({ states, parts }: Packed, table: Table, width: number): void {
    const { cells } = table
    const cursor = { ...parts }
    const step = width >> 3
    const baseRows = new Int16Array(states).fill(-1)
    const isDone = new Uint8Array(states)
    const done: number[] = []
    const recent: number[] = []
    const open = [0]
    let known = 1
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      let word = this.#pack[cursor.steps++] - ZERO
      const from = word & FROM_MASK
      let base = -1
      if (from === FROM_SUGGESTED) base = baseRows[state]
      else if (from !== FROM_NONE) base = done[done.length - 1 - this.#next(cursor, 'bases')]
      const row = state * width
      if (base >= 0) cells.copyWithin(row, base * width, (base + 1) * width)
      const fresh: number[] = []
      for (;;) {
        const column = this.#column(cursor, table)
        const last = (word & IS_RUN) === 0 ? column : column + 1 + this.#next(cursor, 'lengths')
        const to = word & TO_MASK
        let cell = to === TO_HIT ? HIT : DEAD
        if (to === TO_NEXT) {
          if (base >= 0) {
            const similar = cells[base * width + column]
            baseRows[known] = similar < HIT && isDone[similar / step] === 1 ? similar / step : 0
          }
          fresh.push(known)
          cell = known++ * step
        } else if (to > TO_DEAD) cell = recentState(this.#next(cursor, 'targets'), recent, known) * step
        cells.fill(cell, row + column, row + last + 1)
        if ((word & IS_LAST) !== 0) break
        word = this.#pack[cursor.steps++] - ZERO
      }
      open.push(...fresh.reverse())
      done.push(state)
      isDone[state] = 1
    }
  }

  /** The next number of a part. */
  #next(cursor: Packed['parts'], part: (typeof STREAMS)[number]): number {
    this.#at = cursor[part]
    const value = this.#number()
    cursor[part] = this.#at
    return value
  }

  /** The first column of a change, named by a byte in it. */
  #column(cursor: Packed['parts'], { classOf, endColumn }: Table): number {
    const sign = this.#pack[cursor.signs++]
    if (sign === NOT_ASCII) return this.#next(cursor, 'signs')
    return sign === END_SIGN ? endColumn : classOf[sign]
  }
}

/** The state that a number stands for: one that a change led back to, by how recently, or another one. */
function recentState(code: number, recent: number[], known: number): number {
  const state = code < recent.length ? recent.splice(code, 1)[0] : recent.length + known - 1 - code
  recent.unshift(state)
  return state
}
