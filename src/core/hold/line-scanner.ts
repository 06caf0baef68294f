import type { ScannedLines } from '../clean/recent-lines.ts'
import { shapeOf } from '../scan/line-facts.ts'

const LF = 0x0a
const LEAST_LINES = 64

/** Finds the ends and the shapes of lines. What it gives is valid until the next call. */
export class LineScanner {
  #lineEnds = new Int32Array(LEAST_LINES)
  #lineShapes = new Uint32Array(LEAST_LINES)

  /** The lines that end in some bytes, which begin with a line. */
  scan(bytes: Uint8Array): ScannedLines {
    let newlines = 0
    for (let start = 0, lf = bytes.indexOf(LF); lf >= 0; start = lf + 1, lf = bytes.indexOf(LF, start)) {
      if (newlines === this.#lineEnds.length) this.#grow()
      this.#lineEnds[newlines] = lf
      this.#lineShapes[newlines++] = shapeOf(bytes, start, lf)
    }
    return { bytes, newlines, lineEnds: this.#lineEnds, lineShapes: this.#lineShapes }
  }

  #grow(): void {
    const [ends, shapes] = [this.#lineEnds, this.#lineShapes]
    this.#lineEnds = new Int32Array(2 * ends.length)
    this.#lineShapes = new Uint32Array(2 * shapes.length)
    this.#lineEnds.set(ends)
    this.#lineShapes.set(shapes)
  }
}
