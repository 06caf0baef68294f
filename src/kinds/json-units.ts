import { clipWithin } from './clip.ts'
import { ANY, NAMES, pathIn } from './column.ts'
import type { ByteCursor, TextClip } from './cursor.ts'
import { tellsFailure, tellsLoudly } from './failure-words.ts'
import { BAD, GOOD, hashed, levelsOut, STATUS, TELLS_NOTHING } from './json-words.ts'
import type { Place, Search } from './kind.ts'
import type { Rarity } from './rarity.ts'
import { TellingColumn } from './rule-counts.ts'
import { MOST_DEPTH, type Tree } from './tree.ts'

// Which parts of a JSON document are units. An object or array becomes a unit with units of its own only when it is longer
// than a record may be. Of a record, its values are counted, and how bad they say that it is.

/**
 * Where a unit stands: in an array, in an object, or in a line of its own. Or it is a line of a long text that is a value;
 * a loud one has what was searched for, or tells of a failure.
 */
export const ITEM = 0
export const KEY_PLACE = 1
export const LINE = 2
export const TEXT_LINE = 3
export const LOUD_LINE = 4
const PLACES = 5
/** Further lines of texts that tell of failures are like any other. */
const MOST_LOUD = 256
/** The sort of a unit is where it stands, how bad it is, and the number of the value that tells most of it, 0 for none. */
export const JSON_SORTS = 3 * PLACES

export const placeOfSort = (sort: number): number => sort % PLACES
export const isTextLine = (sort: number): boolean => placeOfSort(sort) >= TEXT_LINE
export const badnessOfSort = (sort: number): number => Math.floor(sort / PLACES) % 3
const sortOf = (place: number, badness: number, value = 0): number =>
  place + PLACES * badness + JSON_SORTS * value

/** How many units of so bad a sort there are. */
export const countBad = (counts: readonly number[], badness: number): number =>
  counts.reduce((sum, count, sort) => (badnessOfSort(sort) === badness ? sum + count : sum), 0)

/** How many units have each value. */
export function countValues(counts: readonly number[]): number[] {
  const values: number[] = []
  for (const [sort, count] of counts.entries()) {
    const value = Math.floor(sort / JSON_SORTS)
    values[value] = (values[value] ?? 0) + count
  }
  return values
}

const decoder = /* @__PURE__ */ new TextDecoder()

/** A container that is open. It is used again, so that small containers cost no memory. */
class Level {
  isArray = true
  /** True for a unit with units of its own. */
  isUnit = true
  /** Where its unit begins: its name, or its bracket. */
  startByte = 0
  /** True once it is longer than a record, so that the names in it are data. */
  isLong = true
  /** Of a unit: where the unit in it begins that is being read. */
  child: Place | undefined
  /** Set when that unit was one with units of its own: where its last bracket stands. */
  childClose: Place | undefined
  /** What may be left out of it, if it is a long string. */
  childClip: TextClip | undefined
  /** Where the line begins that is being read of a long text. Undefined outside of one. */
  textFrom: Place | undefined
  /** A hash of the names in what is being read in it, and how bad that is. */
  childShape = 0
  childBadness = GOOD
  /** The number of the value that tells most of it, and how much that tells. */
  childValue = 0
  childRank = TELLS_NOTHING
  /** How bad the worst of what is in it is. */
  worst = GOOD
  /** The name that was read last, hashed. */
  name = 0
  shape = 0
  /** The path of its values. */
  path = 0
}

/** Adds the units of a document to a tree, as its reader meets them. */
export class JsonUnits {
  /** The values of items that tell most, by which marks count. */
  readonly telling = new TellingColumn(0)
  readonly #tree: Tree
  readonly #rarity: Rarity
  readonly #search: Search | undefined
  readonly #recordBytes: number
  /** The loud lines of texts. One that comes again tells nothing new. */
  readonly #loud = new Set<string>()
  readonly #levels = [new Level()]
  /** Open containers but for the whole input. */
  depth = 0
  /** The innermost one, or the whole input. */
  top = this.#levels[0]

