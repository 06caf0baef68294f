/** A run hides at least this many lines. */
export const LEAST_LINES = 2
/** A run hides at least this many bytes. */
const LEAST_BYTES = 64
/** Most bytes of a mark besides the digits of its four line numbers, and some to spare. */
const MARK_BYTES = 20
const MARK_NUMBERS = 4
/** Most bytes of a mark. A text may be longer than its window by one mark. */
export const MOST_MARK_BYTES = 128

const encoder = /* @__PURE__ */ new TextEncoder()

/** The lines of a run before its last one. */
export class HiddenLines {
  lines = 0
  bytes = 0
  errors = 0
  /** True while each is equal to a recent line. */
  isIdentical = true
  /** Number of the first line. */
  firstNumber = 0
  /** Where the last line is. */
  lastByte = 0
  lastLine = 0
  /** The first and last recent line that they are alike to, counted from the run: -1 is the line before it. */
  firstMatched = 0
  lastMatched = 0
  firstMatchedNumber = 0
  lastMatchedNumber = 0

  clear(): void {
    this.lines = this.bytes = this.errors = 0
    this.isIdentical = true
    this.firstMatched = Infinity
    this.lastMatched = -Infinity
  }

  /** True when they are worth a mark. It does not turn false again. */
  get isEnough(): boolean {
    if (this.lines < LEAST_LINES || this.bytes < LEAST_BYTES) return false
    return this.bytes >= MARK_BYTES + MARK_NUMBERS * String(this.firstNumber).length
  }

  /** The line of the view that stands for them. `lastNumber` is the number of the last one. */
  markThrough(lastNumber: number): Uint8Array {
    const { isIdentical, firstNumber, firstMatchedNumber: first, lastMatchedNumber: last } = this
    const recent = first === last ? `${first}` : `${first}-${last}`
    const verb = isIdentical ? 'repeat' : 'like'
    return encoder.encode(`[...${firstNumber}-${lastNumber} ${verb} ${recent}]\n`)
  }
}
