import { BAR, QUOTE } from './bytes.ts'
import { byEnds } from './choose.ts'
import type { Column } from './column.ts'
import { headLines } from './head-lines.ts'
import { formatUnits, type Kind } from './kind.ts'
import { type Line, type LineKind, LineReader } from './line-reader.ts'
import { Rarity } from './rarity.ts'
import { sortsOfValues, TellingColumn } from './rule-counts.ts'
import type { Tree } from './tree.ts'
import { MOST_RECORD_BYTES } from './unit.ts'

// Records of fields (RFC 4180). A record may have line breaks inside quotes, and is kept or left out whole.

const COMMAS = [0x2c, 0x3b, 0x7c]
const TABS = [0x09]
/** A quoted field of more lines is no field: its quote is a stray one. */
const MOST_RECORD_LINES = 100
/** Rows that a table has, if nothing but its text tells that it is one. */
const LEAST_ROWS = 5
/** A longer header leaves no room for rows. */
const MOST_HEADER_BYTES = 2048

const ROW = 0
const decoder = /* @__PURE__ */ new TextDecoder()
const encoder = /* @__PURE__ */ new TextEncoder()

/** Fields of a row whose values are told. */
const TOLD_FIELDS = 64

/** The fields of a record, which may come line by line. */
class Fields {
  count = 0
  isOpen = false
  readonly #delimiter: number
  #wasQuoted = false
  /** Where the fields end in the line that was read last. */
  readonly #ends = new Int32Array(TOLD_FIELDS)

  constructor(delimiter: number) {
    this.#delimiter = delimiter
  }

  /** Reads a line of the record. */
  add(bytes: Uint8Array, from = 0, to = bytes.length): void {
    const delimiter = this.#delimiter
    let { count, isOpen } = this
    let wasQuoted = isOpen && this.#wasQuoted
    let fieldFrom = count === 0 ? from : -1
    if (!isOpen) count = 1
    for (let at = from; at < to; at++) {
      const byte = bytes[at]
      if (isOpen) {
        if (byte === QUOTE) isOpen = false
      } else if (byte === delimiter) {
        if (count <= TOLD_FIELDS) this.#ends[count - 1] = at
        count++
        fieldFrom = at + 1
        wasQuoted = false
        // A quote that is doubled closes its field and opens it again.
      } else if (byte === QUOTE && (at === fieldFrom || wasQuoted)) isOpen = wasQuoted = true
    }
    if (count <= TOLD_FIELDS) this.#ends[count - 1] = to
    this.count = count
    this.isOpen = isOpen
    this.#wasQuoted = wasQuoted
  }

  /** The first byte of a field of a record that was added at once and begins at `from`, and the byte behind it. */
  placeOf(nth: number, from: number): [number, number] {
    return nth < this.count && nth < TOLD_FIELDS
      ? [nth === 0 ? from : this.#ends[nth - 1] + 1, this.#ends[nth]]
      : [from, from]
  }

  /** Begins another record. */
  clear(): void {
    this.count = 0
    this.isOpen = false
  }

  /** Tells the fields of a record that was added at once. */
  tell(rarity: Rarity, columns: readonly Column[], bytes: Uint8Array, from: number, byte: number): void {
    for (let nth = 0, start = from; nth < columns.length; nth++) {
      const end = this.#ends[nth]
      rarity.tellText(columns[nth], bytes, start, end, byte)
      start = end + 1
    }
  }
}

/** The delimiter that a header has most often. Undefined if it has none. */
function delimiterOf(header: Uint8Array, delimiters: readonly number[]): number | undefined {
  let best: number | undefined
  let most = 1
  for (const delimiter of delimiters) {
    const fields = new Fields(delimiter)
    fields.add(header)
    if (fields.isOpen || fields.count <= most) continue
    most = fields.count
    best = delimiter
  }
  return best
}

class CsvLines implements LineKind {
  readonly sorts = sortsOfValues('rows')
  readonly clipBytes = MOST_RECORD_BYTES
  readonly rank: LineKind['rank'] = ({ index }, { size }, tail) => byEnds(index, size, tail)
  readonly name: NonNullable<LineKind['name']> = ({ previous, units }) =>
    units > 0 ? { rows: formatUnits((previous?.index ?? -1) + 1, units) } : undefined
  readonly #delimiters: readonly number[]
  #delimiter: number | undefined
  #width = 0
  #rows = 0
  #uneven = 0
  readonly rarity = new Rarity()
  #columns: readonly Column[] = []
  #fields = new Fields(0)
  readonly marks = new TellingColumn(ROW)
  /** Where the record of several lines begins that is being read. */
  #start: Line['start'] | undefined

