import { byEarlier, byFirst } from './choose.ts'
import { headLines } from './head-lines.ts'
import type { Kind, Place } from './kind.ts'
import { type Line, type LineKind, LineReader } from './line-reader.ts'
import { Rarity } from './rarity.ts'
import {
  type Comment,
  DIRECTIVE,
  FILE,
  type Group,
  indentOf,
  isDetail,
  isPartOfTest,
  isTestAt,
  PLAN,
  SUBTEST,
  TAP_COMMENT,
  TEST,
  type Test,
  TOTALS,
  TROUBLE,
} from './tap-lines.ts'
import type { Tree } from './tree.ts'
import type { Unit } from './unit.ts'

// Results of tests in TAP 12 to 14: failures with their diagnostics, then plan and totals, then what passed.

const FAILED = 0
const PASSED = 1
const SKIPPED = 2
const TODO = 3
/** A subtest, the file of a test, or the tests below a comment. */
const GROUP = 4
const DETAIL = 5
const TOTAL = 6
const OTHER = 7

/** Groups deeper than this are not told apart. */
const MOST_GROUPS = 40

export const tap: Kind = {
  name: 'tap',
  tellsFailures: true,
  recognise(head, _, isWhole) {
    const lines = headLines(head, isWhole)
    const isVersioned = /^TAP version 1\d$/.test(lines[0])
    const tests = lines.filter((line) => TEST.test(line)).length
    const parts = lines.filter((line) => /^( |$|---$)/.test(line) || isPartOfTest(line)).length
    if (!isPartOfTest(lines[0] || lines[1] || '') || tests < (isVersioned ? 1 : 3)) return 0
    return parts >= lines.length * 0.8 ? 0.9 : 0
  },
  read: (maxBytes, held) => new LineReader(new TapLines(maxBytes), held, maxBytes),
}

const IS_FILE = -1
const IS_SECTION = -2

class TapLines implements LineKind {
  readonly sorts = ['failed', 'passed', 'skipped', 'todo', '', '', '', '']
  readonly mostNotable = 512
  readonly markBytes = 76
  readonly mayFail = true
  readonly rarity = new Rarity()
  readonly #wholeBytes: number
  readonly #groups: Group[] = [{ indent: 0, outer: IS_FILE, isBraced: false, hasFailed: false }]
  #test: Test | undefined
  #comment: Comment | undefined
  #isSummary = false
  #odd = 0

  constructor(maxBytes: number) {
    this.#wholeBytes = Math.max(256, Math.min(2048, maxBytes >> 2))
  }

  readonly rank = (unit: Unit, container: Unit): number => {
    const { index, sort, isNotable } = unit
    const isInRoot = container.sort < 0
    if (sort === DETAIL) return 0.05 + 0.15 * byFirst(index / 2)
    if (sort === TOTAL) return isInRoot ? 0.15 : 3
    if (sort === OTHER) return isNotable ? 0.1 : 1 + 0.1 * byFirst(Math.min(index, container.size - index))
    if (sort === SKIPPED || sort === TODO) return 1 + 0.1 * byFirst(index)
    // A group comes with its first failure.
    if (isNotable) return 0.1 * (byEarlier(unit, FAILED) - byEarlier(container, FAILED))
    return 2 + byFirst(index)
  }

  line(line: Line, tree: Tree): boolean {
    const test = this.#test
    const { text } = line
    const indent = indentOf(text)
    const isTest = isTestAt(text, indent)
    if (test && isDetail(test, text, indent, isTest)) this.#detail(test, line, tree)
    else if (isTest) this.#begin(line, text, indent, tree)
    else this.#take(line, text, indent, tree)
    return this.#odd <= 16 + line.number / 2
  }

  end(tree: Tree, at: Place): boolean {
    this.#enter(-1, at, tree)
    return tree.counts.slice(0, GROUP).some((count) => count > 0)
  }

