import { type Clip, clipWithin } from './clip.ts'
import type { Outline, Place, UnitReader } from './kind.ts'
import { MOST_DEPTH, Tree } from './tree.ts'

// Reads JSON byte by byte, and tells a tree where records begin and end. A container becomes a unit with units of its own
// only when it is longer than a record may be. Until then, the places of its own records wait in a list.

/** Nested deeper than this, an input is read as lines. */
const MOST_NESTED = 10_000

/** The sorts of units: in an array, in an object, and in a line of its own. */
export const ITEM = 0
export const KEY = 1
export const LINE = 2

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

/** A container that is open. */
interface Frame {
  isArray: boolean
  /** Where its unit begins: its key, or its bracket. */
  start: Place
  /** True once the tree knows it. */
  isTold: boolean
  /** The places where its units begin, as long as it is not told. */
  starts: Place[]
  /** Where the unit begins that is being read. */
  child: Place | undefined
  /** Set when that unit was a container that the tree knows: where its last bracket stands. */
  childClose: Place | undefined
  /** What may be left out of it, if it is a long string, and where the string begins. */
  childClip: (Clip & { least: number }) | undefined
  /** A hash of the names in the unit that is being read. */
  childShape: number
  shapes: Set<number>
  shape: number
}

/** Different shapes of records that are remembered for each container. */
const MOST_SHAPES = 64

const isWordByte = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) ||
  (byte >= 0x61 && byte <= 0x7a) ||
  byte === 0x2d ||
  byte === 0x2b ||
  byte === 0x2e ||
  byte === 0x45

export class JsonReader implements UnitReader {
  readonly #outline: (tree: Tree, values: number) => Outline | undefined
  readonly #tree: Tree
  /** Records longer than this are told with the records in them. */
  readonly #recordBytes: number
  readonly #frames: Frame[] = []
  /** How many of the frames are told: always the outer ones. */
  #told = 0
  /** Containers nested too deep for frames. */
  #skipped: boolean[] = []
  #isBroken = false
  #state = VALUE
  #values = 0
  /** True for a string that is a name. */
  #isName = false
  #hexLeft = 0
  #hex = 0
  #isAfterHigh = false
  #word = ''
  // Where the reader is.
  #byte = 0
  #line = 1
  #continuations = 0
  #lineStart = 0
  /** Where the last token ended. */
  #tokenEnd: Place
  #stringStart = 0
  #clipFrom: Place | undefined
  /** Places in a long string, each a while behind the last. */
  #clipTo: [Place, Place] | undefined
  #nextClip = 0

  constructor(
    maxBytes: number,
    heldBytes: number,
    outline: (tree: Tree, values: number) => Outline | undefined,
  ) {
    this.#recordBytes = Math.max(64, Math.min(1024, maxBytes >> 2))
    this.#outline = outline
    this.#tokenEnd = this.#place()
    this.#tree = new Tree(this.#place(), heldBytes, 3)
    this.#frames.push(frameAt(this.#place(), true))
    this.#frames[0].isTold = true
    this.#told = 1
  }

