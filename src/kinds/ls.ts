import { tellWords } from './cells.ts'
import { byEnds, byFirst } from './choose.ts'
import { headLines } from './head-lines.ts'
import type { Kind, Place } from './kind.ts'
import { type Line, type LineKind, LineReader } from './line-reader.ts'
import { NamedParts } from './named-parts.ts'
import { Rarity } from './rarity.ts'
import type { Tree } from './tree.ts'

// `ls` of one folder, of several, and of all below one. A folder holds its entries and the folders in it, although `ls`
// prints these one after the other, so that first levels come before deeper ones.

const FOLDER = 0
const ENTRY = 1
/** The folders in a folder, and lines that are neither. */
const OTHER = 2

/** Folders deeper than this are not told apart. */
const MOST_LEVELS = 16

/** One entry in so many is looked at. */
const CHECKED = 4

/** Mode, links, owner, group and size. */
const TOLD_WORDS = 5

const MODE = /^ *(?:\d+ +){0,2}[bcdlps-][r-][w-][rwxsStT-]{7}/
const TOTAL = /^total [\d.,]+[KMGT]?$/
const HEADING = /^[^:]*\S:$/
const NAME = /^[^\s:]+$/

export const lsKind: Kind = {
  name: 'ls',
  recognise(head, [name], isWhole) {
    const lines = headLines(head, isWhole)
    const headings = lines.filter((line, at) => !lines[at - 1] && HEADING.test(line))
    const others = lines.filter((line) => line !== '' && !headings.includes(line) && !TOTAL.test(line))
    const share = (form: RegExp) => others.filter((line) => form.test(line)).length / others.length
    if (others.length < 3) return 0
    if (name === 'ls') return share(MODE) >= 0.8 || share(NAME) >= 0.9 ? 0.85 : 0
    if (share(MODE) === 1) return lines.some((line) => TOTAL.test(line)) ? 0.85 : 0
    const [first, ...below] = headings
    const areBelow = below.every((path) => path.startsWith(`${first.slice(0, -1)}/`))
    const blank = lines.filter((line) => line === '').length
    return first === lines[0] && below.length > 1 && areBelow && blank <= headings.length ? 0.7 : 0
  },
  read: (maxBytes, held) => new LineReader(new FolderLines(), held, maxBytes),
}

class FolderLines implements LineKind {
  readonly sorts = ['folders', 'entries', '']
  readonly names = new NamedParts(([entries]) => `${entries}`, { sorts: [ENTRY] })
  readonly rarity = new Rarity()
  /** The paths of the open folders. Each but the last one is open with the list of the folders in it. */
  readonly #open: string[] = []
  /** An empty line that waits for the line behind it. */
  #blank: Place | undefined
  #isFirst = true
  #isLong: boolean | undefined
  #odd = 0

  readonly rank: LineKind['rank'] = ({ index, sort }, { size }, tail) =>
    sort === FOLDER ? 1 + 0.25 * byFirst(index) : sort === ENTRY ? 1 + byEnds(index, size, tail) : 0

  line(line: Line, tree: Tree): boolean {
    const { start } = line
    const isFirst = this.#isFirst
    this.#isFirst = line.isEmpty
    if (this.#isFirst) {
      this.#endBlank(start, tree)
      this.#blank = start
      return true
    }
    // Most entries need not be decoded.
    const text = isFirst || line.number % CHECKED === 0 ? line.text : undefined
    if (isFirst && text?.endsWith(':')) {
      this.#begin(text.slice(0, -1), this.#blank ?? start, tree)
      this.#blank = undefined
      this.#isFirst = true
    } else if (!(isFirst && !this.#blank && TOTAL.test(text ?? ''))) {
      this.#endBlank(start, tree)
      tellWords(this.rarity, line, TOLD_WORDS)
      tree.line(line, ENTRY)
      if (text !== undefined) this.#check(text)
    }
    return this.#odd <= 4 * CHECKED + line.number / 8
  }

  end(tree: Tree, { line }: Place): boolean {
    return tree.counts[ENTRY] > 1 && this.#odd * 8 < line + CHECKED
  }

  #check(text: string): void {
    this.#isLong ??= MODE.test(text)
    if (this.#isLong ? !MODE.test(text) : /:\s|\t/.test(text)) this.#odd += CHECKED
  }

  /** An empty line that no folder follows belongs to nothing. */
  #endBlank(at: Place, tree: Tree): void {
    if (!this.#blank) return
    this.#odd++
    tree.record(this.#blank, at, OTHER)
    this.#blank = undefined
  }

  #begin(path: string, start: Place, tree: Tree): void {
    const open = this.#open
    const isInside = (around: string) => path.startsWith(around === '/' ? around : `${around}/`)
    while (open.length > 0 && (open.length >= MOST_LEVELS || !isInside(open[open.length - 1]))) open.pop()
    const depth = open.length
    tree.close(2 * depth, start)
    if (depth > 0 && tree.level < 2 * depth - 1) tree.begin(start, OTHER, { level: 2 * depth - 1 })
    tree.begin(start, FOLDER, { level: 2 * depth, name: path })
    open.push(path)
  }
}
