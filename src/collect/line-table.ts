import type { WindowFacts } from '../scan/scanner.ts'

/** Of longer inputs no table is kept. */
const MOST_LINES = 32_768
const MOST_BYTES = 16 * 1024 * 1024

type WindowLines = Pick<WindowFacts, 'startByte' | 'newlines' | 'lineEnds' | 'lineShapes' | 'lineOpenings'>

const NO_NUMBERS = new Uint32Array(0)

/**
 * What the scan found of each line that ended, in order, so that nobody looks for these lines again. Kept of short inputs
 * only: at most 384 KiB.
 */
export class LineTable {
  /** False when a line is missing, so that the table must not be used. */
  isWhole = true
  /** Offset of each LF. */
  ends: Uint32Array = NO_NUMBERS
  shapes: Uint32Array = NO_NUMBERS
  openings: Uint32Array = NO_NUMBERS

  /** Takes the lines of the next window, which ends at `endByte`. */
  add({ startByte, newlines, lineEnds, lineShapes, lineOpenings }: WindowLines, endByte: number): void {
    if (!this.isWhole) return
    const before = this.ends.length
    if (before + newlines > MOST_LINES || endByte > MOST_BYTES) {
      this.isWhole = false
      this.ends = this.shapes = this.openings = NO_NUMBERS
      return
    }
    const ends = grown(this.ends, newlines)
    for (let i = 0; i < newlines; i++) ends[before + i] = startByte + lineEnds[i]
    this.ends = ends
    this.shapes = joined(this.shapes, lineShapes, newlines)
    this.openings = joined(this.openings, lineOpenings, newlines)
  }
}

function grown(from: Uint32Array, more: number): Uint32Array {
  const numbers = new Uint32Array(from.length + more)
  if (from.length > 0) numbers.set(from)
  return numbers
}

function joined(from: Uint32Array, next: Uint32Array, count: number): Uint32Array {
  if (from.length === 0) return next.slice(0, count)
  const numbers = grown(from, count)
  numbers.set(next.subarray(0, count), from.length)
  return numbers
}
