const BASE = 45
const ZERO = 0x23

/** Reads what build/automata/pack.mjs writes: characters, and numbers of them. */
export class Cursor {
  at: number
  readonly #text: string

  constructor(text: string, at: number) {
    this.#text = text
    this.at = at
  }

  peek(): string {
    return this.#text[this.at]
  }

  read(): string {
    return this.#text[this.at++]
  }

  /** The lowest digit first. All digits but the last are marked. */
  number(): number {
    let value = 0
    for (let unit = 1; ; unit *= BASE) {
      const digit = this.#text.charCodeAt(this.at++) - ZERO
      if (digit < BASE) return value + digit * unit
      value += (digit - BASE) * unit
    }
  }
}
