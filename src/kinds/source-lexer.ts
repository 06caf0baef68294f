// Tells what of a line of source code is code. It knows no language: only the strings, comments and brackets that common
// languages share.

const STRING = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`
const BRACKETS = String.raw`[()[\]{}]`
/** A regular expression begins a line or follows an operator. */
const PATTERN = String.raw`(?<=(?:^|[(,=:[!&|?{;])\s*)\/(?:[^[\/\\]|\\.|\[(?:[^\]\\]|\\.){1,60}\]){1,400}\/`
/** What of a line is more than code, in languages whose comments begin with `#`, and in those where they begin with `//`. */
const WITH_HASHES = new RegExp(
  String.raw`\\.|"""|'''|${STRING}|["']|(?<=^|\s)#|<<[-~]?(["']?)([A-Z_]\w*)\1|${BRACKETS}`,
  'g',
)
const WITH_SLASHES = new RegExp(String.raw`\\.|"""|${STRING}|${'`'}|\/\/|\/\*|${PATTERN}|${BRACKETS}`, 'g')

/** Up to the end of what goes on over lines, by what opens it. */
const ENDS: Readonly<Record<string, RegExp>> = {
  '"': /(?:[^"\\]|\\.)*"/y,
  "'": /(?:[^'\\]|\\.)*'/y,
  '`': /(?:[^`\\]|\\.)*`/y,
  '"""': /(?:[^"\\]|\\.|"(?!""))*"""/y,
  "'''": /(?:[^'\\]|\\.|'(?!''))*'''/y,
  '/*': /.*?\*\//y,
}

export class SourceLexer {
  /** True for a language whose comments begin with `#`, false for one whose comments begin with `//`. */
  hasHashes = false
  /** The last character that is code. */
  last = ''
  /** What opened the string or the comment that goes on. Empty if none is open. */
  #opened = ''
  /** The last line of the here-document that is open. Empty if none is. */
  #word = ''
  /** The open brackets of the statement, a bit for each below a leading 1: 1 for a parenthesis. */
  #open = 1

  /** True inside a string or comment of more lines. */
  get isInside(): boolean {
    return this.#opened !== '' || this.#word !== ''
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
    if (text[0] === '#')
      return this.hasHashes || /^# *(?:if|el|end|pragma|region|undef|error|line|warning)/.test(text)
    return !this.hasHashes && /^\/[/*]/.test(text)
  }

  /** Takes a line behind its indentation. */
  line(text: string): void {
    if (this.#word !== '') {
      if (text.trimEnd() === this.#word) this.#word = ''
      return
    }
    const parts = this.hasHashes ? WITH_HASHES : WITH_SLASHES
    let codeEnd = text.length
    for (let at = this.#behindEnd(text, 0); at < text.length; ) {
      parts.lastIndex = at
      const found = parts.exec(text)
      if (!found) break
      const [part, , word] = found
      at = part === '#' || part === '//' ? text.length : found.index + part.length
      if (part.length === 1) this.#bracket(part)
      if (word) this.#word = word
      if (ENDS[part]) {
        this.#opened = part
        at = this.#behindEnd(text, at)
      }
      // A comment up to the end of the line is no code.
      if (at === text.length && /^(?:#|\/[/*])/.test(part)) codeEnd = Math.min(codeEnd, found.index)
    }
    this.last = text.slice(0, codeEnd).trimEnd().at(-1) ?? this.last
  }

  #bracket(part: string): void {
    if (part === '(') this.#open = ((this.#open << 1) | 1) >>> 0
    else if (part === '[' || part === '{') this.#open = (this.#open << 1) >>> 0
    else if (part === ')' || part === ']' || part === '}') this.#open = this.#open >>> 1 || 1
  }

  /** Where the open string or comment ends, which ends it. The end of the line if it goes on. */
  #behindEnd(text: string, at: number): number {
    if (this.#opened === '') return at
    const end = ENDS[this.#opened]
    end.lastIndex = at
    if (!end.test(text)) return text.length
    this.#opened = ''
    return end.lastIndex
  }
}
