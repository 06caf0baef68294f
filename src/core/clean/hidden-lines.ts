/** A run hides at least this many lines, or one that is equal to another. */
export const LEAST_LINES = 2
/** Most bytes of a mark besides the digits of its four line numbers. */
const MARK_BYTES = 16
const MARK_NUMBERS = 4
/** Most bytes of a mark. A text may be longer than its window by one mark. */
export const MOST_MARK_BYTES = 128

const encoder = /* @__PURE__ */ new TextEncoder()

/** An error in a line that is hidden, as it is in the input. */
export interface HiddenError {
  line: number
  startByte: number
  endByte: number
  /** Of its evidence. */
  kinds: number
}

/** The lines of a run that are hidden. */
export class HiddenLines {
  lines = 0
  bytes = 0
  errors = 0
  /** The first errors among them. */
  errorLines: HiddenError[] = []
  /** True while each is equal to a recent line. */
  isIdentical = true
  /** Where the first line is, and the last one. */
  firstByte = 0
  firstLine = 0
  lastByte = 0
  lastLine = 0
  /** Ordinals of the first and last recent line that they are alike to. */
  firstMatched = 0
  lastMatched = 0
  readonly #leastBytes: number

  /** @param leastBytes how many bytes are worth a mark */
  constructor(leastBytes: number) {
    this.#leastBytes = leastBytes
  }

  clear(): void {
    this.lines = this.bytes = this.errors = 0
    if (this.errorLines.length > 0) this.errorLines = []
    this.isIdentical = true
    this.firstMatched = Infinity
    this.lastMatched = 0
  }

  /** Adds a line at an offset and with a number. */
  add(byte: number, bytes: number, line: number): void {
    if (this.lines === 0) {
      this.firstByte = byte
      this.firstLine = line
    }
    this.lines++
    this.bytes += bytes
    this.lastByte = byte
    this.lastLine = line
  }

  /** True when they are worth a mark. */
  get isEnough(): boolean {
    if (this.bytes < this.#leastBytes || (this.lines < LEAST_LINES && !this.isIdentical)) return false
    return this.bytes >= MARK_BYTES + MARK_NUMBERS * String(this.firstLine).length
  }
}

/** What a mark says: numbers of lines that are hidden, and of lines that they are alike to. */
export interface FoldMark {
  first: number
  last: number
  firstMatched: number
  lastMatched: number
  isIdentical: boolean
}

/** The line of the view that stands for hidden lines. */
export function writeFoldMark({ first, last, firstMatched, lastMatched, isIdentical }: FoldMark): Uint8Array {
  const verb = isIdentical ? 'repeat' : 'like'
  return encoder.encode(`[...${range(first, last)} ${verb} ${range(firstMatched, lastMatched)}]\n`)
}

const range = (first: number, last: number): string => (first === last ? `${first}` : `${first}-${last}`)
