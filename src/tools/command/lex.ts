// The tokens of a command line, as a shell reads them.

const OPERATORS = ['&&', '||', ';;&', ';;', ';&', '|&', '&', '|', ';', '\n', '(', ')'] as const
export type Operator = (typeof OPERATORS)[number]

export interface Redirection {
  fd: string
  kind: string
}

export type Token =
  | { operator: Operator }
  | { word: string; isQuoted: boolean }
  | { redirection: Redirection }

const BLANK = /[^\S\n]|\\\r?\n/y
const REDIRECTION = /(\d*|&)(<<<|<<-|<<|>>|>\||<>|>&|<&|>|<)/y

/** Reads a command line into words, operators and redirections. */
export class Lexer {
  readonly hereDocuments: string[] = []
  readonly #line: string
  #at = 0
  /** The words that end the here-documents whose text begins on the next line. */
  #pending: { word: string; isIndented: boolean }[] = []

  constructor(line: string) {
    this.#line = line
  }

  /** Undefined when a quote, a substitution or a here-document has no end. */
  tokens(): Token[] | undefined {
    const tokens: Token[] = []
    while (this.#at < this.#line.length) {
      if (this.#take(BLANK)) continue
      if (this.#line[this.#at] === '#') {
        this.#take(/[^\n]*/y)
        continue
      }
      const token = this.#operator() ?? this.#redirection() ?? this.#word()
      if (!token) return undefined
      tokens.push(token)
      const last = tokens[tokens.length - 2]
      if (last && 'redirection' in last && 'word' in token && last.redirection.kind.startsWith('<<'))
        this.#expect(last.redirection.kind, token.word)
      if ('operator' in token && token.operator === '\n' && !this.#readHereDocuments()) return undefined
    }
    return this.#pending.length === 0 ? tokens : undefined
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#line)
    if (!found) return undefined
    this.#at += found[0].length
    return found
  }

  #operator(): Token | undefined {
    // `&>` and `&>>` are redirections, and `<(` and `>(` are words.
    if (this.#line[this.#at] === '&' && this.#line[this.#at + 1] === '>') return undefined
    const operator = OPERATORS.find((each) => this.#line.startsWith(each, this.#at))
    if (operator === undefined) return undefined
    this.#at += operator.length
    return { operator }
  }

  #redirection(): Token | undefined {
    REDIRECTION.lastIndex = this.#at
    const found = REDIRECTION.exec(this.#line)
    if (!found || this.#line[REDIRECTION.lastIndex] === '(') return undefined
    this.#at = REDIRECTION.lastIndex
    return { redirection: { fd: found[1], kind: found[2] } }
  }

  #expect(kind: string, word: string): void {
    if (kind === '<<<') this.hereDocuments.push(word)
    else {
      this.#pending.push({ word, isIndented: kind === '<<-' })
    }
  }

  #readHereDocuments(): boolean {
    for (const { word, isIndented } of this.#pending) {
      const lines: string[] = []
      for (;;) {
        if (this.#at >= this.#line.length) return false
        const end = this.#line.indexOf('\n', this.#at)
        const line = this.#line.slice(this.#at, end < 0 ? undefined : end)
        this.#at = end < 0 ? this.#line.length : end + 1
        if ((isIndented ? line.replace(/^\t+/, '') : line) === word) break
        lines.push(line)
      }
      this.hereDocuments.push(lines.join('\n'))
    }
    this.#pending = []
    return true
  }

  /** Undefined when a quote or a substitution has no end. */
  #word(): Token | undefined {
    let word = ''
    let isQuoted = false
    const start = this.#at
    while (this.#at < this.#line.length) {
      const plain = this.#take(/[^\s'"\\$`;&|()<>]+/y)
      if (plain) {
        word += plain[0]
        continue
      }
      const character = this.#line[this.#at]
      if (character === "'") {
        const quoted = this.#take(/'([^']*)'/y)
        if (!quoted) return undefined
        word += quoted[1]
        isQuoted = true
      } else if (character === '\\') {
        if (this.#take(/\\\r?\n/y)) continue
        word += this.#line[this.#at + 1] ?? ''
        this.#at += 2
        isQuoted = true
      } else if (character === '"' || character === '$' || character === '`' || this.#startsProcess()) {
        const part = this.#expansion()
        if (part === undefined) return undefined
        if (character === '"') isQuoted = true
        word += part
      } else break
    }
    // Such as `&>(`, which no shell takes.
    return this.#at === start ? undefined : { word, isQuoted }
  }

  #startsProcess(): boolean {
    return /[<>]/.test(this.#line[this.#at]) && this.#line[this.#at + 1] === '('
  }

  /**
   * A double-quoted text, or a substitution, which stands in a word as it is written. Counts brackets in one loop, so
   * that no depth of the input can end it. Undefined when there is no end.
   */
  #expansion(): string | undefined {
    const start = this.#at
    const open: string[] = []
    do {
      const closing = open[open.length - 1]
      const character = this.#line[this.#at]
      if (character === undefined) return undefined
      if (character === '\\') this.#at += 2
      else if (character === closing) {
        open.pop()
        this.#at++
      } else if (character === "'" && closing !== '"') {
        if (!this.#take(/'[^']*'/y)) return undefined
      } else if (character === '"' || character === '`') {
        open.push(character)
        this.#at++
      } else if (this.#take(/\$\$|\$\(|\$\{|\$'(?:\\.|[^'\\])*'|[<>]\(|\(/y)) {
        const taken = this.#line[this.#at - 1]
        if (taken === '{') open.push('}')
        else if (taken === '(') open.push(')')
      } else this.#at++
    } while (open.length > 0)
    const text = this.#line.slice(start, this.#at)
    return text[0] === '"' ? text.slice(1, -1).replaceAll(/\\([\\"$`])/g, '$1') : text
  }
}
