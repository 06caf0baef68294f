const SLOT_BITS = 13
/** Folds letters to lower case in all four bytes. */
const FOLD = 0x20202020
const TWO = 0x0000ffff
const THREE = 0x00ffffff

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
  readonly #bytes: Int32Array
  /** By entry, the next one of its slot, plus 1. */
  readonly #next: Uint16Array
  readonly #rules: Uint8Array

  /** A rule without triggers may match every line. */
  constructor(rules: readonly { triggers: readonly string[] }[]) {
    const entries = rules.reduce((sum, { triggers }) => sum + triggers.length, 0)
    this.isOpen = new Uint8Array(rules.length)
    this.#always = Uint8Array.from(rules, ({ triggers }) => (triggers.length === 0 ? 1 : 0))
    this.#bytes = new Int32Array(entries)
    this.#next = new Uint16Array(entries)
    this.#rules = new Uint8Array(entries)
    let entry = 0
    rules.forEach(({ triggers }, rule) => {
      for (const trigger of triggers) this.#add(trigger, rule, entry++)
    })
  }

  #add(trigger: string, rule: number, entry: number): void {
    let key = 0
    for (let i = 0; i < trigger.length; i++) key |= (trigger.charCodeAt(i) | 0x20) << (8 * i)
    const slot = slotOf(key)
    this.#pairs[key & TWO] |= 1 << (trigger.length - 2)
    this.#bytes[entry] = key
    this.#rules[entry] = rule
    this.#next[entry] = this.#slots[slot]
    this.#slots[slot] = entry + 1
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
