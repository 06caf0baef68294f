import { MOST_COLOUR_BYTES } from '../core/bytes/colours.ts'
import { concat } from '../core/bytes/concat.ts'
import { continuationsIn } from '../core/bytes/utf8.ts'
import { amountIn } from './amounts.ts'
import { ByteCursor } from './cursor.ts'
import { badnessOf, badnessOfNumber, hashed, isLevel } from './json-levels.ts'
import { hashOfWord } from './json-paths.ts'
import { MOST_INSIDE, RecordReader } from './json-record.ts'
import { TextLines } from './json-text.ts'
import { JSON_SORTS, JsonUnits } from './json-units.ts'
import { isWord, isWordByte, MOST_WORD } from './json-words.ts'
import type { Outline, Place, UnitReader } from './kind.ts'
import { MOST_DEPTH, MOST_NESTED, Tree } from './tree.ts'

// Reads JSON byte by byte. Knows where values, names and strings begin and end; json-units.ts makes units of them.

/** Lines and items of errors that stay in memory. */
const MOST_ERRORS = 512

/** What may come next, or what the next byte is in. */
const VALUE = 0
const FIRST_VALUE = 1
const FIRST_NAME = 2
const NAME = 3
const COLON = 4
const AFTER = 5
const IN_STRING = 6
const IN_ESCAPE = 7
const IN_HEX = 8
const IN_WORD = 9
const IN_COLOUR = 10
const IN_TEXT = 11
/** Behind a `[` at the top, which may begin a line of a log. */
const BEHIND_BRACKET = 12

const ESC = 0x1b

const BOM = [0xef, 0xbb, 0xbf]
const NOTHING = new Uint8Array(0)
const BRACKET = new Uint8Array([0x5b])
/** Bytes that may stand behind the bracket of an array: blanks, `"`, `[`, `]` and `{`. */
const BEHIND_ARRAY = new Set([0x0a, 0x0d, 0x20, 0x22, 0x5b, 0x5d, 0x7b])

export class JsonReader implements UnitReader {
  readonly readsColours = true
  isTooDeep = false
  readonly #outline: (tree: Tree, values: number, texts: number) => Outline | undefined
  readonly #tree: Tree
  readonly #units: JsonUnits
  readonly #record = new RecordReader()
  /** A container longer than this becomes a unit with units of its own. */
  readonly #recordBytes: number
  /** Lines of text around documents. Undefined where there must be none. */
  readonly #text: TextLines | undefined
  /** Containers nested too deep for units. */
  #skipped: boolean[] = []
  #isBroken = false
  #state = VALUE
  /** What the byte behind the colour is in that is being read. */
  #afterColour = VALUE
  #values = 0
  /** True for a string that is a name. */
  #isName = false
  /** A hash of the name or the value that is being read. */
  #hash = 0
  /** The name of the next value if it may tell how bad its line or item is, hashed. Else 0. */
  #level = 0
  #hexLeft = 0
  #hex = 0
  #isAfterHigh = false
  /** The first bytes of a word that goes on in the next chunk. */
  #word: Uint8Array = NOTHING
  readonly #at = new ByteCursor()
  /** Where a unit at the top begins. */
  readonly #lineStart = new ByteCursor()
  /** Where the last token ended. */
  readonly #tokenEnd = new ByteCursor()
  #stringStart = 0
  #clipFrom: Place | undefined
  /** Places in a long string, each a while behind the last. */
  #clipTo: [Place, Place] | undefined
  #nextClip = 0

  constructor(
    maxBytes: number,
    heldBytes: number,
    outline: (tree: Tree, values: number, texts: number) => Outline | undefined,
    mayHaveText = false,
  ) {
    this.#recordBytes = Math.max(64, Math.min(1024, maxBytes >> 2))
    this.#outline = outline
    if (mayHaveText) this.#text = new TextLines()
    this.#tree = new Tree(this.#at.place(), heldBytes, JSON_SORTS, { mostNotable: MOST_ERRORS })
    this.#units = new JsonUnits(this.#tree, this.#recordBytes)
  }

