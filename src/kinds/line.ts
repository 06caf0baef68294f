import { withoutColours } from '../core/bytes/colours.ts'
import { asciiText } from '../core/bytes/utf8.ts'
import { CR, LF } from './bytes.ts'
import type { Place } from './kind.ts'

const decoder = /* @__PURE__ */ new TextDecoder()

/** What is decoded at once. It stays in memory as long as a part of it does. */
const DECODED_BYTES = 1024

/** The line that is being read. What a kind does not ask for is not made. Its text stays valid during the call. */
export class Line {
  /** Where its first 8 KiB are, without colours, LF and CR: `buffer[from]` to `buffer[to - 1]`. */
  buffer: Uint8Array = new Uint8Array(0)
  from = 0
  to = 0
  startByte = 0
  endByte = 0
  /** 1-indexed. */
  number = 1
  /** Code points of the input before it, and before its end. */
  startCodePoints = 0
  endCodePoints = 0
  #start: Place | undefined
  #end: Place | undefined
  /** The text of bytes from `#decodedFrom` on, which are ASCII. */
  #decoded = ''
  #decodedFrom = 0
  #decodedTo = 0
  /** Bytes up to this one are not all ASCII, so that each line is decoded by itself. */
  #mixedTo = 0
  #decodedOf: Uint8Array | undefined

  /** Its length with its LF, which may be more than that of its text. */
  get length(): number {
    return this.endByte - this.startByte
  }

  get start(): Place {
    this.#start ??= lineStartPlace(this.startByte, this.number, this.startCodePoints)
    return this.#start
  }

  /** Behind its LF. */
  get end(): Place {
    this.#end ??= lineStartPlace(this.endByte, this.number + 1, this.endCodePoints)
    return this.#end
  }

  /** Its first 8 KiB, without LF and CR. */
  get bytes(): Uint8Array {
    return this.buffer.subarray(this.from, this.to)
  }

  /** Decodes its first 8 KiB, without a BOM. */
  get text(): string {
    return this.textOf(this.from, this.to)
  }

  /** Decodes a part of it. */
  textOf(from: number, to: number): string {
    const { buffer } = this
    if (this.#decodedOf !== buffer) this.#forget(buffer)
    if (from >= this.#mixedTo && to > this.#decodedTo) this.#decode(buffer, from)
    if (to > this.#decodedTo) return decoder.decode(buffer.subarray(from, to))
    return this.#decoded.slice(from - this.#decodedFrom, to - this.#decodedFrom)
  }

  /** The same, which shares no memory with the texts of other lines: for what is kept for long. */
  get ownText(): string {
    return decoder.decode(this.bytes)
  }

  /** The bytes that came before may have changed. */
  forgetText(): void {
    this.#decodedOf = undefined
  }

  #forget(buffer: Uint8Array): void {
    this.#decodedOf = buffer
    this.#decodedTo = this.#mixedTo = 0
  }

  /** A call of the decoder takes longer than most lines. */
  #decode(buffer: Uint8Array, from: number): void {
    const to = Math.min(buffer.length, from + DECODED_BYTES)
    const text = asciiText(buffer, from, to)
    if (text !== undefined) {
      this.#decoded = text
      this.#decodedFrom = from
      this.#decodedTo = to
    } else this.#mixedTo = to
  }

  get isEmpty(): boolean {
    return this.to === this.from
  }

  /** The first byte of its text. -1 if it is empty. */
  get first(): number {
    return this.isEmpty ? -1 : this.buffer[this.from]
  }

  /** More bytes of it came. */
  grow(bytes: number, continuations: number): void {
    this.endByte += bytes
    this.endCodePoints += bytes - continuations
  }

  /** The same for a text that may have colours. */
  setColouredText(buffer: Uint8Array, from: number, to: number): void {
    const text = withoutColours(buffer.subarray(from, to))
    this.setText(text, 0, text.length)
  }

  /** Its text is known, with its LF if it has one. */
  setText(buffer: Uint8Array, from: number, to: number): void {
    this.buffer = buffer
    this.from = from
    this.to = to
    if (this.to > from && buffer[this.to - 1] === LF) this.to--
    if (this.to > from && buffer[this.to - 1] === CR) this.to--
  }

  /** Goes to the next line, which begins where this one ends. */
  next(): void {
    this.#start = this.#end
    this.#end = undefined
    this.number++
    this.startByte = this.endByte
    this.startCodePoints = this.endCodePoints
  }
}

/** The place where a line begins. */
const lineStartPlace = (byte: number, line: number, codePoints: number): Place => ({
  byte,
  line,
  column: 1,
  codePoints,
})
