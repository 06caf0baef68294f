import { type Clip, clipWithin } from './clip.ts'
import { type ByteCursor, PlaceList } from './cursor.ts'
import { BAD, GOOD, hashed, levelsOut } from './json-levels.ts'
import { ANY, NAMES, pathIn } from './json-paths.ts'
import type { RecordReader } from './json-record.ts'
import type { Place } from './kind.ts'
import { Rarity } from './rarity.ts'
import type { Tree } from './tree.ts'

// Which parts of a JSON document are units. An object or array becomes a unit with units of its own only when it is longer
// than a record may be. Until then it may turn out to be a record, and the places of its parts wait in a list.

/** Where a unit stands: in an array, in an object, or in a line of its own. */
export const ITEM = 0
export const KEY_PLACE = 1
export const LINE = 2
const PLACES = 3
/** The sort of a unit is where it stands and how bad it is. */
export const JSON_SORTS = 3 * PLACES

export const placeOfSort = (sort: number): number => sort % PLACES
export const badnessOfSort = (sort: number): number => Math.floor(sort / PLACES)

/** How many units of so bad a sort there are. */
export const countBad = (counts: readonly number[], badness: number): number =>
  counts.reduce((sum, count, sort) => (badnessOfSort(sort) === badness ? sum + count : sum), 0)

/** A container that is open. Frames are used again, so that small containers cost no memory. */
interface Frame {
  isArray: boolean
  /** Where its unit begins: its name, or its bracket. */
  startByte: number
  /** True once the tree has it. */
  isInTree: boolean
  /** As long as the tree does not have it: where it and its units begin. */
  starts: PlaceList
  /** Once the tree has it: where the unit begins that is being read. */
  child: Place | undefined
  /** Set when that unit was a container that the tree has: where its last bracket stands. */
  childClose: Place | undefined
  /** What may be left out of it, if it is a long string. */
  childClip: StringClip | undefined
  /** A hash of the names in the unit that is being read. */
  childShape: number
  /** How bad the unit is that is being read. */
  childBadness: number
  /** As long as the tree does not have it: how bad its units are but for the last one. */
  badness: number[]
  /** How bad the worst of its units is. */
  worst: number
  /** The name that was read last, hashed. */
  name: number
  shape: number
  /** The path of its values. */
  path: number
  /** True if the unit that is being read may be rare, or was told to be before the tree had its container. */
  mayBeRare: boolean
}

/** A range of a string that may be left out. `least` is where the string begins. */
export interface StringClip extends Clip {
  least: number
}

/** Adds the units of a document to a tree, as its reader meets them. */
export class JsonUnits {
  readonly rarity = new Rarity()
  readonly #tree: Tree
  readonly #recordBytes: number
  readonly #frames: Frame[] = []
  #depth = 0
  #top: Frame
  /** How many frames the tree has: always the outer ones. */
  #inTree = 1
  /** @param recordBytes a container longer than this becomes a unit with units of its own */
  constructor(tree: Tree, recordBytes: number) {
    this.#tree = tree
    this.#recordBytes = recordBytes
    this.#top = this.#push(true, 0)
    this.#top.isInTree = true
  }

  /** Open containers, the whole input included. */
  get depth(): number {
    return this.#depth
  }

  get isInArray(): boolean {
    return this.#top.isArray
  }

  /** The path of the values in a container that begins here. */
  get pathInside(): number {
    const { isArray, isInTree, path, name } = this.#top
    return pathIn(path, isArray || isInTree ? ANY : name)
  }

  /** A value of the innermost container ends behind a byte. It is a word or a string. */
  value(hash: number, amount: number, endByte: number): void {
    const { isArray, path, name } = this.#top
    this.rarity.tell(this.rarity.column(pathIn(path, isArray ? ANY : name)), hash, amount, endByte - 1)
    this.#holdOpen()
  }

  /** All that is open is held if the value that was told last may be rare. */
  #holdOpen(): void {
    if (!this.rarity.take()) return
    for (let depth = 0; depth < this.#depth; depth++) this.#frames[depth].mayBeRare = true
  }

  /** A name of the innermost container was read. */
  name(hash: number): void {
    const frame = this.#top
    frame.name = hash
    frame.shape = hashed(frame.shape, hash)
  }

