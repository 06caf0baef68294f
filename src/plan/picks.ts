import type { Stretch } from './plan.ts'
import type { Row } from './rows.ts'

/** Stretches taken line after line; whole lines that touch become one, so that a line costs no object. */
export class Picks {
  readonly stretches: Stretch[] = []

  append(row: Row): void {
    const first = row.stretches[0]
    const last = this.stretches[this.stretches.length - 1]
    if (last && touches(last, first)) {
      first.startByte = last.startByte
      first.firstLine = last.firstLine
      if (last.clipFrom !== undefined) first.clipFrom = last.clipFrom
      if (last.mark !== undefined) first.mark = last.mark
      this.stretches.pop()
    }
    this.stretches.push(...row.stretches)
  }

  prepend(row: Row): void {
    const last = row.stretches[row.stretches.length - 1]
    const first = this.stretches[0]
    if (first && touches(last, first)) {
      last.endByte = first.endByte
      last.lastLine = first.lastLine
      if (first.open) last.open = first.open
      this.stretches.shift()
    }
    this.stretches.unshift(...row.stretches)
  }
}

const touches = (a: Stretch, b: Stretch): boolean =>
  a.endByte === b.startByte && b.clipFrom === undefined && !a.open && !a.apart && a.kind === b.kind