  /** @param recordBytes a container longer than this becomes a unit with units of its own */
  constructor(tree: Tree, rarity: Rarity, recordBytes: number, search: Search | undefined) {
    this.#search = search
    this.#tree = tree
    this.#rarity = rarity
    this.#recordBytes = recordBytes
  }

  /** Where the bytes begin that the tree does not have yet. */
  get pendingFrom(): number {
    let at = this.depth
    while (!this.#levels[at].isUnit) at--
    const { child, childClose, textFrom } = this.#levels[at]
    return child && !childClose && !textFrom ? child.byte : this.#tree.pendingFrom
  }

  /** True where a container may be a unit with units of its own. */
  get mayOpen(): boolean {
    return this.top.isUnit && this.depth < MOST_DEPTH
  }

  /** A unit of the innermost container begins. */
  begin(at: ByteCursor): void {
    const { top } = this
    if (!top.isUnit) {
      top.childBadness = GOOD
      return
    }
    this.#grow(top, at.byte)
    const place = at.place()
    if (top.child) this.#endChild(place)
    else this.#tree.inner(place)
    top.child = place
  }

  #grow(level: Level, byte: number): void {
    level.isLong ||= byte - level.startByte > this.#recordBytes
  }

  /** What began last is a container. */
  open(isArray: boolean, isUnit: boolean): void {
    const around = this.top
    const path = pathIn(around.path, around.isArray || around.isLong ? ANY : around.name)
    this.depth++
    if (this.depth === this.#levels.length) this.#levels.push(new Level())
    const level = this.#levels[this.depth]
    this.top = level
    level.isArray = isArray
    level.isUnit = isUnit
    level.isLong = false
    level.shape = level.name = 0
    level.childBadness = level.worst = GOOD
    level.childValue = 0
    level.childRank = TELLS_NOTHING
    level.path = path
    if (!isUnit || !around.child) return
    level.startByte = around.child.byte
    this.#tree.begin(around.child, sortOf(this.#placeIn(this.depth - 1), around.childBadness))
  }

  /** The innermost container ends. `last` is the end of its last unit, `bracketByte` the offset of its last bracket. */
  close(last: ByteCursor, bracketByte: number): void {
    const level = this.top
    const around = this.#levels[--this.depth]
    if (level.isUnit) {
      this.#grow(level, bracketByte)
      const end = last.place()
      this.depth++
      this.#endChild(end)
      this.depth--
      around.childClose = end
    }
    this.top = around
    if (around.isUnit) around.childShape = level.shape
    // A record is as bad as its worst part. A line of a log tells its level itself.
    if (!level.isUnit && this.depth > 0) this.#tellAt(this.depth, level.worst)
  }

  /** A value of the innermost container ends behind a byte. It is a word or a string. */
  value(hash: number, amount: number, endByte: number, text?: Uint8Array, from?: number, to?: number): void {
    const { isArray, path, name } = this.top
    const rarity = this.#rarity
    if (this.depth > MOST_DEPTH) return
    const column = rarity.column(pathIn(path, isArray ? ANY : name))
    const form = text && column.isNew(hash) ? decoder.decode(text.subarray(from, to)) : undefined
    rarity.tell(column, hash, amount, endByte - 1, form)
  }

  /** A name of the innermost container was read. */
  name(hash: number): void {
    const { top } = this
    top.name = hash
    top.shape = hashed(top.shape, hash)
  }

  /** The unit that began last is a long string. */
  clip(clip: TextClip | undefined): void {
    this.top.childClip = clip
  }

  /** A line of a text begins that is the value which is being read. The lines of a long text are units of it. */
  textLine(at: ByteCursor): void {
    const { top } = this
    const place = at.place()
    const from = top.textFrom
    if (from) this.#addTextLine(from, place)
    else if (top.child) {
      const sort = sortOf(this.#placeIn(this.depth), top.childBadness, top.childValue)
      this.#tree.begin(top.child, sort, { mostWhole: this.#recordBytes })
      this.#tree.inner(place)
    }
    top.textFrom = place
  }

  #addTextLine(from: Place, to: Place): void {
    const isLoud = this.#isLoud(from.byte, to.byte)
    this.#tree.record(from, to, isLoud ? LOUD_LINE : TEXT_LINE, isLoud)
  }

  #isLoud(startByte: number, endByte: number): boolean {
    if (this.#search) return this.#search(this.#tree.read(startByte, endByte), 0, endByte - startByte) >= 0
    const text = this.#tree.text(startByte, endByte)
    const isNew = this.#loud.size < MOST_LOUD && !this.#loud.has(text)
    if (!isNew || !(tellsFailure(text) || tellsLoudly(text))) return false
    this.#loud.add(text)
    return true
  }

  /** The text ends. Its last line is no unit. */
  endText(): void {
    const { top } = this
    if (top.textFrom) top.childClose = top.textFrom
    top.textFrom = undefined
  }

  /** The innermost container is so bad, and with it the unit that it is or belongs to. */
  tell(badness: number): void {
    const around = this.depth - 1
    const { isArray, name } = this.#levels[Math.max(0, around)]
    const out = around > 0 && !isArray ? levelsOut(name) : 0
    if (badness === GOOD || out < 0 || around < 0) return
    // What is in a long object cannot become a part of another unit any more.
    this.#tellAt(this.top.isLong ? around : around - out, badness)
  }

  /** What is being read in the container at a depth is so bad. */
  #tellAt(depth: number, badness: number): void {
    const level = this.#levels[depth]
    if (badness <= level.childBadness) return
    level.childBadness = badness
    level.worst = Math.max(level.worst, badness)
    this.#resort(depth)
  }

