import { EQUALS } from './bytes.ts'
import { tellSetting } from './cells.ts'
import { byFirst } from './choose.ts'
import { headLines } from './head-lines.ts'
import type { Kind } from './kind.ts'
import { type Line, type LineKind, LineReader } from './line-reader.ts'
import { Rarity } from './rarity.ts'
import type { Tree } from './tree.ts'
import type { Unit } from './unit.ts'

// Settings in sections: INI and TOML. Every section, the first settings of each, and first those whose values are rare.

const SECTION = 0
const SETTING = 1

const LEAST_SECTIONS = 2
const LEAST_SETTINGS = 4

const MARKS = [EQUALS]
const HEADING = /^\s*\[{1,2}[^[\]]+\]{1,2}\s*(?:[#;].*)?$/
const OTHER = /^\s*(?:$|[#;]|["']?[\w.@/-]+["']?(?: ?\.[\w-]+)*\s*=|[\]})"']|\s)/

export const ini: Kind = {
  name: 'ini',
  isTree: true,
  fallsBackQuietly: true,
  recognise(head, _, isWhole) {
    const lines = headLines(head, isWhole).filter(Boolean)
    const headings = lines.filter((line) => HEADING.test(line)).length
    const settings = lines.filter((line) => /^\s*["']?[\w.@/-]+["']?\s*=/.test(line)).length
    const isOnly = lines.every((line) => HEADING.test(line) || OTHER.test(line))
    const isFirst = HEADING.test(lines[0] ?? '') || /^\s*[#;]|=/.test(lines[0] ?? '')
    const areMany = headings >= LEAST_SECTIONS && settings >= Math.max(LEAST_SETTINGS, headings)
    return isOnly && isFirst && areMany ? 0.84 : 0
  },
  read: (maxBytes, held) => new LineReader(new IniLines(), held, maxBytes),
}

class IniLines implements LineKind {
  readonly sorts = ['sections', 'lines']
  readonly rarity = new Rarity()
  #sections = 0
  #odd = 0

  /** Where not all sections have room, a rare setting comes before most of them. */
  readonly rank = ({ sort, index }: Unit): number =>
    sort === SECTION ? 0.14 * byFirst(index) : 1 + byFirst(index)

  line(line: Line, tree: Tree): boolean {
    const { text } = line
    if (HEADING.test(text)) {
      tree.begin(line.start, SECTION, { level: SECTION })
      this.#sections++
      return true
    }
    if (!OTHER.test(text)) this.#odd++
    // Settings of one name are compared, whatever their sections.
    tellSetting(this.rarity, line, MARKS)
    tree.line(line, SETTING)
    return this.#odd <= 2 + line.number / 20
  }

  end(): boolean {
    return this.#sections > 1
  }
}
