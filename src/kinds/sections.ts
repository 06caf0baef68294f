import { partition } from '../core/bytes/binary-search.ts'
import type { Omission } from './choosing.ts'
import type { Place } from './kind.ts'
import { byteLength } from './name-list.ts'
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

// The names of the sections that markers hide: `, 12 sections: Install, Use, …`. `pith show --section` finds them.

/** Sections whose names are remembered. */
const MOST_NAMES = 2000
/** The most characters of a name. */
const MOST_NAME_LENGTH = 60
/** A marker with more names would be too long to be read as one. */
const MOST_MARKER_BYTES = 2048
/** With less for each marker, names say too little. */
const LEAST_MARKER_BYTES = 60
/** Some sections are shown, and need no room in markers. */
const HIDDEN_SHARE = 0.6
/** What a marker says before and behind names, at most. */
const COUNT_BYTES = 24

class SectionNames {
  readonly #all: { startByte: number; isDeep: boolean; name: string; bytes: number }[] = []
  /** How many sections have a name. */
  readonly #times = new Map<string, number>()
  /** Bytes that markers may still spend. */
  #bytes = 0
  /** About how many markers share them. */
  #markers = 0

  /** True when no more names are remembered. */
  get isFull(): boolean {
    return this.#all.length === MOST_NAMES
  }

  /** @param isDeep true for a section below the outline */
  add(name: string, startByte: number, isDeep: boolean): void {
    if (this.isFull) return
    const short = [...name.slice(0, 2 * MOST_NAME_LENGTH)].slice(0, MOST_NAME_LENGTH).join('')
    const told = short.replaceAll(/\p{Cc}/gu, '?')
    this.#all.push({ startByte, isDeep, name: told, bytes: byteLength(told) + 2 })
    this.#times.set(told, (this.#times.get(told) ?? 0) + 1)
  }

  /** The name of the section that begins at a byte, if no other is called so. */
  uniqueAt(startByte: number): string | undefined {
    const found = this.#all[this.#indexAt(startByte)]
    return found?.startByte === startByte && this.#times.get(found.name) === 1 ? found.name : undefined
  }

  /** Keeps at most so many bytes for names. Sections of the outline need names if it is not kept whole. */
  reserve(bytes: number, isOutlineCut: boolean): number {
    let needed = 0
    let wasDeep = false
    this.#markers = 0
    for (const { isDeep, bytes: own } of this.#all) {
      if (isDeep && !wasDeep) this.#markers++
      if (isDeep || isOutlineCut) needed += own
      wasDeep = isDeep
    }
    if (isOutlineCut) this.#markers++
    const wanted = Math.min(bytes, HIDDEN_SHARE * needed + this.#markers * COUNT_BYTES)
    this.#bytes = wanted < this.#markers * LEAST_MARKER_BYTES ? 0 : wanted
    return this.#bytes
  }

  /** The names for a marker, which takes its share of what is reserved. */
  detail({ from, to }: Omission): string {
    const first = this.#indexAt(from.byte)
    const end = this.#indexAt(to.byte)
    if (first === end) return ''
    let room = Math.min(MOST_MARKER_BYTES, this.#bytes / Math.max(1, this.#markers--)) - COUNT_BYTES
    let names = ''
    for (let at = first; at < end; at++) {
      const { name, bytes } = this.#all[at]
      room -= bytes
      if (room < 0 && names !== '') names += ', …'
      if (room < 0) break
      names += (names === '' ? ': ' : ', ') + name
    }
    if (names === '') return ''
    const told = `, ${end - first} section${end - first === 1 ? '' : 's'}${names}`
    this.#bytes -= byteLength(told)
    return told
  }

  /** The first section that begins at an offset or behind it. */
  #indexAt(byte: number): number {
    return partition(this.#all.length, (at) => this.#all[at].startByte < byte)
  }
}
