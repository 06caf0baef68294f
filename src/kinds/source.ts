import { byFirstAndLast } from './choose.ts'
import type { Kind, Place } from './kind.ts'
import { type Line, type LineKind, LineReader } from './line-reader.ts'
import { NamedParts } from './named-parts.ts'
import { SourceLexer } from './source-lexer.ts'
import {
  BODY_RANK,
  commentSort,
  commentsWithHash,
  containerSort,
  isDocument,
  isImport,
  isPart,
  isSource,
  LABEL,
  NUMBER,
  nameIn,
  rankOf,
  recordSort,
  Sort,
} from './source-words.ts'
import type { Tree } from './tree.ts'
import type { Unit } from './unit.ts'

// Source code. Indentation tells what belongs to what, in any language and in any part of a file: a statement whose next
// lines are deeper is a container of them. Where little fits, it is the outline.

const TAB_WIDTH = 8

/** Statements deeper than this are not told apart. */
const MOST_LEVELS = 40
/** The last declaration comes before most others of its sort. Smaller than the ranks of lines. */
const PLACE_RANK = 2 ** -44
/** Imports that come first. */
const FIRST_IMPORTS = 2
/** A run of simple statements is kept or left out as one, up to this size. */
const MOST_RUN_BYTES = 320
/** What the names of declarations that are left out may take. */
const NAMES_SHARE = 0.2
/** Lines at the margin until it must be known how comments begin. */
const MOST_UNKNOWN_LINES = 50

export const source: Kind = {
  name: 'source',
  isPage: true,
  recognise: isSource,
  read: (maxBytes, held) => new LineReader(new SourceLines(maxBytes), held),
}

/** A statement that waits for what follows it. */
interface Statement {
  start: Place
  indent: number
  /** Its first line behind attributes. */
  text: string
  /** True for one that closes the innermost open container. */
  closes: boolean
}

class SourceLines implements LineKind {
  readonly sorts = new Array<string>(Sort.License + 1).fill('')
  readonly strictRank = BODY_RANK
  readonly names: NamedParts
  /** A longer statement is several records, and a longer line is clipped. */
  readonly clipBytes: number
  /** What imports, or a declaration with its body, may take of a cut that has no room for all declarations. */
  readonly #exampleBytes: number
  #example: Unit | undefined
  /** The first ones, up to two. */
  readonly #imports = new Set<Unit>()
  readonly #lexer = new SourceLexer()
  #last: Statement | undefined
  /** Where the run of simple statements begins that the last one belongs to. */
  #run: Place | undefined
  /** Comments that wait for what they are about. */
  #comment: { start: Place; indent: number } | undefined
  #isLicense = false
  #isBlank = false
  #isNumbered: boolean | undefined
  #hasKnownComments = false
  #unknownLines = 0

  constructor(maxBytes: number) {
    this.clipBytes = Math.max(512, Math.min(1024, maxBytes >> 3))
    this.#exampleBytes = maxBytes >> 3
    // No more have room.
    this.names = new NamedParts(() => '', { share: NAMES_SHARE, most: Math.max(512, maxBytes >> 3) })
  }

