// Tells what of a line of source code is code. It knows no language: only the strings, comments and brackets that common
// languages share.

const [TAB, SPACE, DOUBLE, HASH, AND, SINGLE] = [0x09, 0x20, 0x22, 0x23, 0x26, 0x27]
const [STAR, SLASH, LESS, BACKSLASH, BACKTICK] = [0x2a, 0x2f, 0x3c, 0x5c, 0x60]

const codesOf = (text: string): ReadonlySet<number> => new Set([...text].map((char) => char.charCodeAt(0)))
const OPENING = /* @__PURE__ */ codesOf('([{')
const CLOSING = /* @__PURE__ */ codesOf(')]}')
/** A slash behind one of these begins a regular expression. */
const OPERATORS = /* @__PURE__ */ codesOf('(,=:[!&|?{;')

export class SourceLexer {
  /** True for a language whose comments begin with `#`, false for one whose comments begin with `//`. */
  hasHashes = false
  /** The last byte that is code. */
  last = 0
  /** The open brackets of the statement, a bit for each below a leading 1: 1 for a parenthesis. */
  #open = 1
  /** What ends a string or comment that is still open: so many of this byte, or `*` with a slash. */
  #quote = 0
  #quotes = 0
  /** The line that ends a here-document. */
  #word = ''

  /** True inside a string or comment of more lines. */
  get isInside(): boolean {
    return this.#quote !== 0 || this.#word !== ''
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

  /** True when a line is a comment from this byte on. */
  beginsComment(bytes: Uint8Array, at: number): boolean {
    if (bytes[at] === HASH) return this.hasHashes || isDirective(bytes, at + 1)
    return !this.hasHashes && bytes[at] === SLASH && (bytes[at + 1] === SLASH || bytes[at + 1] === STAR)
  }

  /** Takes a line. */
  line(bytes: Uint8Array, from: number): void {
    if (this.#word !== '') {
      if (String.fromCharCode(...bytes.subarray(0, 64)).trim() === this.#word) this.#word = ''
      return
    }
    // A quote that is never closed is an apostrophe, or in a shell a string of more lines. Behind an apostrophe, the rest of
    // the line is not searched again.
    let isBroken = false
    for (let at = this.#quote ? this.#skip(bytes, from) : from; at < bytes.length; at++) {
      const byte = bytes[at]
      const next = bytes[at + 1]
      if (byte === SPACE || byte === TAB) continue
      if (this.hasHashes ? byte === HASH && !(bytes[at - 1] > SPACE) : byte === SLASH && next === SLASH) break
      if (byte === SLASH && next === STAR && !this.hasHashes) {
        at = this.#begin(STAR, 2, bytes, at)
        continue
      }
      if ((byte === DOUBLE || byte === SINGLE) && next === byte && bytes[at + 2] === byte)
        at = this.#begin(byte, 3, bytes, at)
      else if (byte === BACKTICK && !this.hasHashes) at = this.#begin(byte, 1, bytes, at)
      else {
        if (byte === BACKSLASH) at++
        const isQuoted = isQuote(bytes, at) || (byte === SLASH && !this.hasHashes && OPERATORS.has(this.last))
        const end = isQuoted && !isBroken ? endOfQuote(bytes, at) : at
        if (end >= 0) at = end
        else if (this.hasHashes) at = this.#begin(byte, 1, bytes, at)
        else isBroken = true
        if (OPENING.has(byte)) this.#open = ((this.#open << 1) | (byte === 0x28 ? 1 : 0)) >>> 0
        else if (CLOSING.has(byte)) this.#open = this.#open >>> 1 || 1
        else if (byte === LESS && next === LESS && this.hasHashes) this.#word = hereWord(bytes, at)
      }
      this.last = byte
    }
  }

  #begin(quote: number, quotes: number, bytes: Uint8Array, at: number): number {
    this.#quote = quote
    this.#quotes = quotes
    return this.#skip(bytes, at + quotes) - 1
  }

  /** Behind the end of the open string or comment. */
  #skip(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at]
      if (byte === BACKSLASH && this.#quote !== STAR) at++
      else if (byte === this.#quote && this.#isEnd(bytes, at)) {
        this.#quote = 0
        return at + this.#quotes
      }
    }
    return bytes.length
  }

  #isEnd(bytes: Uint8Array, at: number): boolean {
    if (this.#quote === STAR) return bytes[at + 1] === SLASH
    return this.#quotes === 1 || (bytes[at + 1] === this.#quote && bytes[at + 2] === this.#quote)
  }
}

/** True for a quote, but not for that of a lifetime (`&'a`). */
const isQuote = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === DOUBLE || (bytes[at] === SINGLE && bytes[at - 1] !== AND && bytes[at - 1] !== LESS)

/** Where a string or regular expression ends that begins here and ends in its line. -1 if it does not. */
function endOfQuote(bytes: Uint8Array, from: number): number {
  const quote = bytes[from]
  let isInClass = false
  for (let at = from + 1; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === BACKSLASH) at++
    else if (quote === SLASH && (byte === 0x5b || byte === 0x5d)) isInClass = byte === 0x5b
    else if (byte === quote && !isInClass)
      return quote === SLASH || isQuote(bytes, at) || at - from === 2 ? at : -1
  }
  return -1
}

/** True for `#if`, `#region` and others that stand at the beginning of a line whatever is around it. */
const isDirective = (bytes: Uint8Array, at: number): boolean =>
  /^ *(?:if|el|end|pragma|region|undef|error|line|warning)/.test(
    String.fromCharCode(...bytes.subarray(at, at + 16)),
  )

/** The word of a here-document that begins here, if it is one. */
const hereWord = (bytes: Uint8Array, at: number): string =>
  /^<<[-~]? ?(["']?)([A-Za-z_]\w*)\1/.exec(String.fromCharCode(...bytes.subarray(at, at + 64)))?.[2] ?? ''
