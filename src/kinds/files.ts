import { tellSetting } from './cells.ts'
import { byEarlier, byFirst } from './choose.ts'
import { tellsLoudly } from './failure-words.ts'
import { headLines } from './head-lines.ts'
import { type HeadingForm, headingsIn, isHeading } from './heading-form.ts'
import type { Kind } from './kind.ts'
import { type Line, type LineKind, LineReader } from './line-reader.ts'
import { Rarity } from './rarity.ts'
import type { Tree } from './tree.ts'
import type { Unit } from './unit.ts'

// Several outputs in one, each below a heading of its own: those of `head` and `tail` for several files, and of a loop that
// prints a heading before each.

/** `==> a.log <==` */
const OF_FILES: HeadingForm = { lead: '==> ', trail: ' <==', word: '', below: 0 }

const SECTION = 0
const LINE = 1
const FAILURE = 2
/** A section of a folder more than one level below that of the first section. */
const DEEP = 3

/** Lines of failures in a section that come early. */
const MOST_FAILURES = 32
/** A section is shown from its first line on, and then from its last one back. */
const AFTER_FIRST = 0.8

/** Some 300 headings come before all lines. Where not all of them have room, the rarest lines come before most of them. */
const HEADINGS = 0.4
const LINES = 3.3

/** How the lines are known that are headings. */
interface KnownHeadings {
  is(text: string): boolean
  /** Their first byte. Undefined if it differs. */
  first?: number | undefined
  /** Lines below each that belong to it. */
  below?: number
  /** True for `a/b:`, below which the folders inside have sections too. */
  mayNest?: boolean
  /** How many there are at least. */
  least?: number
}

/** Outputs below headings: every heading, and a share for each output. */
export const files: Kind = kindOf(OF_FILES)

function kindOf(form: HeadingForm): Kind {
  const headings: KnownHeadings = {
    is: (text) => isHeading(text, form),
    first: new TextEncoder().encode(form.lead || form.word)[0],
    below: form.below,
    mayNest: form.lead === '' && form.trail === ':',
    least: form === OF_FILES ? 1 : 2,
  }
  return {
    name: 'files',
    fallsBackQuietly: true,
    isTree: true,
    recognise(head, _, isWhole) {
      const lines = headLines(head, isWhole).filter(Boolean)
      if (isHeading(lines[0] ?? '', OF_FILES)) return 0.96
      return headingsIn(lines, isWhole)?.confidence ?? 0
    },
    knowing(head, _, isWhole) {
      const found = headingsIn(headLines(head, isWhole).filter(Boolean), isWhole)
      return kindOf(found?.form ?? OF_FILES)
    },
    read: (maxBytes, held) => new LineReader(new FileLines(headings), held, maxBytes),
  }
}

const LEAST_SETTINGS = 4
const NAME_OF_SETTINGS = /^\s*\[{1,2}[^[\]]+\]{1,2}\s*(?:[#;].*)?$/
const SETTING = /^\s*["']?[\w.@/-]+["']?(?: ?\.[\w-]+)*\s*=/
const BESIDE_SETTINGS = /^\s*(?:$|[#;]|[\]})"']|\s)/

/** INI and TOML: settings below the names of their sections. */
export const ini: Kind = {
  name: 'ini',
  isTree: true,
  fallsBackQuietly: true,
  recognise(head, _, isWhole) {
    const lines = headLines(head, isWhole).filter(Boolean)
    const names = lines.filter((line) => NAME_OF_SETTINGS.test(line))
    const others = lines.filter((line) => !NAME_OF_SETTINGS.test(line))
    const settings = others.filter((line) => SETTING.test(line)).length
    const isOnly = others.every((line) => SETTING.test(line) || BESIDE_SETTINGS.test(line))
    const isFirst = /^\s*[[#;]|=/.test(lines[0] ?? '')
    return isOnly && isFirst && names.length > 1 && settings >= Math.max(LEAST_SETTINGS, names.length)
      ? 0.84
      : 0
  },
  read: (maxBytes, held) =>
    new LineReader(new FileLines({ is: (text) => NAME_OF_SETTINGS.test(text) }), held, maxBytes),
}

class FileLines implements LineKind {
  readonly sorts = ['sections', '', '', 'sections']
  readonly mostNotable = MOST_FAILURES
  readonly rarity = new Rarity()
  readonly #headings: KnownHeadings
  #sections = 0
  #hasText = false
  /** Slashes of the first heading. */
  #depth = 0
  #hasDeep = false
  /** Lines that still belong to a heading. */
  #below = 0

  constructor(headings: KnownHeadings) {
    this.#headings = headings
  }

  line(line: Line, tree: Tree): boolean {
    const { text } = line
    const { is, first = line.first, below = 0, mayNest = false } = this.#headings
    if (this.#below > 0) this.#below--
    else if (line.first === first && is(text)) {
      const depth = text.split('/').length
      if (this.#sections++ === 0) this.#depth = depth
      const isDeep = mayNest && depth > this.#depth + 1
      this.#hasDeep ||= isDeep
      tree.begin(line.start, isDeep ? DEEP : SECTION, { level: SECTION })
      this.#below = below
    } else {
      this.#hasText ||= !line.isEmpty
      tellSetting(this.rarity, text, line.startByte)
      const sort = tellsLoudly(text) ? FAILURE : LINE
      tree.line(line, sort, sort === FAILURE)
    }
    return true
  }

  end(): boolean {
    return this.#sections >= (this.#headings.least ?? 2) && this.#hasText
  }

  readonly rank = (unit: Unit, container: Unit): number => {
    const { sort, index } = unit
    if (sort === SECTION) return HEADINGS * byFirst(index)
    if (sort === DEEP) return LINES + HEADINGS * byFirst(index)
    if (this.#hasDeep && container.index === 0) return HEADINGS * byFirst(index)
    const place = Math.min(byFirst(index), AFTER_FIRST + byFirst(container.size - 1 - index))
    return LINES + (sort === FAILURE ? Math.min(place, 1 + byEarlier(unit, sort)) : place)
  }
}
