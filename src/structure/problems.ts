import { byEarlier, byFirst, byFirstAndLast } from './choose.ts'
import { tellsFailure } from './failure-words.ts'
import { clipBytesFor, headLines } from './head-lines.ts'
import type { Kind, Place } from './kind.ts'
import { clipLine, type Line, type LineKind, LineReader } from './line-reader.ts'
import { type NamedPart, NamedParts } from './named-parts.ts'
import { ProblemCounts } from './problem-counts.ts'
import {
  codeBelow,
  isFile,
  levelBelow,
  type Problem,
  placeBelow,
  problemAtCaret,
  problemIn,
  problemInFile,
  problemInRow,
  sayingOf,
} from './problem-line.ts'
import type { Tree } from './tree.ts'
import type { Unit } from './unit.ts'

// Problems that compilers, type checkers and linters found, by file: the first one of each code, the first one of each
// file, then the others. The notice counts all of them by code and by file. What a tool prints below a problem belongs to it.

const FILE = 0
/** A further run of problems in a file. */
const MORE = 1
/** The first problem of its code, and the first one of its code in its file. */
const NEW = 2
const NEW_IN_FILE = 3
const ERROR = 4
const WARNING = 5
/** A line of a problem whose lines are too many to be shown as one. */
const DETAIL = 6
/** A line that belongs to no problem, and one that tells of a failure. */
const OTHER = 7
const FAILURE = 8

const LEAST_PROBLEMS = 5
/** So many are enough in the first bytes of an output. */
const LEAST_AT_FIRST = 3
const MOST_NOTABLE = 64
/** Lines below a problem, which belong to it, and above it: `In file included from` may be several. */
const MOST_BELOW = 48
const MOST_ABOVE = 20
/** Codes of one file that are told apart. */
const MOST_IN_FILE = 128
/** The share of the room that the names of files may take. */
const SHARE_OF_NAMES = 1 / 3

/** Warnings come behind all errors, but for the first ones of their codes and files. */
const LATE = 30
/** The last lines of an output tell how it ended. */
const LAST_UNITS = 3

