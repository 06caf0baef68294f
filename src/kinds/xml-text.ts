import { AMPERSAND, CLOSING, DASH, GREATER, LF, QUESTION, SEMICOLON, SLASH } from './bytes.ts'
import { type ByteCursor, ClipMarks, type TextClip } from './cursor.ts'
import type { Node } from './xml-units.ts'

// Bytes that mean something in XML.

export const isBlank = (byte: number): boolean =>
  byte === 0x20 || byte === LF || byte === 0x0d || byte === 0x09

/** A name ends at these. */
export const endsName = (byte: number): boolean => isBlank(byte) || byte === SLASH || byte === GREATER

/** Letters, `_`, `:` and all that is not ASCII. */
export const beginsName = (byte: number): boolean =>
  byte >= 0x80 || byte === 0x3a || byte === 0x5f || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a)

export const hashedName = (hash: number, byte: number): number => (Math.imul(hash, 31) + byte) | 0

export const nameHash = (name: string): number =>
  [...name].reduce((hash, letter) => hashedName(hash, letter.charCodeAt(0)), 0)

/** The name of a value in a property list: one unit with the element behind it. */
export const KEY = nameHash('key')

export const isQuote = (byte: number): boolean => byte === 0x22 || byte === 0x27

/** The most bytes of an entity that a clip looks out for. */
const MOST_ENTITY = 16
/** How far a clip is moved to the end of a line. */
const MOST_WAIT = 128

/** What is read of a text to compare it with others. */
const MOST_TOLD = 128

const lengthOf = ({ from, to }: TextClip): number => to.byte - from.byte

/** Reads a text, a value or a section to its end, and finds what may be left out of a long one. */
export class TextScanner {
  /** True when it came to a byte that may be the end. */
  isAtStop = false
  readonly #recordBytes: number
  #stop = 0
  /** For a section, the byte before its last one: twice, but for `?>`. */
  before = 0
  #last = 0
  #secondLast = 0
  readonly #marks: ClipMarks
  /** The first bytes of a text or a value. */
  readonly first = new Uint8Array(MOST_TOLD)
  length = 0
  /** Where the last `&` stands that has no `;` yet. */
  #ampersand = -1

  constructor(recordBytes: number) {
    this.#recordBytes = recordBytes
    this.#marks = new ClipMarks(recordBytes)
  }

  begin(at: ByteCursor, stop: number, before: number): void {
    this.#stop = stop
    this.before = before
    this.#last = this.#secondLast = 0
    this.#ampersand = -1
    this.length = 0
    this.#marks.begin(at.byte)
  }

  get isEnd(): boolean {
    const { before } = this
    return before === 0 || (this.#last === before && (before === QUESTION || this.#secondLast === before))
  }

  /** Reads up to the next stop. Returns its index. */
  scan(bytes: Uint8Array, from: number, cursor: ByteCursor): number {
    const start = cursor.byte - from
    const to = Math.min(bytes.length, Math.max(from, this.#marks.next - start))
    const stop = this.#stop
    let at = from
    for (; at < to && bytes[at] !== stop; at++) {
      const byte = bytes[at]
      // Most bytes are letters.
      if (byte > GREATER && byte < 0x80) continue
      if ((byte & 0xc0) === 0x80) cursor.continuations++
      else if (byte === LF) {
        cursor.byte = start + at + 1
        cursor.newLine()
      } else if (byte === AMPERSAND) this.#ampersand = start + at
      else if (byte === SEMICOLON) this.#ampersand = -1
    }
    cursor.byte = start + at
    for (let each = from; each < at && this.length < MOST_TOLD; each++)
      this.first[this.length++] = bytes[each]
    if (at > from) {
      this.#secondLast = at - from > 1 ? bytes[at - 2] : this.#last
      this.#last = bytes[at - 1]
    }
    this.isAtStop = at < bytes.length && bytes[at] === stop
    if (at < bytes.length && !this.isAtStop) this.#pass(cursor, bytes[at])
    return at
  }

  /** That byte is no end after all. */
  goOn(): void {
    this.#secondLast = this.#last
    this.#last = this.#stop
  }

  /** Passes a place. Clips begin and end at a character, in no entity and in no end of a section. */
  #pass(at: ByteCursor, byte: number): void {
    const last = this.#last
    const isInside =
      (byte & 0xc0) === 0x80 ||
      (this.#ampersand >= 0 && at.byte - this.#ampersand < MOST_ENTITY) ||
      // A mark of the next character could take the end of the entity with it.
      (last === SEMICOLON && byte >= 0x80) ||
      last === CLOSING ||
      last === DASH ||
      last === QUESTION
    // The end of a line is better.
    if (isInside || (byte !== LF && at.byte < this.#marks.due + MOST_WAIT)) {
      this.#marks.next++
    } else this.#marks.pass(at)
  }

  /** Of the texts of a unit, the longest is clipped. */
  clip(node: Node | undefined): void {
    const clip = this.#marks.clip(this.#recordBytes >> 1)
    if (node && clip && (!node.clip || lengthOf(clip) > lengthOf(node.clip))) node.clip = clip
  }
}
