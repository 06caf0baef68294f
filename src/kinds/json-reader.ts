import { MOST_COLOUR_BYTES } from '../core/bytes/colours.ts'
import { continuationsIn } from '../core/bytes/utf8.ts'
import { BACKSLASH, ESC, LF, QUOTE } from './bytes.ts'
import { FORM_LENGTH, hashOfWord } from './column.ts'
import { ByteCursor, ClipMarks } from './cursor.ts'
import { tellsFailure } from './failure-words.ts'
import { MOST_TEXT_LINES } from './json-text.ts'
import { JSON_SORTS, JsonUnits } from './json-units.ts'
import {
  badnessOf,
  badnessOfNumber,
  isLevel,
  isName,
  isWordByte,
  MOST_WORD,
  numberIn,
  TELLS_NOTHING,
  tellingRank,
} from './json-words.ts'
import type { Holding, Outline, Search, UnitReader } from './kind.ts'
import { leastShareOf, Rarity } from './rarity.ts'
import type { TellingColumn } from './rule-counts.ts'
import { MOST_DEPTH, MOST_NESTED, Tree } from './tree.ts'

// Reads JSON. Knows where values, names and strings begin and end; json-units.ts makes units of them. What cannot be read
// without the bytes behind it comes again together with them.

/** Lines and items of errors that stay in memory. */
const MOST_ERRORS = 512
/** What is read of a line of text. */
const TEXT_BYTES = 400

/** What may come next, or what the next byte is in. */
const VALUE = 0
const FIRST_VALUE = 1
const NAME = 2
const FIRST_NAME = 3
const COLON = 4
const AFTER = 5
const IN_STRING = 6
const IN_TEXT = 7

/** A string of fewer bytes has no clip, whatever the limit. */
const MOST_SHORT = 32
/** The next bytes must come first. */
const WAIT = -1

const LETTER_N = 0x6e
const BOM = [0xef, 0xbb, 0xbf]
/** Bytes that may stand behind the bracket of an array: blanks, `"`, `[`, `]` and `{`. */
const BEHIND_ARRAY = new Set([0x0a, 0x0d, 0x20, 0x22, 0x5b, 0x5d, 0x7b])
const decoder = /* @__PURE__ */ new TextDecoder()
const ESCAPED = /* @__PURE__ */ new Set([...'"\\/bfnrtu'].map((letter) => letter.charCodeAt(0)))

const isOpening = (byte: number): boolean => (byte | 0x20) === 0x7b
const isClosing = (byte: number): boolean => (byte | 0x20) === 0x7d
const isHex = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66)

/** What is known of an input that was read: its units, how many documents and lines of text, and the values that tell most. */
export type JsonOutline = (
  tree: Tree,
  values: number,
  texts: number,
  telling: TellingColumn,
) => Outline | undefined

export class JsonReader implements UnitReader {
  readonly readsColours = true
  isTooDeep = false
  readonly #outline: JsonOutline
  readonly #tree: Tree
  readonly #units: JsonUnits
  /** A container longer than this becomes a unit with units of its own. */
  readonly #recordBytes: number
  /** True where lines of text may stand around documents. */
  readonly #mayHaveText: boolean
  /** How many there were, and where the one begins that is being read. */
  #texts = 0
  #textByte = 0
  #isBroken = false
  #state = VALUE
  #values = 0
  /** True for a string that is a name. */
  #isName = false
  /** A hash of the name or the value that is being read. */
  #hash = 0
  /** The first bytes of the string that is being read, if it is a value. */
  #text: Uint8Array | undefined
  #textFrom = 0
  #textTo = 0
  /** The name of the next value if it may tell how bad its line or item is, hashed. Else 0. */
  #level = 0
  /** How much the name of the next value tells of its item. */
  #rank = TELLS_NOTHING
  #isAfterHigh = false
  /** True behind an escaped LF. */
  #isBehindLine = false
  /** What was read so far, and where what came ends. */
  readonly #at = new ByteCursor()
  #endByte = 0
  /** Nothing more can be read before the input is so long. */
  #wanted = 0
  /** Where a unit at the top begins. */
  readonly #lineStart = new ByteCursor()
  /** Where the last token ended. */
  readonly #tokenEnd = new ByteCursor()
  readonly #marks: ClipMarks