  #take(line: Line, text: string, indent: number, tree: Tree): void {
    const { start, end } = line
    if (SUBTEST.test(text)) {
      this.#enter(indent, start, tree)
      this.#comment = { start, end, indent, isSubtest: true, isTrouble: false }
    } else if (FILE.test(text)) {
      this.#enter(-1, start, tree)
      this.#open(start, end, 0, IS_FILE, tree)
    } else if (text.trim() === '}' && this.#top.isBraced && this.#top.outer === indent) {
      this.#flush(start, tree)
      this.#close(end, start, tree)
    } else if (PLAN.test(text) || TOTALS.test(text)) {
      this.#enter(indent, start, tree)
      tree.record(start, end, TOTAL, true)
    } else this.#other(line, text, indent, tree)
  }

  #other(line: Line, text: string, indent: number, tree: Tree): void {
    const { start, end } = line
    if (text === 'Test Summary Report') {
      this.#isSummary = true
      this.#enter(-1, start, tree)
    }
    this.#flush(start, tree)
    if (this.#isSummary) tree.record(start, end, TOTAL, true)
    else if (TAP_COMMENT.test(text)) {
      if (this.#top.outer === IS_SECTION) this.#close(start, start, tree)
      this.#comment = { start, end, indent, isSubtest: false, isTrouble: TROUBLE.test(text) }
    } else {
      if (text !== '') this.#odd++
      tree.record(start, end, OTHER, TROUBLE.test(text))
    }
  }

  #begin({ start, end }: Line, text: string, indent: number, tree: Tree): void {
    this.#enter(indent, start, tree, true)
    const isNotOk = text[indent] === 'n'
    const directive = text.includes('#') ? DIRECTIVE.exec(text)?.[1] : undefined
    const sort = directive ? (/s/i.test(directive) ? SKIPPED : TODO) : isNotOk ? FAILED : PASSED
    this.rarity.tell(this.rarity.column(0), 1 + sort, Number.NaN, start.byte)
    const from = this.#comment?.start ?? start
    this.#comment = undefined
    if (text.endsWith('{') && !text.endsWith('\\{')) {
      this.#open(from, end, indent + 1, indent, tree, true)
      this.#top.hasFailed = sort === FAILED
      return
    }
    const isResult = this.#top.outer === indent && !this.#top.isBraced
    this.#top.hasFailed ||= sort === FAILED
    this.#test = {
      start: from,
      lines: [],
      isSplit: false,
      indent,
      sort,
      isResult,
      isNotOk,
      block: -1,
      hadBlock: false,
    }
  }

  /** Adds a line to the diagnostics of the open test. */
  #detail(test: Test, line: Line, tree: Tree): void {
    if (test.sort === PASSED && !test.isResult) return
    if (test.isSplit) {
      tree.record(line.start, line.end, DETAIL, false)
      return
    }
    const { lines, start } = test
    lines.push(line.start)
    if (line.endByte - start.byte <= this.#wholeBytes) return
    test.isSplit = true
    if (test.isResult) this.#close(lines[0], start, tree)
    else {
      tree.begin(start, test.sort)
      tree.inner(lines[0])
    }
    for (const [at, from] of lines.entries()) tree.record(from, lines[at + 1] ?? line.end, DETAIL, false)
  }

  /** Ends what waits for its next line, at that line. */
  #flush(at: Place, tree: Tree): void {
    const test = this.#test
    this.#test = undefined
    if (test && !test.isSplit) {
      if (test.isResult) this.#close(at, test.start, tree)
      else tree.record(test.start, at, test.sort, test.sort === FAILED)
    } else if (test && !test.isResult) tree.end(at, at, test.sort === FAILED)
    const comment = this.#comment
    this.#comment = undefined
    if (comment) tree.record(comment.start, comment.end, OTHER, comment.isTrouble)
  }

  get #top(): Group {
    return this.#groups[this.#groups.length - 1]
  }

  /** Comes to a part of TAP with this indentation: ends groups, and begins one that has no line of its own. */
  #enter(indent: number, start: Place, tree: Tree, isTest = false): void {
    const comment = this.#comment
    const isAbove = comment && this.#isAbove(comment, indent, isTest)
    if (!isAbove) this.#flush(start, tree)
    while (this.#groups.length > 1) {
      const { indent: inside, outer, isBraced } = this.#top
      if (isTest && outer === indent && !isBraced) break
      if (indent >= inside && (isTest || outer !== IS_SECTION)) break
      this.#close(start, start, tree)
    }
    const isSection = isAbove && !comment.isSubtest
    if (isSection || (isAbove && comment.indent < indent)) {
      this.#comment = undefined
      this.#open(comment.start, start, indent, isSection ? IS_SECTION : comment.indent, tree)
    } else if (indent > this.#top.indent && this.#groups.length <= MOST_GROUPS)
      this.#open(start, { ...start }, indent, this.#top.indent, tree)
  }

  /** True for the comment of a group or a test that begins now. */
  #isAbove({ indent: own, isSubtest }: Comment, indent: number, isTest: boolean): boolean {
    if (own === indent) return isTest && (isSubtest || this.#top.indent === indent)
    return isSubtest && own < indent && this.#groups.length <= MOST_GROUPS
  }

  #open(start: Place, inner: Place, indent: number, outer: number, tree: Tree, isBraced = false): void {
    tree.begin(start, GROUP)
    tree.inner(inner)
    this.#groups.push({ indent, outer, isBraced, hasFailed: false })
  }

  #close(end: Place, close: Place, tree: Tree): void {
    const { hasFailed } = this.#groups.pop() as Group
    tree.end(end, close, hasFailed)
    this.#top.hasFailed ||= hasFailed
  }
}
