import { byEarlier, byFirst } from './choose.ts'
import { tellsLoudly } from './failure-words.ts'
import { clipBytesFor, headLines } from './head-lines.ts'
import type { Kind } from './kind.ts'
import { addLine, type Line, type LineKind, LineReader } from './line-reader.ts'
import type { Tree } from './tree.ts'
import type { Unit } from './unit.ts'

// Several outputs in one, each below a heading of its own: those of `head` and `tail` for several files, and of a loop that
// prints a heading before each file.

/** `==> a.log <==` */
const OF_FILES = /^==> \S.* <==$/
/** `== a.log ==`, `--- a.log ---` */
const OF_LOOP = /^([=*#-])\1{1,3} \S.{0,200}? \1{2,4}$/

/** `=`, `*`, `#`, `-` */
const MARKS = [0x3d, 0x2a, 0x23, 0x2d]

const SECTION = 0
const LINE = 1
const FAILURE = 2

/** Lines of failures in a section that come early. */
const MOST_FAILURES = 32
/** A section is shown from its first line on, and then from its last one back. */
const AFTER_FIRST = 0.8

const isHeading = (text: string): boolean => OF_FILES.test(text) || OF_LOOP.test(text)

/** Outputs below headings: every heading, and a share for each output. */
export const files: Kind = {
  name: 'files',
  fallsBackQuietly: true,
  recognise(head, _, isWhole) {
    const lines = headLines(head, isWhole).filter(Boolean)
    if (lines.length === 0) return 0
    if (OF_FILES.test(lines[0])) return 0.96
    return OF_LOOP.test(lines[0]) && lines.filter((line) => OF_LOOP.test(line)).length > 1 ? 0.7 : 0
  },
  read: (maxBytes, heldBytes) => new LineReader(new FileLines(maxBytes), heldBytes),
}

class FileLines implements LineKind {
  readonly sorts = ['sections', '', '']
  readonly mostNotable = MOST_FAILURES
  readonly #clipBytes: number
  #isInSection = false

  constructor(maxBytes: number) {
    this.#clipBytes = clipBytesFor(maxBytes)
  }

  line(line: Line, tree: Tree): boolean {
    const { text } = line
    if (MARKS.includes(line.first) && isHeading(text)) {
      if (this.#isInSection) tree.end(line.start)
      tree.begin(line.start, SECTION)
      tree.inner(line.end)
      this.#isInSection = true
      return true
    }
    const sort = tellsLoudly(text) ? FAILURE : LINE
    addLine(tree, line, sort, this.#clipBytes, sort === FAILURE)
    return true
  }

  end(): boolean {
    return this.#isInSection
  }

  rank(unit: Unit, container: Unit): number {
    const { sort, index } = unit
    if (sort === SECTION) return 0
    const place = Math.min(byFirst(index), AFTER_FIRST + byFirst(container.size - 1 - index))
    return 1 + (sort === FAILURE ? Math.min(place, 1 + byEarlier(unit, sort)) : place)
  }
}
