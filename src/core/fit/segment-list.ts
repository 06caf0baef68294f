import type { PlannedSegment } from '../words/plan-model.ts'
import type { Row } from './rows.ts'

/**
 * Segments that are taken line by line: appended for the head, prepended for the tail. Adjacent whole lines become one
 * segment, so that memory does not grow with each line.
 */
export class SegmentList {
  /** The prepended segments, in reverse order. */
  readonly #front: PlannedSegment[] = []
  readonly #back: PlannedSegment[] = []

  get isEmpty(): boolean {
    return this.#front.length + this.#back.length === 0
  }

  /** In order. */
  get segments(): PlannedSegment[] {
    return [...this.#front].reverse().concat(this.#back)
  }

  append(row: Pick<Row, 'segments'>): void {
    const first = row.segments[0]
    const last = this.#back[this.#back.length - 1]
    if (last && touches(last, first)) {
      first.startByte = last.startByte
      first.firstLine = last.firstLine
      if (last.clipFrom !== undefined) first.clipFrom = last.clipFrom
      if (last.mark !== undefined) first.mark = last.mark
      this.#back.pop()
    }
    for (const segment of row.segments) this.#back.push(segment)
  }

  prepend(row: Pick<Row, 'segments'>): void {
    const last = row.segments[row.segments.length - 1]
    const first = this.#front[this.#front.length - 1]
    if (first && touches(last, first)) {
      last.endByte = first.endByte
      last.lastLine = first.lastLine
      if (first.markAfter) last.markAfter = first.markAfter
      this.#front.pop()
    }
    for (let i = row.segments.length - 1; i >= 0; i--) this.#front.push(row.segments[i])
  }
}

const touches = (a: PlannedSegment, b: PlannedSegment): boolean =>
  a.endByte === b.startByte && b.clipFrom === undefined && !a.markAfter && !a.apart && a.kind === b.kind
