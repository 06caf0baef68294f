import type { Region } from '../collect/facts.ts'
import type { Material } from './material.ts'
import type { LineSpan } from './model.ts'

/** Walks over lines from one end of the input, as far as they are in memory without a break. */
export interface Cursor {
  /** The next line; undefined when no further line is in memory. */
  peek(): LineSpan | undefined
  next(): void
  /** Where the next line begins (from the end: where it stops), and its number. Undefined as for `peek`. */
  edge(): Edge | undefined
  /** Goes on at another line of the same region. */
  moveTo(edge: Pick<Edge, 'at' | 'number'>): void
}

/** A line's outer end: an offset that lies in the region, or at its end. */
export interface Edge {
  region: Region
  at: number
  number: number
}

export function cursorFromStart(material: Material): Cursor {
  const region = material.regions[0]
  let at = 0
  let number = 1
  let span: LineSpan | undefined
  const edge = () => (region?.startByte === 0 && at < region.endByte ? { region, at, number } : undefined)
  return {
    peek() {
      if (!span && edge()) span = material.lineAt(region, at, number)
      return span
    },
    next() {
      if (span) at = span.endByte + 1
      number++
      span = undefined
    },
    edge,
    moveTo(to) {
      at = to.at
      number = to.number
      span = undefined
    },
  }
}

/** The last line if it has no LF and nothing to show, so that the tail cannot begin with it: a gap follows the tail then. */
export function hiddenLastLine(material: Material): LineSpan | undefined {
  const { regions, totalBytes, totalLines, sequences } = material
  const region = regions[regions.length - 1]
  if (!region || !sequences.hasGap(region, totalBytes - 1, totalBytes)) return undefined
  const last = material.lineAt(region, totalBytes - 1, totalLines)
  return last && sequences.shownIn(region, last.startByte, totalBytes).length === 0 ? last : undefined
}

export function cursorFromEnd(material: Material): Cursor {
  const region = material.regions[material.regions.length - 1]
  let end = material.totalBytes
  let number = material.totalLines
  let span: LineSpan | undefined
  const hidden = hiddenLastLine(material)
  if (hidden) {
    end = hidden.startByte
    number--
  }
  const edge = () =>
    region !== undefined && region.endByte === material.totalBytes && end > region.startByte
      ? { region, at: end, number }
      : undefined
  return {
    peek() {
      if (!span && edge()) span = material.lineAt(region, end - 1, number)
      return span
    },
    next() {
      if (span) end = span.startByte
      number--
      span = undefined
    },
    edge,
    moveTo(to) {
      end = to.at
      number = to.number
      span = undefined
    },
  }
}
