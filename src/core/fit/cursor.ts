import type { Region } from '../hold/facts.ts'
import type { LineSpan } from '../words/plan-model.ts'
import type { Material } from './material.ts'

/** Walks over lines from one end of the input, as far as they are in memory without a break: of a result, as far as it shows something of each. */
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
  const { regions, shown } = material
  let { at, number } = shown?.first ?? { at: 0, number: 1 }
  let span: LineSpan | undefined
  const here = () => {
    const region = material.regionOfLine(at)
    return shown || (region === regions[0] && region?.startByte === 0) ? region : undefined
  }
  return {
    peek() {
      const region = span ? undefined : here()
      if (region) span = material.lineAt(region, Math.max(at, region.startByte), number)
      return span
    },
    next() {
      if (span) at = span.endByte + 1
      number++
      span = undefined
    },
    edge() {
      const region = here()
      return region && region.startByte <= at ? { region, at, number } : undefined
    },
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
  const { regions, totalBytes, shown } = material
  const last = regions[regions.length - 1]
  let { at: end, number } = shown?.last ?? { at: totalBytes, number: material.totalLines }
  let span: LineSpan | undefined
  const hidden = hiddenLastLine(material)
  if (hidden) {
    end = hidden.startByte
    number--
  }
  const here = () => {
    const region = material.regionBefore(end)
    return shown || (region === last && last?.endByte === totalBytes) ? region : undefined
  }
  return {
    peek() {
      const region = span ? undefined : here()
      if (region) span = material.lineAt(region, Math.min(end, region.endByte) - 1, number)
      return span
    },
    next() {
      if (span) end = span.startByte
      number--
      span = undefined
    },
    edge() {
      const region = here()
      return region && end <= region.endByte ? { region, at: end, number } : undefined
    },
    moveTo(to) {
      end = to.at
      number = to.number
      span = undefined
    },
  }
}
