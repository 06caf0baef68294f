import type { Controls } from '../scan/controls.ts'
import { cleanRow, isCleanRow } from './clean-row.ts'
import type { LostErrors } from './lost-errors.ts'
import { type LostError, Places, type WrittenPart } from './places.ts'
import type { ScreenRow } from './row.ts'
import type { ViewMap } from './view-map.ts'

const LF = 0x0a
const CR = 0x0d

/** A longer row is copied at once. */
const LONG_ROW = 200

/** 1 for the first bytes of what a row must not hold. */
const mayHoldControl = new Uint8Array(256)
mayHoldControl[0x5e] = 1
mayHoldControl[0xc2] = 1

/** Writes rows that are final, in order, and notes in the map where they come from. */
export class RowWriter {
  /** The input up to here stands in what was written, and the number of its line ends since text was plain. */
  doneByte = 0
  doneLine = 0
  /** True when a line of the input begins at `doneByte`. */
  isLineStart = true
  readonly #map: ViewMap
  readonly #errors: Pick<LostErrors, 'take'>
  readonly #controls: Controls
  #bytes = new Uint8Array(0)
  #length = 0

  constructor(map: ViewMap, errors: Pick<LostErrors, 'take'>, controls: Controls) {
    this.#map = map
    this.#controls = controls
    this.#errors = errors
  }

  /** What was written since the last call. Valid until the next write. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length)
    this.#length = 0
    return taken
  }

  /** Leaves the memory alone of what was taken last. */
  keepTaken(): void {
    this.#bytes = new Uint8Array(0)
  }

  get isEmpty(): boolean {
    return this.#length === 0
  }

  /**
   * Writes plain text, `bytes[from, to)` of the input, without its CRs: each is part of a line end. All sequences in it are
   * colours, which are left out too.
   */
  copy(bytes: Uint8Array, from: number, to: number, hasColours: boolean): void {
    this.#reserve(to - from)
    // Behind it there may be much more, which each call would search.
    const text = bytes.subarray(0, to)
    let at = from
    while (at < to) {
      const cr = text.indexOf(CR, at)
      const stop = cr < 0 ? to : cr
      if (hasColours)
        this.#length = this.#controls.strip(bytes, at, stop, this.#bytes, this.#length, this.#map)
      else {
        this.#bytes.set(bytes.subarray(at, stop), this.#length)
        this.#length += stop - at
        this.#map.copy(stop - at)
      }
      if (stop < to) this.#map.skip(1, 0)
      at = stop + 1
    }
    this.#noteDone(bytes, from, to)
  }

  /** Notes that bytes of the input go on as they are. */
  noteCopy(bytes: Uint8Array): void {
    this.#map.copy(bytes.length)
    this.#noteDone(bytes, 0, bytes.length)
  }

