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

export function cursorFromEnd(material: Material): Cursor {
  const region = material.regions[material.regions.length - 1]
  let end = material.totalBytes
  let number = material.totalLines
  let span: LineSpan | undefined
  // A last line without LF that has nothing to show gives the tail no segment to begin with.
  if (region && material.sequences.hasGap(region, end - 1, end)) {
    const last = material.lineAt(region, end - 1, number)
    if (last && material.sequences.shownIn(region, last.startByte, end).length === 0) {
      end = last.startByte
      number--
    }
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
