import { PointWalker } from '../../collect/points.ts'
import { Head } from '../../collect/ring.ts'
import { advanceCodePoints, countCodePoints, graphemeFloor } from '../../render/graphemes.ts'
import { writeClip } from '../../render/notices.ts'

const LF = 0x0a

/** Bytes held beyond the budget, so that a cut knows what follows it. */
const SLACK_BYTES = 256

/** The rest of a line over `maxLineLength`. */
export interface LineCut {
  /** Index in the held bytes: where the line's LF stands, or would stand. */
  at: number
  /** Bytes and code points of the input that are left out here. */
  bytes: number
  codePoints: number
  /** What stands for them. */
  mark: string
}

/** The beginning of a page: as many bytes as it can show and some more, its long lines clipped already. */
export interface HeldLines {
  bytes: Uint8Array
  cuts: readonly LineCut[]
  /** Bytes of the input that they stand for. */
  inputBytes: number
}

/** Holds what a page may show, whatever follows. */
export class PageLines {
  readonly #held: Head
  readonly #maxLineLength: number
  readonly #cuts: LineCut[] = []
  #cutBytes = 0
  #line: OpenLine | undefined

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
      this.#line ??= new OpenLine(Math.min(4 * this.#maxLineLength + SLACK_BYTES, this.#held.capacity))
      this.#line.add(bytes.subarray(at, end))
      at = end + 1
      if (lf < 0) return
      this.#close(this.#line)
      this.#held.push(bytes.subarray(lf, at))
    }
  }

  end(): HeldLines {
    if (this.#line) this.#close(this.#line)
    const { bytes } = this.#held
    return { bytes, cuts: this.#cuts, inputBytes: bytes.length + this.#cutBytes }
  }

  #close({ start, byteLength, codePoints }: OpenLine): void {
    this.#line = undefined
    if (codePoints <= this.#maxLineLength) this.#held.push(start)
    else this.#clip(start, byteLength, codePoints)
  }

  #clip(start: Uint8Array, byteLength: number, codePoints: number): void {
    const form = markForm(codePoints, this.#maxLineLength)
    const length = graphemeFloor(start, advanceCodePoints(start, 0, this.#maxLineLength - form.length))
    this.#held.push(start.subarray(0, length))
    if (this.isFull) return
    const left = codePoints - countCodePoints(start, 0, length)
    const mark = form.length > 1 ? writeClip(left) : form
    const bytes = byteLength - length
    this.#cuts.push({ at: this.#held.bytes.length, bytes, codePoints: left, mark })
    this.#cutBytes += bytes
  }
}

/** The widest mark that takes at most a third of the line: the count, `…`, or none. */
function markForm(codePoints: number, maxLineLength: number): string {
  const full = writeClip(codePoints)
  if (3 * full.length <= maxLineLength) return full
  return maxLineLength >= 3 ? '…' : ''
}

/** A line of which only the beginning is held. */
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

  /** What a cut sequence at the end comes to is one U+FFFD. */
  get codePoints(): number {
    return this.#walker.points + (this.#walker.isCut ? 1 : 0)
  }
}
