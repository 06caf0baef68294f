import { partition } from '../bytes/binary-search.ts'
import type { Edit, Repeat, ViewPlace, ViewSource } from './edit.ts'
import { COPY, type EditMark, EditReader, KINDS, REPEAT, REPLACE, SKIP } from './edit-reader.ts'

/** A smaller number of bytes takes one byte. */
const SMALL = 0x80 / KINDS
const LEAST_BYTES = 512
/** Most bytes that one edit takes: seven numbers of up to eight bytes. */
const MOST_EDIT_BYTES = 56
/** Memory that a mark takes, and a block besides its edits. */
const HELD_BY_MARK = 128
const HELD_BY_BLOCK = 128

/** Some edits in order, each as a few small numbers. */
export class EditBlock {
  readonly start: Readonly<ViewPlace>
  /** The place after the last edit. */
  readonly end: ViewPlace
  length = 0
  #hasRepeats = false
  #bytes = new Uint8Array(0)
  /** Edits from which the block can be read, in order. Readers add more. */
  #marks: EditMark[]

  constructor(start: ViewPlace) {
    this.start = start
    this.end = { ...start }
    this.#marks = [{ at: 0, place: this.start }]
  }

  /** The edits, in order. */
  *edits(): Iterable<{ isCopy: boolean; edit: Edit }> {
    const edits = this.#read(this.#marks[0])
    const { before, after } = edits
    for (; edits.isAtEdit; edits.next()) {
      const { kind } = edits
      const inputBytes = after.inputByte - before.inputByte
      const viewBytes = after.viewByte - before.viewByte
      // Only the difference of the lines counts.
      const inputLines = after.lineShift - before.lineShift
      const edit = { inputBytes, inputLines, viewBytes, viewLines: 0, errors: after.errors - before.errors }
      const { startsLine, origin } = edits
      const { endsLine } = after
      yield {
        isCopy: kind === COPY,
        edit: { ...edit, startsLine, endsLine, isRepeat: kind === REPEAT, origin },
      }
    }
  }

  /** Bytes of memory that the block takes. */
  get heldBytes(): number {
    return this.#bytes.length + HELD_BY_MARK * (this.#marks.length - 1) + HELD_BY_BLOCK
  }

  clone(): EditBlock {
    const block = new EditBlock(this.start)
    Object.assign(block.end, this.end)
    block.length = this.length
    block.#hasRepeats = this.#hasRepeats
    block.#bytes = this.#bytes.slice()
    block.#marks = this.#marks.slice()
    return block
  }

  copy(bytes: number): void {
    this.#reserve()
    this.#put(bytes * KINDS + COPY)
    this.end.viewByte += bytes
    this.end.inputByte += bytes
    this.end.endsLine = undefined
  }

  /** Copied input, and then input without a line end that nothing stands for. */
  copyAndSkip(copied: number, skipped: number): void {
    this.#reserve()
    const end = this.end
    if (copied > 0 && copied < SMALL && skipped < SMALL) {
      const bytes = this.#bytes
      bytes[this.length++] = copied * KINDS + COPY
      bytes[this.length++] = skipped * KINDS + SKIP
    } else {
      if (copied > 0) this.#put(copied * KINDS + COPY)
      this.#put(skipped * KINDS + SKIP)
    }
    end.viewByte += copied
    end.inputByte += copied + skipped
    end.endsLine = false
  }

  /**
   * Pairs of copied and skipped input, as `copyAndSkip` takes them, until the block has more than `mostBytes`.
   *
   * @returns the first pair that is not taken.
   */
  copyAndSkipAll(pairs: Int32Array, first: number, stop: number, mostBytes: number): number {
    let next = first
    while (next < stop && this.length <= mostBytes) {
      next = this.#copyAndSkipSmall(pairs, next, stop, mostBytes)
      if (next === stop || this.length > mostBytes) break
      this.copyAndSkip(pairs[2 * next], pairs[2 * next + 1])
      next++
    }
    return next
  }

