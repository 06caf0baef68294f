import { tellCells, tellWords } from './cells.ts'
import { byEnds } from './choose.ts'
import { hashOf, mixed, signsOf } from './column.ts'
import { tellsFailure, tellsLoudly } from './failure-words.ts'
import { headLines } from './head-lines.ts'
import type { Kind, Place } from './kind.ts'
import { type Line, type LineKind, LineReader } from './line-reader.ts'
import { Rarity } from './rarity.ts'
import type { Tree } from './tree.ts'

// Lines that are alike, or records of several lines: lists without a header, dumps of settings, results of a query. Of an
// answer, and of a failure that names no error, both ends are shown, and what is unlike the rest. If nothing is unlike
// the rest, it is cut by lines.

/** How records begin, and what stands between the cells of their lines. */
interface RowForm {
  /** True for the first line of a record. If left out, each line is one. */
  readonly begins?: (text: string, isAfterBlank: boolean) => boolean
  /** Without one, blanks stand between cells. */
  readonly delimiter?: string
  readonly isNumbered?: boolean
}

const isApart = (_: string, isAfterBlank: boolean): boolean => isAfterBlank
const isOuter = (text: string): boolean => !/^\s/.test(text)

/** What the columns of first words are, and those behind a first word. */
const FIRST = 1
const OTHER_WORDS = 2

const RECORD = 0
const OTHER = 1

const LEAST_LINES = 8
const LEAST_RECORDS = 4
/** What is longer is cut by lines: nobody asks for one row among so many, and to compare all of them takes long. */
const MOST_BYTES = 8 * 2 ** 20
/** Of an output of which nothing is known: comparing takes 0.2 ms a KiB in a new process, and few of these are lists. */
const MOST_UNKNOWN_BYTES = 128 * 1024
/** A record of more lines is none. */
const MOST_LINES = 64
/** Words of a line that are told. */
const TOLD_WORDS = 16
/** The share of records in which a name comes that all of them have. */
const COMMON = 0.6
/** The share of lines with equally many delimiters. */
const EVEN = 0.7
/** A place in lines whose words are of few values: one in so many lines has a new one. */
const FEW = 5
const FIRST_WORD = /^\s*([^\s:=]*)/
const NUMBER = /^[-+]?\d[\d.,]*[%KMGTB]?$/i
/** Places that are looked at. */
const MOST_PLACES = 8

/** What may stand between cells, with the least number in a line. What also stands in words needs lines without blanks. */
const DELIMITERS = [
  { sign: '\t', least: 1 },
  { sign: '│', least: 2 },
  { sign: '|', least: 1 },
  { sign: ';', least: 2 },
  { sign: ',', least: 2 },
  { sign: ':', least: 1, isTight: true },
  { sign: '=', least: 1, isTight: true },
]

export const rows: Kind = kindOf({})

/** The same for lines that begin with numbers of their own. What follows is one value. */
export const numberedRows: Kind = {
  ...rows,
  read: (maxBytes, held) => new LineReader(new RowLines({ isNumbered: true }, {}), held, maxBytes),
}

/** Each line of `ls -l` tells the mode of a file. */
const MODE = /^ *(?:\d+ +){0,2}[bcdlps-][r-][w-][rwxsStT-]{7}/
const TOTAL = /^total [\d.,]+[KMGT]?$/

/** `ls -l` of one folder. Where it is of several, these are outputs below headings. */
export const ls: Kind = {
  name: 'ls',
  recognise(head, [name], isWhole) {
    const lines = headLines(head, isWhole).filter(Boolean)
    const entries = lines.filter((line) => !TOTAL.test(line))
    const isNamed = name === 'ls' || entries.length < lines.length
    return isNamed && entries.length > 2 && entries.every((line) => MODE.test(line)) ? 0.85 : 0
  },
  read: (maxBytes, held) =>
    new LineReader(
      new RowLines({ begins: (text) => !TOTAL.test(text) }, { name: 'entries' }),
      held,
      maxBytes,
    ),
}

function kindOf(form: RowForm, isUnknown = false): Kind {
  return {
    name: 'rows',
    fallsBackQuietly: true,
    // A command that failed and tells of no error may have one line that is unlike the others.
    isClosed: true,
    showsLeads: true,
    ...(isUnknown && { mostBytes: MOST_UNKNOWN_BYTES }),
    recognise: (head, command, isWhole) => (formIn(head, command, isWhole) ? 0.51 : 0),
    knowing: (head, command, isWhole) => kindOf(formIn(head, command, isWhole) ?? {}, command.length === 0),
    read: (maxBytes, held) => new LineReader(new RowLines(form, { isUnknown }), held, maxBytes),
  }
}

/** The form of the rows in the first lines of an output. Undefined where these are not alike. */
function formIn(head: Uint8Array, command: readonly string[], isWhole: boolean): RowForm | undefined {
  const lines = headLines(head, isWhole)
  const full = lines.filter(Boolean)
  if (full.length < LEAST_LINES || tellsLoudly(full[0])) return undefined
  // An output of which nothing is known may be that of a run, whose errors matter more.
  if (command.length === 0 && full.some(tellsFailure)) return undefined
  const delimiter = delimiterIn(full)
  const mark = markIn(lines)
  const begins = [(text: string) => text === mark, isApart, isOuter].find((each) => areRecords(lines, each))
  if (begins) return { begins }
  return delimiter !== undefined ? { delimiter } : areInPlaces(full) ? {} : undefined
}

/**
 * The line that begins each record: the one that is first or follows blank lines, and comes most often. Undefined if it
 * comes too rarely, or has no sign beside its words.
 */
