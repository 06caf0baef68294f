import { tellCells } from './cells.ts'
import { byFirst } from './choose.ts'
import { tellsLoudly } from './failure-words.ts'
import { headLines } from './head-lines.ts'
import { isTellable, type Kind, type Place } from './kind.ts'
import { type Line, type LineKind, LineReader } from './line-reader.ts'
import { Rarity } from './rarity.ts'
import { MOST_RULES, NO_RULE, RuleCounts, rankByRule, sortsOfRules } from './rule-counts.ts'
import type { Tree } from './tree.ts'
import { MOST_RECORD_BYTES, type Unit } from './unit.ts'

// Dumps of databases: the statements that create something, then the first row of each table, the ends and an even sample.
// Markers count the rows by table. A script that a client shows while it runs it is no dump: what it says between the
// statements matters more.

const LEAST_STATEMENTS = 4
const MOST_NAME = 40
const TOLD_CELLS = 24

const DATA = /^(?:INSERT|REPLACE)(?: IGNORE)? INTO ([^\s(]+)|^COPY ([^\s(]+)[^;]* FROM stdin;/i
const CREATES = /^CREATE /i
const BEGINS =
  /^(?:CREATE|ALTER|DROP|INSERT|REPLACE|COPY|SET|SELECT|BEGIN|COMMIT|START|USE|LOCK|UNLOCK|PRAGMA|GRANT|REVOKE|COMMENT|DELIMITER|UPDATE|DELETE|WITH)\b/i
/** What a client says of a statement that it has run. */
const IS_DONE = /^INSERT \d+ \d+$/
const OTHER = /^(?:--|\/\*|\*\/|\\|\s|[)(]|\d|\.|$)/

export const sql: Kind = {
  name: 'sql',
  fallsBackQuietly: true,
  recognise(head, command, isWhole) {
    const lines = headLines(head, isWhole)
    const statements = lines.filter((line) => BEGINS.test(line)).length
    const isData = lines.findIndex((line) => DATA.test(line))
    const isDump =
      isData >= 0 && lines.slice(0, isData + 1).every((line) => BEGINS.test(line) || OTHER.test(line))
    const isNamed = command.some((word) => /\.sql$|dump/.test(word))
    if (!isDump || lines.slice(0, isData).some(tellsLoudly)) return 0
    return isNamed || statements >= LEAST_STATEMENTS ? 0.85 : 0
  },
  read: (maxBytes, held) => new LineReader(new SqlLines(), held, maxBytes),
}

class SqlLines implements LineKind {
  readonly sorts = sortsOfRules('rows')
  readonly mostNotable = 16 * MOST_RULES
  readonly marks = new RuleCounts()
  readonly rarity = new Rarity()
  /** Where the statement begins that is being read, with the comments above it. */
  #start: Place | undefined
  #creates = false
  /** The number of the table whose rows are read, and whether it is new. */
  #table = NO_RULE
  #isCopy = false
  #isNew = false
  #odd = 0

  readonly rank: LineKind['rank'] = (unit: Unit, container, tail) => {
    if (unit.sort !== NO_RULE) return rankByRule(unit, container, tail)
    return unit.isNotable ? 0 : 0.5 + 0.1 * byFirst(unit.index)
  }

  line(line: Line, tree: Tree): boolean {
    const { text } = line
    if (IS_DONE.test(text)) return false
    if (this.#table !== NO_RULE) this.#row(line, text, tree)
    else this.#statement(line, text, tree)
    return this.#odd <= 2 + line.number / 20
  }

  end(tree: Tree, at: Place): boolean {
    if (this.#start) tree.record(this.#start, at, NO_RULE)
    return tree.counts.some((count, sort) => sort !== NO_RULE && count > 0)
  }

  #statement(line: Line, text: string, tree: Tree): void {
    const isFirst = BEGINS.test(text)
    if (isFirst) this.#creates = CREATES.test(text)
    const data = isFirst ? DATA.exec(text) : null
    if (data) this.#beginRows(data, line, text, tree)
    else {
      if (!isFirst && !OTHER.test(text)) this.#odd += tellsLoudly(text) ? Infinity : 1
      this.#start ??= line.start
      const isLong = line.endByte - this.#start.byte > MOST_RECORD_BYTES / 2
      if (isLong || text.trimEnd().endsWith(';')) this.#record(line, tree)
    }
  }

  #record(line: Line, tree: Tree): void {
    const start = this.#start ?? line.start
    tree.record(start, line.end, NO_RULE, this.#creates)
    this.#start = undefined
    this.#creates = false
  }

  #beginRows([, inserted, copied]: RegExpExecArray, line: Line, text: string, tree: Tree): void {
    if (this.#start && this.#start !== line.start) tree.record(this.#start, line.start, NO_RULE)
    this.#start = undefined
    const name = (inserted ?? copied).replaceAll(/["`[\]]/g, '').slice(0, MOST_NAME)
    this.#table = this.marks.numberOf(isTellable(name) ? name : '?')
    this.#isNew = this.marks.isNew
    this.#isCopy = copied !== undefined
    if (this.#isCopy) tree.line(line, NO_RULE, true)
    else this.#row(line, text, tree)
  }

  /** A row, or the line that ends them. */
  #row(line: Line, text: string, tree: Tree): void {
    const isEnd = this.#isCopy ? text === '\\.' : text.trimEnd().endsWith(';')
    const sort = this.#isCopy && isEnd ? NO_RULE : this.#table
    const isNotable = this.#isNew && sort !== NO_RULE
    if (sort !== NO_RULE) tellCells(this.rarity, text, line.startByte, TOLD_CELLS, this.#isCopy ? '\t' : ',')
    tree.line(line, sort, isNotable)
    this.#isNew = false
    if (isEnd) this.#table = NO_RULE
  }
}
