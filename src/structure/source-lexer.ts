// Tells what of a line of source code is code. It knows no language: only the strings, comments and brackets that common
// languages share.

const string = '"(?:\\\\.|[^"\\\\])*"|\'(?:\\\\.|[^\'\\\\])*\''
/** What counts in a line where comments begin with `//`. A regular expression begins a line or follows an operator. */
const SLASHES = /* @__PURE__ */ new RegExp(
  `\\\\.|//.*|/\\*|"""|\`|${string}|(?<=^|[(,=:[!&|?{;]\\s*)/(?:\\\\.|\\[(?:\\\\.|[^\\]\\\\]){1,60}\\]|[^/\\\\[]){1,400}/`,
  'y',
)
/** What counts where comments begin with `#`. A quote that does not end in the line opens a string of more lines. */
const HASHES = /* @__PURE__ */ new RegExp(
  `\\\\.|(?<!\\S)#.*|"""|'''|<<[-~]?["']?[A-Z_]\\w*|${string}|["']`,
  'y',
)

const BACKSLASH = 0x5c

// What each character of ASCII may begin: 1 for other brackets, 5 for other parts. Most are nothing but code.
const OPENS_CALL = 2
const CLOSES = 3
const QUOTES = 4
const roles = /* @__PURE__ */ rolesOf('[{', '(', ')]}', '"\'', '\\/`#<')

function rolesOf(...characters: string[]): Uint8Array {
  const roles = new Uint8Array(128)
  for (const [at, some] of characters.entries()) for (const each of some) roles[each.charCodeAt(0)] = at + 1
  return roles
}

export class SourceLexer {
  /** True for a language whose comments begin with `#`, false for one whose comments begin with `//`. */
  hasHashes = false
  /** The last character that is code. */
  last = ''
  /** What ends the string or comment that is open. Empty if none is. */
  #end = ''
  /** The open brackets of the statement, a bit for each below a leading 1: 1 for a parenthesis. */
  #open = 1

  /** True inside a string or comment of more lines. */
  get isInside(): boolean {
    return this.#end !== ''
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
    if (this.hasHashes || (text[0] !== '#' && text[0] !== '/')) return this.hasHashes && text[0] === '#'
    return /^(?:\/[/*]|# *(?:if|el|end|pragma|region|undef|error|line|warning))/.test(text)
  }

  /** Takes a line. */
  line(text: string): void {
    let code = text.length
    for (let at = this.#behindEnd(text, 0); at < text.length; ) {
      const character = text.charCodeAt(at)
      const role = character < 128 ? roles[character] : 0
      if (role === 0) at++
      else if (role <= CLOSES) {
        this.#bracket(role)
        at++
      } else {
        const begin = at
        const length = (role === QUOTES && this.#string(text, at, character)) || this.#part(text, at)
        at = length > 0 ? this.#behindEnd(text, at + length) : at + 1
        if (length > 0 && at === text.length && beginsComment(text, begin)) code = begin
      }
    }
    this.last = lastOf(text, code) || this.last
  }

  #bracket(role: number): void {
    if (role === CLOSES) this.#open = this.#open >>> 1 || 1
    else this.#open = ((this.#open << 1) | (role === OPENS_CALL ? 1 : 0)) >>> 0
  }

  /** The length of a string of one line. 0 for one that has escapes, does not end, or may be one of more lines. */
  #string(text: string, at: number, quote: number): number {
    const length = stringLength(text, at, quote)
    if (length > 0) this.#end = ''
    return length
  }

  /** The length of the part that begins here, and what it opens. 0 if none does. */
  #part(text: string, at: number): number {
    const parts = this.hasHashes ? HASHES : SLASHES
    parts.lastIndex = at
    if (!parts.test(text)) return 0
    const part = text.slice(at, parts.lastIndex)
    this.#end = endOf(part, this.hasHashes)
    return part.length
  }

  /** Where the open string or comment ends, which ends it. The end of the line if it goes on. */
  #behindEnd(text: string, from: number): number {
    const end = this.#end
    if (end === '') return from
    if (/\w/.test(end)) {
      // A here-document ends with a line of its own.
      if (from === 0 && text.trim() === end) this.#end = ''
      return from === 0 ? text.length : from
    }
    for (let at = text.indexOf(end, from); at >= 0; at = text.indexOf(end, at + 1)) {
      if (text[at - 1] === '\\' && end !== '*/' && text[at - 2] !== '\\') continue
      this.#end = ''
      return at + end.length
    }
    return text.length
  }
}

function stringLength(text: string, at: number, quote: number): number {
  if (text.charCodeAt(at + 1) === quote) return 0
  for (let end = at + 1; end < text.length; end++) {
    const character = text.charCodeAt(end)
    if (character === quote) return end + 1 - at
    if (character === BACKSLASH) return 0
  }
  return 0
}

/** True where a part begins that is a comment. */
const beginsComment = (text: string, at: number): boolean =>
  text[at] === '#' || (text[at] === '/' && (text[at + 1] === '/' || text[at + 1] === '*'))

/** The last character before a place, blanks left aside. Empty if there is none. */
function lastOf(text: string, to: number): string {
  const last = text.charCodeAt(to - 1)
  return last > 0x20 && last < 0x7f ? text[to - 1] : text.slice(0, to).trimEnd().slice(-1)
}

/** What ends the string or comment that this part opens. Empty if it opens none. */
function endOf(part: string, hasHashes: boolean): string {
  if (part === '/*') return '*/'
  if (/^(?:"{3}|'{3}|`)$/.test(part)) return part
  if (!hasHashes) return ''
  return part.startsWith('<<') ? part.replace(/\W+/g, '') : /^["']$/.test(part) ? part : ''
}
