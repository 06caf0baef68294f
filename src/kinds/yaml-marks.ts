import { withoutColours } from '../core/bytes/colours.ts'
import { formatSize, writeClip, writeUnitMarker } from '../core/words/notices.ts'
import type { Omission } from './choosing.ts'
import type { Tree } from './tree.ts'
import type { Unit } from './unit.ts'

// Marks in YAML are comments, so that a cut document parses. In a block of text they are lines of that text.

/** What is read of a unit to see how far it is indented. */
const INDENT_BYTES = 1024
/** Blank lines and comments before a unit. In a block of text, comments are text. */
const BEFORE = /^(?:[^\S\n]*(?:#.*)?\n)*/
const BEFORE_TEXT = /^(?:[^\S\n]*\n)*/

const decoder = /* @__PURE__ */ new TextDecoder()

export class YamlMarks {
  readonly #tree: Tree
  readonly #text: number

  /** @param text the number of the sort that lines of a text block have (`|` and `>`) */
  constructor(tree: Tree, text: number) {
    this.#tree = tree
    this.#text = text
  }

  mark({ unit, from, to, counts }: Omission): string {
    const gap = { firstLine: from.line, lastLine: to.line - 1, size: formatSize(to.byte - from.byte) }
    return this.#written(unit, gap, counts)
  }

  /** What a mark in a container takes at most, or a clip in a unit. */
  bytesIn(unit: Unit): number {
    if (unit.clip) return writeClip(unit.end.codePoints - unit.start.codePoints).length
    const last = this.#tree.root.end.line
    return this.#written(unit, { firstLine: last, lastLine: last + 1, size: '1023K' }, this.#tree.counts)
      .length
  }

  #written(
    unit: Unit,
    gap: Parameters<typeof writeUnitMarker>[0],
    [documents, items]: readonly number[],
  ): string {
    return `${this.#indentIn(unit)}# ${writeUnitMarker(gap, { documents, items })}\n`
  }

  /** How far the units of a container are indented. The first key of an item may have deeper units, which come first. */
  #indentIn({ units }: Unit): string {
    const isText = units[0]?.sort === this.#text
    const unit = isText ? units[0] : units.at(-1)
    if (!unit) return ''
    const { start, inner } = unit
    const bytes = this.#tree.read(start.byte, Math.min(inner.byte, start.byte + INDENT_BYTES))
    const text = decoder.decode(withoutColours(bytes))
    const before = (isText ? BEFORE_TEXT : BEFORE).exec(text)?.[0].length ?? 0
    return /^ */.exec(text.slice(before))?.[0] ?? ''
  }
}
