import { byFirst, byFirstAndLast } from './choose.ts'
import { headLines } from './head-lines.ts'
import type { Kind, Place } from './kind.ts'
import { type Line, type LineKind, LineReader } from './line-reader.ts'
import { NamedParts } from './named-parts.ts'
import type { Tree } from './tree.ts'
import type { Unit } from './unit.ts'

// Lists of paths and drawn trees: first levels before deeper ones, and every folder gets its share.

const PATH = 1

const PATH_LINE = /^[^\s:"'`=,;(){}<>|]+$/
const DRAWN = /^([│|\s]*)[├└+`\\][─-]/
const LISTERS = /^(find|fd|fdfind|ls-files|--files)$/

/** Paths, one in each line: `find`, `git ls-files`, `rg --files`. */
export const listing: Kind = {
  name: 'listing',
  recognise(head, command, isWhole) {
    const lines = headLines(head, isWhole).filter((line) => line !== '')
    if (lines.length < 5) return 0
    const paths = lines.filter((line) => PATH_LINE.test(line))
    const inFolders = paths.filter((line) => line.includes('/')).length
    if (command.some((word) => LISTERS.test(word)))
      return inFolders >= lines.length / 4 && paths.length >= lines.length * 0.8 ? 0.9 : 0
    return paths.length === lines.length && inFolders >= lines.length * 0.8 ? 0.7 : 0
  },
  read: (maxBytes, held) => new LineReader(new PathLines(), held, maxBytes),
}

/** A tree that is drawn with lines: `tree`, `npm ls`, `cargo tree`, `mvn dependency:tree`. */
export const drawnTree: Kind = {
  name: 'tree',
  // `npm ls` ends with 1 when something is missing.
  exitCodes: [1],
  recognise(head, _, isWhole) {
    const lines = headLines(head, isWhole).filter((line) => line !== '')
    const drawn = lines.filter((line) => DRAWN.test(line)).length
    return lines.length >= 4 && !DRAWN.test(lines[0]) && drawn >= lines.length * 0.8 ? 0.85 : 0
  },
  read: (maxBytes, held) => new LineReader(new DrawnLines(), held, maxBytes),
}

class PathLines implements LineKind {
  readonly sorts = ['folders', 'paths']
  readonly thinsInside = true
  readonly #folders = new OpenFolders([PATH])
  readonly names = this.#folders.names
  /** The names of folders in markers are worth some of the paths. */
  readonly leastShare = 0.8
  #lines = 0
  #odd = 0

  /** First levels come before deeper ones. Of an answer, the paths at both ends come first. */
  readonly rank = ({ index, sort, start }: Unit, { size }: Unit, tail?: number): number => {
    if (tail !== undefined) return sort === FOLDER ? 0 : Math.min(start.line, this.#lines - start.line)
    return sort === FOLDER ? 0.5 + 0.25 * byFirstAndLast(index, size) : 1 + byFirst(index)
  }

  line(line: Line, tree: Tree): boolean {
    const { text } = line
    if (text === '' || /:\s|\t/.test(text)) this.#odd++
    this.#folders.goTo(text, line.start, tree)
    tree.line(line, PATH)
    return this.#odd <= 2 + line.number / 16
  }

  end(_: Tree, { line }: Place): boolean {
    this.#lines = line
    return this.#odd * 10 < line
  }
}

class DrawnLines implements LineKind {
  readonly sorts = ['entries']
  /** Below a gap of lines, an entry would stand below another parent. */
  readonly leastShare = 0
  readonly thinsInside = true
  #odd = 0

  /** The first levels come before most of what is below them, and the last entry of a level early. */
  readonly rank = ({ index }: Unit, { size }: Unit): number => 1 + 0.25 * byFirstAndLast(index, size)

  line(line: Line, tree: Tree): boolean {
    // Each sign before an entry stands for a level.
    const drawn = DRAWN.exec(line.text)
    const level = drawn ? 1 + drawn[1].length : 0
    if (!drawn) this.#odd++
    tree.begin(line.start, 0, { level })
    return this.#odd <= 3 + line.number / 8
  }

  end(_: Tree, { line }: Place): boolean {
    return this.#odd * 5 < line + 10
  }
}

/** The sort of folders in a list of paths. */
export const FOLDER = 0
/** Folders deeper than this are not told apart. */
const MOST_FOLDERS = 8

/** The folders of a list of paths, which have no lines of their own. A folder at a depth is a unit of that level. */
export class OpenFolders {
  readonly names: NamedParts
  /** The folders of the last path. */
  #last: readonly string[] = []

  /** @param sorts those of paths, which are counted in each folder */
  constructor(sorts: readonly number[]) {
    this.names = new NamedParts(([paths]) => `${paths}`, { sorts })
  }

  /** Opens the folders of a path, and ends those that it is not in. */
  goTo(path: string, start: Place, tree: Tree): void {
    const folders = path.split('/').slice(0, -1)
    const last = this.#last
    this.#last = folders
    let shared = 0
    while (shared < folders.length && folders[shared] === last[shared]) shared++
    tree.close(shared, start)
    for (let level = tree.level + 1; level < folders.length && level < MOST_FOLDERS; level++)
      tree.begin(start, FOLDER, { level, name: `${folders.slice(0, level + 1).join('/')}/` })
  }
}
