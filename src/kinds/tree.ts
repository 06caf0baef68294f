import { withoutColours } from '../core/bytes/colours.ts'
import { clipOfLine, LEAST_CLIP_BYTES } from './clip.ts'
import { moveCounts, SortCounts } from './counts.ts'
import { addRanges, addRecord, HeldRanges } from './held-ranges.ts'
import type { Holding, Place } from './kind.ts'
import type { Line } from './line.ts'
import type { NamedPart } from './named-parts.ts'
import { dropOne, Frame, thin, thinInside } from './thin.ts'
import type { Beginning, TreeOptions } from './tree-options.ts'
import { areRecords, MOST_RECORD_BYTES, NO_UNITS, RECORD_END_BYTES, UNIT_BYTES, Unit } from './unit.ts'

// The units of an input as a tree in bounded memory. A reader says where units begin and end. Where a container has many
// units, only the first ones, the last ones, the first notable ones (those of a new shape, failures) and an even sample of
// the others stay in memory.

const decoder = /* @__PURE__ */ new TextDecoder()

const MOST_NOTABLE = 8
/** A container at any depth may hold this much. */
const LEAST_HELD = 2048
/** What an open container may hold of the room that is left in the one around it. */
const INNER_SHARE = 0.75
/** Containers deeper than this are records. */
export const MOST_DEPTH = 48
/** Nested deeper than this, an input is read as lines: the levels are remembered. */
export const MOST_NESTED = 10_000

/** Of a chunk that is at least as long, only those bytes are copied that stay. */
const BORROWED_BYTES = 64 * 1024

/** The sort of the root, which is not counted, and its level. */
const ROOT = -1

const NOTHING: Beginning = {}

export class Tree {
  readonly root: Unit
  /** Where the bytes begin that belong to no unit yet. */
  pendingFrom: number
  /** The bytes that are in memory. */
  readonly bytes = new HeldRanges()
  /** Where the line begins that is being read. What is around its beginning stays in memory. */
  #lineFrom = 0
  /** Bytes of units to come that may have left memory, whatever the chunks. */
  #lostFrom = 0
  #lostTo = 0
  readonly #frames: Frame[] = []
  readonly #holding: Holding
  readonly #options: TreeOptions
  readonly #mostNotable: number
  readonly #clipBytes: number
  /** Where the bytes begin that are valid only during a write. -1 if there are none. */
  #borrowedFrom = -1
  readonly #counts: SortCounts
  /** How many named parts are open. */
  #named = 0

  /** @param sorts how many sorts of units are counted */
  constructor(start: Place, holding: Holding, sorts: number, options: TreeOptions) {
    this.#options = options
    this.#mostNotable = options.mostNotable ?? MOST_NOTABLE
    this.#clipBytes = (options.clipBytes ?? Infinity) + LEAST_CLIP_BYTES
    this.#holding = holding
    this.#counts = new SortCounts(sorts)
    this.root = this.#open(start, 0, ROOT, ROOT).unit
    this.pendingFrom = start.byte
  }

  /** Units of each sort so far. */
  get counts(): number[] {
    return this.#counts.all()
  }

  /** Open units, the root included. */
  get depth(): number {
    return this.#frames.length
  }

  /** The level of the innermost open unit. -1 for the root. */
  get level(): number {
    return this.#top.level
  }

  /** The sort of the innermost open unit. Undefined for the root. */
  get sort(): number | undefined {
    return this.depth > 1 ? this.#top.unit.sort : undefined
  }

