import { TAB } from './bytes.ts'
import { byFirst } from './choose.ts'
import { headLines } from './head-lines.ts'
import type { Kind } from './kind.ts'
import { type Line, type LineKind, LineReader } from './line-reader.ts'
import type { Tree } from './tree.ts'
import type { Unit } from './unit.ts'

// `git status`, long and short: all headings and what is said of the branch, then a share of the files of each section.

/** The sections of a long status, in the order of their sorts. */
const HEADINGS = [
  'Changes to be committed:',
  'Changes not staged for commit:',
  'Untracked files:',
  'Unmerged paths:',
  'Ignored files:',
]
const STAGED = 0
const UNSTAGED = 1
const UNTRACKED = 2
const UNMERGED = 3
const IGNORED = 4
/** Sections, and lines between them. */
const OTHER = 5

/** Lines that are no files. */
const MOST_OTHERS = 64

const LONG = /^(?:On branch|HEAD detached|Not currently on|.*rebase in progress)/
const BRANCH = /^(?:## |# branch\.)/
/** The letters of a file: `MM a.c`, `?? b.c`, and `1 MM … a.c`, `? b.c` of `--porcelain=v2`. */
const FILE = /^(?:[12u] ([.MTADRCU]{2}) \S+ \d|([ MTADRCUm?!]{2}) |([?!]) )./

export const gitStatus: Kind = {
  name: 'git-status',
  // Headings with files below them: more lines of one section say nothing of another.
  isTree: true,
  recognise(head, command, isWhole) {
    const [first, ...rest] = headLines(head, isWhole).filter(Boolean)
    if (LONG.test(first)) return rest.some((line) => HEADINGS.includes(line)) ? 0.85 : 0
    const isStatus = command[0] === 'git' && command.includes('status')
    if (!(BRANCH.test(first) || (isStatus && FILE.test(first)))) return 0
    return rest.length > 1 && rest.every((line) => FILE.test(line) || /^# /.test(line)) ? 0.85 : 0
  },
  read: (maxBytes, held) => new LineReader(new StatusLines(maxBytes), held, maxBytes),
}

class StatusLines implements LineKind {
  readonly sorts = ['staged', 'unstaged', 'untracked', 'unmerged', 'ignored', '']
  readonly strictRank = 0
  /** The first files of each section stay in memory, as many as a cut can show. */
  readonly mostNotable: number
  /** The sort of the open section. */
  #section: number | undefined
  #isLong: boolean | undefined
  #hasFiles = false
  #others = 0

  constructor(maxBytes: number) {
    this.mostNotable = maxBytes / 16
  }

  readonly rank = ({ index, sort }: Unit): number =>
    sort === OTHER ? 0 : 1 + (sort === UNMERGED ? 0.5 : 1) * byFirst(index)

  line(line: Line, tree: Tree): boolean {
    if (this.#isLong && this.#section !== undefined && line.first === TAB) {
      this.#add(this.#section, line, tree)
      return this.#others <= MOST_OTHERS
    }
    const { start, end, text } = line
    const heading = HEADINGS.indexOf(text)
    this.#isLong ??= !FILE.test(text) && !BRANCH.test(text)
    if (!this.#isLong) this.#short(line, text, tree)
    else if (heading >= 0) this.#go(heading, line, tree)
    else if (this.#section === undefined || text === '') {
      // An empty line ends a section, and belongs to it.
      if (this.#section !== undefined) tree.end(end, start)
      else this.#add(OTHER, line, tree)
      this.#section = undefined
    } else if (this.#hasFiles) this.#add(this.#section, line, tree)
    return this.#others <= MOST_OTHERS
  }

  end(tree: Tree): boolean {
    return tree.counts.some((count, sort) => count > 0 && sort !== OTHER)
  }

  /** A line of a short status. Its files are in sections without headings. */
  #short(line: Line, text: string, tree: Tree): void {
    const found = FILE.exec(text)
    const letters = found?.[1] ?? found?.[2] ?? found?.[3]
    if (letters === undefined) {
      this.#add(OTHER, line, tree)
      return
    }
    let sort = letters[0] === ' ' || letters[0] === '.' ? UNSTAGED : STAGED
    if (letters.includes('U') || letters === 'AA' || letters === 'DD') sort = UNMERGED
    if (letters[0] === '?') sort = UNTRACKED
    if (letters[0] === '!') sort = IGNORED
    const section = sort === UNTRACKED || sort === IGNORED ? sort : STAGED
    if (this.#section !== section) this.#go(section, line, tree)
    this.#add(sort, line, tree)
  }

  #go(section: number, { start }: Line, tree: Tree): void {
    tree.begin(start, OTHER, { level: 0 })
    this.#section = section
    this.#hasFiles = false
  }

  #add(sort: number, line: Line, tree: Tree): void {
    if (sort === OTHER) this.#others++
    this.#hasFiles = true
    tree.line(line, sort, true)
  }
}
