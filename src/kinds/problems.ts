import { LF } from './bytes.ts'
import { tellsFailure } from './failure-words.ts'
import { HELD_OF_HEAD, headLines } from './head-lines.ts'
import type { Kind, Place } from './kind.ts'
import { type Line, type LineKind, LineReader } from './line-reader.ts'
import {
  DETAIL,
  FAILURE,
  FILE_SORT,
  isNew,
  MORE,
  OTHER,
  ProblemFiles,
  rankOfProblem,
  SORTS,
} from './problem-files.ts'
import {
  codeBelow,
  headingIn,
  isAboveProblem,
  isBelowProblem,
  isCaret,
  isPath,
  isRule,
  type ListForm,
  levelBelow,
  type Problem,
  placeBelow,
  problemAtCaret,
  problemIn,
  problemInFile,
  problemInRow,
} from './problem-line.ts'
import type { Tree } from './tree.ts'
import type { Unit } from './unit.ts'

// Problems that compilers, type checkers and linters found, by file: the first one of each code, the first one of each
// file, then the others. The notice counts all of them by code and by file. What a tool prints below a problem belongs to it.

const LEAST_PROBLEMS = 5
/** So many are enough in the first bytes of an output. */
const LEAST_AT_FIRST = 3
const MOST_NOTABLE = 64
/** Lines below a problem, which belong to it, and above it: `In file included from` may be several. */
const MOST_BELOW = 48
const MOST_ABOVE = 20
/** Lines that belong to no problem, before it is clear that these are most lines. */
const MOST_OTHERS_AT_FIRST = 64

