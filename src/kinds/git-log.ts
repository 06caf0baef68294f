import { STAR } from './bytes.ts'
import { headLines } from './head-lines.ts'
import type { Kind, Place } from './kind.ts'
import { type Line, type LineKind, LineReader } from './line-reader.ts'
import { Rarity } from './rarity.ts'
import type { Tree } from './tree.ts'
import type { Unit } from './unit.ts'

// `git log` in its forms: the newest commits, then the oldest one, and those that branches and tags stand at where few do. A
// commit begins with its headers and its subject. The lines below them are units of their own, because a commit can be
// longer than the limit.

const COMMIT = 0
const LINE = 1

/** The newest commits that come before the oldest one. */
const FIRST_COMMITS = 3
/** The newest commit is shown whole if it takes no more of the limit. */
const NEWEST_SHARE = 3 / 4
/** Commits that come before the lines of the oldest one, and before those of a long one beyond its share. */
const BEFORE_LATE = 16
/** Lines of hashes that are a log, if nothing but its text tells so. */
const LEAST_HASHES = 8

/** What `--graph` draws before a commit. A message is indented by four spaces, and may have a `*` of its own. */
const DRAWN = String.raw`(?:(?:(?! {4})[ |\\/_])*\*[ |\\/_.-]*)?`
const BLOCK = new RegExp(`^${DRAWN}commit [0-9a-f]{7,64}(?: |$)`)
const ONE_LINE = new RegExp(`^${DRAWN}[0-9a-f]{7,64}(?: |$)`)
const HASH = new RegExp(`^${DRAWN}(..)[0-9a-f]{5,10} \\S`)
/** A branch or a tag stands at the commit. */
const NAMED = new RegExp(`^${DRAWN}(?:commit )?[0-9a-f]{7,64} \\(`)
const DRAWN_ONLY = /^[ |\\/_*.-]*$/
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
  read: (maxBytes, held) => new LineReader(new LogLines(maxBytes), held, maxBytes),
}

/** Addresses, dates and counters are no hashes: those have letters, and begin in many ways. */
function areHashes(lines: readonly string[]): boolean {
  const rows = lines.filter((line) => !DRAWN_ONLY.test(line))
  const starts = new Set(rows.map((line) => HASH.exec(line)?.[1] ?? ''))
  const areMany = rows.length >= LEAST_HASHES && starts.size > LEAST_HASHES / 2
  return areMany && /^[\d,]*[a-f][\da-f,]*$/.test([...starts].join())
}

class LogLines implements LineKind {
  readonly sorts = ['commits', '']
  /** Below a gap of lines, a change would stand below another commit. */
  readonly leastShare = 0
  readonly strictRank = 0
  readonly rarity = new Rarity()
  readonly #names = this.rarity.column(0)
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
  #odd = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    this.mostNotable = maxBytes / 16
  }

  readonly rank = ({ index, sort, start }: Unit, container: Unit): number => {
    const { size, inner, end } = container
    if (sort === COMMIT) return index === size - 1 ? Math.min(index, FIRST_COMMITS - 0.5) : index
    const isWhole = container.index === 0 && end.byte - container.start.byte <= this.#maxBytes * NEWEST_SHARE
    const isLong = !isWhole && start.byte - inner.byte > this.#maxBytes / 4
    const isLate = isLong || end === this.#end
    return (isLate ? BEFORE_LATE : 0) + index / (index + 4096) / 4
  }

  line(line: Line, tree: Tree): boolean {
    if (!this.#begins) {
      this.#begins = [BLOCK, ONE_LINE].find((begins) => begins.test(line.text))
      this.#isDrawn = line.first === STAR
    }
    if (!this.#begins) return false
    if (this.#begins.test(line.text)) {
      this.#endCommit(line.start, tree)
      this.rarity.tell(this.#names, NAMED.test(line.text) ? 1 : 0, Number.NaN, line.startByte)
      tree.begin(line.start, COMMIT, { isNotable: true })
      this.#isInHead = this.#begins === BLOCK
      this.#hasBlank = false
    } else this.#below(line, tree)
    return this.#odd <= 16 + line.number / 4
  }

  end(tree: Tree, at: Place): boolean {
    this.#end = at
    this.#endCommit(at, tree)
    return tree.counts[COMMIT] > 0 && this.#odd * 4 < at.line
  }

  #below(line: Line, tree: Tree): void {
    const isBlank = this.#isDrawn ? DRAWN_ONLY.test(line.text) : line.isEmpty
    if (this.#isInHead) {
      this.#isInHead = isBlank || !this.#hasBlank
      this.#hasBlank ||= isBlank
      return
    }
    if (isBlank || SUMMARY.test(line.text)) this.#last ??= line.start
    else {
      if (FOREIGN.test(line.text)) this.#odd++
      this.#add(line, tree)
    }
  }

  /** Adds a line to the open commit. */
  #add({ start, end }: Line, tree: Tree): void {
    const from = this.#last ?? start
    this.#last = undefined
    if (from !== start) tree.record(from, start, LINE, true)
    tree.record(start, end, LINE, true)
  }

  #endCommit(at: Place, tree: Tree): void {
    if (tree.depth > 1) tree.end(at, this.#last)
    this.#last = undefined
  }
}
