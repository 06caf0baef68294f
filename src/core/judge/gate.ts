const SLOT_BITS = 13
/** Folds letters to lower case in all four bytes. */
const FOLD = 0x20202020
const TWO = 0x0000ffff
const THREE = 0x00ffffff

/** Stands for each digit in a trigger. */
const DIGITS = 0x44
/** Stands for each letter. */
const LETTERS = 0x4c

const slotOf = (bytes: number): number => Math.imul(bytes, 0x9e3779b1) >>> (32 - SLOT_BITS)

/** Finds the rules that may match a line: those of which it holds a trigger, two to four bytes in either case. */
export class Gate {
  /** By rule, 1 if it may match the line of the last `open`. */
  readonly isOpen: Uint8Array
  /** Whether that line is ASCII. */
  isAscii = true
  readonly #always: Uint8Array
  /** By the first two bytes of triggers: a bit for each length of those that begin with them. */
  readonly #pairs = new Uint8Array(0x10000)
  /** By slot, the first entry, plus 1. */
  readonly #slots = new Uint16Array(1 << SLOT_BITS)
  readonly #bytes: number[] = []
  /** By entry, the next one of its slot, plus 1. */
  readonly #next: number[] = []
  readonly #rules: number[] = []

  /** Triggers are those of a `JudgeRow`. A rule without triggers may match every line. */
  constructor(rules: readonly { triggers: string }[]) {
    this.isOpen = new Uint8Array(rules.length)
    this.#always = Uint8Array.from(rules, ({ triggers }) => (triggers === '' ? 1 : 0))
    rules.forEach(({ triggers }, rule) => {
      if (triggers !== '') for (const trigger of triggers.split('\n')) this.#spell(trigger, rule, 0, 0)
    })
  }

  /** Adds all bytes that a trigger stands for. The first `length` of them are in `key`. */
  #spell(trigger: string, rule: number, key: number, length: number): void {
    if (length === trigger.length) {
      this.#add(key, length, rule)
      return
    }
    const code = trigger.charCodeAt(length)
    const first = code === DIGITS ? 0x30 : code === LETTERS ? 0x61 : code | 0x20
    const last = code === DIGITS ? 0x39 : code === LETTERS ? 0x7a : first
    for (let byte = first; byte <= last; byte++)
      this.#spell(trigger, rule, key | (byte << (8 * length)), length + 1)
  }

  #add(key: number, length: number, rule: number): void {
    const slot = slotOf(key)
    this.#pairs[key & TWO] |= 1 << (length - 2)
    this.#bytes.push(key)
    this.#rules.push(rule)
    this.#next.push(this.#slots[slot])
    this.#slots[slot] = this.#bytes.length
  }

  /** Opens the rules that may match `bytes[from, to)`. */
  open(bytes: Uint8Array, from: number, to: number): void {
    this.isOpen.set(this.#always)
    const pairs = this.#pairs
    let ahead = 0
    let all = 0
    for (let at = to - 1; at >= from; at--) {
      all |= bytes[at]
      ahead = (ahead << 8) | bytes[at] | 0x20
      const lengths = pairs[ahead & TWO]
      if (lengths === 0) continue
      if ((lengths & 4) !== 0) this.#openAll(ahead | FOLD)
      if ((lengths & 2) !== 0) this.#openAll(ahead & THREE)
      if ((lengths & 1) !== 0) this.#openAll(ahead & TWO)
    }
    this.isAscii = all < 0x80
  }

  #openAll(key: number): void {
    for (let entry = this.#slots[slotOf(key)]; entry !== 0; entry = this.#next[entry - 1])
      if (this.#bytes[entry - 1] === key) this.isOpen[this.#rules[entry - 1]] = 1
  }
}