  #noteDone(bytes: Uint8Array, from: number, to: number): void {
    this.doneByte += to - from
    if (to > from) this.isLineStart = bytes[to - 1] === LF
  }

  /** Leaves out the input up to a place. */
  skipTo(byte: number, line: number): void {
    if (byte <= this.doneByte) return
    this.#map.skip(byte - this.doneByte, line - this.doneLine)
    this.isLineStart = line > this.doneLine
    this.doneByte = byte
    this.doneLine = line
  }

  /**
   * Writes a row and the errors that were overwritten there.
   *
   * @param rows the rows that are still on the screen. An error that one of them shows is not written again.
   * @param shareByte the end of the input that belongs to the row, and `shareLine` the line that begins there.
   */
  write(row: ScreenRow, rows: readonly ScreenRow[], shareByte: number, shareLine: number): void {
    const hasEnd = !row.isPart
    if (row.lost.length > 0) for (const lost of this.#errors.take(row, rows)) this.#writeLost(lost)
    const start = this.#length
    this.#reserve(row.mostBytes + 2)
    const isInOrder = row.isRaw && row.hasBegun && row.startByte >= this.doneByte && row.stopByte <= shareByte
    if (isInOrder && row.lostMore === 0 && this.#writeClean(row)) {
      this.#copyRow(row, shareByte, shareLine, hasEnd)
      return
    }
    const places = new Places((inputByte) => row.lineOf(inputByte))
    const end = row.writeTo(this.#bytes, start, 0, row.size, places)
    const text = this.#bytes.subarray(start, end)
    this.#length = start + cleanRow(text).length
    // What comes together is not at the places of what was written.
    const unplaced = this.#length === end ? this.#placeParts(places.parts, shareByte) : this.#length - start
    if (!row.isRaw) this.#map.leavesOut = true
    const textEnd = this.#length
    if (hasEnd) this.#writeEnd()
    this.#replace(unplaced + this.#length - textEnd, hasEnd, shareByte, shareLine, row.lostMore)
  }

  /**
   * Notes where the parts of a text come from. What stands in its share of the input, in order, is copied.
   *
   * @returns the bytes at its end of which no place was noted.
   */
  #placeParts(parts: readonly WrittenPart[], shareByte: number): number {
    const map = this.#map
    let unplaced = 0
    for (const { viewBytes, inputByte, line, startsLine: beginsLine } of parts) {
      if (inputByte < 0) {
        unplaced += viewBytes
        continue
      }
      const isInOrder = inputByte >= this.doneByte && inputByte + viewBytes <= shareByte
      const inputBytes = isInOrder ? inputByte - this.doneByte : 0
      const inputLines = isInOrder ? line - this.doneLine : 0
      const startsLine = this.isLineStart
      if (isInOrder && inputBytes > 0) this.isLineStart = beginsLine
      const endsLine = this.isLineStart
      if (unplaced + inputBytes > 0)
        map.replace({ inputBytes, inputLines, viewBytes: unplaced, viewLines: 0, startsLine, endsLine })
      unplaced = 0
      this.doneByte += inputBytes
      this.doneLine += inputLines
      if (isInOrder) {
        map.copy(viewBytes)
        this.doneByte += viewBytes
        this.isLineStart = false
      } else {
        const origin = { bytes: inputByte - this.doneByte, lines: line - this.doneLine }
        map.replace({ inputBytes: 0, inputLines: 0, viewBytes, viewLines: 0, startsLine, endsLine, origin })
      }
    }
    return unplaced
  }

  /** Writes raw text if it holds no control. */
  #writeClean(row: ScreenRow): boolean {
    const { bytes, length } = row
    const target = this.#bytes
    let at = this.#length
    let mayHold = 0
    if (length > LONG_ROW) {
      const text = bytes.subarray(0, length)
      if (!isCleanRow(text)) return false
      target.set(text, at)
      this.#length += length
      return true
    }
    for (let from = 0; from < length; from++) {
      const byte = bytes[from]
      target[at++] = byte
      mayHold |= mayHoldControl[byte]
    }
    if (mayHold === 1 && !isCleanRow(bytes.subarray(0, length))) return false
    this.#length = at
    return true
  }

  #copyRow(row: ScreenRow, shareByte: number, shareLine: number, hasEnd: boolean): void {
    this.skipTo(row.lineByte, row.startLine)
    this.skipTo(row.startByte, row.startLine)
    for (let at = 0; at < row.editCount; at += 2) {
      if (at > 0) this.#map.skip(row.edits[at - 1], 0)
      this.#map.copy(row.edits[at])
    }
    this.doneByte = row.stopByte
    this.isLineStart = row.endsRaw
    if (row.endsRaw) this.doneLine = row.startLine + 1
    if (!hasEnd) return
    const before = this.#length
    this.#writeEnd()
    if (!row.endsRaw) this.#replace(this.#length - before, true, shareByte, shareLine, 0)
  }

  #replace(viewBytes: number, hasEnd: boolean, shareByte: number, shareLine: number, errors: number): void {
    const byte = Math.max(shareByte, this.doneByte)
    const line = Math.max(shareLine, this.doneLine)
    const startsLine = this.isLineStart
    if (byte > this.doneByte) this.isLineStart = line > this.doneLine
    this.#map.replace({
      inputBytes: byte - this.doneByte,
      inputLines: line - this.doneLine,
      viewBytes,
      viewLines: hasEnd ? 1 : 0,
      errors,
      startsLine,
      endsLine: this.isLineStart,
    })
    this.doneByte = byte
    this.doneLine = line
  }

  #writeEnd(): void {
    this.#bytes[this.#length++] = LF
  }

  #writeLost({ text, parts }: LostError): void {
    this.#reserve(text.length + 1)
    this.#bytes.set(text, this.#length)
    this.#length += text.length
    this.#bytes[this.#length++] = LF
    // Their share of the input is that of the row.
    const unplaced = this.#placeParts(parts, -1)
    const isLineStart = this.isLineStart
    this.#map.replace({
      inputBytes: 0,
      inputLines: 0,
      viewBytes: unplaced + 1,
      viewLines: 1,
      startsLine: isLineStart,
      endsLine: isLineStart,
    })
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(this.#length + bytes, 2 * this.#bytes.length, 4096))
    grown.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = grown
  }
}
