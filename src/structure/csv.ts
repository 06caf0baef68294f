import { byEnds } from './choose.ts'
import { headLines } from './head-lines.ts'
import { formatUnits, type Kind } from './kind.ts'
import { type Line, type LineKind, LineReader } from './line-reader.ts'
import type { Tree } from './tree.ts'
import { MOST_RECORD_BYTES } from './unit.ts'

// Records of fields (RFC 4180). A record may have line breaks inside quotes, and is kept or left out whole.

const COMMAS = [0x2c, 0x3b, 0x7c]
const TABS = [0x09]
const QUOTE = 0x22
/** A quoted field of more lines is no field: its quote is a stray one. */
const MOST_RECORD_LINES = 100
/** Rows that a table has, if nothing but its text tells that it is one. */
const LEAST_ROWS = 5
/** Of more rows than this, only one in so many is looked at. */
const ALL_CHECKED = 1024
const CHECKED = 8
/** A longer header leaves no room for rows. */
const MOST_HEADER_BYTES = 2048

/** Counts the fields of a record that comes line by line. */
class Fields {
  count = 1
  isOpen = false
  readonly #delimiter: number
  #isFieldStart = true
  #wasQuoted = false

  constructor(delimiter: number) {
    this.#delimiter = delimiter
  }

  /** Begins another record. */
  clear(): void {
    this.count = 1
    this.isOpen = false
    this.#isFieldStart = true
    this.#wasQuoted = false
  }

  add(bytes: Uint8Array, from = 0, to = bytes.length): void {
    const delimiter = this.#delimiter
    let { count, isOpen } = this
    let isFieldStart = this.#isFieldStart
    let wasQuoted = this.#wasQuoted
    for (let at = from; at < to; at++) {
      const byte = bytes[at]
      if (isOpen) {
        if (byte === QUOTE) isOpen = false
      } else if (byte === delimiter) {
        count++
        isFieldStart = true
        wasQuoted = false
      } else {
        // A quote that is doubled closes its field and opens it again.
        if (byte === QUOTE && (isFieldStart || wasQuoted)) isOpen = wasQuoted = true
        isFieldStart = false
      }
    }
    this.count = count
    this.isOpen = isOpen
    this.#isFieldStart = isFieldStart
    this.#wasQuoted = wasQuoted
  }
}

