// Tells what of a line of source code is code. It knows no language: only the strings, comments and brackets that common
// languages share.

const string = '"(?:\\\\.|[^"\\\\])*"|\'(?:\\\\.|[^\'\\\\])*\''
const bracket = '[()[\\]{}]'
/** What counts in a line where comments begin with `//`. A regular expression begins a line or follows an operator. */
const SLASHES = /* @__PURE__ */ new RegExp(
  `\\\\.|//.*|/\\*|"""|\`|${string}|(?<=^|[(,=:[!&|?{;]\\s*)/(?:\\\\.|\\[(?:\\\\.|[^\\]\\\\]){1,60}\\]|[^/\\\\[]){1,400}/|${bracket}`,
  'g',
)
/** What counts where comments begin with `#`. A quote that does not end in the line opens a string of more lines. */
const HASHES = /* @__PURE__ */ new RegExp(
  `\\\\.|(?<!\\S)#.*|"""|'''|<<[-~]?["']?[A-Z_]\\w*|${string}|["']|${bracket}`,
  'g',
)

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
    if (this.hasHashes) return text.startsWith('#')
    return /^(?:\/[/*]|# *(?:if|el|end|pragma|region|undef|error|line|warning))/.test(text)
  }

  /** Takes a line. */
  line(text: string): void {
    const parts = this.hasHashes ? HASHES : SLASHES
    let code = text.length
    parts.lastIndex = this.#behindEnd(text, 0)
    for (let match = parts.exec(text); match; match = parts.exec(text)) {
      const [part] = match
      if ('([{'.includes(part)) this.#open = ((this.#open << 1) | (part === '(' ? 1 : 0)) >>> 0
      else if (')]}'.includes(part)) this.#open = this.#open >>> 1 || 1
      else {
        this.#end = endOf(part, this.hasHashes)
        parts.lastIndex = this.#behindEnd(text, parts.lastIndex)
        if (parts.lastIndex === text.length && /^(?:\/[/*]|#)/.test(part)) code = match.index
      }
    }
    this.last = text.slice(0, code).trimEnd().slice(-1) || this.last
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

/** What ends the string or comment that this part opens. Empty if it opens none. */
function endOf(part: string, hasHashes: boolean): string {
  if (part === '/*') return '*/'
  if (/^(?:"{3}|'{3}|`)$/.test(part)) return part
  if (!hasHashes) return ''
  return part.startsWith('<<') ? part.replace(/\W+/g, '') : /^["']$/.test(part) ? part : ''
}
