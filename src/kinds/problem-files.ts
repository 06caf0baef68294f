import { countOf } from '../core/words/notices.ts'
import { byEarlier, byFirst, byFirstAndLast } from './choose.ts'
import { isTellable, type Place } from './kind.ts'
import { byteLength, type ListedName, listedName, writeNames } from './name-list.ts'
import { type NamedPart, NamedParts } from './named-parts.ts'
import { type Level, type ListForm, type Problem, sayingOf } from './problem-line.ts'
import type { Tree } from './tree.ts'
import type { Unit } from './unit.ts'

// The sorts of units in a list of problems, and which of them come first.

export const FILE_SORT = 0
/** A further run of problems in a file. */
export const MORE = 1
/** The first problem of its code, and the first one of its code in its file. */
const NEW = 2
const NEW_IN_FILE = 3
const ERROR = 4
const WARNING = 5
/** A line of a problem whose lines are too many to be shown as one. */
export const DETAIL = 6
/** A line that belongs to no problem, and one that tells of a failure. */
export const OTHER = 7
export const FAILURE = 8
/** The names of all sorts, as in `LineKind`. */
export const SORTS = ['files', '', 'problems', 'problems', 'problems', 'problems', '', '', '']

/** Warnings come behind all errors, but for the first ones of their codes and files. */
const LATE = 30
/** The last lines of an output tell how it ended. */
const LAST_UNITS = 3

export const isNew = (sort: number): boolean => sort === NEW || sort === NEW_IN_FILE

export function rankOfProblem(unit: Unit, { size }: Unit): number {
  const { sort, index, isNotable } = unit
  switch (sort) {
    case FILE_SORT:
    case MORE:
      return isNotable ? 0.01 * byFirst(index) : 0.3 + 0.05 * byFirstAndLast(index, size)
    case NEW:
      return isNotable ? 0 : 1
    case DETAIL:
      return 1 + 0.3 * byFirst(index)
    case FAILURE:
      return size - index <= LAST_UNITS ? 0.2 : 0.3 * byEarlier(unit, FAILURE)
    case OTHER:
      return size - index <= LAST_UNITS ? 0.25 : 4 + byFirst(Math.min(index, size - index))
  }
  if (index === 0) return 0.5
  if (sort === NEW_IN_FILE) return 1
  return 2 + byFirst(index) + (sort === WARNING ? LATE : 0)
}

// How many problems there are of each code and in each file, of the whole output, in bounded memory.

const MOST_CODES = 512
const MOST_FILES = 10_000
/** Longer names are told by their ends. */
const MOST_NAME_LENGTH = 160
/** The share of the room that codes may take. */
const SHARE_OF_CODES = 0.6

const encoder = /* @__PURE__ */ new TextEncoder()
const decoder = /* @__PURE__ */ new TextDecoder()

/** The text without the memory of the longer one that it may be a part of. */
const ownText = (text: string): string => decoder.decode(encoder.encode(text))

/** Counts by name. */
class Names {
  readonly counts = new Map<string, number>()
  readonly #most: number
  /** True if there were more names than are told apart. */
  isFull = false
  #sorted: [string, number][] | undefined

  constructor(most: number) {
    this.#most = most
  }

  /** True if it is the first one of this name. */
  add(name: string): boolean {
    const key = name.slice(-MOST_NAME_LENGTH)
    const count = this.counts.get(key)
    if (count !== undefined) this.counts.set(key, count + 1)
    else if (this.counts.size < this.#most) this.counts.set(ownText(key), 1)
    else this.isFull = true
    return count === undefined && !this.isFull
  }

  has(name: string): boolean {
    return this.counts.has(name.slice(-MOST_NAME_LENGTH))
  }

  /** The most frequent first. Those of one count stay in their order. */
  get sorted(): readonly [string, number][] {
    this.#sorted ??= [...this.counts].sort((a, b) => b[1] - a[1])
    return this.#sorted
  }
}

class ProblemCounts {
  readonly #codes = new Names(MOST_CODES)
  readonly #files = new Names(MOST_FILES)
  readonly #levels: Record<Level, number> = { errors: 0, warnings: 0, problems: 0 }

  get total(): number {
    const { errors, warnings, problems } = this.#levels
    return errors + warnings + problems
  }

  /** Counts a problem. True if it is the first one of its code. An error is not like a warning of the same code. */
  add(level: Level, code: string, file: string): boolean {
    this.#levels[level]++
    this.#files.add(file)
    return this.#codes.add(code)
  }

  hasFile(file: string): boolean {
    return this.#files.has(file)
  }

  /**
   * `668 errors in 221 files: TS2322 301, TS2339 120, others 247; src/{a.ts 31, b.ts 9}, others 628`.
   *
   * @param bytes the most UTF-8 bytes
   */
  summary(bytes: number): string | undefined {
    const { size } = this.#files.counts
    const files = this.#files.isFull ? `${size}+ files` : countOf(size, 'files')
    const levels = Object.entries(this.#levels).filter(([, count]) => count > 0)
    const head = `${levels.map(([name, count]) => countOf(count, name)).join(', ')} in ${files}`
    const room = bytes - byteLength(head) - ': ; '.length
    if (room < 0) return undefined
    const codes = this.#listed(this.#codes, room * SHARE_OF_CODES, (code, count) => ({
      folder: '',
      rest: `${code} ${count}`,
    }))
    const named = this.#listed(this.#files, room - byteLength(codes), listedName)
    const lists = [codes, named].filter(Boolean).join('; ')
    return lists === '' ? head : `${head}: ${lists}`
  }

  /** The most frequent names that have room, and how many problems have others. */
  #listed(names: Names, bytes: number, asListed: (name: string, told: string) => ListedName): string {
    const listed: ListedName[] = []
    let others = this.total
    let best = ''
    for (const [name, count] of names.sorted) {
      listed.push(asListed(told(name), `${count}`))
      others -= count
      const text = writeNames(listed) + (others > 0 ? `, others ${others}` : '')
      if (byteLength(text) > bytes) break
      best = text
    }
    return best
  }
}

/** A name as it can stand in a notice, whose sentences it must not look like. */
function told(name: string): string {
  const plain = isTellable(name)
    ? name
    : name.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029\ufffd]/gu, '?').slice(-120)
  return plain.replaceAll(/[:.;] /g, '?')
}

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
