import { HeldRanges } from './held-ranges.ts'
import type { Place } from './kind.ts'
import { LateLines, SampledLines } from './late-lines.ts'
import type { Line } from './line.ts'
import { SortCounts } from './sort-counts.ts'
import { type Frame, LAST_UNITS, staysInSample, thin, thinInside } from './thin.ts'
import {
  heldFor,
  MOST_RECORD_BYTES,
  NO_UNITS,
  RECORD_END_BYTES,
  UNIT_BYTES,
  type Unit,
  unitAt,
} from './unit.ts'
import { UnitRanges } from './unit-ranges.ts'

// The units of an input as a tree in bounded memory. A reader says where units begin and end. Where a container has many
// units, only the first ones, the last ones, the first notable ones (those of a new shape, failures) and an even sample of
// the others stay in memory.

const MOST_NOTABLE = 8
/** A container at any depth may hold this much. */
const LEAST_HELD = 2048
/** Containers deeper than this are records. */
export const MOST_DEPTH = 48
/** Nested deeper than this, an input is read as lines: the levels are remembered. */
export const MOST_NESTED = 10_000

/** Of a chunk that is at least as long, only those bytes are copied that stay. */
const BORROWED_BYTES = 64 * 1024

/** The sort of the root, which is not counted. */
const ROOT = -1

/** Which units leave memory. */
export interface Thinning {
  /** How many notable units of a container stay in memory. */
  mostNotable?: number
  /** True if units tell less the later they come, so that no sample of them stays in memory. */
  keepsFirst?: boolean
  /** True if units first drop the later units in them. A whole unit leaves memory only when that is not enough. */
  thinsInside?: boolean
}

export class Tree {
  readonly root: Unit
  /** Where the bytes begin that belong to no unit yet. */
  pendingFrom: number
  /** Where the line begins that is being read. What is around its beginning stays in memory. */
  #lineFrom = 0
  /** Bytes of units to come that may have left memory, whatever the chunks. */
  #lostFrom = 0
  #lostTo = 0
  readonly #frames: Frame[]
  readonly #heldBytes: number
  readonly #mostNotable: number
  readonly #keepsFirst: boolean
  readonly #thinsInside: boolean
  readonly #bytes = new HeldRanges()
  /** True while it has bytes that are valid only during a write. */
  #isBorrowing = false
  readonly #counts: SortCounts
  /** The last lines of the open unit. */
  readonly #late = new LateLines()
  /** Lines of the open unit that stay in memory, before the last ones and behind its units. */
  readonly #sampled = new SampledLines()
  #sampledSort = 0
  /** A record that left memory, to be used again. */
  #spare: Unit | undefined

