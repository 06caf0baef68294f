import type { Place } from './kind.ts'
import { type NamedPart, NamedParts } from './named-parts.ts'
import type { ListForm } from './problem-around.ts'
import { ProblemCounts } from './problem-counts.ts'
import { type Problem, sayingOf } from './problem-line.ts'
import { ERROR, FILE_SORT, MORE, NEW, NEW_IN_FILE, WARNING } from './problem-rank.ts'
import type { Tree } from './tree.ts'

/** Codes of one file that are told apart. */
const MOST_IN_FILE = 128
/** Problems are counted by the sorts of their units. */
const PROBLEM_SORTS = [NEW, NEW_IN_FILE, ERROR, WARNING]
/** How much of the room the names of files may take. */
const SHARE_OF_NAMES = 1 / 3

/** The files of problems as containers of a tree, with what is counted in them. */
export class ProblemFiles {
  readonly names = new NamedParts(([problems]) => `${problems}`, {
    share: SHARE_OF_NAMES,
    sorts: PROBLEM_SORTS,
  })
  readonly counts = new ProblemCounts()
  /** The open file, and what its lines are if it has a heading. */
  path: string | undefined
  form: ListForm | undefined
  /** Problems with a level or a code. */
  sure = 0
  #part: NamedPart | undefined
  readonly #codes = new Set<string>()
  #hasNew = false

  /** Opens the file of a problem that begins at a place, and counts it. Returns its sort. */
  enter({ file = '', level, code: named, message, isSure }: Problem, start: Place, tree: Tree): number {
    if (file !== this.path) this.open(file, start, { ...start }, tree)
    const code = named || sayingOf(message)
    if (this.#part) this.#part.counts[0]++
    if (isSure) this.sure++
    const isNew = this.counts.add(level, code, file)
    const isNewHere = isNew || (this.#codes.size < MOST_IN_FILE && !this.#codes.has(code))
    if (isNewHere) this.#codes.add(code)
    this.#hasNew ||= isNew
    if (isNew) return NEW
    return isNewHere ? NEW_IN_FILE : level === 'warnings' ? WARNING : ERROR
  }

  /** Opens a file whose heading, if it has one, ends at `inner`. */
  open(path: string, start: Place, inner: Place, tree: Tree, form?: ListForm): void {
    this.close(start, tree)
    tree.begin(start, this.counts.hasFile(path) ? MORE : FILE_SORT)
    tree.inner(inner)
    this.path = path
    this.form = form
    if (this.#part?.name === path) this.#part.endByte = Infinity
    else this.#part = this.names.begin(path, start.byte)
    this.#codes.clear()
    this.#hasNew = false
  }

  close(at: Place, tree: Tree): void {
    if (this.path !== undefined) {
      tree.end(at, at, this.#hasNew)
      if (this.#part) this.#part.endByte = at.byte
    }
    this.path = this.form = undefined
  }
}
