// Reads a command line as a shell does, as far as it tells which commands run and in which order their output passes.
// Nothing is expanded. What is not understood gives `undefined`, never a guess.
import { Lexer, type Operator, type Redirection, type Token } from './lex.ts'

/** A command with its words, or a group such as a loop, whose lists run inside it. */
export interface Stage {
  /** Without quotes. Assignments before the command are left out, and redirections too. Of a loop, what it goes through. */
  words: string[]
  /** The text of a here-document, or of a here-string, that the command reads. */
  input?: string
  /** True when standard input is a file. */
  readsFile?: boolean
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
    if (kind === '<') stage.readsFile = true
    if (!kind.startsWith('>')) return
    if (fd === '' || fd === '1' || fd === '&') {
      stage.isSilent = kind === '>&' ? !/^\d+$/.test(target) : true
      if (/^\/dev\/(stdout|stderr|tty|fd\/[12])$/.test(target) || (kind === '>&' && /^[0-9]$/.test(target)))
        stage.isSilent = false
    }
  }
}
