import { type Clip, clipWithin } from './clip.ts'
import type { Place } from './kind.ts'
import type { Tree } from './tree.ts'

// Which parts of a JSON document are units. An object or array becomes a unit with units of its own only when it is longer
// than a record may be. Until then it may turn out to be a record, and the places of its parts wait in a list.

/** The sorts of units: in an array, in an object, and in a line of its own. */
export const ITEM = 0
export const KEY = 1
export const LINE = 2
export const SORTS = 3

/** Different shapes of records that are remembered for each container. */
const MOST_SHAPES = 64

/** A container that is open. */
interface Frame {
  isArray: boolean
  /** Where its unit begins: its name, or its bracket. */
  start: Place
  /** True once the tree has it. */
  isInTree: boolean
  /** Where its units begin, as long as the tree does not have it. */
  starts: Place[]
  /** Where the unit begins that is being read. */
  child: Place | undefined
  /** Set when that unit was a container that the tree has: where its last bracket stands. */
  childClose: Place | undefined
  /** What may be left out of it, if it is a long string. */
  childClip: StringClip | undefined
  /** A hash of the names in the unit that is being read. */
  childShape: number
  shapes: Set<number>
  shape: number
}

/** A range of a string that may be left out. `least` is where the string begins. */
export interface StringClip extends Clip {
  least: number
}

/** Adds the units of a document to a tree, as its reader meets them. */
export class JsonUnits {
  readonly #tree: Tree
  readonly #recordBytes: number
  readonly #frames: Frame[]
  /** How many frames the tree has: always the outer ones. */
  #inTree = 1

  /** @param recordBytes a container longer than this becomes a unit with units of its own */
  constructor(tree: Tree, recordBytes: number, start: Place) {
    this.#tree = tree
    this.#recordBytes = recordBytes
    this.#frames = [{ ...frameAt(start, true), isInTree: true }]
  }

  /** Open containers, the whole input included. */
  get depth(): number {
    return this.#frames.length
  }

  get isInArray(): boolean {
    return this.#top.isArray
  }

  /** A hash of the names in the innermost container. */
  get shape(): number {
    return this.#top.shape
  }

  set shape(hash: number) {
    this.#top.shape = hash
  }

  /** Where the bytes begin that the tree does not have yet. */
  get pendingFrom(): number {
    const waiting = this.#frames[this.#inTree]
    if (waiting) return waiting.start.byte
    const { child, childClose } = this.#frames[this.#inTree - 1]
    return child && !childClose ? child.byte : this.#tree.pendingFrom
  }

  /** A unit of the innermost container begins. */
  begin(place: Place): void {
    const frame = this.#top
    this.#addLarge(place.byte)
    if (frame.isInTree) {
      if (frame.child) this.#endChild(place)
      else this.#tree.inner(place)
    } else if (frame.child) frame.starts.push(frame.child)
    frame.child = place
    frame.childClip = undefined
  }

  /** The unit that began last is a container. */
  open(isArray: boolean): void {
    const { child } = this.#top
    if (child) this.#frames.push(frameAt(child, isArray))
  }

  /** The innermost container ends. `last` is the end of its last unit, `bracketByte` the offset of its last bracket. */
  close(last: Place, bracketByte: number): void {
    const frame = this.#top
    this.#addLarge(bracketByte)
    if (frame.isInTree) this.#endChild(last)
    this.#frames.pop()
    const container = this.#top
    container.childShape = frame.shape
    if (!frame.isInTree) return
    this.#inTree--
    container.childClose = last
  }

  /** The unit that began last is a long string. */
  clip(clip: StringClip): void {
    this.#top.childClip = clip
  }

  /** The input ends. */
  finish(end: Place): void {
    this.#endChild(end)
    this.#tree.finish(end)
  }

  get #top(): Frame {
    return this.#frames[this.#frames.length - 1]
  }

  /** Adds open containers that have become longer than a record, with their units so far. */
  #addLarge(byte: number): void {
    for (let at = this.#inTree; at < this.#frames.length; at++) {
      const frame = this.#frames[at]
      if (byte - frame.start.byte <= this.#recordBytes) return
      this.#inTree = at + 1
      frame.isInTree = true
      this.#tree.begin(frame.start, sortOf(this.#frames[at - 1], at - 1))
      const places = frame.child ? [...frame.starts, frame.child] : []
      if (places.length > 0) this.#tree.inner(places[0])
      for (let i = 1; i < places.length; i++) this.#tree.record(places[i - 1], places[i], sortOf(frame, at))
      frame.starts = []
    }
  }

  /** Ends the unit of the innermost container that is being read. */
  #endChild(end: Place): void {
    const frame = this.#top
    const { child, childClose, childClip, childShape } = frame
    if (!child) return
    const isNew = childShape !== 0 && !frame.shapes.has(childShape) && frame.shapes.size < MOST_SHAPES
    if (isNew) frame.shapes.add(childShape)
    if (childClose) this.#tree.end(end, childClose, isNew)
    else {
      const unit = this.#tree.record(child, end, sortOf(frame, this.depth - 1), isNew)
      const clip = childClip && clipWithin(this.#tree, childClip, child, end, childClip.least)
      if (clip) unit.clip = clip
    }
    frame.child = undefined
    frame.childClose = undefined
    frame.childClip = undefined
    frame.childShape = 0
  }
}

const sortOf = (frame: Frame, depth: number): number => (depth === 0 ? LINE : frame.isArray ? ITEM : KEY)

const frameAt = (start: Place, isArray: boolean): Frame => ({
  isArray,
  start,
  isInTree: false,
  starts: [],
  child: undefined,
  childClose: undefined,
  childClip: undefined,
  childShape: 0,
  shapes: new Set(),
  shape: 0,
})