  /** A value of the innermost container, or of the one around its status, tells what that is: the more, the lower its rank. */
  tellValue(rank: number, bytes: Uint8Array, from: number, to: number): void {
    const { isArray, name } = this.#levels[Math.max(0, this.depth - 1)]
    const isInStatus = this.depth > 1 && !isArray && name === STATUS && !this.top.isLong
    const depth = this.depth - (isInStatus ? 2 : 1)
    const level = this.#levels[Math.max(0, depth)]
    if (depth < 0 || !level.isUnit || (depth > 0 && !level.isArray) || rank >= level.childRank) return
    level.childRank = rank
    level.childValue = this.telling.sortOf(decoder.decode(bytes.subarray(from, to)))
    this.#resort(depth)
  }

  /** More is known of what is being read in the container at a depth. */
  #resort(depth: number): void {
    const { childBadness, childValue } = this.#levels[depth]
    if (depth < this.depth && this.#levels[depth + 1].isUnit)
      this.#tree.resort(sortOf(this.#placeIn(depth), childBadness, childValue), depth + 1)
  }

  /** The input ends. True if it has rare units. */
  finish(end: Place): boolean {
    this.#endChild(end)
    return this.#tree.finish(end)
  }

  /** Where the units of the container stand that is open at a depth. */
  #placeIn(depth: number): number {
    return depth === 0 ? LINE : this.#levels[depth].isArray ? ITEM : KEY_PLACE
  }

  /** Ends the unit in the innermost container that is being read. */
  #endChild(end: Place): void {
    const level = this.#levels[this.depth]
    const { child, childClose, childClip, childShape, childBadness, childValue } = level
    if (!child) return
    const rarity = this.#rarity
    if (childShape !== 0 && level.isLong)
      rarity.tell(rarity.column(pathIn(level.path, NAMES)), childShape, Number.NaN, child.byte)
    const isBad = childBadness === BAD
    const unit = childClose
      ? this.#tree.end(end, childClose, isBad)
      : this.#tree.record(child, end, sortOf(this.#placeIn(this.depth), childBadness, childValue), isBad)
    if (childClip && !childClose)
      unit.clip = clipWithin(this.#tree.bytes, childClip, { start: child, end }, childClip.least)
    level.child = level.childClose = level.childClip = undefined
    level.childShape = level.childValue = 0
    level.childBadness = GOOD
    level.childRank = TELLS_NOTHING
  }
}