  /** The same for pairs of small numbers, as most are. */
  #copyAndSkipSmall(pairs: Int32Array, first: number, stop: number, mostBytes: number): number {
    this.#reserve()
    const bytes = this.#bytes
    const most = Math.min(mostBytes, bytes.length - 2)
    let length = this.length
    let view = 0
    let input = 0
    let next = first
    for (; next < stop && length <= most; next++) {
      const copied = pairs[2 * next]
      const skipped = pairs[2 * next + 1]
      if (copied === 0 || copied >= SMALL || skipped >= SMALL) break
      bytes[length++] = copied * KINDS + COPY
      bytes[length++] = skipped * KINDS + SKIP
      view += copied
      input += copied + skipped
    }
    this.length = length
    this.end.viewByte += view
    this.end.inputByte += input
    if (next > first) this.end.endsLine = false
    return next
  }

  replace(edit: Edit): void {
    const { inputBytes, inputLines, viewBytes, viewLines, errors = 0, isRepeat = false, origin } = edit
    const { startsLine = true, endsLine = inputLines > 0 } = edit
    if (isRepeat) this.#hasRepeats = true
    const isSkip = inputLines === 0 && viewBytes === 0 && viewLines === 0 && errors === 0
    if (isSkip && inputBytes === 0) return
    this.#reserve()
    this.#put(inputBytes * KINDS + (isSkip ? SKIP : isRepeat ? REPEAT : REPLACE))
    if (!isSkip) {
      const ends = 4 * viewLines + (startsLine ? 2 : 0) + (endsLine ? 1 : 0)
      for (const value of [inputLines, viewBytes, ends]) this.#put(value)
      this.#put(2 * errors + (origin ? 1 : 0))
      if (origin) for (const value of [origin.bytes, origin.lines]) this.#put(unsigned(value))
    }
    this.end.viewByte += viewBytes
    this.end.inputByte += inputBytes
    this.end.lineShift += inputLines - viewLines
    this.end.endsLine = !isSkip && endsLine
    this.end.errors += errors
  }

  /** `edits` may be a reader that was used before. It is quick for places that are asked for in order. */
  placeOf(viewByte: number, edits = new EditReader()): ViewPlace {
    const mark = this.#markBefore('viewByte', viewByte)
    const isNear = edits.reads(this.#marks, this.length) && edits.start >= mark.at
    if (!isNear || viewByte <= edits.before.viewByte) this.#open(edits, mark)
    const { before, after } = edits
    for (; edits.isAtEdit; edits.next()) {
      if (viewByte <= before.viewByte) return { ...before }
      if (viewByte >= after.viewByte) continue
      // Where a line ends is known only if it is at the end.
      const isKnown = edits.inputLines === 0 || (edits.inputLines === 1 && after.endsLine === true)
      const inside = isKnown ? after.inputByte - before.inputByte - edits.inputLines : 0
      const most = edits.kind === COPY ? Infinity : inside
      const inputByte = before.inputByte + Math.min(most, viewByte - before.viewByte)
      const within = edits.kind === COPY ? undefined : false
      return { ...before, inputByte, viewByte, endsLine: most > 0 ? within : edits.startsLine }
    }
    // Copied bytes after the last edit are not written yet.
    const copied = Math.max(0, viewByte - after.viewByte)
    const endsLine = copied > 0 ? undefined : after.endsLine
    return { ...after, inputByte: after.inputByte + copied, viewByte: after.viewByte + copied, endsLine }
  }

  /**
   * Adds the places where the bytes of a range of the view were written, in order. Of some it is not known. Returns the
   * place where the first edit of the range begins.
   */
  addSources(startByte: number, endByte: number, sources: ViewSource[]): ViewPlace | undefined {
    let first: ViewPlace | undefined
    const edits = this.#readBefore('viewByte', startByte)
    const { before, after } = edits
    for (; edits.isAtEdit && before.viewByte < endByte; edits.next()) {
      const { kind, origin } = edits
      const from = Math.max(startByte, before.viewByte)
      const to = Math.min(endByte, after.viewByte)
      if (from >= to) continue
      first ??= { ...before }
      if (kind !== COPY && origin === undefined) continue
      const { bytes, lines } = origin ?? { bytes: 0, lines: 0 }
      const inputByte = before.inputByte + bytes + from - before.viewByte
      sources.push({ inputByte, inputEnd: inputByte + to - from, lineShift: before.lineShift + lines })
    }
    return first
  }

  viewByteOf(inputByte: number): number {
    const edits = this.#readBefore('inputByte', inputByte)
    const { before, after } = edits
    for (; edits.isAtEdit; edits.next()) {
      if (inputByte <= before.inputByte) return before.viewByte
      if (inputByte < after.inputByte)
        return edits.kind === COPY ? before.viewByte + inputByte - before.inputByte : after.viewByte
    }
    return after.viewByte + inputByte - after.inputByte
  }

  /** True when an edit other than a copy lies in a range of the view or begins there. */
  hasEdit(startByte: number, endByte: number): boolean {
    const edits = this.#readBefore('viewByte', startByte)
    const { before, after } = edits
    for (; edits.isAtEdit; edits.next()) {
      if (before.viewByte >= endByte) return false
      if (edits.kind !== COPY && (before.viewByte >= startByte || after.viewByte > startByte)) return true
    }
    return false
  }

  repeatsIn(startByte: number, endByte: number): Repeat[] {
    if (!this.#hasRepeats) return []
    const found: Repeat[] = []
    const edits = this.#readBefore('viewByte', startByte)
    const { before, after } = edits
    for (; edits.isAtEdit && before.viewByte <= endByte; edits.next()) {
      if (edits.kind === REPEAT && before.viewByte >= startByte && after.viewByte <= endByte)
        found.push({ view: { ...before }, viewEnd: { ...after } })
    }
    return found
  }

  /** Reads the edits from the last mark before a byte on. */
  #readBefore(of: 'viewByte' | 'inputByte', byte: number): EditReader {
    return this.#read(this.#markBefore(of, byte))
  }

  #read(mark: EditMark): EditReader {
    const edits = new EditReader()
    this.#open(edits, mark)
    return edits
  }

  #open(edits: EditReader, mark: EditMark): void {
    edits.open(this.#bytes, this.length, this.#marks, mark)
  }

  /** The last mark before a byte of the view or of the input, or the first one. */
  #markBefore(of: 'viewByte' | 'inputByte', byte: number): EditMark {
    const marks = this.#marks
    return marks[
      Math.max(
        1,
        partition(marks.length, (i) => marks[i].place[of] < byte),
      ) - 1
    ]
  }

  #reserve(): void {
    if (this.length + 2 * MOST_EDIT_BYTES <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(LEAST_BYTES + 2 * MOST_EDIT_BYTES, 2 * this.#bytes.length))
    grown.set(this.#bytes.subarray(0, this.length))
    this.#bytes = grown
  }

  /** Writes a number seven bits at a time, the lowest first. */
  #put(value: number): void {
    let rest = value
    for (; rest > 0x7fffffff; rest = Math.floor(rest / 0x80))
      this.#bytes[this.length++] = 0x80 | (rest % 0x80)
    for (; rest >= 0x80; rest >>>= 7) this.#bytes[this.length++] = 0x80 | (rest & 0x7f)
    this.#bytes[this.length++] = rest
  }
}

/** A number that may be negative as one that is not. See `EditReader`. */
const unsigned = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value)
