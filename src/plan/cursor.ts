import type { Material } from './material.ts'
import type { LineSpan } from './model.ts'

/** Walks over lines from one end of the input, as far as they are in memory without a break. */
export interface Cursor {
  /** The next line; undefined when no further line is in memory. */
  peek(): LineSpan | undefined
  next(): void
}

export function cursorFromStart(material: Material): Cursor {
  const region = material.regions[0]
  let at = 0
  let number = 1
  let span: LineSpan | undefined
  return {
    peek() {
      if (!span && region?.startByte === 0 && at < region.endByte) span = material.lineAt(region, at, number)
      return span
    },
    next() {
      if (span) at = span.endByte + 1
      number++
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
  return {
    peek() {
      const held = region !== undefined && region.endByte === material.totalBytes && end > region.startByte
      if (!span && held) span = material.lineAt(region, end - 1, number)
      return span
    },
    next() {
      if (span) end = span.startByte
      number--
      span = undefined
    },
  }
}
