import { Cursor } from './cursor.ts'
import type { Outline, UnitReader } from './kind.ts'
import { MOST_DEPTH, type Tree } from './tree.ts'
import {
  APOSTROPHE,
  BANG,
  BOM,
  beginsName,
  CLOSING,
  DASH,
  endsName,
  GREATER,
  hashed,
  hashOf,
  isBlank,
  LESS,
  LF,
  OPENING,
  QUESTION,
  QUOTE,
  SLASH,
} from './xml-bytes.ts'
import { TextScanner } from './xml-text.ts'
import { COMMENT, ELEMENT, type Node, TEXT, XmlUnits } from './xml-units.ts'

// Reads XML byte by byte: knows where elements, texts and comments begin and end. Nothing is expanded.

/** Nested deeper than this, an input is read as lines. */
const MOST_NESTED = 10_000

/** What the next byte is in. */
const IN_GAP = 0
const IN_TEXT = 1
const IN_VALUE = 2
const IN_SECTION = 3
const AFTER_BRACKET = 4
const IN_NAME = 5
const IN_TAG = 6
const IN_END_TAG = 7
const IN_BANG = 8
const IN_DOCTYPE = 9

/** The name of a value in a property list: one unit with the element behind it. */
const KEY = hashOf('key')

export class XmlReader implements UnitReader {
  /** True for an input that is no XML after all. */
  isBroken = false
  /** Elements that have ended. */
  elements = 0
  readonly #tree: Tree
  readonly #units: XmlUnits
  readonly #text: TextScanner
  readonly #named: (units: XmlUnits, node: Node, name: number) => void
  readonly #outline: () => Outline
  readonly #at = new Cursor()
  #state = IN_GAP
  /** The names of the open elements, hashed. */
  readonly #names: number[] = []
  #name = 0
  /** Where the last `<` stands. */
  readonly #markup = new Cursor()
  /** The element or section that is being read. Undefined if it is nested too deep for units. */
  #node: Node | undefined
  /** Where the last unit ended. */
  readonly #tokenEnd = new Cursor()
  #last = 0
  #isInText = false
  #isAfterKey = false

  constructor(
    tree: Tree,
    maxBytes: number,
    named: (units: XmlUnits, node: Node, name: number) => void,
    outline: () => Outline,
  ) {
    const recordBytes = Math.max(64, Math.min(2048, maxBytes >> 2))
    this.#tree = tree
    this.#units = new XmlUnits(tree, recordBytes, this.#at.place())
    this.#text = new TextScanner(recordBytes)
    this.#named = named
    this.#outline = outline
  }

