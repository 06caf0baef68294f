import { PithError } from '../../errors.ts'

/** A place in the text of a path. Reads words of JSONPath from there on. */
export class PathText {
  readonly #path: string
  #at = 0

  constructor(path: string) {
    this.#path = path
  }

  get isEnd(): boolean {
    return this.#at === this.#path.length
  }

  /** Passes over blanks. */
  blanks(): void {
    this.#match(/[ \t\n\r]*/y)
  }

  /** Passes over a text if it is here. */
  take(text: string): boolean {
    const isHere = this.#path.startsWith(text, this.#at)
    if (isHere) this.#at += text.length
    return isHere
  }

  /** Passes over blanks, and over a text if it is behind them. */
  takeNext(text: string): boolean {
    this.blanks()
    return this.take(text)
  }

  isNext(text: string): boolean {
    this.blanks()
    return this.#path.startsWith(text, this.#at)
  }

  /** A name without quotes. */
  name(): string | undefined {
    return this.#match(/[\p{L}_$][\p{L}\p{N}_$-]*/uy)
  }

  /** A whole number that is exact. */
  whole(): number | undefined {
    const digits = this.#match(/-?[1-9]\d*|0/y)
    if (digits === undefined) return undefined
    if (Number.isSafeInteger(Number(digits))) return Number(digits)
    this.#at -= digits.length
    throw this.wrong('a whole number below 2^53')
  }

  /** `null`, `true`, `false` or a number. */
  literal(): number | boolean | null | undefined {
    const word = this.#match(
      /(?:null|true|false)(?![\p{L}\p{N}_$-])|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/uy,
    )
    return word === undefined ? undefined : (JSON.parse(word) as number | boolean | null)
  }

  /** A text in single or double quotes. */
  quoted(): string | undefined {
    const start = this.#at
    const text = this.#match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/suy)
    if (text === undefined) return undefined
    const other = text[0] === '"' ? "\\'" : '\\"'
    const own = `\\${text[0]}`
    const inner = text
      .slice(1, -1)
      .replace(/\\.|"/gsu, (found) =>
        found === own || found === '"' ? '\\"' : found === other ? '\\x' : found,
      )
    try {
      return JSON.parse(`"${inner}"`) as string
    } catch {
      this.#at = start
      throw this.wrong('a text with the escapes of JSON, and no line breaks,')
    }
  }

  /** The error for what is here instead of what was expected. */
  wrong(expected: string): PithError {
    const rest = this.#path.slice(this.#at)
    const got = rest === '' ? 'its end' : JSON.stringify(rest.length > 40 ? `${rest.slice(0, 40)}…` : rest)
    return this.refused(`expected ${expected} at character ${this.#at + 1}, got ${got}`)
  }

  /** The error for a path that can be read, but not be followed. */
  refused(why: string): PithError {
    const path = JSON.stringify(this.#path.length > 120 ? `${this.#path.slice(0, 120)}…` : this.#path)
    return new PithError(
      'PITH_INVALID_OPTION',
      `Expected a path such as $.items[42].name or $.items[?@.state != 'ok'], got ${path}: ${why}.`,
    )
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#path)?.[0]
    this.#at += found?.length ?? 0
    return found
  }
}
