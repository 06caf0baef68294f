import type { Place } from './kind.ts'
import { SectionNames } from './section-names.ts'
import type { Tree } from './tree.ts'
import type { Unit } from './unit.ts'

// Sections of a document, nested by the levels of their headings. The sort of a section is its level, counted from 0.

/** Levels of sections. Other sorts of units come behind them. */
export const LEVELS = 6
/** Sections of these levels are the outline of a document, which is kept first. */
const OUTLINE_LEVELS = 2

export class Sections {
  count = 0
  readonly names = new SectionNames()
  #outlineBytes = 0
  #room = 0
  #usedBytes = 0
  readonly #markBytes: number

  /** @param markBytes what a marker below a heading takes */
  constructor(markBytes: number) {
    this.#markBytes = markBytes
  }

  /** Begins a section with the heading between two places. */
  begin(level: number, title: () => string, start: Place, end: Place, tree: Tree): void {
    const isDeep = level > OUTLINE_LEVELS
    if (!this.names.isFull) this.names.add(title(), start.byte, isDeep)
    tree.begin(start, level - 1, { level, isNotable: !isDeep })
    tree.inner(end)
    this.count++
    if (!isDeep) this.#outlineBytes += end.byte - start.byte + this.#markBytes
  }

  /** Keeps room for the names of sections, more of it when the outline has no room. Call it before units are ranked. */
  reserve(bytes: number): number {
    const names = this.names.reserve(bytes >> 2, false)
    if (this.#takeRoom(bytes - names)) return names
    const more = this.names.reserve(bytes >> 2, true)
    this.#takeRoom(bytes - more)
    return more
  }

  /** Takes the room for units. False when the outline is too long for it. */
  #takeRoom(bytes: number): boolean {
    const isWhole = this.#outlineBytes <= bytes * 0.9
    this.#room = isWhole ? bytes : bytes / 2
    this.#usedBytes = 0
    return isWhole
  }

  /**
   * The outline comes first; of a long one, what fits half of the room and the last section. Then what is near the top and near a heading.
   *
   * @param inside about how many paragraphs stand between the heading and the unit
   * @param above about how many there are before the section
   */
  rank({ sort, start, inner, index }: Unit, container: Unit, inside: number, above: number): number {
    if (sort < OUTLINE_LEVELS) {
      this.#usedBytes += inner.byte - start.byte + this.#markBytes
      if (this.#usedBytes <= this.#room || index === container.size - 1) return 0
    }
    const near = Math.log2(1 + inside)
    return container.sort < OUTLINE_LEVELS ? 1 + Math.log2(1 + above / 4) / 2 + near : near
  }
}
