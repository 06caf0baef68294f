import { byEnds } from './choose.ts'
import type { Column } from './column.ts'
import { headLines } from './head-lines.ts'
import { formatUnits, type Kind, type Place } from './kind.ts'
import { type Line, type LineKind, LineReader } from './line-reader.ts'
import { Rarity } from './rarity.ts'
import { sortsOfValues, TellingColumn } from './rule-counts.ts'
import type { Tree } from './tree.ts'
import { MOST_RECORD_BYTES } from './unit.ts'

// Records of fields (RFC 4180). A record may have line breaks inside quotes, and is kept or left out whole.

const COMMAS = [',', ';', '|']
const TABS = ['\t']
/** A quoted field of more lines is no field: its quote is a stray one. */
const MOST_RECORD_LINES = 100
/** Rows that a table has, if nothing but its text tells that it is one. */
const LEAST_ROWS = 5
/** A longer header leaves no room for rows. */
const MOST_HEADER_BYTES = 2048

const ROW = 0

/** Fields of a row whose values are told. */
const TOLD_FIELDS = 64

/** The fields of a record. Undefined as long as a quote is open. */
function fieldsOf(record: string, delimiter: string): string[] | undefined {
  if (!record.includes('"')) return record.split(delimiter)
  const fields: string[] = []
  let from = 0
  let isOpen = false
  let wasQuoted = false
  for (let at = 0; at < record.length; at++) {
    const sign = record[at]
    if (isOpen) isOpen = sign !== '"'
    else if (sign === delimiter) {
      fields.push(record.slice(from, at))
      from = at + 1
      wasQuoted = false
      // A quote that is doubled closes its field and opens it again.
    } else if (sign === '"' && (at === from || wasQuoted)) isOpen = wasQuoted = true
  }
  return isOpen ? undefined : [...fields, record.slice(from)]
}

/** The delimiter that a header has most often, and its names. Undefined if it has none. */
function namesIn(header: string, delimiters: readonly string[]) {
  let best: { delimiter: string; names: readonly string[] } | undefined
  for (const delimiter of delimiters) {
    const names = fieldsOf(header, delimiter) ?? []
    if (names.length > (best?.names.length ?? 1)) best = { delimiter, names }
  }
  return best
}

class CsvLines implements LineKind {
  readonly sorts = sortsOfValues('rows')
  readonly clipBytes = MOST_RECORD_BYTES
  readonly rank: LineKind['rank'] = ({ index }, { size }, tail) => byEnds(index, size, tail)
  readonly name: NonNullable<LineKind['name']> = ({ previous, units }) =>
    units > 0 ? { rows: formatUnits((previous?.index ?? -1) + 1, units) } : undefined
  readonly #delimiters: readonly string[]
  #delimiter: string | undefined
  #width: number | undefined
  #rows = 0
  #uneven = 0
  readonly rarity = new Rarity()
  #columns: readonly Column[] = []
  readonly marks = new TellingColumn(ROW)
  /** A record of several lines that is being read. */
  #open: { start: Place; text: string } | undefined

  constructor(delimiters: readonly string[]) {
    this.#delimiters = delimiters
  }

  line(line: Line, tree: Tree): boolean {
    const delimiter = this.#delimiter
    if (delimiter === undefined) return this.#header(line, tree)
    const open = this.#open
    const start = open?.start ?? line.start
    const isLong = line.endByte - start.byte > MOST_RECORD_BYTES
    if (isLong || line.number - start.line >= MOST_RECORD_LINES) return false
    const record = open ? `${open.text}\n${line.text}` : line.text
    // Only a quote closes a field.
    const fields = !open || line.text.includes('"') ? fieldsOf(record, delimiter) : undefined
    this.#open = fields ? undefined : { start, text: record }
    if (!fields) return true
    tree.record(start, line.end, this.#sortOf(fields, start.byte))
    this.#rows++
    if (fields.length !== this.#width) this.#uneven++
    return this.#uneven <= 2 + this.#rows / 20
  }

  /** Tells the fields of a record, and returns its sort. */
  #sortOf(fields: readonly string[], byte: number): number {
    const { marks, rarity } = this
    if (fields.length === this.#width)
      for (let nth = 0; nth < this.#columns.length; nth++)
        rarity.tellText(this.#columns[nth], fields[nth], byte)
    return marks.sortOf(fields[marks.at] ?? '')
  }

  end(): boolean {
    return !this.#open && this.#rows >= 2 && this.#uneven * 2 < this.#rows
  }

  #header({ text, end }: Line, tree: Tree): boolean {
    const header = namesIn(text, this.#delimiters)
    if (!header || end.byte > MOST_HEADER_BYTES) return false
    const { delimiter, names } = header
    this.#delimiter = delimiter
    this.marks.begin(names.map((name) => name.replace(/^"(.*)"$/, '$1')))
    this.#width = names.length
    this.#columns = names.slice(0, TOLD_FIELDS).map((_, nth) => this.rarity.column(nth))
    tree.inner(end)
    return true
  }
}

/** The header and how many even rows follow it in the first bytes. Undefined when a row is uneven. */
function firstRows(head: Uint8Array, delimiters: readonly string[]) {
  const [first, ...lines] = headLines(head, true).slice(0, -1)
  const header = namesIn(first ?? '', delimiters)
  if (!header) return undefined
  const { delimiter, names } = header
  let rows = 0
  let open = ''
  for (const line of lines) {
    const fields = fieldsOf(open + line, delimiter)
    open = fields ? '' : `${open}${line}\n`
    if (fields && fields.length !== names.length) return undefined
    if (fields) rows++
  }
  // A quoted name may have a delimiter.
  return { names: names.map((name) => name.replaceAll(/[,;|\t]/g, '')), rows, isBarred: delimiter === '|' }
}

/** Names are short, differ, and begin with a letter: those of a log's first line or of prose do not. */
const areNames = (names: readonly string[]): boolean =>
  new Set(names).size === names.length &&
  names.every((name) => /^"?[\p{L}_][\p{L}\d_.#%/()-]*( [\p{L}\d_.#%/()-]+){0,2}"?$/u.test(name))

function kindOf(name: string, delimiters: readonly string[]): Kind {
  return {
    name,
    recognise(head, command) {
      const first = firstRows(head, delimiters)
      if (!first || first.rows < 2) return 0
      if (command.some((word) => /\.(csv|tsv)$/i.test(word))) return 0.95
      // Without a name of a file, logs and prose must not look like a table.
      return areNames(first.names) && first.names.length > 2 && first.rows >= LEAST_ROWS && !first.isBarred
        ? 0.7
        : 0
    },
    read: (_, held) => new LineReader(new CsvLines(delimiters), held),
  }
}

/** Records whose fields are separated by commas, semicolons or bars. */
export const csv: Kind = kindOf('csv', COMMAS)

/** Records whose fields are separated by tabs. */
export const tsv: Kind = kindOf('tsv', TABS)