function markIn(lines: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const [at, line] of lines.entries())
    if (line === lines[0] || lines[at - 1] === '') counts.set(line, (counts.get(line) ?? 0) + 1)
  const [best] = [...counts].sort((a, b) => b[1] - a[1])
  if (!best || best[1] < LEAST_RECORDS || !/[^\w\s]/.test(best[0])) return undefined
  return best[1] * MOST_LINES >= lines.length ? best[0] : undefined
}

/** True where lines make records that have names in common, below their first lines. */
function areRecords(lines: readonly string[], begins: NonNullable<RowForm['begins']>): boolean {
  const names = new Map<string, number>()
  let records = 0
  let isAfterBlank = true
  let own = new Set<string>()
  for (const line of lines) {
    const isFirst = line !== '' && begins(line, isAfterBlank)
    isAfterBlank = line === ''
    if (isFirst) {
      records++
      own = new Set()
    } else if (line !== '') {
      const name = nameOf(line)
      if (name !== '' && !own.has(name)) names.set(name, (names.get(name) ?? 0) + 1)
      own.add(name)
    }
  }
  const common = [...names.values()].filter((count) => count >= records * COMMON).length
  return records >= LEAST_RECORDS && common > 0 && records * MOST_LINES >= lines.length
}

/** What a line is about: its first word, if that is one. */
const nameOf = (line: string): string => /^\s*["']?([\p{L}_][\w.-]*)/u.exec(line)?.[1] ?? ''

/** The delimiter that most lines have equally often. */
function delimiterIn(lines: readonly string[]): string | undefined {
  const withBlanks = lines.filter((line) => line.trim().includes(' ')).length
  return DELIMITERS.find(({ sign, least, isTight }) => {
    if (isTight && withBlanks * 4 > lines.length) return false
    const counts = new Map<number, number>()
    for (const line of lines) {
      const count = line.split(sign).length - 1
      counts.set(count, (counts.get(count) ?? 0) + 1)
    }
    return [...counts].some(([count, times]) => count >= least && times >= lines.length * EVEN)
  })?.sign
}

/** True where a place in all lines has few values, or numbers. */
function areInPlaces(lines: readonly string[]): boolean {
  const words = lines.map((line) => line.trim().split(/\s+/))
  for (let at = 0; at < MOST_PLACES; at++) {
    const here = words.flatMap((each) => each.slice(at, at + 1))
    if (here.length < lines.length * EVEN) return false
    const values = new Set(here.map((word) => (NUMBER.test(word) ? '0' : word)))
    if (values.size * FEW <= here.length) return true
  }
  return false
}

/** Lines or records that are compared with each other. */
export class RowLines implements LineKind {
  readonly sorts: readonly string[]
  readonly rarity = new Rarity()
  readonly isForAnswers: boolean
  readonly rank: LineKind['rank'] = ({ index }, { size }, tail) => byEnds(index, size, tail)
  readonly #form: RowForm
  readonly #isUnknown: boolean
  readonly #mostBytes: number
  #start: Place | undefined
  /** That of a record, or of lines that begin none. */
  #sort = RECORD
  #lines = 0
  #isAfterBlank = true

  /**
   * @param name what they are called, if they are cut whatever the output is for
   * @param isUnknown true if the output may be that of a run, so that a failure in it matters more
   */
  constructor(form: RowForm, { name = '', isUnknown = false }) {
    this.#form = form
    this.#isUnknown = isUnknown
    this.#mostBytes = name === '' ? MOST_BYTES : Number.POSITIVE_INFINITY
    this.sorts = [name, '']
    this.isForAnswers = name === ''
  }

  line(line: Line, tree: Tree): boolean {
    const { start } = line
    if (line.endByte > this.#mostBytes) return false
    if (this.#isUnknown && tellsFailure(line.text)) return false
    const { begins, delimiter, isNumbered } = this.#form
    const isFirst = !begins || (!line.isEmpty && begins(line.text, this.#isAfterBlank))
    this.#isAfterBlank = line.isEmpty
    if (isFirst || this.#lines === MOST_LINES) this.#flush(start, tree)
    if (!this.#start) this.#sort = isFirst ? RECORD : OTHER
    this.#start ??= start
    this.#lines++
    if (line.isEmpty) return true
    if (isNumbered) {
      const value = hashOf(line.text.slice(line.text.indexOf(' ')))
      this.rarity.tell(this.rarity.column(FIRST), value, Number.NaN, start.byte)
      return true
    }
    const base = isFirst ? 0 : this.#firstWord(line.text, start.byte)
    if (delimiter === undefined) tellWords(this.rarity, line.text, line.startByte, TOLD_WORDS, base)
    else tellCells(this.rarity, line.text, line.startByte, TOLD_WORDS, delimiter)
    return true
  }

  end(tree: Tree, at: Place): boolean {
    this.#flush(at, tree)
    return true
  }

  /** A hash of the first word of a line, which says what the others are. It is compared with those that have the same signs. */
  #firstWord(line: string, byte: number): number {
    const { rarity } = this
    const word = FIRST_WORD.exec(line)?.[1] ?? ''
    const hash = hashOf(word)
    rarity.tell(rarity.column(mixed(FIRST, signsOf(word))), hash, Number.NaN, byte)
    return mixed(OTHER_WORDS, hash)
  }

  #flush(at: Place, tree: Tree): void {
    if (this.#start && this.#start.byte < at.byte) tree.record(this.#start, at, this.#sort)
    this.#start = undefined
    this.#lines = 0
  }
}