  write(bytes: Uint8Array, owned: boolean): void {
    if (this.#isBroken) return
    this.#tree.pendingFrom = this.#units.pendingFrom
    this.#tree.write(bytes, owned)
    let at = 0
    while (at < bytes.length && !this.#isBroken)
      at = this.#state < IN_STRING ? this.#readToken(bytes, at) : this.#read(bytes, at)
    this.#tree.pendingFrom = this.#units.pendingFrom
    this.#tree.release()
  }

  end(): Outline | undefined {
    if (this.#state === IN_WORD) this.#endWord()
    if (this.#state === IN_COLOUR) this.#state = this.#afterColour
    if (this.#state === IN_TEXT) this.#endText()
    if (this.#isBroken || this.#isInside) return undefined
    if (this.#state !== AFTER && this.#state !== VALUE) return undefined
    if (this.#values === 0) return undefined
    const hasRare = this.#units.finish(this.#at.place())
    const outline = this.#outline(this.#tree, this.#values, this.#text?.count ?? 0)
    return outline && { ...outline, hasRare }
  }

  #read(bytes: Uint8Array, at: number): number {
    switch (this.#state) {
      case IN_STRING:
        return this.#readString(bytes, at)
      case IN_ESCAPE:
        return this.#readEscape(bytes[at], at)
      case IN_HEX:
        return this.#readHex(bytes[at], at)
      case IN_WORD:
        return this.#readWord(bytes, at)
      case IN_COLOUR:
        return this.#readColour(bytes[at], at)
      case IN_TEXT:
        return this.#readText(bytes, at)
      default:
        return this.#readBehindBracket(bytes[at], at)
    }
  }

  #readToken(bytes: Uint8Array, at: number): number {
    const byte = bytes[at]
    // Its bytes may come in chunks of their own.
    if (byte === BOM[this.#at.byte]) {
      if (this.#at.byte++ > 0) this.#at.continuations++
      return at + 1
    }
    if (byte === 0x0a) {
      this.#at.byte++
      this.#at.newLine()
      return at + 1
    }
    if (byte === 0x20 || byte === 0x09 || byte === 0x0d) {
      this.#at.byte++
      return at + 1
    }
    if (byte === ESC) return this.#beginColour(at)
    if (this.#text && byte !== 0x7b && this.#isAtTop) {
      if (byte !== 0x5b) return this.#beginText(at)
      this.#state = BEHIND_BRACKET
      return at + 1
    }
    if (byte === 0x22) this.#openString()
    else if (byte === 0x7b || byte === 0x5b) {
      this.#beginValue()
      const end = this.#readRecord(bytes, at)
      if (end > at) return end
      this.#openContainer(byte === 0x5b)
    } else if (byte === 0x7d || byte === 0x5d) this.#closeContainer(byte === 0x5d)
    else if (byte === 0x2c) this.#expect(this.#state === AFTER && this.#isInside, this.#nextState)
    else if (byte === 0x3a) this.#expect(this.#state === COLON, VALUE)
    else if (isWordByte(byte)) {
      this.#beginValue()
      this.#state = IN_WORD
      return at
    } else this.#isBroken = true
    this.#at.byte++
    if (byte !== 0x22) this.#tokenEnd.set(this.#at)
    if (byte === 0x7d || byte === 0x5d) this.#state = AFTER
    return at + 1
  }

  /** Tools write colours between tokens, and some inside of strings. JSON itself has no ESC. */
  #beginColour(at: number): number {
    this.#afterColour = this.#state
    this.#state = IN_COLOUR
    this.#at.byte++
    return at + 1
  }

  /** Reads up to the letter that ends a colour. */
  #readColour(byte: number, at: number): number {
    if (byte === 0x6d || byte === 0x4b) this.#state = this.#afterColour
    else if (byte !== 0x5b && (byte < 0x30 || byte > 0x3b)) this.#isBroken = true
    this.#at.byte++
    return at + 1
  }

  /** True where a document or a line of text may begin. */
  get #isAtTop(): boolean {
    if (this.#isInside) return false
    return this.#state === AFTER ? this.#tokenEnd.line < this.#at.line : this.#state === VALUE
  }

  #readBehindBracket(byte: number, at: number): number {
    const isFirst = this.#values + (this.#text?.count ?? 0) === 0
    this.#state = isFirst ? VALUE : AFTER
    // An array of numbers or words may be an output, but not stand below a text: lines of logs begin like it.
    if (BEHIND_ARRAY.has(byte) || (isFirst && (byte === ESC || isWordByte(byte)))) {
      this.#beginValue()
      this.#openContainer(true)
      this.#at.byte++
      this.#tokenEnd.set(this.#at)
      return at
    }
    this.#text?.push(BRACKET)
    this.#beginText(at)
    this.#at.byte++
    return at
  }

  #beginText(at: number): number {
    this.#beginLine()
    this.#state = IN_TEXT
    return at
  }

  /** A unit at the top begins, with the blanks before it in its line. */
  #beginLine(): void {
    this.#lineStart.set(this.#at)
    // There may be a BOM in the first line, and nothing is left out before it.
    if (this.#at.line > 1) this.#lineStart.goToLineStart()
    this.#units.begin(this.#lineStart)
  }

  #readText(bytes: Uint8Array, from: number): number {
    const end = bytes.indexOf(0x0a, from)
    const to = end < 0 ? bytes.length : end
    this.#text?.push(bytes.subarray(from, to))
    this.#at.continuations += continuationsIn(bytes, from, to)
    this.#at.byte += to - from
    if (end >= 0) this.#endText()
    return to
  }

  #endText(): void {
    this.#tokenEnd.set(this.#at)
    this.#state = AFTER
    if (!this.#text?.end()) this.#isBroken = true
  }

  get #isInside(): boolean {
    return this.#units.depth > 1 || this.#skipped.length > 0
  }

  get #isInArray(): boolean {
    return this.#skipped.length > 0 ? this.#skipped[this.#skipped.length - 1] : this.#units.isInArray
  }

  get #nextState(): number {
    return this.#isInArray ? VALUE : NAME
  }

