/** Longest row: a longer line is shown in several rows. */
const ROW_BYTES = 1024
const READ_BYTES = 256 * 1024
/** Least distance of two marks. A block, the rows between two marks, is read at once. */
const BLOCK_BYTES = 32 * 1024
/** Blocks that are kept in memory. */
const MOST_BLOCKS = 16
const LF = 0x0a

/** A row of a file as it is shown: a line, or a piece of a long line. */
export interface Row {
  /** From 0. */
  row: number
  /** Offset of the first byte. */
  byte: number
  endByte: number
  /** From 1. */
  line: number
  /** False for a later piece of a line. */
  isStart: boolean
  /** Without its line end. */
  text: string
}

type Place = Pick<Row, 'row' | 'byte' | 'line' | 'isStart'>

/** The end of each row of some bytes. The last row is left out if its end is not among them. */
export function* rowEnds(bytes: Uint8Array, isLast: boolean): Generator<number> {
  let lf = -1
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    // A long line is searched once, not for each of its rows.
    if (lf < start) lf = bytes.indexOf(LF, start)
    if (lf < 0) lf = bytes.length
    end = start + ROW_BYTES
    if (lf < end) end = lf + 1
    else while ((bytes[end] & 0xc0) === 0x80 && end > start + ROW_BYTES - 3) end--
    if (end >= bytes.length && !isLast && bytes[end - 1] !== LF) return
    end = Math.min(end, bytes.length)
    yield end
  }
}

/** Finds the rows of a file of any size. It remembers one place for each 32 KiB, and reads the rest when it is asked for. */
export class Rows {
  readonly #file: Blob
  readonly #marks: Place[] = [{ row: 0, byte: 0, line: 1, isStart: true }]
  readonly #blocks = new Map<number, Promise<Row[]>>()
  #read: Place = this.#marks[0]
  #isEnded = false
  #waiting: { byte: number; go: () => void }[] = []

  constructor(file: Blob) {
    this.#file = file
  }

  /** How many rows are known so far. */
  get count(): number {
    return this.#read.row
  }

  /** Walks through the file once. Calls `onMore` after each piece that is read. Rejects when the file cannot be read any more. */
  async walk(onMore: () => void): Promise<void> {
    try {
      while (this.#read.byte < this.#file.size && !this.#isEnded) {
        await this.#walkOn()
        onMore()
      }
    } finally {
      this.end()
    }
  }

  async #walkOn(): Promise<void> {
    const from = this.#read.byte
    const bytes = await bytesOf(this.#file, from, from + READ_BYTES)
    const place = { ...this.#read }
    let start = 0
    for (const end of rowEnds(bytes, from + bytes.length === this.#file.size)) {
      if (from + start - this.#marks[this.#marks.length - 1].byte >= BLOCK_BYTES)
        this.#marks.push({ ...place, byte: from + start })
      place.row++
      place.isStart = bytes[end - 1] === LF
      if (place.isStart) place.line++
      start = end
    }
    this.#read = { ...place, byte: from + start }
    this.#wake()
  }

  /** Stops the walk. */
  end(): void {
    this.#isEnded = true
    this.#wake()
  }

  #wake(): void {
    for (const { byte, go } of this.#waiting) if (this.#isEnded || byte < this.#read.byte) go()
    this.#waiting = this.#waiting.filter(({ byte }) => !this.#isEnded && byte >= this.#read.byte)
  }

  /** Rows from one on. Fewer at the end of what is known. */
  async at(from: number, count: number): Promise<Row[]> {
    const first = Math.max(0, from)
    const last = Math.min(from + count, this.count)
    const found: Row[] = []
    for (let block = this.#blockOf('row', first); found.length < last - first; block++) {
      const rows = await this.#block(block)
      if (rows.length === 0) break
      found.push(...rows.filter(({ row }) => row >= first && row < last))
    }
    return found
  }

  /** The row that holds a byte, as soon as it is known. Undefined if the walk ended before it. */
  async holding(byte: number): Promise<Row | undefined> {
    if (byte >= this.#read.byte && !this.#isEnded)
      await new Promise<void>((go) => this.#waiting.push({ byte, go }))
    if (byte >= this.#read.byte) return undefined
    return (await this.#block(this.#blockOf('byte', byte))).findLast((row) => row.byte <= byte)
  }

  /** The last block that begins at or before a place. */
  #blockOf(by: 'row' | 'byte', value: number): number {
    let [low, high] = [0, this.#marks.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (this.#marks[middle][by] <= value) low = middle
      else high = middle
    }
    return low
  }

  #block(index: number): Promise<Row[]> {
    const known = this.#blocks.get(index)
    if (known !== undefined) return known
    const rows = this.#rowsBetween(this.#marks[index], this.#marks[index + 1] ?? this.#read)
    // The last known block grows while the file is walked through.
    if (index + 1 < this.#marks.length) this.#blocks.set(index, rows)
    const [oldest] = this.#blocks.keys()
    if (this.#blocks.size > MOST_BLOCKS) this.#blocks.delete(oldest)
    return rows
  }

  async #rowsBetween(from: Place | undefined, to: Place): Promise<Row[]> {
    if (!from || from.byte >= to.byte) return []
    const bytes = await bytesOf(this.#file, from.byte, to.byte)
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    const rows: Row[] = []
    let { line, isStart } = from
    let start = 0
    for (const end of rowEnds(bytes, true)) {
      const endsLine = bytes[end - 1] === LF
      rows.push({
        row: from.row + rows.length,
        byte: from.byte + start,
        endByte: from.byte + end,
        line,
        isStart,
        text: decoder.decode(bytes.subarray(start, endsLine ? end - 1 : end)),
      })
      if (endsLine) line++
      isStart = endsLine
      start = end
    }
    return rows
  }
}

/** @throws {Error} when the file changed or is gone since it was chosen. */
const bytesOf = async (file: Blob, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await file.slice(from, to).arrayBuffer().catch(readFailure))

/** @throws {Error} always, in place of what the browser says when a file changed or is gone since it was chosen. */
export function readFailure(): never {
  throw new Error('The file can’t be read any more; it may have changed since it was chosen.')
}