  /** Where the bytes begin that the tree does not have yet. */
  get pendingFrom(): number {
    if (this.#inTree < this.#depth) return this.#frames[this.#inTree].startByte
    const { child, childClose } = this.#top
    return child && !childClose ? child.byte : this.#tree.pendingFrom
  }

  /** A unit of the innermost container begins. */
  begin(at: ByteCursor): void {
    const frame = this.#top
    if (this.#inTree < this.#depth) this.#addLarge(at.byte)
    if (!frame.isInTree) {
      const { starts } = frame
      if (starts.size > 1) frame.badness[starts.size - 2] = frame.childBadness
      frame.childBadness = GOOD
      starts.addHere(at)
      return
    }
    const place = at.place()
    if (frame.child) this.#endChild(place)
    else this.#tree.inner(place)
    frame.child = place
    frame.childClip = undefined
  }

  /** The unit that began last is a container. */
  open(isArray: boolean): void {
    const { isInTree, child, starts } = this.#top
    if (isInTree && child) {
      const { byte, line, column, codePoints } = child
      this.#push(isArray, byte).starts.add(byte, line, column, codePoints)
    } else this.#push(isArray, starts.lastByte).starts.addLastOf(starts)
  }

  /** The innermost container ends. `last` is the end of its last unit, `bracketByte` the offset of its last bracket. */
  close(last: ByteCursor, bracketByte: number): void {
    const frame = this.#top
    if (!frame.isInTree) this.#addLarge(bracketByte)
    const end = frame.isInTree ? last.place() : undefined
    if (end) this.#endChild(end)
    this.#top = this.#frames[--this.#depth - 1]
    this.#top.childShape = frame.shape
    if (!end) {
      // A record is as bad as its worst part. A line of a log tells its level itself.
      if (this.#depth > 1) this.#tellAt(this.#depth - 1, frame.worst)
      return
    }
    this.#inTree--
    this.#top.childClose = end
  }

  /** How long a container may be that begins here and is a record. 0 if it may be a part of one. */
  recordRoom(byte: number): number {
    const { child } = this.#top
    return child && this.#inTree === this.#depth ? this.#recordBytes + child.byte + 1 - byte : 0
  }

  /** How many objects further out the level of a container that begins here belongs. */
  get levelsOutside(): number {
    return this.#depth > 1 && !this.#top.isArray ? levelsOut(this.#top.name) : 0
  }

  /** The unit that began last is a container that was read at once. */
  addRecord(record: RecordReader, byte: number): void {
    const { shape, own, worst } = record
    this.#top.childShape = shape
    record.tellValues(this.rarity, byte)
    this.#holdOpen()
    this.#tellAt(this.#depth - 1, this.#depth > 1 ? Math.max(own, worst) : own)
  }

  /** The unit that began last is a long string. */
  clip(clip: StringClip): void {
    this.#top.childClip = clip
  }

  /** The innermost container is so bad, and with it the unit that it is or belongs to. */
  tell(badness: number): void {
    const around = this.#depth - 2
    const out = around > 0 && !this.#frames[around].isArray ? levelsOut(this.#frames[around].name) : 0
    if (badness === GOOD || out < 0) return
    // What the tree has of an inner object cannot become a part of another unit any more.
    this.#tellAt(this.#inTree > around + 1 ? around : around - out, badness)
  }

  /** The unit of the container at a depth that is being read is so bad. */
  #tellAt(depth: number, badness: number): void {
    const frame = this.#frames[depth]
    if (badness <= frame.childBadness) return
    frame.childBadness = badness
    frame.worst = Math.max(frame.worst, badness)
    if (this.#inTree === depth + 2) this.#tree.resort(sortOf(this.#placeIn(depth), badness))
  }

  /** The input ends. True if it has rare units. */
  finish(end: Place): boolean {
    this.#endChild(end)
    this.#tree.finish(end)
    return this.rarity.number(this.#tree.root)
  }

  #push(isArray: boolean, startByte: number): Frame {
    const path = this.#depth === 0 ? 0 : this.pathInside
    const frame = this.#frames[this.#depth] ?? newFrame()
    this.#frames[this.#depth++] = frame
    frame.isArray = isArray
    frame.startByte = startByte
    frame.isInTree = false
    frame.starts.size = 0
    frame.childBadness = frame.worst = GOOD
    frame.name = 0
    frame.child = frame.childClose = frame.childClip = undefined
    frame.childShape = frame.shape = 0
    frame.path = path
    frame.mayBeRare = false
    this.#top = frame
    return frame
  }

  /** Adds open containers that have become longer than a record, with their units so far. */
  #addLarge(byte: number): void {
    for (let at = this.#inTree; at < this.#depth; at++) {
      const frame = this.#frames[at]
      if (byte - frame.startByte <= this.#recordBytes) return
      this.#inTree = at + 1
      frame.isInTree = true
      const [start, ...units] = frame.starts.all()
      this.#tree.begin(start, sortOf(this.#placeIn(at - 1), this.#frames[at - 1].childBadness))
      if (units.length > 0) this.#tree.inner(units[0])
      for (let i = 1; i < units.length; i++)
        this.#tree.record(units[i - 1], units[i], sortOf(this.#placeIn(at), frame.badness[i - 1]))
      frame.child = units[units.length - 1]
      frame.starts.size = 0
    }
  }

  /** Where the units of the container stand that is open at a depth. */
  #placeIn(depth: number): number {
    return depth === 0 ? LINE : this.#frames[depth].isArray ? ITEM : KEY_PLACE
  }

  /** Ends the unit of the innermost container that is being read. */
  #endChild(end: Place): void {
    const frame = this.#top
    const { child, childClose, childClip, childShape, childBadness } = frame
    if (!child) return
    const sort = sortOf(this.#placeIn(this.#depth - 1), childBadness)
    if (childShape !== 0)
      this.rarity.tell(this.rarity.column(pathIn(frame.path, NAMES)), childShape, Number.NaN, child.byte)
    const mayBeRare = this.rarity.take() || frame.mayBeRare
    const isBad = childBadness === BAD
    const unit = childClose
      ? this.#tree.end(end, childClose, isBad)
      : this.#tree.record(child, end, sort, isBad)
    if (mayBeRare) this.rarity.hold(unit)
    const clip = childClip && clipWithin(this.#tree, childClip, child, end, childClip.least)
    if (clip && !childClose) unit.clip = clip
    frame.mayBeRare = false
    frame.child = undefined
    frame.childClose = undefined
    frame.childClip = undefined
    frame.childShape = 0
    frame.childBadness = GOOD
  }
}

const sortOf = (place: number, badness: number): number => place + PLACES * badness

const newFrame = (): Frame => ({
  isArray: false,
  startByte: 0,
  isInTree: false,
  starts: new PlaceList(),
  child: undefined,
  childClose: undefined,
  childClip: undefined,
  childShape: 0,
  childBadness: GOOD,
  badness: [],
  worst: GOOD,
  name: 0,
  shape: 0,
  path: 0,
  mayBeRare: false,
})
