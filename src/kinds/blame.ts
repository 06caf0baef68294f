import { byEnds, byFirst } from './choose.ts'
import { hashOf } from './column.ts'
import { headLines } from './head-lines.ts'
import type { Kind } from './kind.ts'
import { type Line, type LineKind, LineReader } from './line-reader.ts'
import { Rarity } from './rarity.ts'
import type { Tree } from './tree.ts'
import type { Unit } from './unit.ts'

// `git blame`: runs of lines that one commit changed. The first line of each run tells who changed it and when.

const RUN = 0
const LINE = 1

/** What is read of a line for its commit. */
const HEAD_BYTES = 240
/** Runs of the newest commit that come first. */
const MOST_NEWEST = 64
const LEAST_LINES = 5

const BLAME =
  /^\^?([0-9a-f]{6,40}) [^(]{0,160}\((.{1,60}?) +(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) [+-]\d{4} +\d+\)/

export const blame: Kind = {
  name: 'blame',
  recognise(head, _, isWhole) {
    const lines = headLines(head, isWhole).filter(Boolean)
    return lines.length >= LEAST_LINES && lines.every((line) => BLAME.test(line.slice(0, HEAD_BYTES)))
      ? 0.95
      : 0
  },
  read: (maxBytes, held) => new LineReader(new BlameLines(), held, maxBytes),
}

class BlameLines implements LineKind {
  readonly sorts = ['changes', 'lines']
  readonly rarity = new Rarity()
  #commit = ''
  #newest = ''
  /** Where the runs of the newest commit begin. */
  readonly #starts = new Set<number>()

  readonly rank = ({ sort, start, index }: Unit, { size }: Unit, tail?: number): number => {
    if (sort === LINE) return 0.5 + 0.5 * byFirst(index)
    return this.#starts.has(start.byte) ? 0.5 : 1 + byEnds(index, size, tail)
  }

  line(line: Line, tree: Tree): boolean {
    const found = BLAME.exec(line.textOf(line.from, Math.min(line.to, line.from + HEAD_BYTES)))
    if (!found) return false
    const [, commit, author, date] = found
    if (commit === this.#commit) {
      tree.line(line, LINE)
      return true
    }
    this.#commit = commit
    this.#tell(author, date, line.startByte)
    tree.begin(line.start, RUN, { level: RUN, mayBeRare: this.#starts.has(line.startByte) })
    return true
  }

  end(): boolean {
    return this.#commit !== ''
  }

  #tell(author: string, date: string, byte: number): void {
    this.rarity.tell(this.rarity.column(0), hashOf(author), Number.NaN, byte)
    if (date > this.#newest) this.#starts.clear()
    if (date >= this.#newest && this.#starts.size < MOST_NEWEST) this.#starts.add(byte)
    if (date > this.#newest) this.#newest = date
  }
}