/** How many fields a row has that is one line. 0 if a quote is open at its end. */
function fieldsIn(bytes: Uint8Array, from: number, to: number, delimiter: number): number {
  let count = 1
  let fieldFrom = from
  let wasQuoted = false
  for (let at = from; at < to; at++) {
    const byte = bytes[at]
    if (byte !== delimiter && byte !== QUOTE) continue
    if (byte === delimiter) {
      count++
      fieldFrom = at + 1
      wasQuoted = false
    } else if (at === fieldFrom || wasQuoted) {
      wasQuoted = true
      do at++
      while (at < to && bytes[at] !== QUOTE)
      if (at === to) return 0
    }
  }
  return count
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
  readonly sorts = ['rows']
  readonly rank: LineKind['rank'] = ({ index }, { size }) => byEnds(index, size)
  readonly name: NonNullable<LineKind['name']> = ({ previous, units }) =>
    units > 0 ? { rows: formatUnits((previous?.index ?? -1) + 1, units) } : undefined
  readonly #delimiters: readonly number[]
  #delimiter: number | undefined
  #width = 0
  #rows = 0
  #uneven = 0
  /** Where the next quote stands, and in which bytes. */
  #quoteAt = 0
  #buffer: Uint8Array | undefined
  #fields = new Fields(0)
  /** Where the record begins that is being read, and how many lines of it came. */
  #start: Line['start'] | undefined
  #lines = 0

  constructor(delimiters: readonly number[]) {
    this.#delimiters = delimiters
  }

  line(line: Line, tree: Tree): boolean {
    if (this.#delimiter === undefined) return this.#header(line, tree)
    const fields = this.#fields
    if (!this.#start && line.length <= MOST_RECORD_BYTES) {
      if (this.#isSkipped(line)) return this.#row(line, tree)
      fields.add(line.buffer, line.from, line.to)
      if (!fields.isOpen) return this.#row(line, tree) && this.#isEven()
    } else fields.add(line.buffer, line.from, line.to)
    this.#start ??= line.start
    this.#lines++
    if (line.endByte - this.#start.byte > MOST_RECORD_BYTES || this.#lines > MOST_RECORD_LINES) return false
    if (fields.isOpen) return true
    tree.record(this.#start, line.end, 0)
    this.#rows++
    this.#start = undefined
    this.#lines = 0
    return this.#isEven()
  }

  end(): boolean {
    return !this.#start && this.#rows >= 2 && this.#uneven * 2 < this.#rows
  }

  /** Adds a row that is one line. */
  #row(line: Line, tree: Tree): boolean {
    tree.line(line, 0)
    this.#rows++
    return true
  }

  /** True when few rows have had another number of fields than the header. */
  #isEven(): boolean {
    if (this.#fields.count !== this.#width) this.#uneven++
    this.#fields.clear()
    return this.#uneven <= 2 + this.#rows / 20
  }

  /** Of many rows without quotes, not all are looked at. */
  #isSkipped({ buffer, from, to }: Line): boolean {
    return this.#isUnchecked && !this.#hasQuote(buffer, from, to)
  }

  /** True for a row that is not looked at unless it has a quote. */
  get #isUnchecked(): boolean {
    return this.#rows >= ALL_CHECKED && this.#rows % CHECKED !== 0
  }

  #hasQuote(buffer: Uint8Array, from: number, to: number): boolean {
    if (buffer !== this.#buffer || this.#quoteAt < from) {
      this.#buffer = buffer
      const at = buffer.indexOf(QUOTE, from)
      this.#quoteAt = at < 0 ? Infinity : at
    }
    return this.#quoteAt < to
  }

  plainLines(bytes: Uint8Array, ends: Int32Array, nth: number, count: number, from: number): number {
    if (this.#delimiter === undefined || this.#start) return 0
    const rows = this.#rows
    let start = from
    for (let at = nth; at < count; at++) {
      const end = ends[at]
      if (end - start > MOST_RECORD_BYTES) break
      const isUnchecked = this.#isUnchecked
      if (!isUnchecked || this.#hasQuote(bytes, start, end)) {
        const fields = fieldsIn(bytes, start, end, this.#delimiter)
        if (fields !== this.#width) break
      }
      this.#rows++
      start = end
    }
    return this.#rows - rows
  }

  #header({ bytes, end }: Line, tree: Tree): boolean {
    const header = withoutBom(bytes)
    const delimiter = delimiterOf(header, this.#delimiters)
    if (delimiter === undefined || end.byte > MOST_HEADER_BYTES) return false
    this.#delimiter = delimiter
    this.#fields = new Fields(delimiter)
    this.#fields.add(header)
    this.#width = this.#fields.count
    this.#fields.clear()
    tree.inner(end)
    return true
  }
}

const withoutBom = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes

/** The header and how many even rows follow it in the first bytes. Undefined when a row is uneven. */
function firstRows(head: Uint8Array, delimiters: readonly number[], isWhole: boolean) {
  const lines = headLines(head, true).slice(0, -1)
  if (isWhole && lines.length < 3) return undefined
  const encoder = new TextEncoder()
  const firstLine = encoder.encode(lines[0] ?? '')
  const delimiter = delimiterOf(firstLine, delimiters)
  if (delimiter === undefined) return undefined
  const first = new Fields(delimiter)
  first.add(firstLine)
  let rows = 0
  let fields = new Fields(delimiter)
  for (const line of lines.slice(1)) {
    fields.add(encoder.encode(line))
    if (fields.isOpen) continue
    if (fields.count !== first.count) return undefined
    rows++
    fields = new Fields(delimiter)
  }
  // A quoted name may have a delimiter.
  const header = lines[0].replaceAll(/"[^"]*"/g, (name) => name.replaceAll(/[,;|\t]/g, ''))
  return { names: header.split(String.fromCharCode(delimiter)), rows, isBarred: delimiter === 0x7c }
}

/** Names are short, differ, and begin with a letter: those of a log's first line or of prose do not. */
const areNames = (names: readonly string[]): boolean =>
  new Set(names).size === names.length &&
  names.every((name) => /^"?[\p{L}_][\p{L}\d_.#%/()-]*( [\p{L}\d_.#%/()-]+){0,2}"?$/u.test(name))

function kindOf(name: string, delimiters: readonly number[]): Kind {
  return {
    name,
    recognise(head, command, isWhole) {
      const first = firstRows(head, delimiters, isWhole)
      if (!first || first.rows < 2) return 0
      if (command.some((word) => /\.(csv|tsv)$/i.test(word))) return 0.95
      // Without a name of a file, logs and prose must not look like a table.
      return areNames(first.names) && first.names.length > 2 && first.rows >= LEAST_ROWS && !first.isBarred
        ? 0.7
        : 0
    },
    read: (_, heldBytes) => new LineReader(new CsvLines(delimiters), heldBytes),
  }
}

/** Records whose fields are separated by commas, semicolons or bars. */
export const csv: Kind = kindOf('csv', COMMAS)

/** Records whose fields are separated by tabs. */
export const tsv: Kind = kindOf('tsv', TABS)