/** What a problem may begin with: the beginning of a place. */
const MAY_BE_PROBLEM = /\w[:([]\d|\w:\[\d|\bline \d|^ +:?\d+(?::\d+| {2,})|^ *(?:-->|[━─]{3})|[━─]{3}$/
/** The line above a problem that tells where it is. */
const ABOVE =
  /^(?:[^\s:]+: (?:In (?:\w+ )*function|In (?:member|con|de)|At top level|At global scope)|In file included from )/
const INCLUDED = /^ +from /
/** Source lines with their marks, and advice. */
const BELOW = /^(?:[\s|^~=>+│╭╰┌└·…]|\d+ +[|│]|\.\.\.$|(?:note|help|hint): )/
const CARET = /^\s*[\^~][\s^~]*$/
const RULE = /^ *[-─]{3,}(?: +[-─]{3,})*$/
/** `  Line   src/a.php` between rules */
const HEAD_OF_TABLE = /^ +Line {2,}(\S.*)$/
/** `In a.sh line 3:` */
const HEAD_OF_LINE = /^In (\S.*) line \d{1,9}:$/

export const problems: Kind = {
  name: 'problems',
  fallsBackQuietly: true,
  tellsFailures: true,
  showsLeads: true,
  recognise(head, _, isWhole) {
    const lines = headLines(head, isWhole)
    if (lines.filter((line) => MAY_BE_PROBLEM.test(line)).length < LEAST_AT_FIRST) return 0
    const found = new ProblemLines(head.length, isWhole ? LEAST_PROBLEMS : LEAST_AT_FIRST)
    const reader = new LineReader(found, head.length)
    reader.write(head.slice(0, isWhole ? head.length : head.lastIndexOf(LF) + 1), true)
    return reader.end() ? found.confidence : 0
  },
  read: (maxBytes, heldBytes) => new LineReader(new ProblemLines(maxBytes, LEAST_PROBLEMS), heldBytes),
}

const LF = 0x0a

/** What lines below a heading are. */
type Form = 'list' | 'table' | 'line'

/** A file that the next problems are in. */
interface Heading {
  start: Place
  file: string
  form: Form
  lines: number
}

/** A problem with the lines around it, until what follows is known. */
interface Group {
  start: Place
  end: Place
  problem: Problem
  lines: number
  /** Its sort, once it is a container of the lines below it. */
  sort: number | undefined
}

/** A line of which only the next one tells what it is. */
interface Held {
  start: Place
  end: Place
  text: string
}

class ProblemLines implements LineKind {
  readonly sorts = ['files', '', 'problems', 'problems', 'problems', 'problems', '', '', '']
  readonly mostNotable = MOST_NOTABLE
  readonly mayFail = true
  readonly names = new NamedParts(([problems]) => `${problems}`, { share: SHARE_OF_NAMES })
  readonly #counts = new ProblemCounts()
  readonly #least: number
  readonly #clipBytes: number
  readonly #wholeBytes: number
  #group: Group | undefined
  #held: Held | undefined
  #heading: Heading | undefined
  /** Where the lines begin that stand above a problem and tell where it is. */
  #above: Place | undefined
  #aboveLines = 0
  /** The open file, and what its lines are. */
  #path: string | undefined
  #form: Form | undefined
  #part: NamedPart | undefined
  readonly #codes = new Set<string>()
  #hasNew = false
  /** True behind a problem that is a unit already, because its line is long. */
  #isBehindLong = false
  #all = 0
  #odd = 0
  #sure = 0

  constructor(maxBytes: number, least: number) {
    this.#least = least
    this.#clipBytes = clipBytesFor(maxBytes)
    this.#wholeBytes = Math.max(256, Math.min(2048, maxBytes >> 3))
  }

  readonly rank = (unit: Unit, { size }: Unit): number => {
    const { sort, index, isNotable } = unit
    switch (sort) {
      case FILE:
      case MORE:
        return isNotable ? 0.01 * byFirst(index) : 0.3 + 0.05 * byFirstAndLast(index, size)
      case NEW:
        return isNotable ? 0 : 1
      case DETAIL:
        return 1 + 0.3 * byFirst(index)
      case FAILURE:
        return size - index <= LAST_UNITS ? 0.2 : 0.3 * byEarlier(unit, FAILURE)
      case OTHER:
        return size - index <= LAST_UNITS ? 0.25 : 4 + byFirst(Math.min(index, size - index))
    }
    if (index === 0) return 0.5
    if (sort === NEW_IN_FILE) return 1
    return 2 + byFirst(index) + (sort === WARNING ? LATE : 0)
  }

  /** The name of a file says nothing without a problem. */
  readonly isBare = ({ sort }: Unit): boolean => sort === FILE || sort === MORE

  /** How sure it is that the lines are problems. */
  get confidence(): number {
    return 2 * this.#sure >= this.#counts.total ? 0.85 : 0.65
  }

  summary(bytes: number): string | undefined {
    return this.#counts.summary(bytes)
  }

  line(line: Line, tree: Tree): boolean {
    const { text } = line
    if (line.isEmpty) this.#blank(line, tree)
    else {
      this.#all++
      const problem = this.#problemIn(text)
      if (problem && !problem.isNote) this.#begin(line, problem, tree)
      else if (!this.#isHead(line, text, tree) && !this.#isBelow(line, text, problem, tree)) {
        this.#settle(tree)
        this.#held = { start: line.start, end: line.end, text }
      }
    }
    return this.#odd <= 64 + this.#all / 2
  }

  end(tree: Tree, at: Place): boolean {
    this.#settle(tree)
    this.#flush(tree)
    if (this.#heading) this.#other(this.#heading.start, at, '', tree)
    else if (this.#above) this.#other(this.#above, at, '', tree)
    this.#closeFile(at, tree)
    return this.#counts.total >= this.#least && 2 * this.#odd <= this.#all
  }

  #problemIn(text: string): Problem | undefined {
    const form = this.#heading?.form ?? this.#form
    if (form === 'table') return problemInRow(text) ?? problemIn(text)
    if (form === 'line') return problemAtCaret(text) ?? problemIn(text)
    const mayBeInFile = form === 'list' || namesFile(this.#held?.text)
    return problemIn(text) ?? (mayBeInFile ? problemInFile(text) : undefined)
  }

  #begin(line: Line, problem: Problem, tree: Tree): void {
    const isAlone = problem.file === undefined
    const held = this.#held
    const isBelowHeading =
      problem.file === held?.text || (isAlone && namesFile(held?.text) && problemInFile(line.text))
    if (held && isBelowHeading) {
      this.#heading = { start: held.start, file: held.text, form: 'list', lines: 1 }
      this.#held = undefined
    }
    this.#settle(tree)
    this.#flush(tree)
    if (this.#heading) this.#openHeading(this.#heading, line.start, tree)
    this.#group = { start: this.#above ?? line.start, end: line.end, problem, lines: 0, sort: undefined }
    this.#above = undefined
    this.#aboveLines = 0
    // A long line can be shown in part, if it is a unit of its own.
    if (line.length > this.#wholeBytes && (!isAlone || this.#form)) {
      this.#flush(tree)
      this.#isBehindLong = true
    }
  }

  /** Takes a line that tells where the next problems are. */
  #isHead(line: Line, text: string, tree: Tree): boolean {
    const above = text.startsWith('In ') ? HEAD_OF_LINE.exec(text) : null
    const table = this.#held && RULE.test(this.#held.text) ? HEAD_OF_TABLE.exec(text) : null
    const file = (above ?? table)?.[1].trimEnd()
    if (file !== undefined) {
      const start = table && this.#held ? this.#held.start : line.start
      if (table) this.#held = undefined
      this.#settle(tree)
      this.#flush(tree)
      this.#closeFile(start, tree)
      this.#heading = { start, file, form: table ? 'table' : 'line', lines: 1 }
      return true
    }
    if (this.#heading && ++this.#heading.lines <= MOST_ABOVE) return true
    if (this.#above && INCLUDED.test(text) && ++this.#aboveLines <= MOST_ABOVE) return true
    if (!ABOVE.test(text)) return false
    this.#settle(tree)
    this.#flush(tree)
    this.#above ??= line.start
    this.#aboveLines++
    return true
  }

  /** Takes a line that belongs to the problem above it. */
  #isBelow(line: Line, text: string, note: Problem | undefined, tree: Tree): boolean {
    const group = this.#group
    if (!group && !this.#isBehindLong) return false
    const held = this.#held
    // A source line may begin at the margin.
    if (held && CARET.test(text) && group?.end === held.start) {
      this.#held = undefined
      this.#add(held.start, held.end, tree)
    } else if (held && this.#form !== 'table') return false
    const isBelow = this.#form === 'line' || note !== undefined || BELOW.test(text)
    if (!isBelow || (group && group.lines >= MOST_BELOW) || this.#mayBeHead(text)) return false
    this.#settle(tree)
    if (!this.#group && !this.#isBehindLong) return false
    if (group) {
      group.problem.file ??= placeBelow(text)
      if (group.problem.code === '') group.problem.code = codeBelow(text) ?? ''
      if (group.problem.level === 'problems') group.problem.level = levelBelow(text) ?? 'problems'
    }
    this.#add(line.start, line.end, tree)
    return true
  }

  /** True for a rule that ends a table, and may begin the next one. */
  #mayBeHead(text: string): boolean {
    return this.#form === 'table' && RULE.test(text)
  }

  #blank(line: Line, tree: Tree): void {
    this.#settle(tree)
    if (this.#heading) return
    if (this.#group || this.#isBehindLong) this.#add(line.start, line.end, tree)
    else if (!this.#above) tree.record(line.start, line.end, OTHER)
  }

  /** Adds a line to the problem above it. */
  #add(start: Place, end: Place, tree: Tree): void {
    const group = this.#group
    if (group) {
      const isLong = end.byte - group.start.byte > this.#wholeBytes
      if (isLong && group.sort === undefined && (group.problem.file !== undefined || this.#form)) {
        group.sort = this.#enter(group, tree)
        tree.begin(group.start, group.sort)
        tree.inner(group.end)
      }
      group.end = end
      group.lines++
      if (group.sort === undefined) return
    }
    clipLine(tree, tree.record(start, end, DETAIL), this.#clipBytes)
  }

  /** What was held belongs to no problem. */
  #settle(tree: Tree): void {
    const held = this.#held
    this.#held = undefined
    if (!held) return
    if (this.#form === 'table' && RULE.test(held.text) && this.#group) this.#add(held.start, held.end, tree)
    else this.#other(held.start, held.end, held.text, tree)
  }

  #other(start: Place, end: Place, text: string, tree: Tree): void {
    this.#flush(tree)
    const from = this.#above ?? this.#heading?.start ?? start
    this.#odd += from === start ? 1 : 1 + this.#aboveLines
    this.#above = this.#heading = undefined
    this.#aboveLines = 0
    this.#closeFile(from, tree)
    const isFailure = tellsFailure(text)
    const unit = tree.record(from, end, isFailure ? FAILURE : OTHER, isFailure)
    if (end.line - from.line === 1) clipLine(tree, unit, this.#clipBytes)
  }

  /** Ends the problem above. */
  #flush(tree: Tree): void {
    const group = this.#group
    this.#group = undefined
    this.#isBehindLong = false
    if (!group) return
    if (group.sort !== undefined) {
      tree.end(group.end, group.end, isNew(group.sort))
      return
    }
    const { start, end, problem } = group
    if (problem.file === undefined && !this.#form) {
      this.#odd += group.lines
      this.#other(start, end, problem.message, tree)
      return
    }
    const sort = this.#enter(group, tree)
    const unit = tree.record(start, end, sort, isNew(sort))
    if (end.line - start.line === 1) clipLine(tree, unit, this.#clipBytes)
  }

  /** Opens the file of a problem, and counts it. Returns its sort. */
  #enter({ start, problem }: Group, tree: Tree): number {
    const { level, message, isSure } = problem
    const path = problem.file ?? this.#path ?? ''
    if (path !== this.#path) {
      this.#closeFile(start, tree)
      this.#openFile(path, start, { ...start }, tree)
    }
    const code = problem.code || sayingOf(message)
    if (this.#part) this.#part.counts[0]++
    if (isSure) this.#sure++
    if (this.#counts.add(level, code, path)) {
      this.#hasNew = true
      this.#codes.add(code)
      return NEW
    }
    const isNewHere = this.#codes.size < MOST_IN_FILE && !this.#codes.has(code)
    if (isNewHere) this.#codes.add(code)
    return isNewHere ? NEW_IN_FILE : level === 'warnings' ? WARNING : ERROR
  }

  #openHeading({ start, file, form }: Heading, inner: Place, tree: Tree): void {
    this.#heading = undefined
    this.#closeFile(start, tree)
    this.#openFile(file, start, inner, tree)
    this.#form = form
  }

  #openFile(path: string, start: Place, inner: Place, tree: Tree): void {
    const isMore = this.#counts.hasFile(path)
    tree.begin(start, isMore ? MORE : FILE)
    tree.inner(inner)
    this.#path = path
    if (this.#part?.name === path) this.#part.endByte = Infinity
    else this.#part = this.names.begin(path, start.byte, 1)
    this.#codes.clear()
    this.#hasNew = false
  }

  #closeFile(at: Place, tree: Tree): void {
    if (this.#path !== undefined) {
      tree.end(at, at, this.#hasNew)
      if (this.#part) this.#part.endByte = at.byte
    }
    this.#path = this.#form = undefined
  }
}

const isNew = (sort: number): boolean => sort === NEW || sort === NEW_IN_FILE

/** True for a line that can be the heading of a file: a path alone. */
const namesFile = (text = ' '): boolean =>
  text.length <= 1024 && !/^\s|[:*]$/.test(text) && /[/\\]|\.\w+$/.test(text) && isFile(text)
