import type { Place } from './kind.ts'
import { type NamedPart, NamedParts } from './named-parts.ts'
import type { Tree } from './tree.ts'

/** The sort of folders in a list of paths. */
export const FOLDER = 0
/** Folders deeper than this are not told apart. */
const MOST_FOLDERS = 8

/** The folders of a list of paths, which have no lines of their own. */
export class OpenFolders {
  readonly names = new NamedParts(([paths]) => `${paths}`)
  #open: { name: string; part: NamedPart; from: number }[] = []

  /**
   * Opens the folders of a path, and ends those that it is not in.
   *
   * @param before how many paths came before it
   */
  goTo(path: string, start: Place, before: number, tree: Tree): void {
    const folders = path.split('/').slice(0, -1).slice(0, MOST_FOLDERS)
    const open = this.#open
    let shared = 0
    while (shared < open.length && open[shared].name === folders[shared]) shared++
    for (const { part, from } of open.splice(shared).reverse()) {
      tree.end(start)
      part.endByte = start.byte
      part.counts[0] = before - from
    }
    for (let depth = shared; depth < folders.length; depth++) {
      tree.begin(start, FOLDER)
      tree.inner({ ...start })
      const name = `${folders.slice(0, depth + 1).join('/')}/`
      open.push({
        name: folders[depth],
        part: this.names.begin(name, start.byte, 1, depth),
        from: before,
      })
    }
  }

  /** @param paths how many there are */
  end(paths: number): void {
    for (const { part, from } of this.#open) part.counts[0] = paths - from
  }
}