  /** @param search what is shown of long texts first. What tells of failures if left out */
  constructor(
    maxBytes: number,
    held: Holding,
    outline: JsonOutline,
    { mayHaveText, search }: { mayHaveText: boolean; search: Search | undefined },
  ) {
    this.#recordBytes = Math.max(64, Math.min(1024, maxBytes >> 2))
    this.#marks = new ClipMarks(this.#recordBytes)
    this.#outline = outline
    this.#mayHaveText = mayHaveText
    const rarity = new Rarity()
    this.#tree = new Tree(this.#at.place(), held, JSON_SORTS, { mostNotable: MOST_ERRORS, rarity })
    this.#units = new JsonUnits(this.#tree, rarity, this.#recordBytes, search)
  }

  write(bytes: Uint8Array, owned: boolean): void {
    if (this.#isBroken) return
    const tree = this.#tree
    tree.pendingFrom = this.#units.pendingFrom
    tree.write(bytes, owned)
    const isNext = this.#at.byte === this.#endByte
    this.#endByte += bytes.length
    if (this.#endByte >= this.#wanted)
      this.#read(isNext ? bytes : tree.read(this.#at.byte, this.#endByte), false)
    tree.pendingFrom = this.#units.pendingFrom
    // The bytes may change.
    if (this.#state === IN_STRING && !this.#isName && this.#text) {
      this.#text = this.#text.slice(this.#textFrom, this.#textTo)
      this.#textTo -= this.#textFrom
      this.#textFrom = 0
    }
    tree.release()
  }

  end(): Outline | undefined {
    if (!this.#isBroken) this.#read(this.#tree.read(this.#at.byte, this.#endByte), true)
    if (this.#state === IN_TEXT) this.#endText()
    if (this.#isBroken || this.#units.depth > 0 || this.#values === 0) return undefined
    if (this.#state !== AFTER && this.#state !== VALUE) return undefined
    const leastShare = leastShareOf(this.#units.finish(this.#at.place()))
    const outline = this.#outline(this.#tree, this.#values, this.#texts, this.#units.telling)
    return outline && { ...outline, leastShare }
  }

  #read(bytes: Uint8Array, isEnd: boolean): void {
    const cursor = this.#at
    const units = this.#units
    const base = cursor.byte
    for (let at = 0; at < bytes.length && !this.#isBroken; cursor.byte = base + at) {
      const state = this.#state
      // Most bytes between strings are these.
      if (state < IN_STRING) {
        const byte = bytes[at]
        const isComma = byte === 0x2c && state === AFTER && units.depth > 0
        const isColon = byte === 0x3a && state === COLON
        if (isComma) this.#state = units.top.isArray ? VALUE : NAME
        else if (isColon) this.#state = VALUE
        if (isComma || isColon || byte === 0x20) {
          at++
          continue
        }
      }
      const next =
        state === IN_STRING
          ? this.#readString(bytes, at, isEnd)
          : state === IN_TEXT
            ? this.#readText(bytes, at)
            : this.#readToken(bytes, at, isEnd)
      if (next === WAIT) {
        this.#isBroken ||= isEnd
        return
      }
      at = next
    }
  }

  /** Reads what begins at an index. Returns the index behind it. */
  #readToken(bytes: Uint8Array, at: number, isEnd: boolean): number {
    const byte = bytes[at]
    if (byte <= 0x20 && byte !== ESC) return this.#readBlank(byte, at)
    // Tools write colours between tokens, and some inside of strings. JSON itself has no ESC.
    if (byte === ESC) return this.#behindColour(bytes, at, isEnd)
    if (byte === BOM[this.#at.byte]) {
      if (this.#at.byte > 0) this.#at.continuations++
      return at + 1
    }
    if (this.#mayHaveText && byte !== 0x7b && this.#isAtTop) return this.#readTop(bytes, at, isEnd)
    if (byte === QUOTE) return this.#openString(bytes, at, isEnd)
    if (isOpening(byte)) return this.#openContainer(bytes, at, isEnd)
    if (isClosing(byte)) return this.#closeContainer(byte === 0x5d, at)
    return this.#readWord(bytes, at, isEnd)
  }

  /** A token ends so many bytes behind what was read. */
  #endToken(bytes: number): void {
    if (!this.#units.top.isUnit) return
    this.#tokenEnd.set(this.#at)
    this.#tokenEnd.byte += bytes
  }

  #readBlank(byte: number, at: number): number {
    if (byte === LF) {
      this.#at.byte++
      this.#at.newLine()
    } else if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) this.#isBroken = true
    return at + 1
  }

  #behindColour(bytes: Uint8Array, at: number, isEnd: boolean): number {
    let to = at + 1
    while (to < bytes.length && (bytes[to] === 0x5b || (bytes[to] >= 0x30 && bytes[to] <= 0x3b))) to++
    const isOpen = to === bytes.length
    this.#isBroken = isOpen ? to - at > 2 * MOST_COLOUR_BYTES : bytes[to] !== 0x6d && bytes[to] !== 0x4b
    return isOpen ? (isEnd ? to : WAIT) : to + 1
  }

  /** True where a document or a line of text may begin. */
  get #isAtTop(): boolean {
    if (this.#units.depth > 0) return false
    return this.#state === AFTER ? this.#tokenEnd.line < this.#at.line : this.#state === VALUE
  }

  /** Reads what begins a line of text, or an array, which may also be a line of a log. */
  #readTop(bytes: Uint8Array, at: number, isEnd: boolean): number {
    if (bytes[at] !== 0x5b) return this.#beginText(at)
    if (at + 1 === bytes.length) return WAIT
    const next = bytes[at + 1]
    const isFirst = this.#values + this.#texts === 0
    // An array of numbers or words may be an output, but not stand below a text: lines of logs begin like it.
    if (BEHIND_ARRAY.has(next) || (isFirst && (next === ESC || isWordByte(next))))
      return this.#openContainer(bytes, at, isEnd)
    return this.#beginText(at)
  }

  #beginText(at: number): number {
    this.#beginLine()
    this.#textByte = this.#at.byte
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
    const end = bytes.indexOf(LF, from)
    const to = end < 0 ? bytes.length : end
    this.#at.continuations += continuationsIn(bytes, from, to)
    this.#at.byte += to - from
    if (end >= 0) this.#endText()
    return to
  }

  #endText(): void {
    this.#tokenEnd.set(this.#at)
    this.#state = AFTER
    this.#texts++
    // Text that tells of a failure, or much of it, matters more than the documents.
    const end = Math.min(this.#at.byte, this.#textByte + TEXT_BYTES)
    const text = decoder.decode(this.#tree.read(this.#textByte, end))
    if (this.#texts > MOST_TEXT_LINES || tellsFailure(text)) this.#isBroken = true
  }

  /** Begins a value: of a name that was read, an item, or a line. */
  #beginValue(): void {
    if (this.#units.depth === 0) {
      // Values at the top stand in lines of their own.
      if (!this.#isAtTop) this.#isBroken = true
      this.#values++
      this.#beginLine()
    } else if (this.#state > FIRST_VALUE) this.#isBroken = true
    else if (this.#units.top.isArray) this.#units.begin(this.#at)
  }

  #openContainer(bytes: Uint8Array, at: number, isEnd: boolean): number {
    const units = this.#units
    const isLong = units.mayOpen && this.#isLong(bytes, at, isEnd)
    if (isLong === undefined) return WAIT
    this.#beginValue()
    if (this.#isBroken) return at
    const isArray = bytes[at] === 0x5b
    units.open(isArray, isLong)
    this.#level = 0
    this.#rank = TELLS_NOTHING
    if (units.depth - MOST_DEPTH > MOST_NESTED) this.#isBroken = this.isTooDeep = true
    this.#state = isArray ? FIRST_VALUE : FIRST_NAME
    this.#endToken(1)
    return at + 1
  }

  /** Whether the container at an index is longer than a record may be. Undefined if the bytes behind tell. */
  #isLong(bytes: Uint8Array, from: number, isEnd: boolean): boolean | undefined {
    const { depth, top } = this.#units
    const { byte } = this.#at
    const key = depth > 0 && !top.isArray ? top.child : undefined
    const most = from + (key?.byte ?? byte) + this.#recordBytes + 1 - byte
    const to = Math.min(bytes.length, most)
    let open = 0
    for (let at = from; at < to; at++) {
      const each = bytes[at]
      if (each === QUOTE) {
        for (at++; at < to && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++
      } else if (isOpening(each)) open++
      else if (isClosing(each) && --open === 0) return false
    }
    if (most <= bytes.length || isEnd) return true
    // What comes in small parts is not looked at again for each of them.
    this.#wanted = this.#endByte + Math.min(most, 2 * bytes.length) - bytes.length
    return undefined
  }

  #closeContainer(isArray: boolean, at: number): number {
    const units = this.#units
    const isRight = this.#state === AFTER || this.#state === (isArray ? FIRST_VALUE : FIRST_NAME)
    if (units.depth === 0 || units.top.isArray !== isArray || !isRight) this.#isBroken = true
    else units.close(this.#tokenEnd, this.#at.byte)
    this.#state = AFTER
    this.#endToken(1)
    return at + 1
  }

  #openString(bytes: Uint8Array, at: number, isEnd: boolean): number {
    const { top, depth } = this.#units
    this.#isName = this.#state === NAME || this.#state === FIRST_NAME
    if (!this.#isName && depth <= MOST_DEPTH) {
      // The first bytes of a value are looked at together.
      const most = Math.min(bytes.length, at + 1 + FORM_LENGTH)
      let to = at + 1
      while (to < most && bytes[to] !== QUOTE) to++
      if (to === bytes.length && !isEnd && to < at + 1 + FORM_LENGTH) return WAIT
      this.#text = bytes
      this.#textFrom = at + 1
      this.#textTo = to
    }
    if (this.#isName) this.#units.begin(this.#at)
    else this.#beginValue()
    this.#state = IN_STRING
    this.#hash = 0
    this.#isAfterHigh = false
    const mayClip = !this.#isName && top.isUnit && depth <= MOST_DEPTH
    if (mayClip) this.#marks.begin(this.#at.byte + 1)
    else this.#marks.next = Infinity
    return this.#readShort(bytes, at + 1, Math.min(bytes.length, at + MOST_SHORT))
  }

  /** Most strings are short, and of letters alone. Others are read by `readString`. */
  #readShort(bytes: Uint8Array, from: number, to: number): number {
    let hash = 0
    for (let at = from; at < to; at++) {
      const byte = bytes[at]
      if (byte === QUOTE) {
        this.#hash = hash
        if (this.#rank < TELLS_NOTHING && !this.#isName) this.#units.tellValue(this.#rank, bytes, from, at)
        this.#at.byte += at - from + 1
        this.#endString()
        return at + 1
      }
      if (byte < 0x20 || byte === BACKSLASH || byte >= 0x80) break
      hash = (Math.imul(hash, 31) + (byte | 0x20)) | 0
    }
    return from
  }

  #readString(bytes: Uint8Array, from: number, isEnd: boolean): number {
    const cursor = this.#at
    if (this.#isBehindLine) this.#beginTextLine()
    const start = cursor.byte - from
    const stop = Math.min(bytes.length, Math.max(from, this.#marks.next - start))
    let { continuations } = cursor
    let hash = this.#hash
    let at = from
    for (; at < stop; at++) {
      const byte = bytes[at]
      if (byte === QUOTE || byte === BACKSLASH || byte < 0x20) break
      if ((byte & 0xc0) === 0x80) continuations++
      hash = (Math.imul(hash, 31) + (byte | 0x20)) | 0
    }
    this.#hash = hash
    cursor.continuations = continuations
    cursor.byte = start + at
    if (at > from) this.#isAfterHigh = false
    if (at === bytes.length) return at
    if (at === stop) return this.#passClip(bytes[at], at)
    if (bytes[at] === QUOTE) {
      this.#endString()
      return at + 1
    }
    if (bytes[at] === BACKSLASH) {
      const to = this.#behindEscape(bytes, at)
      this.#marks.next = Math.max(this.#marks.next, start + to + (this.#isAfterHigh ? 1 : 0))
      this.#isBehindLine = bytes[at + 1] === LETTER_N && to !== WAIT
      return to
    }
    this.#isBroken ||= bytes[at] !== ESC
    this.#marks.next = Math.max(this.#marks.next, cursor.byte + MOST_COLOUR_BYTES)
    return this.#isBroken ? at : this.#behindColour(bytes, at, isEnd)
  }

  /** Begins the next line of a string, if the string may be a long one. */
  #beginTextLine(): void {
    this.#isBehindLine = false
    if (this.#units.top.textFrom || this.#mayBeLong) this.#units.textLine(this.#at)
  }

  /** True in a string that may be long. Its lines can become units from here on. */
  get #mayBeLong(): boolean {
    return this.#marks.next < Infinity && this.#marks.isLongText(this.#at.byte)
  }

  /** True where a long text goes on without a line end. */
  get #isPartDue(): boolean {
    const { textFrom } = this.#units.top
    return textFrom ? this.#at.byte - textFrom.byte >= this.#recordBytes >> 1 : this.#mayBeLong
  }

  /** Begins a part of a line in front of ASCII, if ASCII also stands before it: no cut splits a character there. */
  #beginPart(): void {
    const { byte } = this.#at
    if (this.#tree.read(byte - 1, byte)[0] < 0x80) this.#units.textLine(this.#at)
  }

  #behindEscape(bytes: Uint8Array, at: number): number {
    const to = at + (bytes[at + 1] === 0x75 ? 6 : 2)
    if (to > bytes.length) return WAIT
    this.#isBroken ||= !ESCAPED.has(bytes[at + 1])
    for (let digit = at + 2; digit < to; digit++) this.#isBroken ||= !isHex(bytes[digit])
    // Half of a pair, whose other half follows: `\\ud83d`.
    this.#isAfterHigh =
      to > at + 2 && (bytes[at + 2] | 0x20) === 0x64 && /[89ab]/i.test(String.fromCharCode(bytes[at + 3]))
    return to
  }

  /** Clips begin and end at a character, outside escapes. */
  #passClip(byte: number, at: number): number {
    if ((byte & 0xc0) === 0x80 || this.#isAfterHigh) this.#marks.next++
    else {
      this.#marks.pass(this.#at)
      if (this.#isPartDue && byte < 0x80) this.#beginPart()
    }
    return at
  }

  #endString(): void {
    const units = this.#units
    this.#endToken(1)
    this.#state = this.#isName ? COLON : AFTER
    if (this.#isName) units.name(this.#hash)
    else units.value(this.#hash, Number.NaN, this.#at.byte + 1, this.#text, this.#textFrom, this.#textTo)
    if (!this.#isName && this.#level !== 0) units.tell(badnessOf(this.#hash))
    this.#level = this.#isName && isLevel(this.#hash) ? this.#hash : 0
    this.#rank = this.#isName ? tellingRank(this.#hash) : TELLS_NOTHING
    this.#isBehindLine = false
    if (units.top.textFrom) units.endText()
    else if (this.#marks.next < Infinity) units.clip(this.#marks.clip(this.#recordBytes))
  }

  #readWord(bytes: Uint8Array, from: number, isEnd: boolean): number {
    let at = from
    while (at < bytes.length && isWordByte(bytes[at])) at++
    if (at === from || at - from > MOST_WORD) this.#isBroken = true
    if (at === bytes.length && !isEnd && !this.#isBroken) return WAIT
    this.#beginValue()
    const amount = numberIn(bytes, from, at)
    this.#isBroken ||= Number.isNaN(amount) && !isName(bytes, from, at)
    this.#endToken(at - from)
    this.#state = AFTER
    this.#units.value(hashOfWord(bytes, from, at), amount, this.#at.byte + at - from)
    if (this.#level !== 0) this.#units.tell(badnessOfNumber(this.#level, bytes, from, at))
    this.#level = 0
    this.#rank = TELLS_NOTHING
    return at
  }
}
