import {
  APOSTROPHE,
  BACKSLASH,
  CLOSING,
  HASH,
  isBlankByte,
  LESS,
  OPENING,
  QUOTE,
  SLASH,
  STAR,
  TICK,
} from './bytes.ts'
import type { Line } from './line.ts'

// Tells what of a line of source code is code. It knows no language: only the strings, comments and brackets that common
// languages share.

// What each byte may begin: brackets, or other parts. Most are nothing but code.
const OPENS_CALL = 2
const CLOSES = 3
const BEFORE_PATTERN = 8
const roles = /* @__PURE__ */ rolesOf('[{', '(', ')]}', '"\'\\/`#<')

function rolesOf(...characters: string[]): Uint8Array {
  const roles = new Uint8Array(256)
  for (const [at, some] of characters.entries()) for (const each of some) roles[each.charCodeAt(0)] = at + 1
  // A regular expression begins a line or follows an operator.
  for (const each of '(,=:[!&|?{;') roles[each.charCodeAt(0)] |= BEFORE_PATTERN
  return roles
}

/** What opens a here-document, and its last line. */
const DOCUMENT = /^<<[-~]?(["']?)([A-Z_]\w*)\1/

/** Elements of a regular expression, and of a set in it. */
const MOST_ELEMENTS = 400
const MOST_SET_ELEMENTS = 60

export class SourceLexer {
  /** True for a language whose comments begin with `#`, false for one whose comments begin with `//`. */
  hasHashes = false
  /** The last byte that is code. */
  last = 0
  /** The byte that ends the string or comment that is open, as often as `#endLength` says. 0 if none is open. */
  #end = 0
  #endLength = 0
  /** The last line of the here-document that is open. Empty if none is. */
  #word = ''
  /** The open brackets of the statement, a bit for each below a leading 1: 1 for a parenthesis. */
  #open = 1

  /** True inside a string or comment of more lines. */
  get isInside(): boolean {
    return this.#end !== 0 || this.#word !== ''
  }

  get isBracketOpen(): boolean {
    return this.#open > 1
  }

  /** True when the innermost open bracket is a parenthesis, so that the statement goes on. */
  get isInParentheses(): boolean {
    return this.#open > 1 && (this.#open & 1) === 1
  }

  /** Begins a statement. */
  begin(): void {
    this.#open = 1
  }

  /** True for a line that is a comment, or that stands at the beginning of a line whatever is around it. */
  isComment(text: string): boolean {
    const first = text.charCodeAt(0)
    if (first === HASH)
      return this.hasHashes || /^# *(?:if|el|end|pragma|region|undef|error|line|warning)/.test(text)
    return first === SLASH && !this.hasHashes && (text[1] === '/' || text[1] === '*')
  }

  /** Takes a line whose text begins at a byte. */
  line({ buffer, to }: Line, from: number): void {
    let codeEnd = to
    for (let at = this.#behindEnd(buffer, from, from, to); at < to; ) {
      const role = roles[buffer[at]] & (BEFORE_PATTERN - 1)
      if (role === 0) at++
      else if (role <= CLOSES) {
        if (role === CLOSES) this.#open = this.#open >>> 1 || 1
        else this.#open = ((this.#open << 1) | (role === OPENS_CALL ? 1 : 0)) >>> 0
        at++
      } else {
        const begin = at
        at = this.#behindPart(buffer, begin, from, to)
        if (at === begin) at++
        else {
          at = this.#behindEnd(buffer, at, from, to)
          if (at === to && isComment(buffer, begin)) codeEnd = begin
        }
      }
    }
    while (codeEnd > from && isBlankByte(buffer[codeEnd - 1])) codeEnd--
    if (codeEnd > from) this.last = buffer[codeEnd - 1]
  }

  /** Where the part ends that begins at a byte, which may open a string or a comment. The same byte if none does. */
  #behindPart(buffer: Uint8Array, at: number, from: number, to: number): number {
    const byte = buffer[at]
    const next = at + 1 < to ? buffer[at + 1] : 0
    if (byte === BACKSLASH) return at + 1 < to ? at + 2 : at
    if (byte === QUOTE || byte === APOSTROPHE) return this.#behindQuote(buffer, at, to)
    if (byte === HASH) return this.hasHashes && (at === from || isBlankByte(buffer[at - 1])) ? to : at
    if (this.hasHashes) return byte === LESS && next === LESS ? this.#behindWord(buffer, at, to) : at
    if (byte === TICK) return this.#opens(TICK, 1, at + 1)
    if (byte !== SLASH) return at
    if (next === SLASH) return to
    return next === STAR ? this.#opens(STAR, 2, at + 2) : behindPattern(buffer, at, from, to)
  }

  #opens(end: number, length: number, at: number): number {
    this.#end = end
    this.#endLength = length
    return at
  }

  /** Quotes of Python, a string of one line, or one that may go on where comments begin with `#`. */
  #behindQuote(buffer: Uint8Array, at: number, to: number): number {
    const quote = buffer[at]
    if (
      (quote === QUOTE || this.hasHashes) &&
      at + 2 < to &&
      buffer[at + 1] === quote &&
      buffer[at + 2] === quote
    )
      return this.#opens(quote, 3, at + 3)
    for (let end = at + 1; end < to; end++) {
      if (buffer[end] === quote) return end + 1
      if (buffer[end] === BACKSLASH) end++
    }
    return this.hasHashes ? this.#opens(quote, 1, at + 1) : at
  }

  #behindWord(buffer: Uint8Array, at: number, to: number): number {
    const found = DOCUMENT.exec(String.fromCharCode(...buffer.subarray(at, Math.min(to, at + 128))))
    if (!found) return at
    this.#word = found[2]
    return at + found[0].length
  }

  /** Where the open string or comment ends, which ends it. The end of the line if it goes on. */
  #behindEnd(buffer: Uint8Array, at: number, from: number, to: number): number {
    const end = this.#end
    if (this.#word !== '' && at === from) {
      // A here-document ends with a line of its own.
      if (isWord(buffer, from, to, this.#word)) this.#word = ''
      return to
    }
    if (end === 0) return at
    const length = this.#endLength
    for (; at <= to - length; at++) {
      if (buffer[at] !== end) continue
      if (length === 3 && (buffer[at + 1] !== end || buffer[at + 2] !== end)) continue
      if (end === STAR ? buffer[at + 1] !== SLASH : isEscaped(buffer, at, from)) continue
      this.#end = 0
      return at + length
    }
    return to
  }
}

