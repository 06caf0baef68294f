import { BANG, BOM, CLOSING, DASH, EQUALS, GREATER, LESS, LF, OPENING, QUESTION, SLASH } from './bytes.ts'
import { ByteCursor, ColourRuns } from './cursor.ts'
import type { Outline, UnitReader } from './kind.ts'
import type { Rarity } from './rarity.ts'
import { MOST_DEPTH, MOST_NESTED, type Tree } from './tree.ts'
import { beginsName, endsName, hashedName, isBlank, isQuote, KEY, TextScanner } from './xml-text.ts'
import { COMMENT, ELEMENT, type Node, TEXT, XmlUnits } from './xml-units.ts'

// Reads XML byte by byte: knows where elements, texts and comments begin and end. Nothing is expanded.

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

export class XmlReader implements UnitReader {
  readonly readsColours = true
  isTooDeep = false
  /** True for an input that is no XML after all. */
  isBroken = false
  /** Elements that have ended. */
  elements = 0
  readonly #tree: Tree
  readonly #units: XmlUnits
  readonly #text: TextScanner
  readonly #named: (units: XmlUnits, node: Node, name: number) => void
  readonly #outline: () => Outline
  readonly #at = new ByteCursor()
  #state = IN_GAP
  /** The names of the open elements, hashed. */
  readonly #names: number[] = []
  #name = 0
  /** The name of the attribute that is being read, hashed. */
  #attribute = 0
  /** Where the last `<` stands. */
  readonly #markup = new ByteCursor()
  /** The element or section that is being read. Undefined if it is nested too deep for units. */
  #node: Node | undefined
  /** Where the last unit ended. */
  readonly #tokenEnd = new ByteCursor()
  #last = 0
  #isInText = false
  readonly #runs = new ColourRuns(
    (bytes) => this.#readRun(bytes),
    (count) => {
      this.#at.byte += count
    },
  )

  constructor(
    tree: Tree,
    rarity: Rarity,
    maxBytes: number,
    named: (units: XmlUnits, node: Node, name: number) => void,
    outline: () => Outline,
  ) {
    const recordBytes = Math.max(64, Math.min(2048, maxBytes >> 2))
    this.#tree = tree
    this.#units = new XmlUnits(tree, rarity, recordBytes)
    this.#text = new TextScanner(recordBytes)
    this.#named = named
    this.#outline = outline
  }

  write(bytes: Uint8Array, owned: boolean): void {
    if (this.isBroken) return
    this.#tree.write(bytes, owned)
    this.#runs.write(bytes)
    this.#tree.release()
  }

  #readRun(bytes: Uint8Array): void {
    let at = 0
    while (at < bytes.length && !this.isBroken) {
      const state = this.#state
      if (state === IN_TEXT || state === IN_VALUE || state === IN_SECTION) {
        at = this.#text.scan(bytes, at, this.#at)
        if (this.#text.isAtStop) this.#stop(bytes[at++])
      } else if (state === IN_GAP) at = this.#inGap(bytes, at)
      else if (state === IN_NAME || state === IN_END_TAG) at = this.#inName(bytes, at)
      else this.#take(bytes[at++])
    }
  }

  end(): Outline | undefined {
    if (this.isBroken || this.#state !== IN_GAP || this.#names.length > 0 || !this.elements) return undefined
    this.#units.finish(this.#at.place())
    return this.#outline()
  }

  /** Reads blanks up to markup or a text. */
  #inGap(bytes: Uint8Array, from: number): number {
    let at = from
    while (at < bytes.length && isBlank(bytes[at])) at++
    this.#at.over(bytes, from, at)
    if (at === bytes.length) return at
    const byte = bytes[at]
    if (byte === LESS) this.#beginMarkup()
    else if (byte !== BOM[this.#at.byte]) {
      if (this.#names.length === 0) this.isBroken = true
      else this.#beginUnit(this.#at, TEXT)
      this.#begin(IN_TEXT, LESS)
      return at
    }
    this.#step(byte)
    return at + 1
  }

  /** Reads a name in a start tag or an end tag. */
  #inName(bytes: Uint8Array, from: number): number {
    let at = from
    let name = this.#name
    for (; at < bytes.length && !endsName(bytes[at]); at++) name = hashedName(name, bytes[at])
    this.#at.over(bytes, from, at)
    this.#name = name
    if (at === bytes.length) return at
    if (this.#state === IN_NAME) {
      if (this.#node) {
        this.#units.name(this.#node, name)
        this.#named(this.#units, this.#node, name)
      }
      this.#attribute = 0
      this.#state = IN_TAG
      return at
    }
    this.#step(bytes[at])
    if (bytes[at] === GREATER) this.#endElement()
    return at + 1
  }

  /** Takes a byte of other markup. */
  #take(byte: number): void {
    const state = this.#state
    this.#step(byte)
    if (state === AFTER_BRACKET) this.#afterBracket(byte)
    else if (state === IN_BANG) this.#afterBang(byte)
    else if (state === IN_DOCTYPE) this.#inDoctype(byte)
    else if (isQuote(byte)) this.#begin(IN_VALUE, byte)
    else this.#inTag(byte)
    if (this.#state === IN_GAP) this.#tokenEnd.set(this.#at)
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
    if (isEnd && this.#state !== IN_SECTION) this.#tell()
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

  /** Tells a text or a value, unless it is nested too deep. */
  #tell(): void {
    if (this.#names.length >= MOST_DEPTH) return
    const attribute = this.#state === IN_VALUE ? this.#attribute : undefined
    this.#units.tell(this.#node, attribute, this.#text, this.#at.byte)
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

  #beginUnit(at: ByteCursor, sort: number): void {
    this.#node = this.#units.begin(at, sort)
    this.#isInText = sort === TEXT
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
    if (isBlank(byte)) this.#attribute = 0
    else if (byte !== EQUALS) this.#attribute = hashedName(this.#attribute, byte)
    this.#last = byte
    if (byte === LESS) this.isBroken = true
    if (byte !== GREATER) return
    this.#state = IN_GAP
    if (isEmpty) this.elements++
    else if (this.#names.push(this.#name) > MOST_NESTED) this.isBroken = this.isTooDeep = true
    else if (this.#node) this.#units.enter(this.#node)
  }

  #endElement(): void {
    this.elements++
    if (this.#names.pop() !== this.#name) this.isBroken = true
    const isUnit = this.#names.length < this.#units.open.length - 1
    if (isUnit && !this.isBroken) this.#units.close(this.#tokenEnd, this.#markup.byte, this.#name === KEY)
    this.#tokenEnd.set(this.#at)
    this.#isInText = false
    this.#state = IN_GAP
  }
}
