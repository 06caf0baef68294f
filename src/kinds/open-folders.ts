import type { Place } from './kind.ts'
import type { Line } from './line.ts'
import { type NamedPart, NamedParts } from './named-parts.ts'
import type { Tree } from './tree.ts'
import { MOST_RECORD_BYTES } from './unit.ts'

/** The sort of folders in a list of paths. */
export const FOLDER = 0
/** Folders deeper than this are not told apart. */
const MOST_FOLDERS = 8

const TAB = 0x09
const SLASH = 0x2f
const COLON = 0x3a

/** The folders of a list of paths, which have no lines of their own. */
export class OpenFolders {
  readonly names = new NamedParts(([paths]) => `${paths}`)
  readonly #open: { part: NamedPart; from: number }[] = []
  /** The folder of the last path, with the slash at its end. */
  readonly #last = new Uint8Array(MOST_RECORD_BYTES)
  #length = 0

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

  /**
   * Opens the folders of a path, which is a part of a line, and ends those that it is not in.
   *
   * @param before how many paths came before it
   */
  goTo(line: Line, from: number, to: number, before: number, tree: Tree): void {
    const { buffer, start } = line
    const last = this.#last
    const open = this.#open
    let length = to - from
    while (length > 0 && buffer[from + length - 1] !== SLASH) length--
    let shared = 0
    const most = Math.min(length, this.#length)
    for (let at = 0; at < most && last[at] === buffer[from + at]; at++) if (last[at] === SLASH) shared++
    while (open.length > shared) {
      tree.end(start)
      this.#end(before, start.byte)
    }
    this.#length = length
    for (let at = 0, slashes = 0; at < length; at++) {
      last[at] = buffer[from + at]
      if (last[at] === SLASH && ++slashes > open.length && slashes <= MOST_FOLDERS)
        this.#begin(line.textOf(from, from + at + 1), start, before, tree)
    }
  }

  #begin(name: string, start: Place, from: number, tree: Tree): void {
    tree.begin(start, FOLDER)
    tree.inner({ ...start })
    this.#open.push({ part: this.names.begin(name, start.byte, 1, this.#open.length), from })
  }

  #end(paths: number, endByte: number): void {
    const { part, from } = this.#open.pop() as { part: NamedPart; from: number }
    part.endByte = endByte
    part.counts[0] = paths - from
  }

  /** @param paths how many there are */
  end(paths: number): void {
    while (this.#open.length > 0) this.#end(paths, Infinity)
  }
}