const isEscaped = (buffer: Uint8Array, at: number, from: number): boolean =>
  at > from && buffer[at - 1] === BACKSLASH && !(at - 1 > from && buffer[at - 2] === BACKSLASH)

/** True where a part begins that is a comment. */
const isComment = (buffer: Uint8Array, at: number): boolean =>
  buffer[at] === HASH || (buffer[at] === SLASH && (buffer[at + 1] === SLASH || buffer[at + 1] === STAR))

/** True for a line of nothing but a word. */
function isWord(buffer: Uint8Array, from: number, to: number, word: string): boolean {
  while (to > from && isBlankByte(buffer[to - 1])) to--
  if (to - from !== word.length) return false
  for (let at = from; at < to; at++) if (buffer[at] !== word.charCodeAt(at - from)) return false
  return true
}

/** Where the regular expression ends that begins at a byte. The same byte if none does. */
function behindPattern(buffer: Uint8Array, begin: number, from: number, to: number): number {
  let before = begin - 1
  while (before >= from && isBlankByte(buffer[before])) before--
  if (before >= from && (roles[buffer[before]] & BEFORE_PATTERN) === 0) return begin
  let elements = 0
  for (let at = begin + 1; at < to; at++, elements++) {
    const byte = buffer[at]
    if (byte === SLASH) return elements > 0 ? at + 1 : begin
    if (elements === MOST_ELEMENTS) return begin
    if (byte === BACKSLASH) at++
    else if (byte === OPENING) {
      let inSet = 0
      for (at++; at < to && buffer[at] !== CLOSING; at++, inSet++) if (buffer[at] === BACKSLASH) at++
      if (inSet === 0 || inSet > MOST_SET_ELEMENTS) return begin
    }
  }
  return begin
}
