import { byFirst, byFirstAndLast } from './choose.ts'
import { headLines } from './head-lines.ts'
import type { Kind } from './kind.ts'
import { type Line, type LineKind, LineReader } from './line-reader.ts'
import { FOLDER, OpenFolders } from './listing.ts'
import type { Tree } from './tree.ts'
import type { Unit } from './unit.ts'

// `git diff --stat`, `git pull`: files with the numbers of their changed lines. The sums come first, then the files that
// changed most, and a share for every folder.

/** ` src/a.ts | 12 ++--`, ` logo.png | Bin 0 -> 120 bytes` */
const STAT = /^ (\S.*?) +\| +(?:(\d+)\b|Bin\b|Unmerged\b)/
const SUMMARY = /^ \d+ files? changed/
/** Sorts of files: each holds files with up to twice as many changes as the one before. */
const SIZES = 16
/** The sort of lines that are no files. */
const OTHER = SIZES + 1
const FILES = Array.from({ length: SIZES }, (_, at) => 1 + at)

export const diffStat: Kind = {
  name: 'diff-stat',
  recognise(head, _, isWhole) {
    const lines = headLines(head, isWhole).filter(Boolean)
    const files = lines.filter((line) => STAT.test(line)).length
    return files >= 4 && files >= lines.length * 0.8 ? 0.9 : 0
  },
  read: (maxBytes, held) => new LineReader(new StatLines(), held, maxBytes),
}

class StatLines implements LineKind {
  readonly sorts = ['', ...new Array<string>(SIZES).fill('files'), '']
  readonly thinsInside = true
  readonly #folders = new OpenFolders(FILES)
  readonly names = this.#folders.names
  #files = 0
  #odd = 0

  readonly rank = ({ index, sort, isNotable }: Unit, { size }: Unit): number => {
    if (sort === OTHER) return isNotable ? 0 : 2 + byFirst(index)
    if (sort === FOLDER) return 0.25 * byFirstAndLast(index, size)
    return 1 + (SIZES - sort) / 5 + 0.2 * byFirst(index)
  }

  line(line: Line, tree: Tree): boolean {
    const { text, start } = line
    const stat = STAT.exec(text)
    if (stat) {
      this.#folders.goTo(stat[1], start, tree)
      this.#files++
      tree.line(line, 1 + Math.min(SIZES - 1, 32 - Math.clz32(Number(stat[2] ?? 0))))
    } else {
      this.#folders.goTo('', start, tree)
      if (!/^ (?:create|delete|rename|copy|mode) /.test(text)) this.#odd++
      tree.line(line, OTHER, SUMMARY.test(text))
    }
    return this.#odd <= 8 + this.#files / 8
  }

  end(): boolean {
    return this.#files > 1
  }
}
