import { PithError } from '../errors.ts'

/** UTF-16 units of a text that a tokenizer is given at once: what a run without any break may cost it is bounded. */
const MAX_PIECE_UNITS = 512

const TAB = 0x09
const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20
const APOSTROPHE = 0x27

/**
 * Tokens of a text that is given to a tokenizer piece by piece: most take quadratic time on a run without a break.
 *
 * Pieces end where the tokenizers of the GPT, Llama 3 and Qwen families end a word by themselves: before the blank
 * after a word; where there is none within `maxPieceUnits`, between letters, digits and punctuation. A text that has
 * such places counts exactly what it counts as a whole. A longer run without any is cut by force, never inside a
 * surrogate pair: there each cut may change the count by a token or two, nearly always to more. Lone surrogates count
 * as U+FFFD.
 *
 * @throws {PithError} `PITH_INVALID_INPUT` for what is no string.
 * @example
 * countInPieces('one two three', (piece) => piece.split(' ').length - (piece[0] === ' ' ? 1 : 0), 6) // 3
 */
export function countInPieces(
  text: string,
  countPiece: (piece: string) => number,
  maxPieceUnits: number = MAX_PIECE_UNITS,
): number {
  checkText(text)
  const whole = wellFormed(text)
  let tokens = 0
  for (let start = 0; start < whole.length; ) {
    const end = endOfPiece(whole, start, maxPieceUnits)
    tokens += countPiece(whole.slice(start, end))
    start = end
  }
  return tokens
}

/** @throws {PithError} `PITH_INVALID_INPUT` */
export function checkText(text: unknown): void {
  if (typeof text === 'string') return
  const got = text === null ? 'null' : typeof text
  throw new PithError('PITH_INVALID_INPUT', `Expected the text to count to be a string, got ${got}.`)
}

const wellFormed = (text: string): string =>
  /\p{Surrogate}/u.test(text) ? text.replaceAll(/\p{Surrogate}/gu, '\ufffd') : text

function endOfPiece(text: string, start: number, maxUnits: number): number {
  const latest = start + maxUnits
  if (latest >= text.length) return text.length
  for (let at = latest; at > start; at--) if (endsWord(text, at)) return at
  for (let at = latest; at > start; at--) if (changesKind(text, at)) return at
  return forcedEnd(text, start, latest)
}

/** A blank begins a token, and so does a line end, unless it follows punctuation, which takes it in. */
function endsWord(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  if (unit === SPACE || unit === TAB) return !isBlank(text, at - 1)
  if (unit !== LF && unit !== CR) return false
  const before = kindOf(text, at - 1)
  return before === 'letter' || before === 'digit'
}

/** An apostrophe may belong to the letters before it. */
function changesKind(text: string, at: number): boolean {
  const after = kindOf(text, at)
  if (after === 'none') return false
  const before = kindOf(text, at - 1)
  if (before === 'letter')
    return after === 'digit' || (after === 'mark' && text.charCodeAt(at) !== APOSTROPHE)
  if (before === 'digit') return after !== 'digit'
  return before === 'mark' && after === 'digit'
}

/** Digits are taken by threes from the first one on. */
function forcedEnd(text: string, start: number, latest: number): number {
  if (kindOf(text, latest) === 'digit') {
    let first = latest
    while (first > start && kindOf(text, first - 1) === 'digit') first--
    const end = latest - ((latest - first) % 3)
    return end > start ? end : latest
  }
  if (!isLowSurrogate(text, latest)) return latest
  return latest - 1 > start ? latest - 1 : latest + 1
}

const isLowSurrogate = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00

function isBlank(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit <= SPACE ? unit === SPACE || (unit >= TAB && unit <= CR) : unit > 0x7f && /\s/.test(text[at])
}

/** What a UTF-16 unit is to a tokenizer; `none` for blanks, combining marks and halves of pairs. */
function kindOf(text: string, at: number): 'letter' | 'digit' | 'mark' | 'none' {
  const unit = text.charCodeAt(at)
  if (unit > 0x7f) return kindOfOther(text[at])
  if (unit <= SPACE || unit === 0x7f) return 'none'
  if (unit >= 0x30 && unit <= 0x39) return 'digit'
  const lower = unit | 0x20
  return lower >= 0x61 && lower <= 0x7a ? 'letter' : 'mark'
}

function kindOfOther(char: string): 'letter' | 'digit' | 'mark' | 'none' {
  if (/\p{L}/u.test(char)) return 'letter'
  if (/\p{N}/u.test(char)) return 'digit'
  return /[\s\p{M}\p{C}]/u.test(char) ? 'none' : 'mark'
}