  readonly rank = (unit: Unit, container: Unit): number => {
    const isOuter = container.sort < 0
    // Short imports, and one short declaration with its body, show what the file is like.
    if (unit.sort === Sort.Import && isOuter && this.#isFirstImport(unit)) return 0
    if (unit.sort === Sort.Body && container.size > 0 && this.#isExample(container)) return 0
    const place = isOuter ? PLACE_RANK * byFirstAndLast(unit.index, container.size) : 0
    return rankOf(unit) - rankOf(container) + place
  }

  #isFirstImport(unit: Unit): boolean {
    if (this.#imports.size < FIRST_IMPORTS && this.#isShort(unit)) this.#imports.add(unit)
    return this.#imports.has(unit)
  }

  #isExample(unit: Unit): boolean {
    if (this.#example === undefined && unit.sort < Sort.Import && this.#isShort(unit)) this.#example = unit
    return this.#example === unit
  }

  #isShort({ start, end }: Unit): boolean {
    return end.byte - start.byte <= this.#exampleBytes
  }

  line(line: Line, tree: Tree): boolean {
    this.#isNumbered ??= NUMBER.test(line.text)
    const own = this.#isNumbered ? line.text.replace(NUMBER, '') : line.text
    const text = own.trimStart()
    if (text === '') {
      this.#isBlank = true
      return true
    }
    let indent = widthOf(own.slice(0, own.length - text.length))
    // A label of C++ can stand as far out as its class.
    if (text[0] === 'p' && LABEL.test(text)) indent++
    if (!this.#hasKnownComments && indent === 0) this.#judge(text)
    const lexer = this.#lexer
    if (this.#goesOn()) this.#split(line, tree)
    else if (lexer.isComment(text)) this.#beginComment(line.start, indent, tree)
    else {
      const closes = this.#closes(text)
      if (!this.#joins(indent, text, closes)) {
        this.#place(line.start, indent, text, closes, tree)
        lexer.begin()
      }
    }
    if (this.#comment && tree.depth === 1) this.#isLicense ||= /licen[sc]e|copyright/i.test(text)
    lexer.line(text)
    this.#isBlank = false
    return true
  }

  end(tree: Tree, end: Place): boolean {
    if (this.#comment) this.#placeComment(this.#comment.indent, end, tree)
    this.#settle(end, -1, tree)
    return !this.#lexer.isInside
  }

  #judge(text: string): void {
    const hasHashes = commentsWithHash(text)
    this.#hasKnownComments = hasHashes !== undefined || ++this.#unknownLines > MOST_UNKNOWN_LINES
    this.#lexer.hasHashes = hasHashes ?? false
  }

  /** True for a line that goes on with the string, the comment or the statement before it, whatever is in it. */
  #goesOn(): boolean {
    const lexer = this.#lexer
    if (lexer.isInside) return true
    if (!this.#last || this.#comment) return false
    return lexer.isInParentheses || lexer.last === '\\' || (lexer.isBracketOpen && isImport(this.#last.text))
  }

  /** True when lines below the last statement that are deeper belong to it. */
  get #opens(): boolean {
    const lexer = this.#lexer
    return lexer.hasHashes || lexer.isBracketOpen || lexer.last === ':'
  }

  /** True for a line that belongs to the last statement. */
  #joins(indent: number, text: string, closes: boolean): boolean {
    const last = this.#last
    if (!last || this.#comment || indent < last.indent) return false
    if (indent > last.indent) return !this.#opens
    if (closes) return this.#lexer.isBracketOpen
    if (isPart(last.text, this.#lexer.hasHashes)) last.text = text
    else
      return (
        (text.length < 6 && /^(?:then|do|where)$/.test(text)) ||
        (text.startsWith('{') && !this.#lexer.isBracketOpen)
      )
    return true
  }

  #closes(text: string): boolean {
    const first = text[0]
    if (first === ')' || first === ']' || first === '}') return true
    if (!this.#lexer.hasHashes || (first !== 'f' && first !== 'd' && first !== 'e')) return false
    return /^(?:fi|done|esac|end)\s*(?:[;&|<>#)]|$)/.test(text)
  }

  /** Begins a record in the middle of a long statement or comment. */
  #split(line: Line, tree: Tree): void {
    const from = this.#comment?.start ?? this.#run ?? this.#last?.start
    if (!from || line.startByte - from.byte <= this.clipBytes) return
    const { start } = line
    if (this.#comment) {
      const { indent } = this.#comment
      const isLicense = this.#isLicense
      this.#placeComment(indent, start, tree)
      this.#isLicense = isLicense
      this.#comment = { start, indent }
    } else if (this.#last) {
      const { indent, text } = this.#last
      this.#flush(start, tree)
      this.#last = { start, indent, text, closes: false }
    }
  }

  #place(start: Place, indent: number, text: string, isCloser: boolean, tree: Tree): void {
    const inside = isCloser ? indent + 1 : indent
    if (this.#comment) this.#placeComment(Math.max(this.#comment.indent, inside), start, tree)
    else if (this.#isInRun(start, indent, text, tree)) {
      this.#run ??= this.#last?.start
      this.#last = { start, indent, text, closes: false }
      return
    }
    this.#settle(start, inside, tree)
    this.#last = { start, indent, text, closes: isCloser && tree.level === indent }
  }

  /** True for a statement that follows a simple one and is kept with it. */
  #isInRun({ byte }: Place, indent: number, text: string, tree: Tree): boolean {
    const last = this.#last
    if (!last || last.closes || last.indent !== indent) return false
    const bytes = byte - (this.#run ?? last.start).byte
    if (tree.depth > 1) return !this.#isBlank && bytes <= MOST_RUN_BYTES && !isDocument(last.text)
    const most = Math.min(this.clipBytes, this.#exampleBytes - last.text.length)
    return bytes <= most && isImport(last.text) && isImport(text)
  }

  /** Comments that stand further out are about something else. */
  #beginComment(start: Place, indent: number, tree: Tree): void {
    if (this.#comment && this.#comment.indent > indent) this.#placeComment(this.#comment.indent, start, tree)
    this.#comment ??= { start, indent }
  }

  #placeComment(indent: number, end: Place, tree: Tree): void {
    const { start } = this.#comment as { start: Place }
    this.#settle(start, indent, tree)
    this.#comment = undefined
    const sort = commentSort(this.#isLicense && tree.depth === 1, tree.sort)
    this.#isLicense = false
    tree.record(start, end, sort)
  }

  /** Ends the last statement, and all containers that the line at this place with so much indentation is not in. */
  #settle(at: Place, indent: number, tree: Tree): void {
    const last = this.#last
    if (last && indent > last.indent && this.#opens && tree.depth <= MOST_LEVELS)
      this.#openLast(last, at, tree)
    else if (last) this.#flush(at, tree)
    tree.close(Math.max(0, indent), at)
  }

  /** A declaration at the margin is named where it is left out. */
  #nameOf(text: string, sort: number, tree: Tree): string | undefined {
    return tree.depth === 1 && sort < Sort.Import && !this.names.isFull ? nameIn(text) : undefined
  }

  /** The last statement is the header of a container. */
  #openLast({ start, indent, text, closes }: Statement, at: Place, tree: Tree): void {
    let sort = containerSort(text, tree.sort)
    if (closes) sort = tree.end(start).sort
    else if (this.#run) tree.record(this.#run, start, recordSort(text, tree.sort))
    const name = this.#nameOf(text, sort, tree)
    tree.begin(start, sort, { level: indent, ...(name !== undefined && { name }) })
    tree.inner(at)
    this.#last = this.#run = undefined
  }

  #flush(at: Place, tree: Tree): void {
    const { start, text, closes } = this.#last as Statement
    if (closes) tree.end(at, start)
    else this.#record(text, this.#run ?? start, at, tree)
    this.#last = this.#run = undefined
  }

  #record(text: string, start: Place, end: Place, tree: Tree): void {
    const sort = recordSort(text, tree.sort)
    const name = this.#nameOf(text, sort, tree)
    if (name !== undefined) this.names.begin(name, start.byte).endByte = end.byte
    tree.record(start, end, sort)
  }
}

/** The width of blanks. */
function widthOf(blanks: string): number {
  let width = blanks.length
  for (let at = blanks.indexOf('\t'); at >= 0; at = blanks.indexOf('\t', at + 1)) width += TAB_WIDTH - 1
  return width
}
