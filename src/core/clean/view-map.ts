import { partition } from '../bytes/binary-search.ts'
import type { Edit, Repeat, ViewPlace, ViewRange, ViewSource } from './edit.ts'
import { EditBlock } from './edit-block.ts'
import { EditReader } from './edit-reader.ts'

// A view is the text that folding makes of an input. A ViewMap knows for each place of the view where it comes from in
// the input, as an edit script: parts that were copied, and parts of the input that were replaced.

/** Bytes of one block. A block is the unit that `forget` keeps or drops. */
const BLOCK_BYTES = 512

/**
 * Edits in order, from the start of the input. What was cut out at some place of the view belongs to what follows it,
 * and at the end of the view to what is before.
 */
export class ViewMap {
  #blocks: EditBlock[] = [
    new EditBlock({ viewByte: 0, inputByte: 0, lineShift: 0, errors: 0, endsLine: undefined }),
  ]
  /** Copied bytes that are not written yet. */
  #copied = 0
  /** True when something was replaced, not only cut out. */
  leavesOut = false

  /** The last block. */
  #open = this.#blocks[0]

  /** Stays where the last place was found: most places are asked for in order. */
  readonly #reader = new EditReader()

  /** Bytes of the view so far. */
  get viewBytes(): number {
    return this.#open.end.viewByte + this.#copied
  }

  /** Bytes of the input so far. */
  get inputBytes(): number {
    return this.#open.end.inputByte + this.#copied
  }

  /** Lines that the input has more than the view. */
  get lineShift(): number {
    return this.#open.end.lineShift
  }

  /** Error lines of the input that the view does not show. */
  get errors(): number {
    return this.#open.end.errors
  }

  /** True when the view is the input. */
  get isIdentity(): boolean {
    return this.#blocks.length === 1 && this.#open.length === 0
  }

  /** Bytes of memory that the map takes. */
  get heldBytes(): number {
    return this.#blocks.reduce((sum, block) => sum + block.heldBytes, 0)
  }

  /** A map that can go on alone. */
  clone(): ViewMap {
    const map = new ViewMap()
    map.#open = this.#open.clone()
    map.#blocks = [...this.#blocks.slice(0, -1), map.#open]
    map.#copied = this.#copied
    map.leavesOut = this.leavesOut
    return map
  }

  /** Another map goes on from here. */
  append(other: ViewMap): void {
    for (const block of other.#blocks)
      for (const { isCopy, edit } of block.edits()) isCopy ? this.copy(edit.inputBytes) : this.replace(edit)
    this.copy(other.#copied)
  }

  /** The next bytes of the input stand in the view as they are. */
  copy(bytes: number): void {
    this.#copied += bytes
  }

  /** The next bytes of the input are cut out. */
  skip(inputBytes: number, inputLines: number): void {
    if (inputBytes === 0) return
    if (inputLines > 0) this.replace({ inputBytes, inputLines, viewBytes: 0, viewLines: 0 })
    else {
      const copied = this.#copied
      this.#copied = 0
      this.#openBlock().copyAndSkip(copied, inputBytes)
    }
  }

  /** Pairs of bytes that stand in the view and bytes without a line end that are cut out. The last may cut out none. */
  copyAndSkip(pairs: Int32Array, count: number): void {
    for (let next = 0; next < count; ) {
      if (this.#copied > 0 || next === count - 1) {
        this.copy(pairs[2 * next])
        this.skip(pairs[2 * next + 1], 0)
        next++
      } else next = this.#openBlock().copyAndSkipAll(pairs, next, count - 1, BLOCK_BYTES)
    }
  }

  /** The next bytes of the input are replaced. */
  replace(edit: Edit): void {
    if (edit.viewBytes > 0 || edit.inputLines > 0) this.leavesOut = true
    this.#openForEdit().replace(edit)
  }

  /** The place where a byte of the view comes from. For a byte inside a replaced part, an estimate inside that part. */
  placeOf(viewByte: number): ViewPlace {
    if (viewByte >= this.viewBytes) return this.#placeAfterAll()
    return this.#blockAt(viewByte).placeOf(viewByte, this.#reader)
  }

  /**
   * Where a range of the view, which lies in one line, was written in the input. For text that was put together from
   * several places, the first of them and what follows it in its line. Empty for text that was not written as it is.
   */
  sourceOf(startByte: number, endByte: number): ViewSource {
    if (this.isIdentity) return { inputByte: startByte, inputEnd: endByte, lineShift: 0 }
    const sources: ViewSource[] = []
    let start: ViewPlace | undefined
    for (let at = this.#indexAt(startByte); at < this.#blocks.length; at++) {
      if (this.#blocks[at].start.viewByte >= endByte) break
      const place = this.#blocks[at].addSources(startByte, endByte, sources)
      start ??= place
    }
    const { viewByte, inputByte, lineShift } = this.#open.end
    const copied = Math.max(0, startByte - viewByte)
    const inputEnd = inputByte + endByte - viewByte
    if (endByte > viewByte) sources.push({ inputByte: inputByte + copied, inputEnd, lineShift })
    const [first, ...rest] = sources
    if (first === undefined) {
      const near = start ?? this.placeOf(startByte)
      return { inputByte: near.inputByte, inputEnd: near.inputByte, lineShift: near.lineShift }
    }
    for (const source of rest) {
      if (source.lineShift !== first.lineShift || source.inputByte < first.inputEnd) break
      first.inputEnd = source.inputEnd
    }
    return first
  }

  /** The byte of the view that shows a byte of the input, or the next one that is shown. */
  viewByteOf(inputByte: number): number {
    const blocks = this.#blocks
    const after = partition(blocks.length, (i) => blocks[i].start.inputByte <= inputByte)
    return Math.min(this.viewBytes, blocks[Math.max(0, after - 1)].viewByteOf(inputByte))
  }

  /** True when a range of the view is exactly the range of the input that it comes from. */
  isExact(startByte: number, endByte: number): boolean {
    const last = endByte >= this.viewBytes ? Number.POSITIVE_INFINITY : endByte
    for (let at = this.#indexAt(startByte); at < this.#blocks.length; at++) {
      if (this.#blocks[at].start.viewByte > endByte) return true
      if (this.#blocks[at].hasEdit(startByte, last)) return false
    }
    return true
  }

  /** The lines of a range of the view that stand for repeated lines, in order. The range must not cut one. */
  repeatsIn(startByte: number, endByte: number): Repeat[] {
    const found: Repeat[] = []
    for (let at = this.#indexAt(startByte); at < this.#blocks.length; at++) {
      if (this.#blocks[at].start.viewByte >= endByte) break
      found.push(...this.#blocks[at].repeatsIn(startByte, endByte))
    }
    return found
  }

  /** Drops what is known of the view outside some ranges, which are in order. They stay exact, places between do not. */
  forget(kept: readonly ViewRange[]): void {
    let next = 0
    this.#blocks = this.#blocks.filter((block, index) => {
      if (index === this.#blocks.length - 1) return true
      while (next < kept.length && kept[next].endByte < block.start.viewByte) next++
      return next < kept.length && kept[next].startByte <= block.end.viewByte
    })
  }

  /** The block for the next edit, with what was copied before it. */
  #openForEdit(): EditBlock {
    const block = this.#openBlock()
    if (this.#copied > 0) block.copy(this.#copied)
    this.#copied = 0
    return block
  }

  #openBlock(): EditBlock {
    const block = this.#open
    if (block.length <= BLOCK_BYTES) return block
    this.#open = new EditBlock({ ...block.end })
    this.#blocks.push(this.#open)
    return this.#open
  }

  #placeAfterAll(): ViewPlace {
    const { lineShift, errors } = this.#open.end
    const endsLine = this.#copied > 0 ? undefined : this.#open.end.endsLine
    return { viewByte: this.viewBytes, inputByte: this.inputBytes, lineShift, errors, endsLine }
  }

  #blockAt(viewByte: number): EditBlock {
    return this.#blocks[this.#indexAt(viewByte)]
  }

  /** The first block that reaches a place, because what was cut out there belongs to what follows. */
  #indexAt(viewByte: number): number {
    let low = 0
    let high = this.#blocks.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#blocks[middle].end.viewByte < viewByte) low = middle + 1
      else high = middle
    }
    return low
  }
}
