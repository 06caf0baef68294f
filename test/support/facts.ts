export { type ErrorFact, errorsOf, type JudgedError } from './error-facts.ts'

const LF = 0x0a
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Facts about an input, computed in a slow and simple way, independently of pith. */
export class InputFacts {
  readonly bytes: Uint8Array
  /** The WHATWG decoding with the BOM kept. */
  readonly text: string
  /** Offset of each line's first byte. */
  readonly lineStarts: readonly number[]
  readonly totalLines: number
  /** Offset of the first byte of each code point of `text`, and the input's length. */
  readonly #pointStarts: Uint32Array
  /** Number of malformed sequences that begin before each code point. */
  readonly #malformedBefore: Uint32Array
  #serializedLength: number | undefined

  constructor(input: string | Uint8Array) {
    this.bytes = bytesOf(input)
    this.text = decoder.decode(this.bytes)
    this.lineStarts = lineStartsOf(this.bytes)
    this.totalLines = this.lineStarts.length
    const points = decodePoints(this.bytes)
    this.#pointStarts = points.starts
    this.#malformedBefore = points.malformedBefore
  }

  /** The text's bytes as a JSON string. */
  get serializedLength(): number {
    this.#serializedLength ??= serializedLength(this.text)
    return this.#serializedLength
  }

  /** 1-indexed line of a byte. */
  lineOf(byte: number): number {
    return upperBound(this.lineStarts, byte)
  }

  lineStart(line: number): number {
    return this.lineStarts[line - 1] ?? this.bytes.length
  }

  /** Offset after the line's LF, or the end of the input. */
  lineEnd(line: number): number {
    return this.lineStarts[line] ?? this.bytes.length
  }

  /** Offset of the line's LF, or the end of the input. */
  contentEnd(line: number): number {
    const end = this.lineEnd(line)
    return end > this.lineStart(line) && this.bytes[end - 1] === LF ? end - 1 : end
  }

  isCodePointBoundary(byte: number): boolean {
    return this.#pointStarts[this.#pointAt(byte)] === byte
  }

  codePointsBetween(start: number, end: number): number {
    return this.#pointAt(end) - this.#pointAt(start)
  }

  /** Offset of a code point's first byte, by the number of code points before it. */
  startOfPoint(index: number): number {
    return this.#pointStarts[index]
  }

  /** Whether a range is well formed. Both ends must be code point boundaries. */
  isValid(start: number, end: number): boolean {
    return this.#malformedBefore[this.#pointAt(start)] === this.#malformedBefore[this.#pointAt(end)]
  }

  textOf(start: number, end: number): string {
    return decoder.decode(this.bytes.subarray(start, end))
  }

  /** Raw bytes of lines, LF included, as `pith show ID --lines A-B` prints them. */
  linesOf(firstLine: number, lastLine: number): Uint8Array {
    return this.bytes.subarray(this.lineStart(firstLine), this.lineEnd(lastLine))
  }

  #pointAt(byte: number): number {
    let low = 0
    let high = this.#pointStarts.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#pointStarts[middle] < byte) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** The input's bytes: a string is the UTF-8 of its well-formed form. */
export function bytesOf(input: string | Uint8Array): Uint8Array {
  return typeof input === 'string' ? new TextEncoder().encode(input) : input
}

export const utf8Length = (text: string): number => Buffer.byteLength(text, 'utf8')

export const serializedLength = (text: string): number => utf8Length(JSON.stringify(text))

/** LF bytes, plus one for an unterminated last line. */
export const countLines = (text: string): number =>
  text.split('\n').length - (text === '' || text.endsWith('\n') ? 1 : 0)

export const countCodePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

function lineStartsOf(bytes: Uint8Array): number[] {
  const starts = bytes.length === 0 ? [] : [0]
  for (let i = 0; i + 1 < bytes.length; i++) if (bytes[i] === LF) starts.push(i + 1)
  return starts
}

/** Number of the ascending values that are at most `value`. */
function upperBound(sorted: readonly number[], value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle] <= value) low = middle + 1
    else high = middle
  }
  return low
}

function decodePoints(bytes: Uint8Array): { starts: Uint32Array; malformedBefore: Uint32Array } {
  const starts = new Uint32Array(bytes.length + 1)
  const malformedBefore = new Uint32Array(bytes.length + 1)
  let count = 0
  let malformed = 0
  for (let at = 0; at < bytes.length; ) {
    const length = wellFormedLength(bytes, at)
    starts[count] = at
    malformedBefore[count++] = malformed
    if (length === 0) malformed++
    at += length || maximalSubpart(bytes, at)
  }
  starts[count] = bytes.length
  malformedBefore[count++] = malformed
  return { starts: starts.subarray(0, count), malformedBefore: malformedBefore.subarray(0, count) }
}

/** The rows of the Unicode standard's table 3-7: ranges of each byte of a well-formed sequence. */
const WELL_FORMED: readonly (readonly (readonly [number, number])[])[] = [
  [[0x00, 0x7f]],
  [
    [0xc2, 0xdf],
    [0x80, 0xbf],
  ],
  [
    [0xe0, 0xe0],
    [0xa0, 0xbf],
    [0x80, 0xbf],
  ],
  [
    [0xe1, 0xec],
    [0x80, 0xbf],
    [0x80, 0xbf],
  ],
  [
    [0xed, 0xed],
    [0x80, 0x9f],
    [0x80, 0xbf],
  ],
  [
    [0xee, 0xef],
    [0x80, 0xbf],
    [0x80, 0xbf],
  ],
  [
    [0xf0, 0xf0],
    [0x90, 0xbf],
    [0x80, 0xbf],
    [0x80, 0xbf],
  ],
  [
    [0xf1, 0xf3],
    [0x80, 0xbf],
    [0x80, 0xbf],
    [0x80, 0xbf],
  ],
  [
    [0xf4, 0xf4],
    [0x80, 0x8f],
    [0x80, 0xbf],
    [0x80, 0xbf],
  ],
]

const fitting = (bytes: Uint8Array, at: number, row: readonly (readonly [number, number])[]): number => {
  let length = 0
  while (
    length < row.length &&
    bytes[at + length] >= row[length][0] &&
    bytes[at + length] <= row[length][1]
  ) {
    length++
  }
  return length
}

function wellFormedLength(bytes: Uint8Array, at: number): number {
  if (bytes[at] < 0x80) return 1
  return WELL_FORMED.find((row) => fitting(bytes, at, row) === row.length)?.length ?? 0
}

/** Bytes that decode to one U+FFFD together. */
const maximalSubpart = (bytes: Uint8Array, at: number): number =>
  Math.max(1, ...WELL_FORMED.map((row) => fitting(bytes, at, row)))
