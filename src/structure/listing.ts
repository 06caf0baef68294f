import { byFirst, byFirstAndLast } from './choose.ts'
import { headLines } from './head-lines.ts'
import type { Kind, Place } from './kind.ts'
import { type Line, type LineKind, LineReader } from './line-reader.ts'
import { FOLDER, OpenFolders } from './open-folders.ts'
import type { Tree } from './tree.ts'
import type { Unit } from './unit.ts'

// Lists of paths and drawn trees: first levels before deeper ones, and every folder gets its share.

const MOST_LEVELS = 40

const PATH = 1

const SLASH = 0x2f
const COLON = 0x3a
const TAB = 0x09

const PATH_LINE = /^[^\s:"'`=,;(){}<>|]+$/
const DRAWN = /^([│|\s]*)([├└+`\\][─-]+[┬ ]?)/
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
  read: (_, heldBytes) => new LineReader(new PathLines(), heldBytes),
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
  read: (_, heldBytes) => new LineReader(new DrawnLines(), heldBytes),
}

class PathLines implements LineKind {
  readonly sorts = ['folders', 'paths']
  readonly thinsInside = true
  readonly #folders = new OpenFolders()
  readonly names = this.#folders.names
  /** How a path in the folder of the last one begins. */
  #folder: Uint8Array = new Uint8Array(0)
  #all = 0
  #odd = 0

  readonly rank = ({ index, sort }: Unit, { size }: Unit): number =>
    sort === FOLDER ? 0.5 + 0.25 * byFirstAndLast(index, size) : 1 + byFirst(index)

  line(line: Line, tree: Tree): boolean {
    this.#all++
    if (!this.#isInSameFolder(line)) this.#goTo(line, tree)
    tree.line(line, PATH)
    return this.#odd <= 2 + this.#all / 16
  }

  /** True for a name in the folder of the last path. Most are, and need not be decoded. */
  #isInSameFolder(line: Line): boolean {
    if (this.#folder.length === 0 || !line.startsWith(this.#folder)) return false
    const { buffer, to } = line
    for (let at = line.from + this.#folder.length; at < to; at++)
      if (buffer[at] === SLASH || buffer[at] === COLON || buffer[at] === TAB) return false
    return true
  }

  #goTo(line: Line, tree: Tree): void {
    const { text: path, start } = line
    if (path === '' || /:\s|\t/.test(path)) this.#odd++
    this.#folders.goTo(path, start, this.#all - 1, tree)
    const { buffer, from, to } = line
    // A path without a slash is in no folder.
    this.#folder = buffer.slice(from, path.includes('/') ? buffer.lastIndexOf(SLASH, to - 1) + 1 : from)
  }

  end(): boolean {
    this.#folders.end(this.#all)
    return this.#odd * 10 <= this.#all
  }
}

class DrawnLines implements LineKind {
  readonly sorts = ['entries']
  readonly thinsInside = true
  #levels: number[] = []
  #all = 0
  #odd = 0

  /** The first levels come before most of what is below them, and the last entry of a level early. */
  readonly rank = ({ index }: Unit, { size }: Unit): number => 1 + 0.25 * byFirstAndLast(index, size)

  line({ start, end, text }: Line, tree: Tree): boolean {
    const drawn = DRAWN.exec(text)
    this.#all++
    if (!drawn) this.#odd++
    this.#close(drawn ? 1 + drawn[1].length : 0, start, tree)
    if (this.#levels.length >= MOST_LEVELS) {
      tree.record(start, end, 0)
      return true
    }
    tree.begin(start, 0)
    tree.inner(end)
    this.#levels.push(drawn ? 1 + drawn[1].length : 0)
    return this.#odd <= 3 + this.#all / 8
  }

  end(): boolean {
    return this.#odd * 5 <= this.#all + 10
  }

  #close(level: number, at: Place, tree: Tree): void {
    while (this.#levels.length > 0 && this.#levels[this.#levels.length - 1] >= level) {
      tree.end(at)
      this.#levels.pop()
    }
  }
}
