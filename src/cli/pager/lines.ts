import { stripVTControlCharacters } from 'node:util'
import type { ArtifactStat, ArtifactStore } from '../../store/store.ts'
import { shownLine } from './text.ts'

/** A row of the pager: a line, or a mark that stands for several lines. */
export interface ViewRow {
  firstLine: number
  lastLine: number
  text: string
  isMark: boolean
}

/** Lines that are read and folded together. */
const BLOCK_LINES = 1024
const MOST_BLOCKS = 6
const MOST_LINE_BYTES = 64 * 1024
/** Fewer lines that are alike are shown. */
const LEAST_ALIKE = 4
const LF = 0x0a

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The lines of an artifact, read where somebody looks. Holds a few blocks of them. */
export class ViewLines {
  readonly #store: ArtifactStore
  readonly #stat: ArtifactStat
  readonly #isFolded: boolean
  readonly #blocks = new Map<number, Promise<ViewRow[]>>()

  constructor(store: ArtifactStore, stat: ArtifactStat, isFolded: boolean) {
    this.#store = store
    this.#stat = stat
    this.#isFolded = isFolded
  }

  /** Rows from the one of a line on. */
  async from(line: number, count: number): Promise<ViewRow[]> {
    const rows: ViewRow[] = []
    for (let block = blockOf(line); rows.length < count && this.#has(block); block++) {
      const found = await this.#rows(block)
      rows.push(...(rows.length === 0 ? found.filter(({ lastLine }) => lastLine >= line) : found))
    }
    return rows.slice(0, count)
  }

  /** The first line of the row that is `count` rows before that of a line, or of the first row. */
  async before(line: number, count: number): Promise<number> {
    let block = blockOf(line)
    let rows = (await this.#rows(block)).filter(({ lastLine }) => lastLine < line)
    while (rows.length < count && block > 0) rows = [...(await this.#rows(--block)), ...rows]
    return rows[Math.max(0, rows.length - count)]?.firstLine ?? (rows.length === 0 ? line : 1)
  }

  #has(block: number): boolean {
    return block * BLOCK_LINES < this.#stat.lines
  }

  #rows(block: number): Promise<ViewRow[]> {
    const held = this.#blocks.get(block)
    if (held !== undefined) return held
    const rows = this.#read(block)
    this.#blocks.set(block, rows)
    // A block that could not be read is read again the next time.
    rows.catch(() => this.#blocks.delete(block))
    const [oldest] = this.#blocks.keys()
    if (this.#blocks.size > MOST_BLOCKS) this.#blocks.delete(oldest)
    return rows
  }

  async #read(block: number): Promise<ViewRow[]> {
    const { lines, missing } = this.#stat
    const first = block * BLOCK_LINES + 1
    const last = Math.min(lines, first + BLOCK_LINES - 1)
    if (!missing || missing.firstLine > last || missing.lastLine < first) return this.#kept(first, last)
    const from = Math.max(first, missing.firstLine)
    const to = Math.min(last, missing.lastLine)
    const text = `⋯ lines ${missing.firstLine} to ${missing.lastLine} were not kept whole`
    return [
      ...(await this.#kept(first, from - 1)),
      { firstLine: from, lastLine: to, text, isMark: true },
      ...(await this.#kept(to + 1, last)),
    ]
  }

  async #kept(first: number, last: number): Promise<ViewRow[]> {
    if (last < first) return []
    const { id } = this.#stat
    const lines = await linesOf(this.#store.lines(id, { firstLine: first, lastLine: last }), last - first + 1)
    const rows = lines.map((line, at) => ({
      firstLine: first + at,
      lastLine: first + at,
      text: shownLine(this.#isFolded ? asShownAtLast(line) : line),
      isMark: false,
    }))
    return this.#isFolded ? folded(rows) : rows
  }
}

const blockOf = (line: number): number => Math.floor((Math.max(1, line) - 1) / BLOCK_LINES)

/** The lines of a stream. Of a long line only the beginning is held, and nothing is read behind the last one's. */
async function linesOf(chunks: AsyncIterable<Uint8Array>, count: number): Promise<string[]> {
  const lines: string[] = []
  let parts: Uint8Array[] = []
  let held = 0
  const add = (part: Uint8Array) => {
    const taken = part.subarray(0, Math.max(0, MOST_LINE_BYTES - held))
    if (taken.length > 0) parts.push(taken.slice())
    held += part.length
  }
  const end = () => {
    const text = decoder.decode(Buffer.concat(parts))
    lines.push(held > MOST_LINE_BYTES ? `${text} ⋯ (the rest of this line is not shown)` : text)
    parts = []
    held = 0
  }
  for await (const chunk of chunks) {
    let at = 0
    for (let feed = chunk.indexOf(LF); feed >= 0; feed = chunk.indexOf(LF, at)) {
      add(chunk.subarray(at, feed))
      end()
      at = feed + 1
    }
    add(chunk.subarray(at))
    if (lines.length === count - 1 && held > MOST_LINE_BYTES) break
  }
  if (held > 0) end()
  return lines
}

/** What a terminal shows of a line at its end: without colours, and without what a CR has overwritten. */
function asShownAtLast(line: string): string {
  const plain = stripVTControlCharacters(line)
  const parts = plain.split('\r').filter((part) => part !== '')
  return parts[parts.length - 1] ?? ''
}

/** Replaces runs of lines that differ only in numbers by the first, a mark, and the last. */
function folded(rows: readonly ViewRow[]): ViewRow[] {
  const texts = rows.map(({ text }) => text.replaceAll(/\d+/g, '0'))
  const shown: ViewRow[] = []
  for (let at = 0; at < rows.length; ) {
    let end = at + 1
    while (end < rows.length && texts[at] === texts[end]) end++
    const run = rows.slice(at, end)
    if (run.length < LEAST_ALIKE) shown.push(...run)
    else {
      const count = run.length - 2
      const text = `⋯ ${count} lines like it`
      shown.push(
        run[0],
        { firstLine: run[1].firstLine, lastLine: run[count].lastLine, text, isMark: true },
        run[count + 1],
      )
    }
    at = end
  }
  return shown
}