  write(bytes: Uint8Array, owned: boolean): void {
    if (this.isBroken) return
    this.#tree.pendingFrom = this.#units.pendingFrom
    this.#tree.write(bytes, owned)
    let at = 0
    while (at < bytes.length && !this.isBroken) {
      if (this.#state === IN_TEXT || this.#state === IN_VALUE || this.#state === IN_SECTION) {
        at = this.#text.scan(bytes, at, this.#at)
        if (this.#text.isAtStop) this.#stop(bytes[at++])
      } else if (!this.#take(bytes[at])) continue
      else at++
    }
  }

  end(): Outline | undefined {
    if (this.isBroken || this.#state !== IN_GAP || this.#names.length > 0 || this.elements === 0)
      return undefined
    this.#units.finish(this.#at.place())
    return this.#outline()
  }

  /** Takes a byte outside texts, values and sections. False when it begins one. */
  #take(byte: number): boolean {
    const state = this.#state
    if (state === IN_GAP) {
      if (byte === LESS) this.#beginMarkup()
      else if (!isBlank(byte) && byte !== BOM[this.#at.byte]) return this.#beginText()
    } else if (state === AFTER_BRACKET) this.#afterBracket(byte)
    else if (state === IN_NAME && endsName(byte)) {
      if (this.#node) this.#named(this.#units, this.#node, this.#name)
      this.#state = IN_TAG
      this.#last = 0
      return false
    } else if (state === IN_NAME) this.#name = hashed(this.#name, byte)
    else if (state === IN_TAG && (byte === QUOTE || byte === APOSTROPHE)) {
      this.#step(byte)
      this.#begin(IN_VALUE, byte)
      return true
    } else if (state === IN_TAG) this.#inTag(byte)
    else if (state === IN_END_TAG && byte === GREATER) this.#endElement()
    else if (state === IN_END_TAG && !isBlank(byte)) this.#name = hashed(this.#name, byte)
    else if (state === IN_BANG) this.#afterBang(byte)
    else if (state === IN_DOCTYPE) this.#inDoctype(byte)
    this.#step(byte)
    if (byte === GREATER && this.#state === IN_GAP) this.#tokenEnd.set(this.#at)
    return true
  }

  #step(byte: number): void {
    this.#at.byte++
    if ((byte & 0xc0) === 0x80) this.#at.continuations++
    if (byte === LF) this.#at.newLine()
  }

  /** A text, a value, or perhaps a section ends. */
  #stop(byte: number): void {
    const text = this.#text
    const { isEnd, before } = text
    if (isEnd) text.clip(this.#node)
    else text.goOn()
    if (this.#state === IN_TEXT) {
      this.#tokenEnd.set(this.#at)
      this.#beginMarkup()
    }
    this.#step(byte)
    if (this.#state === IN_VALUE) {
      this.#state = IN_TAG
      this.#last = 0
    } else if (isEnd && this.#state === IN_SECTION) {
      this.#tokenEnd.set(this.#at)
      if (before === CLOSING) this.#begin(IN_TEXT, LESS)
      else this.#state = IN_GAP
    }
  }

  /** Begins a text, a value or a section. */
  #begin(state: number, stop: number, before = 0): void {
    this.#state = state
    this.#text.begin(this.#at, stop, before)
  }

  #beginMarkup(): void {
    this.#markup.set(this.#at)
    this.#state = AFTER_BRACKET
  }

  /** A unit begins at a place, unless it is nested too deep. */
  #beginUnit(at: Cursor, sort: number): void {
    const isUnit = this.#names.length < MOST_DEPTH
    const { child } = this.#units.top
    const isValue = isUnit && this.#isAfterKey && child && !child.close
    this.#node = isValue ? child : isUnit ? this.#units.begin(at.place(), sort) : undefined
    this.#isInText = sort === TEXT
    this.#isAfterKey = false
  }

  #beginText(): boolean {
    if (this.#names.length === 0) this.isBroken = true
    else this.#beginUnit(this.#at, TEXT)
    this.#begin(IN_TEXT, LESS)
    return false
  }

  #afterBracket(byte: number): void {
    if (byte === SLASH) this.#state = IN_END_TAG
    else if (byte === BANG) this.#state = IN_BANG
    else if (byte === QUESTION) {
      this.#beginUnit(this.#markup, ELEMENT)
      this.#begin(IN_SECTION, GREATER, QUESTION)
    } else if (beginsName(byte)) {
      this.#beginUnit(this.#markup, ELEMENT)
      this.#state = IN_NAME
    } else this.isBroken = true
    this.#name = byte === SLASH ? 0 : byte
    this.#last = 0
  }

  #afterBang(byte: number): void {
    if (byte === DASH && this.#last !== DASH) this.#last = DASH
    else if (byte === DASH) {
      this.#beginUnit(this.#markup, COMMENT)
      this.#begin(IN_SECTION, GREATER, DASH)
    } else if (byte === OPENING && this.#last !== DASH && this.#names.length > 0) {
      if (!this.#isInText) this.#beginUnit(this.#markup, TEXT)
      this.#begin(IN_SECTION, GREATER, CLOSING)
    } else if (beginsName(byte) && this.#names.length === 0) {
      this.#beginUnit(this.#markup, ELEMENT)
      this.#state = IN_DOCTYPE
    } else this.isBroken = true
  }

  #inDoctype(byte: number): void {
    if (byte === OPENING || byte === CLOSING) this.#last = byte
    else if (byte === GREATER && this.#last !== OPENING) this.#state = IN_GAP
  }

  #inTag(byte: number): void {
    const isEmpty = this.#last === SLASH
    this.#last = byte
    if (byte === LESS) this.isBroken = true
    if (byte !== GREATER) return
    this.#state = IN_GAP
    if (isEmpty) {
      this.elements++
      return
    }
    if (this.#node) this.#units.open.push(this.#node)
    this.#names.push(this.#name)
    if (this.#names.length > MOST_NESTED) this.isBroken = true
  }

  #endElement(): void {
    this.elements++
    if (this.#names.pop() !== this.#name) this.isBroken = true
    const isUnit = this.#names.length < MOST_DEPTH
    if (isUnit && !this.isBroken) this.#units.close(this.#tokenEnd, this.#markup.byte)
    this.#isAfterKey = isUnit && this.#name === KEY
    this.#isInText = false
    this.#state = IN_GAP
  }
}
