import { clipBytesFor, headLines } from './head-lines.ts'
import type { Kind, Place } from './kind.ts'
import { clipLine, type Line, type LineKind, LineReader } from './line-reader.ts'
import type { Tree, Unit } from './tree.ts'

// `git log` in its forms: the newest commits, then the oldest one. A commit begins with its headers and its subject. The
// lines below them are units of their own, because a commit can be longer than the limit.

const COMMIT = 0
const LINE = 1

/** The newest commits that come before the oldest one. */
const FIRST_COMMITS = 3
/** Commits that come before the lines of the oldest one, and before those of a long one beyond its share. */
const BEFORE_LATE = 16
/** Lines of hashes that are a log, if nothing but its text tells so. */
const LEAST_HASHES = 8

const SPACE = 0x20
const NINE = 0x39

const decoder = /* @__PURE__ */ new TextDecoder()

/** What `--graph` draws before a commit. A message is indented by four spaces, and may have a `*` of its own. */
const DRAWN = String.raw`(?:(?:(?! {4})[ |\\/_])*\*[ |\\/_.-]*)?`
const BLOCK = new RegExp(`^${DRAWN}commit [0-9a-f]{7,64}(?: |$)`)
const ONE_LINE = new RegExp(`^${DRAWN}[0-9a-f]{7,64}(?: |$)`)
const GRAPH = /^[ |\\/_*.-]+/
const AUTHOR = /^[ |\\/_]*[Aa]uthor:? /
const SUMMARY = /^[ |\\/_]*\d+ files? changed/
/** A line at the left of several words. Paths, numbers of changes and most lines of patches are none. */
const FOREIGN = /^[^\s|*:@+\\-]\S* +\S/

export const gitLog: Kind = {
  name: 'git-log',
  recognise(head, [name, ...words], isWhole) {
    const lines = headLines(head, isWhole)
    if (BLOCK.test(lines[0])) return lines.slice(1, 9).some((line) => AUTHOR.test(line)) ? 0.85 : 0
    if (!ONE_LINE.test(lines[0])) return 0
    const isLog = name === 'git' && words.some((word) => word.endsWith('log'))
    if (isLog) return lines.filter((line) => ONE_LINE.test(line)).length > 1 ? 0.85 : 0
    return (name === undefined || name === 'git') && areHashes(lines) ? 0.7 : 0
  },
  read: (maxBytes, heldBytes) => new LineReader(new LogLines(maxBytes), heldBytes),
}

/** Addresses, dates and counters are no hashes: those have letters, and begin in many ways. */
function areHashes(lines: readonly string[]): boolean {
  const rows = lines.filter(Boolean)
  const starts = new Set(rows.map((line) => /^(..)[0-9a-f]{5,10} \S/.exec(line)?.[1] ?? ''))
  const areMany = rows.length >= LEAST_HASHES && starts.size > LEAST_HASHES / 2
  return areMany && /^[\d,]*[a-f][\da-f,]*$/.test([...starts].join())
}

class LogLines implements LineKind {
  readonly sorts = ['commits', '']
  readonly strictRank = 0
  /** The first commits stay in memory, as many as a cut can show, and so do the first lines of each. */
  readonly mostNotable: number
  readonly #maxBytes: number
  #begins: RegExp | undefined
  #isDrawn = false
  /** True until the subject of a commit has been read. */
  #isInHead = false
  #hasBlank = false
  /** Where the blank lines and the summary begin that may end the commit. */
  #last: Place | undefined
  #end: Place | undefined
  #all = 0
  #odd = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    this.mostNotable = maxBytes / 16
  }

  readonly rank = ({ index, sort, start }: Unit, { size, inner, end }: Unit): number => {
    if (sort === COMMIT) return index === size - 1 ? Math.min(index, FIRST_COMMITS - 0.5) : index
    const isLate = start.byte - inner.byte > this.#maxBytes / 4 || end === this.#end
    return (isLate ? BEFORE_LATE : 0) + index / (index + 4096) / 4
  }

  line(line: Line, tree: Tree): boolean {
    this.#all++
    this.#end = line.end
    const { bytes, start } = line
    // Most lines are those of messages and files. A summary begins with a digit.
    if (bytes[0] === SPACE && !(bytes[1] <= NINE && bytes[1] > SPACE) && !this.#isDrawn && !this.#isInHead) {
      this.#add(line, tree)
      return this.#begins !== undefined
    }
    const text = decoder.decode(bytes)
    this.#begins ??= [BLOCK, ONE_LINE].find((begins) => begins.test(text))
    if (!this.#begins) return false
    if (this.#begins.test(text)) {
      this.#endCommit(start, tree)
      tree.begin(start, COMMIT)
      this.#isDrawn ||= text.startsWith('*')
      this.#isInHead = this.#begins === BLOCK
      this.#hasBlank = false
    } else this.#below(line, text, tree)
    return this.#odd <= 16 + this.#all / 4
  }

  end(tree: Tree): boolean {
    if (this.#end) this.#endCommit(this.#end, tree)
    return tree.counts[COMMIT] > 0 && this.#odd * 4 <= this.#all
  }

  #below(line: Line, text: string, tree: Tree): void {
    const own = this.#isDrawn ? text.replace(GRAPH, '') : text
    if (this.#isInHead) {
      this.#isInHead = own === '' || !this.#hasBlank
      this.#hasBlank ||= own === ''
    } else if (own === '' || SUMMARY.test(text)) this.#last ??= line.start
    else {
      if (FOREIGN.test(own)) this.#odd++
      this.#add(line, tree)
    }
  }

  /** Adds a line to the open commit. */
  #add({ start, end }: Line, tree: Tree): void {
    const from = this.#last ?? start
    this.#last = undefined
    tree.innerOnce(from)
    if (from !== start) tree.record(from, start, LINE, true)
    this.#clip(tree.record(start, end, LINE, true), tree)
  }

  #endCommit(at: Place, tree: Tree): void {
    if (tree.depth > 1) this.#clip(tree.end(at, this.#last, true), tree)
    this.#last = undefined
  }

  #clip(unit: Unit, tree: Tree): void {
    if (unit.end.line - unit.start.line === 1) clipLine(tree, unit, clipBytesFor(this.#maxBytes))
  }
}
