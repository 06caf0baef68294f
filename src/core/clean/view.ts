import type { Repeat, ViewPlace, ViewSource } from './edit.ts'
import type { ViewMap } from './view-map.ts'

/** Counts of the input that a view was made of. */
export interface ViewedInput {
  totalBytes: number
  totalLines: number
  /** True when the input's last byte is LF. */
  terminated: boolean
}

/** A view that was made in steps, each from the text of the step before. */
export class View {
  readonly input: ViewedInput
  readonly #maps: readonly ViewMap[]

  /** `maps` are in the order of the steps. */
  constructor(maps: readonly ViewMap[], input: ViewedInput) {
    this.#maps = maps.filter((map) => !map.isIdentity)
    this.input = input
  }

  /** True when the view leaves out more of the input than control sequences. */
  get leavesOut(): boolean {
    return this.#maps.some((map) => map.leavesOut)
  }

  /** The place in the input where a byte of the view comes from. See `ViewMap.placeOf`. */
  placeOf(viewByte: number): ViewPlace {
    return this.#placeBefore(this.#maps.length, viewByte)
  }

  /** Where a range of the view, which lies in one line, was written in the input. See `ViewMap.sourceOf`. */
  sourceOf(startByte: number, endByte: number): ViewSource {
    const source = { inputByte: startByte, inputEnd: endByte, lineShift: 0 }
    for (let step = this.#maps.length - 1; step >= 0; step--) {
      const { inputByte, inputEnd, lineShift } = this.#maps[step].sourceOf(source.inputByte, source.inputEnd)
      source.inputByte = inputByte
      source.inputEnd = inputEnd
      source.lineShift += lineShift
    }
    return source
  }

  /** True when a range of the view is exactly the range of the input that it comes from. */
  isExact(startByte: number, endByte: number): boolean {
    let [start, end] = [startByte, endByte]
    for (let step = this.#maps.length - 1; step >= 0; step--) {
      const map = this.#maps[step]
      if (!map.isExact(start, end)) return false
      start = map.placeOf(start).inputByte
      end = map.placeOf(end).inputByte
    }
    return true
  }

  /** The lines of a range of the view that stand for repeated lines, in order. */
  repeatsIn(startByte: number, endByte: number): Repeat[] {
    const found: Repeat[] = []
    let [start, end] = [startByte, endByte]
    for (let step = this.#maps.length - 1; step >= 0; step--) {
      const map = this.#maps[step]
      for (const { view, viewEnd } of map.repeatsIn(start, end)) {
        const [from, to] = [this.#seen(step + 1, view.viewByte), this.#seen(step + 1, viewEnd.viewByte)]
        found.push({ view: this.placeOf(from), viewEnd: this.placeOf(to) })
      }
      start = map.placeOf(start).inputByte
      end = map.placeOf(end).inputByte
    }
    return found.sort((a, b) => a.view.viewByte - b.view.viewByte)
  }

  /** Error lines of the input that a range of the view does not show. */
  errorsBetween(startByte: number, endByte: number): number {
    return this.placeOf(endByte).errors - this.placeOf(startByte).errors
  }

  /** Follows a byte back through the first `steps` steps. */
  #placeBefore(steps: number, viewByte: number): ViewPlace {
    const place: ViewPlace = { viewByte, inputByte: viewByte, lineShift: 0, errors: 0 }
    for (let step = steps - 1; step >= 0; step--) {
      const { inputByte, lineShift, errors, endsLine } = this.#maps[step].placeOf(place.inputByte)
      place.inputByte = inputByte
      place.endsLine = endsLine ?? place.endsLine
      place.lineShift += lineShift
      place.errors += errors
    }
    return place
  }

  /** The byte of the view that shows a byte of the text before the step `from`. */
  #seen(from: number, byte: number): number {
    let at = byte
    for (let step = from; step < this.#maps.length; step++) at = this.#maps[step].viewByteOf(at)
    return at
  }
}