  #expect(isRight: boolean, next: number): void {
    if (isRight) this.#state = next
    else this.#isBroken = true
  }

  #openString(): void {
    this.#isName = this.#state === NAME || this.#state === FIRST_NAME
    if (this.#isName) this.#beginChild()
    else this.#beginValue()
    this.#state = IN_STRING
    this.#stringStart = this.#at.byte + 1
    this.#hash = 0
    this.#clipFrom = undefined
    this.#clipTo = undefined
    this.#isAfterHigh = false
    this.#nextClip = this.#stringStart + (this.#recordBytes >> 1)
  }

  /** Begins a value: of a name that was read, or an item. */
  #beginValue(): void {
    if (!this.#isInside) {
      // Values at the top stand in lines of their own.
      if (!this.#isAtTop) this.#isBroken = true
      this.#values++
      this.#beginLine()
      return
    }
    if (this.#state !== VALUE && this.#state !== FIRST_VALUE) this.#isBroken = true
    else if (this.#isInArray) this.#beginChild()
  }

  /** Reads the container that begins here, if it is a record that is whole in the chunk. -1 if it must be opened. */
  #readRecord(bytes: Uint8Array, at: number): number {
    const units = this.#units
    const isSimple = !this.#isBroken && this.#skipped.length === 0 && units.depth <= MOST_DEPTH - MOST_INSIDE
    const mostBytes = isSimple ? units.recordRoom(this.#at.byte) : 0
    if (mostBytes <= 0) return -1
    const record = this.#record
    const end = record.read(
      bytes,
      at,
      Math.min(bytes.length, at + mostBytes),
      units.levelsOutside,
      units.pathInside,
    )
    if (end < 0) return -1
    const { lines, continuations, continuationsBefore, lineStart } = record
    const cursor = this.#at
    if (lines > 0) {
      cursor.line += lines
      cursor.lineStart = cursor.byte + lineStart - at - cursor.continuations - continuationsBefore
    }
    const startByte = cursor.byte
    cursor.byte += end - at
    cursor.continuations += continuations
    units.addRecord(record, startByte)
    this.#tokenEnd.set(cursor)
    this.#level = 0
    this.#state = AFTER
    return end
  }

  #openContainer(isArray: boolean): void {
    this.#level = 0
    if (this.#isBroken) return
    if (this.#skipped.length > 0 || this.#units.depth > MOST_DEPTH) {
      this.#skipped.push(isArray)
      if (this.#skipped.length > MOST_NESTED) this.#isBroken = this.isTooDeep = true
    } else this.#units.open(isArray)
    this.#state = isArray ? FIRST_VALUE : FIRST_NAME
  }

  #closeContainer(isArray: boolean): void {
    const canClose =
      this.#isInside &&
      this.#isInArray === isArray &&
      (this.#state === AFTER || this.#state === (isArray ? FIRST_VALUE : FIRST_NAME))
    if (!canClose) {
      this.#isBroken = true
      return
    }
    if (this.#skipped.length > 0) this.#skipped.pop()
    else this.#units.close(this.#tokenEnd, this.#at.byte)
  }

  /** A unit of the innermost container begins here. */
  #beginChild(): void {
    if (this.#skipped.length === 0) this.#units.begin(this.#at)
  }

  #readString(bytes: Uint8Array, from: number): number {
    const start = this.#at.byte - from
    let at = from
    let continuations = this.#at.continuations
    const stop = Math.min(bytes.length, Math.max(from, this.#nextClip - start))
    let hash = this.#hash
    let byte = 0
    for (; at < stop; at++) {
      byte = bytes[at]
      if (byte === 0x22 || byte === 0x5c || byte < 0x20) break
      if ((byte & 0xc0) === 0x80) continuations++
      hash = hashed(hash, byte)
    }
    this.#hash = hash
    if (at > from) this.#isAfterHigh = false
    this.#at.continuations = continuations
    this.#at.byte = start + at
    if (at === bytes.length) return at
    if (at < stop) return this.#endOrEscape(byte, at)
    // Clips begin and end at a character, outside escapes.
    if ((bytes[at] & 0xc0) === 0x80 || this.#isAfterHigh) this.#nextClip++
    else {
      const place = this.#at.place()
      if (this.#clipFrom) this.#clipTo = [this.#clipTo?.[1] ?? place, place]
      else this.#clipFrom = place
      this.#nextClip = this.#at.byte + (this.#recordBytes >> 2)
    }
    return at
  }

  #endOrEscape(byte: number, at: number): number {
    if (byte === ESC) {
      this.#nextClip = Math.max(this.#nextClip, this.#at.byte + MOST_COLOUR_BYTES)
      return this.#beginColour(at)
    }
    this.#at.byte++
    if (byte === 0x22) this.#endString()
    else if (byte === 0x5c) this.#state = IN_ESCAPE
    else this.#isBroken = true
    return at + 1
  }

  #endString(): void {
    this.#tokenEnd.set(this.#at)
    this.#state = this.#isName ? COLON : AFTER
    if (this.#skipped.length === 0) this.#tellString()
    if (this.#isName || !this.#clipFrom || !this.#clipTo || this.#skipped.length > 0) return
    const [to] = this.#clipTo
    if (to.byte - this.#clipFrom.byte <= this.#recordBytes) return
    this.#units.clip({ from: this.#clipFrom, to, least: this.#stringStart })
  }

  /** A name or a value tells what is in the innermost container. */
  #tellString(): void {
    if (this.#isName) this.#units.name(this.#hash)
    else this.#units.value(this.#hash, Number.NaN, this.#at.byte)
    if (!this.#isName && this.#level !== 0) this.#units.tell(badnessOf(this.#hash))
    this.#level = this.#isName && isLevel(this.#hash) ? this.#hash : 0
  }

  #readEscape(byte: number, at: number): number {
    this.#at.byte++
    this.#state = IN_STRING
    this.#isAfterHigh = false
    this.#nextClip = Math.max(this.#nextClip, this.#at.byte)
    if (byte === 0x75) {
      this.#state = IN_HEX
      this.#hexLeft = 4
      this.#hex = 0
    } else if (!'"\\/bfnrt'.includes(String.fromCharCode(byte))) this.#isBroken = true
    return at + 1
  }

  #readHex(byte: number, at: number): number {
    const digit = Number.parseInt(String.fromCharCode(byte), 16)
    if (Number.isNaN(digit)) this.#isBroken = true
    this.#hex = this.#hex * 16 + digit
    this.#at.byte++
    this.#hexLeft--
    this.#nextClip = Math.max(this.#nextClip, this.#at.byte)
    if (this.#hexLeft > 0) return at + 1
    this.#state = IN_STRING
    this.#isAfterHigh = this.#hex >= 0xd800 && this.#hex < 0xdc00
    if (this.#isAfterHigh) this.#nextClip = Math.max(this.#nextClip, this.#at.byte + 1)
    return at + 1
  }

  #readWord(bytes: Uint8Array, from: number): number {
    let at = from
    while (at < bytes.length && isWordByte(bytes[at])) at++
    this.#at.byte += at - from
    const isWhole = this.#word.length === 0 && at < bytes.length
    if (!isWhole) this.#word = concat(this.#word, bytes.subarray(from, Math.min(at, from + MOST_WORD)))
    if (at === bytes.length) return at
    if (isWhole) this.#endWord(bytes, from, at)
    else this.#endWord()
    return at
  }

  #endWord(bytes = this.#word, from = 0, to = bytes.length): void {
    this.#tokenEnd.set(this.#at)
    this.#state = AFTER
    if (!isWord(bytes, from, to)) this.#isBroken = true
    if (this.#skipped.length === 0)
      this.#units.value(hashOfWord(bytes, from, to), amountIn(bytes, from, to), this.#at.byte)
    if (this.#level !== 0) this.#units.tell(badnessOfNumber(this.#level, bytes, from, to))
    this.#level = 0
    this.#word = NOTHING
  }
}