  write(bytes: Uint8Array, owned: boolean): void {
    if (this.#isBroken) return
    this.#tree.pendingFrom = this.#pendingFrom()
    this.#tree.write(bytes, owned)
    let at = 0
    if (this.#byte === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
      this.#byte = 3
      this.#continuations = 2
      at = 3
    }
    while (at < bytes.length && !this.#isBroken) at = this.#read(bytes, at)
  }

  end(): Outline | undefined {
    if (this.#state === IN_WORD) this.#endWord()
    if (this.#isBroken || this.#frames.length !== 1 || this.#skipped.length > 0) return undefined
    if (this.#state !== AFTER && this.#state !== VALUE) return undefined
    if (this.#values === 0) return undefined
    this.#endChild(this.#place())
    this.#tree.finish(this.#place())
    return this.#outline(this.#tree, this.#values)
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
      default:
        return this.#readToken(bytes[at], at)
    }
  }

  #readToken(byte: number, at: number): number {
    if (byte === 0x0a) {
      this.#byte++
      this.#line++
      this.#lineStart = this.#byte - this.#continuations
      return at + 1
    }
    if (byte === 0x20 || byte === 0x09 || byte === 0x0d) {
      this.#byte++
      return at + 1
    }
    if (byte === 0x22) this.#openString()
    else if (byte === 0x7b || byte === 0x5b) this.#openContainer(byte === 0x5b)
    else if (byte === 0x7d || byte === 0x5d) this.#closeContainer(byte === 0x5d)
    else if (byte === 0x2c) this.#expect(this.#state === AFTER && this.#isInside, this.#nextState)
    else if (byte === 0x3a) this.#expect(this.#state === COLON, VALUE)
    else if (isWordByte(byte)) {
      this.#beginValue()
      this.#state = IN_WORD
      this.#word = ''
      return at
    } else this.#isBroken = true
    this.#byte++
    if (byte !== 0x22) this.#tokenEnd = this.#place()
    if (byte === 0x7d || byte === 0x5d) this.#state = AFTER
    return at + 1
  }

  get #isInside(): boolean {
    return this.#frames.length > 1 || this.#skipped.length > 0
  }

  get #isInArray(): boolean {
    return this.#skipped.length > 0
      ? this.#skipped[this.#skipped.length - 1]
      : this.#frames[this.#frames.length - 1].isArray
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
    this.#stringStart = this.#byte + 1
    this.#clipFrom = undefined
    this.#clipTo = undefined
    this.#isAfterHigh = false
    this.#nextClip = this.#stringStart + (this.#recordBytes >> 1)
  }

  /** Begins a value: of a name that was read, or an item. */
  #beginValue(): void {
    const { length } = this.#frames
    const isTop = length === 1 && this.#skipped.length === 0
    if (isTop) {
      // Values at the top stand in lines of their own.
      const isSeparate = this.#state === AFTER && this.#values > 0 && this.#tokenEnd.line < this.#line
      if (this.#state !== VALUE && !isSeparate) this.#isBroken = true
      this.#values++
      this.#beginChild()
      return
    }
    if (this.#state !== VALUE && this.#state !== FIRST_VALUE) this.#isBroken = true
    else if (this.#isInArray) this.#beginChild()
  }

  #openContainer(isArray: boolean): void {
    this.#beginValue()
    const top = this.#frames[this.#frames.length - 1]
    if (this.#skipped.length > 0 || this.#frames.length > MOST_DEPTH) {
      this.#skipped.push(isArray)
      if (this.#skipped.length > MOST_NESTED) this.#isBroken = true
    } else this.#frames.push(frameAt(top.child ?? this.#place(), isArray))
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
    if (this.#skipped.length > 0) {
      this.#skipped.pop()
      return
    }
    const last = this.#tokenEnd
    const frame = this.#frames[this.#frames.length - 1]
    this.#tellLarge()
    if (frame.isTold) this.#endChild(last)
    this.#frames.pop()
    const parent = this.#frames[this.#frames.length - 1]
    parent.childShape = frame.shape
    if (!frame.isTold) return
    this.#told--
    parent.childClose = last
  }

  /** Notes that a unit of the innermost container begins here. */
  #beginChild(): void {
    if (this.#skipped.length > 0) return
    const place = this.#place()
    const frame = this.#frames[this.#frames.length - 1]
    this.#tellLarge()
    if (frame.isTold) {
      if (frame.child) this.#endChild(place)
      else this.#tree.inner(place)
    } else if (frame.child) frame.starts.push(frame.child)
    frame.child = place
    frame.childClip = undefined
  }

  /** Tells the tree of open containers that have become longer than a record. */
  #tellLarge(): void {
    for (let at = this.#told; at < this.#frames.length; at++) {
      const frame = this.#frames[at]
      if (this.#byte - frame.start.byte <= this.#recordBytes) return
      this.#told = at + 1
      frame.isTold = true
      this.#tree.begin(frame.start, sortOf(this.#frames[at - 1], at - 1))
      const places = frame.child ? [...frame.starts, frame.child] : []
      if (places.length > 0) this.#tree.inner(places[0])
      for (let i = 1; i < places.length; i++) this.#tree.record(places[i - 1], places[i], sortOf(frame, at))
      frame.starts = []
    }
  }

  /** Tells the tree of the unit of the innermost container that ends here. */
  #endChild(end: Place): void {
    const depth = this.#frames.length - 1
    const frame = this.#frames[depth]
    const { child, childClose, childClip, childShape } = frame
    if (!child) return
    const isNew = childShape !== 0 && !frame.shapes.has(childShape) && frame.shapes.size < MOST_SHAPES
    if (isNew) frame.shapes.add(childShape)
    if (childClose) this.#tree.end(end, childClose, isNew)
    else {
      const unit = this.#tree.record(child, end, sortOf(frame, depth), isNew)
      const clip = childClip && clipWithin(this.#tree, childClip, child, end, childClip.least)
      if (clip) unit.clip = clip
    }
    frame.child = undefined
    frame.childClose = undefined
    frame.childClip = undefined
    frame.childShape = 0
  }

  #readString(bytes: Uint8Array, from: number): number {
    const start = this.#byte - from
    let at = from
    let continuations = this.#continuations
    const stop = Math.min(bytes.length, Math.max(from, this.#nextClip - start))
    const frame = this.#frames[this.#frames.length - 1]
    let hash = frame.shape
    let byte = 0
    for (; at < stop; at++) {
      byte = bytes[at]
      if (byte === 0x22 || byte === 0x5c || byte < 0x20) break
      if ((byte & 0xc0) === 0x80) continuations++
      if (this.#isName) hash = (Math.imul(hash, 31) + byte) | 0
    }
    if (this.#isName && this.#skipped.length === 0) frame.shape = hash
    if (at > from) this.#isAfterHigh = false
    this.#continuations = continuations
    this.#byte = start + at
    if (at === bytes.length) return at
    if (at < stop) return this.#endOrEscape(byte, at)
    // Clips begin and end at a character, outside escapes.
    if ((bytes[at] & 0xc0) === 0x80 || this.#isAfterHigh) this.#nextClip++
    else {
      const place = this.#place()
      if (this.#clipFrom) this.#clipTo = [this.#clipTo?.[1] ?? place, place]
      else this.#clipFrom = place
      this.#nextClip = this.#byte + (this.#recordBytes >> 2)
    }
    return at
  }

  #endOrEscape(byte: number, at: number): number {
    this.#byte++
    if (byte === 0x22) this.#endString()
    else if (byte === 0x5c) this.#state = IN_ESCAPE
    else this.#isBroken = true
    return at + 1
  }

  #endString(): void {
    this.#tokenEnd = this.#place()
    this.#state = this.#isName ? COLON : AFTER
    if (this.#isName || !this.#clipFrom || !this.#clipTo || this.#skipped.length > 0) return
    const [to] = this.#clipTo
    if (to.byte - this.#clipFrom.byte <= this.#recordBytes) return
    const clip = { from: this.#clipFrom, to, least: this.#stringStart }
    this.#frames[this.#frames.length - 1].childClip = clip
  }

  #readEscape(byte: number, at: number): number {
    this.#byte++
    this.#state = IN_STRING
    this.#isAfterHigh = false
    this.#nextClip = Math.max(this.#nextClip, this.#byte)
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
    this.#byte++
    this.#hexLeft--
    this.#nextClip = Math.max(this.#nextClip, this.#byte)
    if (this.#hexLeft > 0) return at + 1
    this.#state = IN_STRING
    this.#isAfterHigh = this.#hex >= 0xd800 && this.#hex < 0xdc00
    if (this.#isAfterHigh) this.#nextClip = Math.max(this.#nextClip, this.#byte + 1)
    return at + 1
  }

  #readWord(bytes: Uint8Array, from: number): number {
    let at = from
    while (at < bytes.length && isWordByte(bytes[at])) at++
    if (this.#word.length < 64)
      this.#word += String.fromCharCode(...bytes.subarray(from, Math.min(at, from + 64)))
    this.#byte += at - from
    if (at < bytes.length) this.#endWord()
    return at
  }

  #endWord(): void {
    this.#tokenEnd = this.#place()
    this.#state = AFTER
    if (
      !/^(true|false|null|-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?)$/.test(this.#word) &&
      this.#word.length < 64
    )
      this.#isBroken = true
  }

  #place(): Place {
    const codePoints = this.#byte - this.#continuations
    return { byte: this.#byte, line: this.#line, column: codePoints - this.#lineStart + 1, codePoints }
  }

  /** Where the bytes begin that the tree does not know yet. */
  #pendingFrom(): number {
    for (const frame of this.#frames) {
      if (!frame.isTold) return frame.start.byte
      if (frame.child && !frame.childClose && frame === this.#frames[this.#told - 1]) return frame.child.byte
    }
    return this.#tree.pendingFrom
  }
}

const sortOf = (frame: Frame, depth: number): number => (depth === 0 ? LINE : frame.isArray ? ITEM : KEY)

const frameAt = (start: Place, isArray: boolean): Frame => ({
  isArray,
  start,
  isTold: false,
  starts: [],
  child: undefined,
  childClose: undefined,
  childClip: undefined,
  childShape: 0,
  shapes: new Set(),
  shape: 0,
})