  /**
   * A line begins. The bytes that belong to no unit yet stay in memory at both ends alone, up to this place. So a unit that
   * is told some lines later may have lost its bytes, and must not be shown.
   */
  beginLine(startByte: number): void {
    this.#lineFrom = startByte
    const from = this.pendingFrom + MOST_RECORD_BYTES
    const to = startByte - MOST_RECORD_BYTES
    if (to <= from) return
    if (this.#lostTo <= this.pendingFrom) this.#lostFrom = from
    this.#lostTo = to
  }

  /** Takes the next bytes of the input. Call it before the units in these bytes, and `release` behind them. */
  write(bytes: Uint8Array, owned: boolean): void {
    const held = this.bytes
    const isBorrowed = !owned && bytes.length >= BORROWED_BYTES
    if (isBorrowed) this.#borrowedFrom = held.endByte
    else if (!owned) this.#makeRoom(bytes.length)
    held.write(bytes, owned || isBorrowed)
  }

  /** Drops the bytes that no unit needs any more, if there are many. */
  #makeRoom(bytes: number): void {
    if (this.bytes.copiedBytes + bytes > 2 * this.#holding.bytes + 4 * MOST_RECORD_BYTES)
      this.bytes.keep(this.#ranges())
  }

  /** The bytes that were written last may change now. */
  release(): void {
    const from = this.#borrowedFrom
    if (from < 0) return
    this.#borrowedFrom = -1
    this.bytes.keep(this.#ranges(from), from)
    this.#makeRoom(0)
  }

  /** Begins a unit inside the open one. Its own first bytes end where its first unit begins. Returns the part that it is. */
  begin(start: Place, sort: number, beginning = NOTHING): NamedPart | undefined {
    const { level = this.depth, isNotable = false, mostWhole = 0, mayBeRare = false, name } = beginning
    this.close(level, start)
    // What is nested too deep stands beside what it is in.
    if (this.depth > MOST_DEPTH) this.close(this.level, start)
    this.inner(start)
    const { names, rarity } = this.#options
    const part = name === undefined ? undefined : names?.begin(name, start.byte, this.#named++)
    names?.count(part, this.#counts.now, -1)
    const frame = this.#open(start, this.#top.unit.size, sort, level)
    frame.mostWhole = mostWhole
    frame.isNotable = isNotable
    frame.mayBeRare = rarity?.take() === true || mayBeRare
    frame.part = part
    this.#counts.add(sort)
    return part
  }

  /** Ends the own first bytes of the open unit, unless they ended before. */
  inner(at: Place): void {
    const frame = this.#top
    const { unit } = frame
    if (frame.hasInner) return
    frame.hasInner = true
    unit.inner = at
    unit.isLost = this.#isLost(unit.start.byte, at.byte)
    unit.held += at.byte - unit.start.byte
    this.pendingFrom = at.byte
  }

  /** Takes back the units of the open unit. All of its bytes so far are then its own first bytes. */
  empty(): void {
    const frame = this.#top
    frame.hasInner = false
    frame.unit.units = []
    frame.unit.size = 0
    frame.unit.held = UNIT_BYTES
  }

  /** An open unit turns out to be of another sort. The units in it know how many of each sort began before them. */
  resort(sort: number, depth = this.depth - 1): void {
    const { unit } = this.#frames[depth]
    this.#counts.move(unit.sort, sort)
    moveCounts(
      this.#frames.slice(depth).map((frame) => frame.unit),
      unit.sort,
      sort,
    )
    unit.sort = sort
  }

  /** Ends the open units from a level on. */
  close(level: number, at: Place): void {
    while (this.level >= level) this.end(at)
  }

  /** Ends the open unit, whose own last bytes begin at `close`. One without units is a record. */
  end(end: Place, close: Place = end, isNotable = this.#top.isNotable): Unit {
    const frame = this.#frames.pop() as Frame
    const { unit, hasInner, mostWhole, part } = frame
    // It leaves room for those that come behind it.
    const most = Math.max(LEAST_HELD, this.#top.most / 2)
    if (unit.held > most) thin(frame, most, this.#options.keepsFirst === true)
    const isWhole = end.byte - unit.start.byte <= mostWhole && !unit.isLost && areRecords(unit)
    if (isWhole) {
      unit.size = 0
      unit.held = UNIT_BYTES
    }
    const isRecord = isWhole || !hasInner || (unit.size === 0 && unit.inner.byte === end.byte)
    if (isRecord) {
      unit.units = NO_UNITS
      unit.inner = end
    }
    unit.close = isRecord ? end : close
    unit.isLost ||= this.#isLost((isRecord ? unit.start : close).byte, end.byte)
    unit.held += end.byte - unit.close.byte
    unit.after = this.#counts.after()
    if (part) {
      this.#named--
      part.endByte = end.byte
      this.#options.names?.count(part, this.#counts.now, 1)
    }
    this.#finishUnit(unit, end, isNotable, frame.mayBeRare)
    return unit
  }

  /** Adds a record. */
  record(start: Place, end: Place, sort: number, isNotable = false): Unit {
    this.inner(start)
    const unit = this.#unitAt(start, this.#top.unit.size, sort, NO_UNITS)
    this.#counts.add(sort)
    unit.inner = end
    unit.close = end
    unit.isLost = this.#isLost(start.byte, end.byte)
    this.#finishUnit(unit, end, isNotable)
    return unit
  }

  /** Adds a line as a record. */
  line({ start, end }: Line, sort: number, isNotable = false): Unit {
    return this.record(start, end, sort, isNotable)
  }

  /** Gives a record that is one long line a clip: only so many of its first and last bytes are shown. */
  clip(unit: Unit, bytes: number, lastBytes = 0): void {
    unit.clip = clipOfLine(this.bytes, unit, bytes, lastBytes)
  }

  /** Ends the input. Units that are still open end here. True if there are rare units. */
  finish(end: Place): boolean {
    while (this.#frames.length > 1) this.end(end)
    const { root } = this
    if (root.inner === root.start && root.size === 0) root.inner = end
    root.end = end
    if (root.close === root.start) root.close = end
    root.after = this.counts
    return this.#options.rarity?.number(root) === true
  }

  read(startByte: number, endByte: number): Uint8Array {
    return this.bytes.read(startByte, endByte)
  }

  /** The text of a range that is in memory, without colours. */
  text(startByte: number, endByte: number): string {
    return decoder.decode(withoutColours(this.read(startByte, endByte)))
  }

  /** The blanks between the units of a container: those behind its own first bytes, without CRs, as in folded text. */
  separatorIn({ start, inner }: Unit): string {
    const own = this.text(start.byte, inner.byte)
    return own.slice(own.trimEnd().length).replaceAll('\r', '')
  }

  /** True if a record may have lost bytes that it is shown with. */
  #isLost(startByte: number, endByte: number): boolean {
    if (startByte >= this.#lostTo || endByte <= this.#lostFrom) return false
    const isShort = endByte - startByte <= MOST_RECORD_BYTES
    return (
      isShort || startByte + RECORD_END_BYTES > this.#lostFrom || endByte - RECORD_END_BYTES < this.#lostTo
    )
  }

  #open(start: Place, index: number, sort: number, level: number): Frame {
    // What is outside of an open container does not grow.
    const around = this.#frames[this.#frames.length - 1]
    const { thinsInside, keepsFirst } = this.#options
    const isEven = thinsInside || keepsFirst
    const free = !around
      ? this.#holding.bytes
      : isEven
        ? around.most / 2
        : INNER_SHARE * (around.most - around.unit.held)
    const most = Math.max(LEAST_HELD, free)
    const frame = new Frame(this.#unitAt(start, index, sort, []), level, most)
    this.#frames.push(frame)
    return frame
  }

  get #top(): Frame {
    return this.#frames[this.#frames.length - 1]
  }

  #unitAt(start: Place, index: number, sort: number, units: Unit[]): Unit {
    const unit = new Unit(start, index, sort, units)
    this.#counts.tell(unit, sort)
    return unit
  }

  #finishUnit(unit: Unit, end: Place, isNotable: boolean, wasRare = false): void {
    unit.end = end
    const { start } = unit
    const isRecord = unit.inner === end
    if (isRecord) unit.held += Math.min(end.byte - start.byte, MOST_RECORD_BYTES)
    this.pendingFrom = end.byte
    const frame = this.#top
    const { unit: container } = frame
    container.size++
    unit.isNotable = isNotable && frame.notableUnits < this.#mostNotable
    if (unit.isNotable) frame.notableUnits++
    container.units.push(unit)
    container.held += unit.held
    if (end.byte - container.start.byte > frame.mostWhole) this.#thin(frame)
    const { rarity } = this.#options
    if (rarity?.take() || wasRare) {
      rarity?.hold(unit)
      frame.mayBeRare = true
    }
    if (this.#holding.isAsked?.(start.byte, end.byte)) unit.isHeld = true
    if (isRecord && end.byte - start.byte > this.#clipBytes && end.line - start.line === 1)
      this.clip(unit, this.#clipBytes - LEAST_CLIP_BYTES)
  }

  /** Has units of a container leave memory if it holds too much. */
  #thin(frame: Frame): void {
    const { keepsFirst = false, thinsInside = keepsFirst } = this.#options
    const { unit } = frame
    const isFull = unit.held > frame.most
    if (isFull && thinsInside) thinInside(unit, frame.most / 2)
    // Thins it also when it is only nearly full. Else the next units would fill it, and all of it would be searched again.
    const most = isFull && !keepsFirst ? 0.75 * frame.most : frame.most
    if (unit.held > most) thin(frame, frame.most / 2, keepsFirst)
    else if (frame.stride > 1) dropOne(frame)
  }

  /** The ranges of the units in memory, and the bytes that belong to no unit yet, as far as they go on behind an offset. */
  #ranges(from = 0): [number, number][] {
    const ranges: [number, number][] = []
    for (const { unit } of this.#frames) {
      const { start, inner, units } = unit
      addRecord(ranges, start.byte, inner.byte)
      for (let at = units.length - 1; at >= 0 && units[at].end.byte > from; at--) addRanges(ranges, units[at])
    }
    // A unit that is pending may end before the bytes that were read.
    const { endByte } = this.bytes
    const headEnd = Math.min(endByte, this.pendingFrom + MOST_RECORD_BYTES)
    const lineFrom = this.#lineFrom
    ranges.push([this.pendingFrom, headEnd], [Math.max(headEnd, endByte - MOST_RECORD_BYTES), endByte])
    ranges.push([Math.max(0, lineFrom - MOST_RECORD_BYTES), Math.min(endByte, lineFrom + MOST_RECORD_BYTES)])
    return ranges.filter(([start, end]) => end > Math.max(start, from)).sort((a, b) => a[0] - b[0])
  }
}
