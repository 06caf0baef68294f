// Reads a command line as a shell does, as far as it tells which commands run and in which order their output passes.
// Nothing is expanded. What is not understood gives `undefined`, never a guess.

/** A command with its words, or a group such as a loop, whose lists run inside it. */
export interface Stage {
  /** Without quotes. Assignments before the command are left out, and redirections too. Of a loop, what it goes through. */
  words: string[]
  /** The text of a here-document, or of a here-string, that the command reads. */
  input?: string
  /** What runs in a loop, a condition or a group. */
  inner?: Pipeline[]
  /** True when standard output goes to a file. */
  isSilent?: boolean
}

/** Commands joined by `|`, in order. */
export type Pipeline = Stage[]

/** Groups in groups beyond this are not read. A person writes three or four. */
const MOST_DEPTH = 40
/** Longer command lines are not read: they hold data, and no person or model wrote them as a command. */
const MOST_LENGTH = 128 * 1024

const OPERATORS = ['&&', '||', ';;&', ';;', ';&', '|&', '&', '|', ';', '\n', '(', ')'] as const
type Operator = (typeof OPERATORS)[number]

interface Redirection {
  fd: string
  kind: string
}

type Token = { operator: Operator } | { word: string; isQuoted: boolean } | { redirection: Redirection }

const BLANK = /[^\S\n]|\\\r?\n/y
const REDIRECTION = /(\d*|&)(<<<|<<-|<<|>>|>\||<>|>&|<&|>|<)/y

/**
 * The pipelines of a command line, in order. Undefined when a quote, a group or a here-document has no end, or the line
 * is too long or too deep.
 *
 * @example
 * parseCommand('cd src && make 2>&1 | tee log')?.map((stages) => stages.map(({ words }) => words[0])) // [['cd'], ['make', 'tee']]
 */
export function parseCommand(line: string): Pipeline[] | undefined {
  if (line.length > MOST_LENGTH || line.includes('\0')) return undefined
  const lexer = new Lexer(line)
  const tokens = lexer.tokens()
  if (!tokens) return undefined
  const parser = new Parser(tokens, lexer.hereDocuments)
  const pipelines = parser.list([], 0)
  return parser.isAtEnd ? pipelines : undefined
}

class Lexer {
  readonly hereDocuments: string[] = []
  readonly #line: string
  #at = 0
  /** The words that end the here-documents whose text begins on the next line. */
  #pending: { word: string; isIndented: boolean }[] = []

  constructor(line: string) {
    this.#line = line
  }

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

/** Words that open a group, and those that end its parts. The last of them ends the group. */
const GROUPS: Record<string, readonly string[]> = {
  '{': ['}'],
  if: ['then', 'elif', 'else', 'fi'],
  while: ['do', 'done'],
  until: ['do', 'done'],
}
/** Words whose own words end at `do`. */
const LOOPS = new Set(['for', 'select'])
/** Words before a command that change nothing of what it prints. */
const PREFIXES = new Set(['!', 'coproc'])
const ASSIGNMENT = /^[A-Za-z_]\w*(\[[^\]]*\])?\+?=/

class Parser {
  readonly #tokens: Token[]
  readonly #hereDocuments: string[]
  #at = 0

  constructor(tokens: Token[], hereDocuments: string[]) {
    this.#tokens = tokens
    this.#hereDocuments = hereDocuments
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length
  }

