/** What of a rule of src/core/judge/rules is in the table. A rule weighs more than 0, a discount has factors, the location 0. */
export type JudgeRow = readonly [
  pattern: string,
  /** With `i`, patterns are matched on the text in small letters: V8 is slower to compile the flag. */
  flags: string,
  value: number | readonly [number, number, number],
  bit: number,
  /**
   * Of which each match holds one, as latin1 with small letters, joined by LF. D stands for each digit, L for each letter.
   * Empty if there are none.
   */
  triggers: string,
  /** What must match too, and what must not. Empty for nothing. */
  also?: string,
  unless?: string,
]

/** Patterns are compiled when a line first needs them. */
export class JudgeRule {
  /** 0 for discounts and the location. */
  readonly weight: number
  readonly factors: readonly [number, number, number] | undefined
  readonly bit: number
  readonly triggers: string
  readonly #ignoresCase: boolean
  readonly #pattern: LazyPattern
  readonly #also: LazyPattern | undefined
  readonly #unless: LazyPattern | undefined

  constructor([pattern, flags, value, bit, triggers, also = '', unless = '']: JudgeRow) {
    this.weight = typeof value === 'number' ? value : 0
    this.factors = typeof value === 'number' ? undefined : value
    this.bit = bit
    this.triggers = triggers
    this.#ignoresCase = flags === 'i'
    const own = this.#ignoresCase ? '' : flags
    this.#pattern = new LazyPattern(pattern, own)
    this.#also = also === '' ? undefined : new LazyPattern(also, own)
    this.#unless = unless === '' ? undefined : new LazyPattern(unless, own)
  }

  /** Where the rule's first match ends in the text; -1 if the rule does not apply. `small`: it in small letters. */
  endIn(whole: string, small: string): number {
    const text = this.#ignoresCase ? small : whole
    const end = this.#pattern.endIn(text)
    if (end < 0 || (this.#also !== undefined && this.#also.endIn(text) < 0)) return -1
    return this.#unless !== undefined && this.#unless.endIn(text) >= 0 ? -1 : end
  }
}

class LazyPattern {
  readonly #source: string
  readonly #flags: string
  #compiled: RegExp | undefined

  constructor(source: string, flags: string) {
    this.#source = source
    // Flag s: a dot also stands for the line separators of Unicode.
    this.#flags = `${flags}gs`
  }

  endIn(text: string): number {
    this.#compiled ??= compiled(this.#source, this.#flags)
    this.#compiled.lastIndex = 0
    return this.#compiled.test(text) ? this.#compiled.lastIndex : -1
  }
}

/** V8 compiles a pattern for its interpreter, and again to machine code when it runs once more. After a text of this length it does the second at once. */
const LONG_TEXT = '~'.repeat(1000)

function compiled(source: string, flags: string): RegExp {
  const pattern = new RegExp(source, flags)
  pattern.test(LONG_TEXT)
  return pattern
}

/** Only A to Z have a case in patterns, so other letters stay, as does the length. */
export const inSmallLetters = (text: string, isAscii: boolean): string =>
  isAscii ? text.toLowerCase() : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
