import { oneOf } from '../../../check/values.ts'
import { checkedText } from '../text.ts'

/** `current` considers only the density of brackets and operators, `enhanced` also indentation and keywords. */
export type CodeDetection = 'current' | 'enhanced'

const CHARACTERS_PER_TOKEN = 3.5
const TOKENS_PER_LINE = 15
const LONG_WORD_CHARACTERS = 8
const LONG_WORD_STEP = 6
const LONG_WORD_SCALE = 10
const CODE_SHARE = 20
const CODE_FACTOR = 1.1

const isCodeCharacter = new Uint8Array(128)
for (const character of '{}[]<>()=;:|\\') isCodeCharacter[character.charCodeAt(0)] = 1

/** Counts everything that the estimate needs, piece by piece. */
export class Tally {
  characters = 0
  bytes = 0
  #words = 0
  #codeCharacters = 0
  #linesWithText = 0
  #blankLines = 0
  #inWord = false
  #lineCharacters = 0
  #lineHasText = false

  /** Adds `text` from code unit `start` to `end` (exclusive). */
  add(text: string, start = 0, end = text.length): void {
    for (let i = start; i < end; i++) {
      const unit = text.charCodeAt(i)
      this.bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3
      if (unit >= 0xdc00 && unit < 0xe000) continue // the second half of a character
      this.characters++
      if (unit === 0x0a) this.#endLine()
      else this.#lineCharacters++
      if (isWhiteSpace(unit)) {
        this.#inWord = false
        continue
      }
      this.#lineHasText = true
      if (unit < 0x80) this.#codeCharacters += isCodeCharacter[unit]
      if (!this.#inWord) this.#words++
      this.#inWord = true
    }
  }

  /** Adds a line, with or without its line feed. Lines may come in any order. */
  addLine(text: string, start: number, end: number): void {
    this.add(text, start, end)
    if (this.#lineCharacters > 0) this.#endLine()
    this.#inWord = false
  }

  #endLine(): void {
    if (this.#lineHasText) this.#linesWithText++
    else this.#blankLines++
    this.#lineCharacters = 0
    this.#lineHasText = false
  }

  /** True when more than one byte in 20 is a bracket or an operator. */
  get isCode(): boolean {
    return this.#codeCharacters > Math.floor(this.bytes / CODE_SHARE)
  }

  get codeRatio(): number {
    return this.bytes === 0 ? 0 : this.#codeCharacters / this.bytes
  }

  /** The median of three estimates, plus a tenth for code. */
  get tokens(): number {
    const estimates = [this.#byCharacters(), this.#byWords(), this.#byLines()].sort((a, b) => a - b)
    return this.isCode ? Math.ceil(estimates[1] * CODE_FACTOR) : estimates[1]
  }

  #byCharacters(): number {
    return Math.ceil(this.characters / CHARACTERS_PER_TOKEN)
  }

  #byWords(): number {
    if (this.#words === 0) return this.#byCharacters()
    const averageLength = Math.floor(this.characters / this.#words)
    const steps = Math.floor(Math.max(0, averageLength - LONG_WORD_CHARACTERS) / LONG_WORD_STEP)
    return this.#words + Math.floor((this.#words * steps) / LONG_WORD_SCALE)
  }

  #byLines(): number {
    const withText = this.#linesWithText + (this.#lineHasText ? 1 : 0)
    const blank = this.#blankLines + (!this.#lineHasText && this.#lineCharacters > 0 ? 1 : 0)
    return withText * TOKENS_PER_LINE + blank
  }
}

/** True for Unicode's White_Space. Unlike JavaScript's `\s`, it includes U+0085 and excludes U+FEFF. */
function isWhiteSpace(unit: number): boolean {
  if (unit < 0x85) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)
  if (unit < 0x1680) return unit === 0x85 || unit === 0xa0
  if (unit >= 0x2000 && unit <= 0x200a) return true
  return [0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000].includes(unit)
}

/**
 * Estimates tokens as vtcode does: the median of characters / 3.5, words with extra for long ones, and 15 per line.
 * Adds a tenth if the text looks like code. Far off for logs, dense code, base64 and text without spaces.
 *
 * @throws {PithError} `PITH_INVALID_INPUT` for anything but a string.
 * @example
 * estimateTokens('fn foo() { let x = 42; return x + 1; }') // 14
 */
export function estimateTokens(text: string): number {
  return tallyOf(checkedText(text)).tokens
}

export function tallyOf(text: string): Tally {
  const tally = new Tally()
  tally.add(text)
  return tally
}

/** The estimate that replaces a failed tokenizer: UTF-8 bytes / 3.5, rounded up. */
export function tokensOfBytes(bytes: number): number {
  return Math.ceil(bytes / CHARACTERS_PER_TOKEN)
}

/**
 * True when a text is code and not a log: more than 5 % are brackets and operators. For `enhanced`, a text is also code
 * when more than half of its lines are indented, or when it holds `fn `, `class `, `def ` or `function ` anywhere.
 *
 * @throws {PithError} `PITH_INVALID_INPUT`, `PITH_INVALID_OPTION`
 * @example
 * isCode('const a = [1];') // true
 */
export function isCode(text: string, version: CodeDetection = 'current'): boolean {
  return looksLikeCode(checkedText(text), codeDetection(version))
}

export function codeDetection(value: unknown): CodeDetection {
  return oneOf('codeDetection', value, ['current', 'enhanced'], 'current')
}

export function looksLikeCode(text: string, version: CodeDetection, tally: Tally = tallyOf(text)): boolean {
  if (version === 'current') return tally.isCode
  if (tally.codeRatio > 1 / CODE_SHARE) return true
  let lines = 0
  let indented = 0
  for (let at = 0; at < text.length; lines++) {
    const first = text.charCodeAt(at)
    if (first === 0x20 || first === 0x09) indented++
    const end = text.indexOf('\n', at)
    at = end === -1 ? text.length : end + 1
  }
  if (indented > lines / 2) return true
  return ['fn ', 'class ', 'def ', 'function '].some((keyword) => text.includes(keyword))
}