  /** Reads to the first of some closing words, which it leaves, or to the end. Undefined when it is too deep. */
  list(closers: readonly string[], depth: number): Pipeline[] | undefined {
    if (depth > MOST_DEPTH) return undefined
    const pipelines: Pipeline[] = []
    let stages: Pipeline = []
    for (;;) {
      const stage = this.#stage(depth)
      if (!stage) return undefined
      if (stage.words.length > 0 || stage.inner) stages.push(stage)
      const operator = this.#operator()
      if ((operator === '|' || operator === '|&') && !this.isAtEnd) {
        this.#at++
        while (this.#operator() === '\n') this.#at++
        continue
      }
      if (stages.length > 0) pipelines.push(stages)
      stages = []
      if (this.isAtEnd || closers.includes(operator ?? this.#bareWord() ?? '')) return pipelines
      if (operator === undefined || operator === ')') return undefined
      this.#at++
      if (closers.includes(this.#operator() ?? this.#bareWord() ?? '')) return pipelines
    }
  }

  #operator(): Operator | undefined {
    const token = this.#tokens[this.#at]
    return token && 'operator' in token ? token.operator : undefined
  }

  #bareWord(): string | undefined {
    const token = this.#tokens[this.#at]
    return token && 'word' in token && !token.isQuoted ? token.word : undefined
  }

  /** A command or a group, with its redirections. */
  #stage(depth: number): Stage | undefined {
    const stage: Stage = { words: [] }
    while (PREFIXES.has(this.#bareWord() ?? '')) this.#at++
    const first = this.#operator() === '(' ? '(' : (this.#bareWord() ?? '')
    if (first === '[[' || this.#isArithmetic()) return this.#test(first)
    const list = LOOPS.has(first) ? this.#loopWords() : []
    const inner = this.#group(first, depth)
    if (inner === 'endless') return undefined
    if (inner) stage.inner = inner
    for (; !this.isAtEnd; this.#at++) {
      const token = this.#tokens[this.#at]
      if ('redirection' in token) {
        const target = this.#tokens[++this.#at]
        if (!target || !('word' in target)) return undefined
        this.#redirect(stage, token.redirection, target.word)
      } else if ('word' in token) {
        if (stage.words.length > 0 || !ASSIGNMENT.test(token.word)) stage.words.push(token.word)
      } else if (token.operator === '(' && this.#isFunction(stage)) {
        // The body of a function does not run here. A call of its name is a command that no table knows.
        this.#at += 2
        while (this.#operator() === '\n') this.#at++
        return this.#stage(depth + 1) && { words: [] }
      } else break
    }
    if (stage.inner) stage.words = list
    return stage
  }

  #isArithmetic(): boolean {
    const next = this.#tokens[this.#at + 1]
    return this.#operator() === '(' && next !== undefined && 'operator' in next && next.operator === '('
  }

  /** A test, `[[ … ]]` or `(( … ))`, in which operators join no commands. */
  #test(first: string): Stage | undefined {
    const isEnd = () => (first === '[[' ? this.#bareWord() === ']]' : this.#operator() === ')')
    while (!this.isAtEnd && !isEnd()) this.#at++
    if (this.isAtEnd) return undefined
    while (!this.isAtEnd && isEnd()) this.#at++
    return { words: ['test'] }
  }

  #isFunction({ words }: Stage): boolean {
    const next = this.#tokens[this.#at + 1]
    return words.length === 1 && next !== undefined && 'operator' in next && next.operator === ')'
  }

  /** The lists of a group that begins here. `'endless'` when it has no end. */
  #group(first: string, depth: number): Pipeline[] | 'endless' | undefined {
    if (first === '(') return this.#parts([')'], depth)
    if (first === 'case') return this.#cases(depth)
    if (LOOPS.has(first)) return this.#parts(['done'], depth)
    const closers = GROUPS[first]
    return Object.hasOwn(GROUPS, first) ? this.#parts(closers, depth) : undefined
  }

  /** Reads to the `do` of a loop. Returns the words before it. */
  #loopWords(): string[] {
    const words: string[] = []
    for (; !this.isAtEnd && this.#bareWord() !== 'do'; this.#at++) {
      const token = this.#tokens[this.#at]
      if ('word' in token) words.push(token.word)
    }
    return words
  }

  #parts(closers: readonly string[], depth: number): Pipeline[] | 'endless' {
    const parts: Pipeline[] = []
    const last = closers[closers.length - 1]
    for (;;) {
      this.#at++
      const part = this.list(closers, depth + 1)
      if (!part || this.isAtEnd) return 'endless'
      parts.push(...part)
      if ((this.#operator() ?? this.#bareWord()) === last) {
        this.#at++
        return parts
      }
    }
  }

  #cases(depth: number): Pipeline[] | 'endless' {
    const parts: Pipeline[] = []
    while (!this.isAtEnd && this.#bareWord() !== 'in') this.#at++
    for (;;) {
      do this.#at++
      while (!this.isAtEnd && this.#operator() !== ')' && this.#bareWord() !== 'esac')
      if (this.isAtEnd) return 'endless'
      if (this.#bareWord() !== 'esac') {
        this.#at++
        const part = this.list([';;', ';&', ';;&', 'esac'], depth + 1)
        if (!part || this.isAtEnd) return 'endless'
        parts.push(...part)
      }
      if (this.#bareWord() === 'esac') {
        this.#at++
        return parts
      }
    }
  }

  #redirect(stage: Stage, { fd, kind }: Redirection, target: string): void {
    if (kind.startsWith('<<')) stage.input = this.#hereDocuments.shift() ?? ''
    if (!kind.startsWith('>')) return
    if (fd === '' || fd === '1' || fd === '&') {
      stage.isSilent = kind === '>&' ? !/^\d+$/.test(target) : true
      if (/^\/dev\/(stdout|stderr|tty|fd\/[12])$/.test(target) || (kind === '>&' && /^[0-9]$/.test(target)))
        stage.isSilent = false
    }
  }
}
