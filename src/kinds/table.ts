import { Cells, isInk, type Word, wordsOf } from './cells.ts'
import { byEnds } from './choose.ts'
import { headLines } from './head-lines.ts'
import type { Kind, Place } from './kind.ts'
import { type Line, type LineKind, LineReader } from './line-reader.ts'
import { Rarity } from './rarity.ts'
import { sortsOfValues, TellingColumn } from './rule-counts.ts'
import type { Tree } from './tree.ts'

// Tables whose columns have a width: `ps`, `df`, `docker ps`, `kubectl get`, `dpkg -l`. An output may have several, each
// with a header. What stands before a header belongs to it.

const TABLE = 0
const ROW = 1

/** Lines that tell where a table has its header. */
const TOP_LINES = 12
/** Lines that may stand before a header. */
const MOST_BEFORE = 6
/** Rows that a table has, if nothing but its text tells that it is one. */
const LEAST_ROWS = 5

/** The share of the cells of a row that are in their columns. */
const LEAST_FIT = 0.6

const LETTER_A = 0x41

const PRINTERS = /^(?:ps|top|df|free|lsof|netstat|ss|lsblk|lsmod|dpkg(?:-query)?)$/
const TOOLS = /^(?:docker|podman|kubectl|oc|helm|p?npm|yarn|pip3?|conda|systemctl)$/
const LISTS = /^(?:ps|images|ls|list.*|get|top|stats|outdated)$/
/** What no other output begins with: `dpkg -l`, `netstat`, and names above lines of dashes. */
const BEGINS = /^(?:Desired=|Active \w+ )/
const NAMES = /\S +\S/
const DASHES = /^-{2,}(?: +-{2,})+ *$/
/** Between a header and its rows: `----  ---`, `+++-===-===`. */
const RULE = /^[-=+| ]+$/
/** The first line of each table of `netstat`. */
const TITLE = /^Active /
const NAME = /^(?!.*[:.](?: |$))[A-Z%#][\w ()%#/.:-]*$/

export const table: Kind = {
  name: 'table',
  // `npm outdated` ends with 1 when it found something.
  exitCodes: [1],
  recognise(head, [name = '', ...words], isWhole) {
    const lines = headLines(head, isWhole)
    const isTold =
      PRINTERS.test(name) ||
      (TOOLS.test(name) && words.some((word) => LISTS.test(word))) ||
      BEGINS.test(lines[0]) ||
      (DASHES.test(lines[1] ?? '') && NAMES.test(lines[0]))
    if (!isTold && !hasNames(lines)) return 0
    const rows = lines.filter(Boolean)
    if (isTold) return rows.length > 2 && headerIn(rows.slice(0, TOP_LINES)) >= 0 ? 0.8 : 0
    return areInColumns(rows) ? 0.7 : 0
  },
  read: (maxBytes, held) => new LineReader(new TableLines(), held, maxBytes),
}

/** True when the first line has names with space between them. */
function hasNames([header, ...lines]: readonly string[]): boolean {
  const names = header.trim().split(/ {2,}/)
  if (names.length < 3 || !names.every((name) => NAME.test(name))) return false
  // Logs can be in columns too, and begin with a level that comes again.
  return !lines.some((line) => line.trim().startsWith(names[0]))
}

/** True when all rows are in the columns of the first one. */
function areInColumns([first, ...rest]: readonly string[]): boolean {
  const rows = rest.filter((row) => !isRule(row))
  const columns = wordsOf(first)
  return (
    rows.length >= LEAST_ROWS && rows.filter((row) => fit(columns, row) >= 0.75).length >= rows.length * 0.9
  )
}

const isRule = (line: string): boolean => RULE.test(line)

/** The share of the cells of a line, behind its first one, that begin or end where the words of the header do. */
function fit(header: readonly Word[], line: string): number {
  let right = 0
  let wrong = 0
  let at = 1
  for (; at < header.length && header[at].from < line.length; at++) {
    const { from, to } = header[at]
    const isAtStart = isInk(line, from) && !isInk(line, from - 1)
    if (isAtStart || (to <= line.length && isInk(line, to - 1) && !isInk(line, to))) right++
    else if (line.slice(from, to).trim() !== '') wrong++
  }
  // The last cells of a row may be empty.
  return right === 0 || right < Math.min(2, at - 1) ? 0 : right / (right + wrong)
}

/** The index of the line whose words stand above the columns of the lines below it, -1 if there is none. */
function headerIn(lines: readonly string[]): number {
  const cells = lines.slice(0, MOST_BEFORE).map((line, at) => {
    const words = wordsOf(line)
    const rows = lines.slice(at + 1).filter((row) => row.length > 0 && !isRule(row))
    const right = rows.filter((row) => fit(words, row) >= LEAST_FIT).length
    return right >= rows.length * 0.7 ? right * (words.length - 1) : 0
  })
  // A line before the header may fit by chance, in fewer columns.
  const most = Math.max(...cells)
  return cells.findIndex((count) => count > 0 && count >= most / 2)
}

class TableLines implements LineKind {
  readonly rarity = new Rarity()
  readonly sorts = ['', ...sortsOfValues('rows')]
  #header: readonly Word[] = []
  #cells: Cells | undefined
  readonly marks = new TellingColumn(ROW)
  /** The first lines of a table whose header is not known yet. */
  #top: { start: Place; end: Place; text: string }[] | undefined = []
  #all = 0
  #odd = 0

  /** Every header comes before any row. */
  readonly rank: LineKind['rank'] = ({ index, sort }, { size }, tail) =>
    sort === TABLE ? 0 : byEnds(index, size, tail)

  line(line: Line, tree: Tree): boolean {
    const isAfterBlank = this.#top?.[this.#top.length - 1]?.text === ''
    if ((line.isEmpty && !isAfterBlank) || (line.first === LETTER_A && TITLE.test(line.text))) {
      if (!this.#begin(tree)) return false
      this.#top ??= []
    }
    if (!this.#top) {
      tree.line(line, this.#row(line.text, line.startByte))
    } else {
      this.#top.push({ start: line.start, end: line.end, text: line.text })
      if (this.#top.length >= TOP_LINES && !this.#begin(tree)) return false
    }
    return this.#odd * 3 <= this.#all + 32
  }

  end(tree: Tree): boolean {
    return this.#begin(tree, true) && this.#all > 1 && this.#odd * 3 <= this.#all
  }

  /** Begins a table with the lines that were kept back. Without a header they are rows of the table before. */
  #begin(tree: Tree, isEnd = false): boolean {
    const top = this.#top ?? []
    this.#top = undefined
    let at = headerIn(top.map(({ text }) => text))
    // Above the first header there may be a summary and a blank line.
    if (at < 0 && tree.depth === 1 && top.length < TOP_LINES && !isEnd) {
      this.#top = top
      return true
    }
    if (at >= 0) {
      this.#header = wordsOf(top[at].text)
      this.#cells = new Cells(this.#header, this.rarity)
      this.marks.begin(this.#header.map(({ text }) => text))
      if (top[at + 1] && isRule(top[at + 1].text)) at++
      tree.begin(top[0].start, TABLE, { level: TABLE })
    }
    for (const { start, end, text } of top.slice(at + 1)) tree.record(start, end, this.#row(text, start.byte))
    return tree.depth > 1 || top.length === 0
  }

  /** Reads a row, and returns its sort. */
  #row(line: string, byte: number): number {
    this.#all++
    // A value that is longer than its column moves the others.
    if (fit(this.#header, line) < LEAST_FIT) {
      this.#odd++
      return ROW
    }
    return this.marks.sortOf(this.#cells?.tell(line, byte, this.marks.at) ?? '')
  }
}
