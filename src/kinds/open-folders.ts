import type { Line } from './line.ts'
import { NamedParts } from './named-parts.ts'
import type { Tree } from './tree.ts'
import { MOST_RECORD_BYTES } from './unit.ts'

/** The sort of folders in a list of paths. */
export const FOLDER = 0
/** Folders deeper than this are not told apart. */
const MOST_FOLDERS = 8

const TAB = 0x09
const SLASH = 0x2f
const COLON = 0x3a

/** The folders of a list of paths, which have no lines of their own. A folder at a depth is a unit of that level. */
export class OpenFolders {
  readonly names: NamedParts
  /** The folder of the last path, with the slash at its end. */
  readonly #last = new Uint8Array(MOST_RECORD_BYTES)
  #length = 0

  /** @param sorts those of paths, which are counted in each folder */
  constructor(sorts: readonly number[]) {
    this.names = new NamedParts(([paths]) => `${paths}`, { sorts })
  }

  /** True for a line that is a plain name in the folder of the last path. */
  has({ buffer, from, to }: Line): boolean {
    const last = this.#last
    const length = this.#length
    if (to - from <= length) return false
    for (let at = 0; at < length; at++) if (buffer[from + at] !== last[at]) return false
    for (let at = from + length; at < to; at++)
      if (buffer[at] === SLASH || buffer[at] === COLON || buffer[at] === TAB) return false
    return true
  }

  /** Opens the folders of a path, which is a part of a line, and ends those that it is not in. */
  goTo(line: Line, from: number, to: number, tree: Tree): void {
    const { buffer, start } = line
    const last = this.#last
    let length = to - from
    while (length > 0 && buffer[from + length - 1] !== SLASH) length--
    let shared = 0
    const most = Math.min(length, this.#length)
    for (let at = 0; at < most && last[at] === buffer[from + at]; at++) if (last[at] === SLASH) shared++
    tree.close(shared, start)
    this.#length = length
    for (let at = 0, level = 0; at < length; at++) {
      last[at] = buffer[from + at]
      if (last[at] !== SLASH) continue
      const isNew = level > tree.level && level < MOST_FOLDERS
      if (isNew) tree.begin(start, FOLDER, { level, name: line.textOf(from, from + at + 1) })
      level++
    }
  }
}
