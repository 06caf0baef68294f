import { PointWalker } from '../../core/bytes/code-points.ts'
import { advanceCodePoints, countCodePoints, graphemeFloor } from '../../core/bytes/graphemes.ts'
import { sequenceFloor } from '../../core/bytes/sequences.ts'
import type { LineCut, PageStart } from '../../core/fit/page.ts'
import { Head } from '../../core/hold/head-tail.ts'
import { writeClip } from '../../core/words/notices.ts'

const LF = 0x0a

/** Bytes held beyond the budget, so that the characters around a cut are known. */
const SLACK_BYTES = 256

/** Holds the bytes that a page may show, with long lines clipped. */
export class PageLines {
  readonly #held: Head
  readonly #maxLineLength: number
  readonly #cuts: LineCut[] = []
  #cutBytes = 0
  #line = 0
  #openLine: OpenLine | undefined

  constructor(maxBytes: number, maxLineLength: number) {
    this.#held = new Head(maxBytes + SLACK_BYTES)
    this.#maxLineLength = maxLineLength
  }

  /** True once it holds more than a page can show. */
  get isFull(): boolean {
    return this.#held.bytes.length >= this.#held.capacity
  }

  take(bytes: Uint8Array): void {
    if (this.#maxLineLength === Number.POSITIVE_INFINITY) this.#held.push(bytes)
    else this.#takeLines(bytes)
  }

  #takeLines(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && !this.isFull; ) {
      const lf = bytes.indexOf(LF, at)
      const end = lf < 0 ? bytes.length : lf
      this.#openLine ??= new OpenLine(Math.min(4 * this.#maxLineLength + SLACK_BYTES, this.#held.capacity))
      this.#openLine.add(bytes.subarray(at, end))
      at = end + 1
      if (lf < 0) return
      this.#close(this.#openLine)
      this.#line++
      this.#held.push(bytes.subarray(lf, at))
    }
  }

  end(): PageStart {
    if (this.#openLine) this.#close(this.#openLine)
    const { bytes } = this.#held
    return { bytes, cuts: this.#cuts, inputBytes: bytes.length + this.#cutBytes }
  }

  #close({ start, byteLength, codePoints }: OpenLine): void {
    this.#openLine = undefined
    if (codePoints <= this.#maxLineLength) this.#held.push(start)
    else this.#clip(start, byteLength, codePoints)
  }

  #clip(start: Uint8Array, byteLength: number, codePoints: number): void {
    const countLength = writeClip(codePoints).length
    const mark = markFor(countLength, this.#maxLineLength)
    const markLength = mark === 'count' ? countLength : mark === 'ellipsis' ? 1 : 0
    const most = advanceCodePoints(start, 0, this.#maxLineLength - markLength)
    const length = sequenceFloor(start, graphemeFloor(start, most))
    this.#held.push(start.subarray(0, length))
    if (this.isFull) return
    const at = this.#held.bytes.length
    const bytes = byteLength - length
    const left = codePoints - countCodePoints(start, 0, length)
    this.#cuts.push({ at, bytesBefore: this.#cutBytes, line: this.#line, bytes, codePoints: left, mark })
    this.#cutBytes += bytes
  }
}

/** The widest mark that takes at most a third of the line. */
function markFor(countLength: number, maxLineLength: number): LineCut['mark'] {
  if (3 * countLength <= maxLineLength) return 'count'
  return maxLineLength >= 3 ? 'ellipsis' : 'none'
}

/** A line that has not ended. Only its beginning is held. */
class OpenLine {
  byteLength = 0
  readonly #held: Head
  readonly #walker = new PointWalker()

  constructor(capacity: number) {
    this.#held = new Head(capacity)
  }

  add(bytes: Uint8Array): void {
    this.byteLength += bytes.length
    this.#held.push(bytes)
    this.#walker.walk(bytes, Number.POSITIVE_INFINITY, false)
  }

  get start(): Uint8Array {
    return this.#held.bytes
  }

  /** An incomplete sequence at the end counts as one U+FFFD. */
  get codePoints(): number {
    return this.#walker.points + (this.#walker.isCut ? 1 : 0)
  }
}