/** What a problem may begin with: the beginning of a place. */
const MAY_BE_PROBLEM = /\w[:([]\d|\w:\[\d|\bline \d|^ +:?\d+(?::\d+| {2,})|^ *(?:-->|[━─]{3})|[━─]{3}$/

export const problems: Kind = {
  name: 'problems',
  fallsBackQuietly: true,
  tellsFailures: true,
  showsLeads: true,
  recognise(head, _, isWhole) {
    const lines = headLines(head, isWhole)
    if (lines.filter((line) => MAY_BE_PROBLEM.test(line)).length < LEAST_AT_FIRST) return 0
    const found = new ProblemLines(head.length, isWhole ? LEAST_PROBLEMS : LEAST_AT_FIRST)
    const reader = new LineReader(found, { bytes: HELD_OF_HEAD })
    reader.write(head.slice(0, isWhole ? head.length : head.lastIndexOf(LF) + 1), true)
    return reader.end() ? found.confidence : 0
  },
  read: (maxBytes, held) => new LineReader(new ProblemLines(maxBytes, LEAST_PROBLEMS), held, maxBytes),
}

const inFile = { list: problemInFile, table: problemInRow, line: problemAtCaret }

/** A file that the next problems are in. */
interface Heading {
  start: Place
  file: string
  form: ListForm
  lines: number
}

/** A problem with the lines around it, until what follows is known. */
interface Group {
  start: Place
  end: Place
  problem: Problem
  /** Lines below it. */
  lines: number
  /** Its sort, once it is a container of these lines. */
  sort: number | undefined
}

/** A line of which only the next one tells what it is. */
interface Held {
  start: Place
  end: Place
  text: string
}

class ProblemLines implements LineKind {
  readonly sorts = SORTS
  readonly mostNotable = MOST_NOTABLE
  readonly mayFail = true
  readonly rank = rankOfProblem
  readonly #files = new ProblemFiles()
  readonly names = this.#files.names
  readonly #least: number
  readonly #wholeBytes: number
  #group: Group | undefined
  #held: Held | undefined
  #heading: Heading | undefined
  /** Where the lines begin that stand above a problem and tell where it is. */
  #above: Place | undefined
  #aboveLines = 0
  /** True behind a problem that is a unit already, because its line is long. */
  #isBehindLong = false
  #all = 0
  #others = 0

  /** @param least how many problems make an output a list of them */
  constructor(maxBytes: number, least: number) {
    this.#least = least
    this.#wholeBytes = Math.max(256, Math.min(2048, maxBytes >> 3))
  }

  /** The name of a file says nothing without a problem. */
  readonly isBare = ({ sort }: Unit): boolean => sort === FILE_SORT || sort === MORE

  /** How sure it is that the lines are problems. */
  get confidence(): number {
    return 2 * this.#files.sure >= this.#files.counts.total ? 0.85 : 0.65
  }

  summary(bytes: number): string | undefined {
    return this.#files.counts.summary(bytes)
  }

  line(line: Line, tree: Tree): boolean {
    const { text } = line
    if (line.isEmpty) this.#blank(line, tree)
    else {
      this.#all++
      const problem = this.#problemIn(text)
      if (problem && !problem.isNote) this.#begin(line, problem, tree)
      else if (!this.#isAbove(line, text, tree) && !this.#isBelow(line, text, problem, tree)) {
        this.#settle(tree)
        this.#held = { start: line.start, end: line.end, text }
      }
    }
    return this.#others <= MOST_OTHERS_AT_FIRST + this.#all / 2
  }

  end(tree: Tree, at: Place): boolean {
    this.#settle(tree)
    this.#flush(tree)
    this.#dropAbove(at, tree)
    this.#files.close(at, tree)
    return this.#files.counts.total >= this.#least && 2 * this.#others <= this.#all
  }

  /** The problem that begins with a line. Below a heading it is in that file. */
  #problemIn(text: string): Problem | undefined {
    const { form: open, path } = this.#files
    const { file, form } = this.#heading ?? this.#pathAbove() ?? { file: path, form: open }
    const found = form && inFile[form](text)
    return found ? { ...found, file } : problemIn(text)
  }

  #pathAbove(): { file: string; form: ListForm } | undefined {
    return this.#held && isPath(this.#held.text) ? { file: this.#held.text, form: 'list' } : undefined
  }

  #begin(line: Line, problem: Problem, tree: Tree): void {
    const held = this.#held
    if (held && problem.file === held.text) {
      this.#held = undefined
      this.#flush(tree)
      this.#heading = { start: held.start, file: held.text, form: 'list', lines: 1 }
    }
    this.#settle(tree)
    this.#flush(tree)
    const heading = this.#heading
    if (heading && heading.file === problem.file) {
      this.#heading = undefined
      this.#files.open(heading.file, heading.start, line.start, tree, heading.form)
    } else if (heading) this.#dropAbove(line.start, tree)
    this.#group = { start: this.#above ?? line.start, end: line.end, problem, lines: 0, sort: undefined }
    this.#above = undefined
    this.#aboveLines = 0
    // A long line can be shown in part, if it is a unit of its own.
    if (line.length > this.#wholeBytes && problem.file !== undefined) {
      this.#flush(tree)
      this.#isBehindLong = true
    }
  }

  /** Takes a line that tells where the next problems are. */
  #isAbove(line: Line, text: string, tree: Tree): boolean {
    const found = headingIn(text, this.#held?.text)
    if (found) {
      const start = found.form === 'table' && this.#held ? this.#held.start : line.start
      if (found.form === 'table') this.#held = undefined
      this.#settle(tree)
      this.#flush(tree)
      this.#dropAbove(start, tree)
      this.#files.close(start, tree)
      this.#heading = { start, ...found, lines: 1 }
      return true
    }
    if (this.#heading && ++this.#heading.lines <= MOST_ABOVE) return true
    if (this.#aboveLines >= MOST_ABOVE || !isAboveProblem(text, this.#above !== undefined)) return false
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
    const { form } = this.#files
    const held = this.#held
    if (held && isCaret(text) && group?.end === held.start) {
      this.#held = undefined
      this.#add(held.start, held.end, tree)
    } else if (held && form !== 'table') return false
    const isBelow = form === 'line' || note !== undefined || isBelowProblem(text)
    // A rule ends a table, and may begin the next one.
    const mayBeHead = form === 'table' && isRule(text)
    if (!isBelow || mayBeHead || (group && group.lines >= MOST_BELOW)) return false
    this.#settle(tree)
    if (!this.#group && !this.#isBehindLong) return false
    if (group) tell(group.problem, text)
    this.#add(line.start, line.end, tree)
    return true
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
      if (isLong && group.sort === undefined && group.problem.file !== undefined) {
        group.sort = this.#files.enter(group.problem, group.start, tree)
        tree.begin(group.start, group.sort)
        tree.inner(group.end)
      }
      group.end = end
      group.lines++
      if (group.sort === undefined) return
    }
    tree.record(start, end, DETAIL)
  }

  /** The line that was held belongs to no problem, unless it ends a table. */
  #settle(tree: Tree): void {
    const held = this.#held
    this.#held = undefined
    if (!held) return
    const isEnd = this.#files.form === 'table' && this.#group !== undefined && isRule(held.text)
    if (isEnd) this.#add(held.start, held.end, tree)
    else this.#other(held.start, held.end, held.text, 1, tree)
  }

  /** Takes lines that belong to no problem. Lines above that waited for a problem belong to none either. */
  #other(start: Place, end: Place, text: string, lines: number, tree: Tree): void {
    this.#flush(tree)
    this.#dropAbove(start, tree)
    this.#others += lines
    this.#files.close(start, tree)
    const isFailure = tellsFailure(text)
    tree.record(start, end, isFailure ? FAILURE : OTHER, isFailure)
  }

  /** What waited for a problem ends at a place without one. */
  #dropAbove(at: Place, tree: Tree): void {
    const start = this.#heading?.start ?? this.#above
    const lines = this.#heading?.lines ?? this.#aboveLines
    this.#heading = this.#above = undefined
    this.#aboveLines = 0
    if (start && start.byte < at.byte) this.#other(start, at, '', lines, tree)
  }

  /** Ends the problem above. */
  #flush(tree: Tree): void {
    const group = this.#group
    this.#group = undefined
    this.#isBehindLong = false
    if (!group) return
    const { start, end, problem } = group
    if (group.sort !== undefined) tree.end(end, end, isNew(group.sort))
    else if (problem.file === undefined) this.#other(start, end, problem.message, 1 + group.lines, tree)
    else {
      const sort = this.#files.enter(problem, start, tree)
      tree.record(start, end, sort, isNew(sort))
    }
  }
}

/** What a line below a problem tells of it. */
function tell(problem: Problem, text: string): void {
  problem.file ??= placeBelow(text)
  if (problem.code === '') problem.code = codeBelow(text) ?? ''
  if (problem.level === 'problems') problem.level = levelBelow(text) ?? 'problems'
}