  /** @param sorts how many sorts of units are counted */
  constructor(
    start: Place,
    heldBytes: number,
    sorts: number,
    { mostNotable = MOST_NOTABLE, keepsFirst = false, thinsInside = keepsFirst }: Thinning = {},
  ) {
    this.#mostNotable = mostNotable
    this.#keepsFirst = keepsFirst
    this.#thinsInside = thinsInside
    this.#heldBytes = heldBytes
    this.#counts = new SortCounts(sorts)
    this.#frames = []
    this.root = this.#open(start, 0, ROOT)
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
    this.#isBorrowing = !owned && bytes.length >= BORROWED_BYTES
    const isFull = this.#bytes.copiedBytes + bytes.length > 2 * this.#heldBytes + 4 * MOST_RECORD_BYTES
    if (isFull && !owned && !this.#isBorrowing) this.#bytes.keep(this.#ranges())
    this.#bytes.write(bytes, owned || this.#isBorrowing)
  }

  /** The bytes that were written last may change now. */
  release(): void {
    if (this.#isBorrowing) this.#bytes.keep(this.#ranges())
    this.#isBorrowing = false
  }

  /** Begins a unit inside the open one. */
  begin(start: Place, sort: number): void {
    this.#settle()
    this.#open(start, this.#top.unit.size, sort)
    this.#counts.add(sort)
  }

  /** Ends the own first bytes of the open unit. Its units follow. */
  inner(at: Place): void {
    const { unit } = this.#top
    unit.inner = at
    unit.isLost = this.#isLost(unit.start.byte, at.byte)
    unit.held += at.byte - unit.start.byte
    this.pendingFrom = at.byte
  }

  /** Like `inner`, unless the open unit has units already. */
  innerOnce(at: Place): void {
    if (this.#top.unit.inner === this.#top.unit.start) this.inner(at)
  }

  /** The open unit turns out to be of another sort. */
  resort(sort: number): void {
    const { unit } = this.#top
    this.#counts.move(unit.sort, sort)
    unit.sort = sort
  }

  /** Ends the open unit, whose own last bytes begin at `close`. */
  end(end: Place, close: Place = end, isNotable = false): Unit {
    this.#settle()
    const { unit } = this.#frames.pop() as Frame
    if (unit.inner === unit.start) unit.inner = end
    unit.close = unit.inner === end ? end : close
    unit.isLost ||=
      unit.inner === end ? this.#isLost(unit.start.byte, end.byte) : this.#isLost(close.byte, end.byte)
    unit.held += end.byte - unit.close.byte
    unit.after = this.#counts.after()
    this.#finishUnit(unit, end, isNotable)
    return unit
  }

  /** Ends the open unit, as one record with all of its units if it is at most so long and they are in memory. */
  endShort(end: Place, mostBytes: number): Unit {
    const { unit } = this.#top
    const isShort = end.byte - unit.start.byte <= mostBytes && unit.units.length === unit.size
    if (isShort && !unit.isLost && unit.units.every(({ size, isLost }) => size === 0 && !isLost)) {
      unit.units = NO_UNITS
      unit.size = 0
      unit.held = UNIT_BYTES
      unit.inner = unit.start
    }
    return this.end(end)
  }

  /** Adds a record. */
  record(start: Place, end: Place, sort: number, isNotable = false): Unit {
    this.#settle()
    const unit = this.#unitAt(start, this.#top.unit.size, sort, NO_UNITS)
    this.#counts.add(sort)
    unit.inner = end
    unit.close = end
    unit.isLost = this.#isLost(start.byte, end.byte)
    this.#finishUnit(unit, end, isNotable)
    return unit
  }

  /** Adds a line, as `record` does. Returns its unit if it stays or if it is `wanted`. */
  line(line: Line, sort: number, isNotable = false, wanted = false): Unit | undefined {
    const frame = this.#top
    const isNow = wanted || (isNotable && frame.notableUnits < this.#mostNotable)
    if (isNow || frame.stride === 1 || this.#keepsFirst)
      return this.record(line.start, line.end, sort, isNotable)
    const { unit } = frame
    const late = this.#late
    late.push(line, unit.size++, sort)
    this.#counts.add(sort)
    unit.held += heldFor(line.length)
    this.pendingFrom = line.endByte
    if (unit.held > frame.most) this.#thinLines(frame)
    else if (late.size <= LAST_UNITS) this.#dropOne(frame, late.size)
    else if (staysInSample(late.index(0), frame.stride)) this.#settleFirst()
    else {
      unit.held -= late.held(0)
      late.shift()
    }
    return undefined
  }

  #thinLines(frame: Frame): void {
    const { unit } = frame
    const late = this.#late
    const most = frame.most / 2
    // The last units are not all lines.
    if (late.size < LAST_UNITS) this.#settle()
    while (late.size > 0 && unit.held > most && frame.stride <= unit.size) {
      frame.stride *= 2
      const { stride, first } = frame
      unit.units = unit.units.filter(({ isNotable, isHeld, index, held }) => {
        const stays = isNotable || isHeld || staysInSample(index, stride, first)
        if (!stays) unit.held -= held
        return stays
      })
      unit.held -= this.#sampled.thin(stride)
      if (late.size > LAST_UNITS && !staysInSample(late.index(0), stride)) {
        unit.held -= late.held(0)
        late.shift()
      }
    }
    if (unit.held > most) {
      this.#settle()
      thin(frame, most, false)
    } else if (late.size > LAST_UNITS) this.#settleFirst()
  }

  /**
   * Adds lines of ASCII and of the first sort that are not notable, at least one and at most those before `end`. Returns how
   * many. Line `nth`, which `line` has not read, begins at `from`, and each ends before its number in `ends`.
   */
  lines(line: Line, ends: Int32Array, nth: number, end: number, from: number): number {
    const count = this.#passing(ends, nth, end, from)
    if (count === 0) {
      line.grow(ends[nth] - from, 0)
      this.line(line, 0)
      line.next()
      return 1
    }
    const { unit } = this.#top
    const late = this.#late
    for (let at = Math.max(0, count - LAST_UNITS); at < count; at++) {
      const start = at === 0 ? from : ends[nth + at - 1]
      late.shift()
      late.pushAscii(line, start - from, ends[nth + at] - from, at, unit.size + at, 0)
    }
    unit.size += count
    this.#counts.add(0, count)
    line.skip(ends[nth + count - 1] - from, count)
    this.pendingFrom = line.startByte
    return count
  }

  /** How many of these lines come and leave memory again, after as many that are the last ones now. Adds up what is held. */
  #passing(ends: Int32Array, nth: number, end: number, from: number): number {
    const { unit, stride, most } = this.#top
    const late = this.#late
    const oldest = unit.size - LAST_UNITS
    if (late.size < LAST_UNITS || this.#counts.moreSort !== 0 || this.#keepsFirst) return 0
    if (staysInSample(oldest, stride)) return 0
    const last = Math.min(end, nth + (-oldest & (stride - 1)))
    let { held } = unit
    let at = nth
    let start = from
    for (; at < last; at++) {
      const grown = held + heldFor(ends[at] - start)
      if (grown > most) break
      start = ends[at]
      const gone = at - nth - LAST_UNITS
      if (gone < 0) held = grown - late.held(gone + LAST_UNITS)
      else held = grown - heldFor(ends[nth + gone] - (gone === 0 ? from : ends[nth + gone - 1]))
    }
    unit.held = held
    return at - nth
  }

  /** Ends the input. Units that are still open end here. */
  finish(end: Place): void {
    while (this.#frames.length > 1) this.end(end)
    this.#settle()
    const { root } = this
    if (root.inner === root.start && root.size === 0) root.inner = end
    root.end = end
    if (root.close === root.start) root.close = end
    root.after = this.counts
  }

  read(startByte: number, endByte: number): Uint8Array {
    return this.#bytes.read(startByte, endByte)
  }

  /** True if a record may have lost bytes that it is shown with. */
  #isLost(startByte: number, endByte: number): boolean {
    if (startByte >= this.#lostTo || endByte <= this.#lostFrom) return false
    const isShort = endByte - startByte <= MOST_RECORD_BYTES
    return (
      isShort || startByte + RECORD_END_BYTES > this.#lostFrom || endByte - RECORD_END_BYTES < this.#lostTo
    )
  }

  #open(start: Place, index: number, sort: number): Unit {
    const unit = this.#unitAt(start, index, sort, [])
    const most = Math.max(LEAST_HELD, this.#heldBytes / 2 ** this.#frames.length)
    this.#frames.push({ unit, most, stride: 1, first: 0, notableUnits: 0 })
    return unit
  }

  get #top(): Frame {
    return this.#frames[this.#frames.length - 1]
  }

  #unitAt(start: Place, index: number, sort: number, units: Unit[]): Unit {
    const unit = this.#spare ?? unitAt(start)
    this.#spare = undefined
    unit.start = unit.inner = unit.close = unit.end = start
    unit.index = index
    unit.size = 0
    unit.units = units
    unit.isNotable = unit.isLost = false
    unit.sort = sort
    this.#counts.tell(unit, sort)
    unit.after = unit.clip = undefined
    unit.held = UNIT_BYTES
    return unit
  }

  #finishUnit(unit: Unit, end: Place, isNotable: boolean): void {
    unit.end = end
    if (unit.inner === end) unit.held += heldFor(end.byte - unit.start.byte) - UNIT_BYTES
    this.pendingFrom = end.byte
    const frame = this.#top
    const { unit: container } = frame
    container.size++
    unit.isNotable = isNotable && frame.notableUnits < this.#mostNotable
    if (unit.isNotable) frame.notableUnits++
    container.units.push(unit)
    container.held += unit.held
    const isFull = container.held > frame.most
    if (isFull && this.#thinsInside) thinInside(container, frame.most / 2)
    // Thins it also when it is only nearly full. Else the next units would fill it, and all of it would be searched again.
    const most = isFull && !this.#keepsFirst ? 0.75 * frame.most : frame.most
    if (container.held > most) thin(frame, frame.most / 2, this.#keepsFirst)
    else if (frame.stride > 1) this.#dropOne(frame, 0)
  }

  /** Makes units of the lines. */
  #settle(): void {
    this.#settleSampled()
    while (this.#late.size > 0) {
      const unit = this.#lateUnit()
      this.#top.unit.units.push(unit)
      this.#late.shift()
    }
  }

  #settleSampled(): void {
    const sampled = this.#sampled
    const { units } = this.#top.unit
    for (let nth = 0; nth < sampled.size; nth++) {
      const unit = unitAt(this.root.start)
      sampled.fill(unit, nth)
      unit.sort = unit.moreSort = this.#sampledSort
      unit.base = this.#counts.base
      units.push(unit)
    }
    sampled.size = 0
  }

  /** The first one of the last lines stays in memory. */
  #settleFirst(): void {
    const late = this.#late
    const sort = late.sort(0)
    // Lines of one sort in a row differ only in how many came before.
    const { moreSort, more } = this.#counts
    if (sort === moreSort) {
      this.#sampledSort = sort
      this.#sampled.push(late, more - late.size)
    } else {
      this.#settleSampled()
      this.#top.unit.units.push(this.#lateUnit())
    }
    late.shift()
  }

  /** Makes a unit of the first one of the last lines. */
  #lateUnit(): Unit {
    const late = this.#late
    const sort = late.sort(0)
    const unit = unitAt(this.root.start)
    late.fill(unit)
    unit.sort = unit.moreSort = sort
    const { base, moreSort, more } = this.#counts
    if (sort === moreSort) {
      unit.base = base
      unit.more = more - late.size
    } else {
      const counts = this.counts
      for (let nth = 0; nth < late.size; nth++) counts[late.sort(nth)]--
      unit.base = counts
    }
    return unit
  }