  constructor(delimiters: readonly number[]) {
    this.#delimiters = delimiters
  }

  line(line: Line, tree: Tree): boolean {
    if (this.#delimiter === undefined) return this.#header(line, tree)
    const { buffer, from, to } = line
    const fields = this.#fields
    fields.add(buffer, from, to)
    if (!this.#start && !fields.isOpen && line.length <= MOST_RECORD_BYTES) {
      tree.line(line, this.#sortOf(buffer, from, line.startByte))
      return this.#isEven()
    }
    this.#start ??= line.start
    const start = this.#start
    const isLong = line.endByte - start.byte > MOST_RECORD_BYTES
    if (isLong || line.number - start.line >= MOST_RECORD_LINES) return false
    if (fields.isOpen) return true
    const bytes = tree.read(start.byte, line.endByte)
    const end = bytes.length - (line.endByte - line.startByte) + (line.to - line.from)
    fields.clear()
    fields.add(bytes, 0, end)
    const sort = this.#sortOf(bytes, 0, start.byte)
    tree.record(start, line.end, sort)
    this.#start = undefined
    return this.#isEven()
  }

  /** Tells the fields of a record, and returns its sort. */
  #sortOf(bytes: Uint8Array, from: number, byte: number): number {
    const fields = this.#fields
    const { marks } = this
    if (fields.count === this.#width) fields.tell(this.rarity, this.#columns, bytes, from, byte)
    return marks.at < 0 ? ROW : marks.sortOf(bytes, ...fields.placeOf(marks.at, from))
  }

  end(): boolean {
    return !this.#start && this.#rows >= 2 && this.#uneven * 2 < this.#rows
  }

  /** True when few rows have had another number of fields than the header. */
  #isEven(): boolean {
    this.#rows++
    if (this.#fields.count !== this.#width) this.#uneven++
    this.#fields.clear()
    return this.#uneven <= 2 + this.#rows / 20
  }

  #header({ bytes, end }: Line, tree: Tree): boolean {
    const header = withoutBom(bytes)
    const delimiter = delimiterOf(header, this.#delimiters)
    if (delimiter === undefined || end.byte > MOST_HEADER_BYTES) return false
    this.#delimiter = delimiter
    this.#fields = new Fields(delimiter)
    this.#fields.add(header)
    const names = namesIn(decoder.decode(header), delimiter)
    this.marks.begin(names.map((name) => name.replace(/^"(.*)"$/, '$1')))
    this.#width = this.#fields.count
    this.#columns = Array.from({ length: Math.min(TOLD_FIELDS, this.#width) }, (_, nth) =>
      this.rarity.column(nth),
    )
    this.#fields.clear()
    tree.inner(end)
    return true
  }
}

const withoutBom = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes

/** The names in a header. A quoted one may have a delimiter, which is left out. */
const namesIn = (header: string, delimiter: number): string[] =>
  header
    .replaceAll(/"[^"]*"/g, (name) => name.replaceAll(/[,;|\t]/g, ''))
    .split(String.fromCharCode(delimiter))

/** The header and how many even rows follow it in the first bytes. Undefined when a row is uneven. */
function firstRows(head: Uint8Array, delimiters: readonly number[]) {
  const [header, ...lines] = headLines(head, true)
    .slice(0, -1)
    .map((line) => encoder.encode(line))
  const delimiter = header && delimiterOf(header, delimiters)
  if (delimiter === undefined) return undefined
  const fields = new Fields(delimiter)
  fields.add(header)
  const width = fields.count
  let rows = 0
  fields.clear()
  for (const line of lines) {
    fields.add(line)
    if (fields.isOpen) continue
    if (fields.count !== width) return undefined
    rows++
    fields.clear()
  }
  return { names: namesIn(decoder.decode(header), delimiter), rows, isBarred: delimiter === BAR }
}

/** Names are short, differ, and begin with a letter: those of a log's first line or of prose do not. */
const areNames = (names: readonly string[]): boolean =>
  new Set(names).size === names.length &&
  names.every((name) => /^"?[\p{L}_][\p{L}\d_.#%/()-]*( [\p{L}\d_.#%/()-]+){0,2}"?$/u.test(name))

function kindOf(name: string, delimiters: readonly number[]): Kind {
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