  /** Drops the unit that is none of the last ones any more, unless it stays for another reason. */
  #dropOne({ unit, stride }: Frame, late: number): void {
    const { units } = unit
    const at = units.length + late - 1 - LAST_UNITS
    if (at < 0) return
    const dropped = units[at]
    if (dropped.isNotable || dropped.isHeld || staysInSample(dropped.index, stride)) return
    for (let next = at + 1; next < units.length; next++) units[next - 1] = units[next]
    units.pop()
    unit.held -= dropped.held
    if (dropped.units === NO_UNITS) this.#spare = dropped
  }

  /** The ranges of the units in memory, and the bytes that belong to no unit yet. */
  #ranges(): [number, number][] {
    const ranges = new UnitRanges()
    for (const { unit } of this.#frames) {
      ranges.addRecord(unit.start.byte, unit.inner.byte)
      for (const child of unit.units) ranges.addUnit(child)
    }
    for (const lines of [this.#sampled, this.#late]) {
      for (let nth = 0; nth < lines.size; nth++) ranges.addRecord(lines.startByte(nth), lines.endByte(nth))
    }
    // A unit that is pending may end before the bytes that were read.
    const { endByte } = this.#bytes
    const headEnd = Math.min(endByte, this.pendingFrom + MOST_RECORD_BYTES)
    ranges.add(this.pendingFrom, headEnd)
    ranges.add(Math.max(headEnd, endByte - MOST_RECORD_BYTES), endByte)
    const lineFrom = this.#lineFrom
    ranges.add(Math.max(0, lineFrom - MOST_RECORD_BYTES), Math.min(endByte, lineFrom + MOST_RECORD_BYTES))
    return ranges.sorted()
  }
}
