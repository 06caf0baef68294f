import { HeldRanges } from './held-ranges.ts'
import type { Place } from './kind.ts'

// The units of an input as a tree in bounded memory. A reader says where units begin and end. Where a container has many
// units, only the first ones, the last ones, the first notable ones (those of a new shape, failures) and an even sample of
// the others stay in memory.

/** A part of the input that is kept or left out as one: a record, or a container with units of its own. */
export interface Unit {
  start: Place
  /** Where its first unit begins. For a record, its `end`. */
  inner: Place
  /** Where its own last bytes begin, behind its last unit. For a record, its `end`. */
  close: Place
  end: Place
  /** Place among the units of its container, from 0. */
  index: number
  /** How many units it has, those that left memory included. */
  size: number
  /** Those in memory, in order. */
  units: Unit[]
  /** True for the first of those units of a container that the reader calls notable. */
  isNotable: boolean
  /** What sort of unit it is, as its reader numbers them. */
  sort: number
  /** How many units of each sort began before it, but for the last ones of one sort. Units of one sort in a row share it. */
  base: readonly number[]
  /** That sort, and how many of it there are more. */
  moreSort: number
  more: number
  /** How many units of each sort began before its end. Undefined for a record. */
  after: readonly number[] | undefined
  /** A range of a record that may be left out with a mark. It begins and ends within 4 KiB of the record's ends. */
  clip: { from: Place; to: Place } | undefined
  /** What it costs to hold. */
  held: number
}

/** A record longer than this is held at both ends alone, and can only be shown with a clip. */
export const MOST_RECORD_BYTES = 8192
/** The part that is held of each end of a longer one. */
export const RECORD_END_BYTES = MOST_RECORD_BYTES / 2
/** Units at each end of a container that leave memory last. */
const FIRST_UNITS = 32
const LAST_UNITS = 16
const MOST_NOTABLE = 8
/** What a unit costs besides its bytes. */
const UNIT_BYTES = 96
/** A container at any depth may hold this much. */
const LEAST_HELD = 2048
/** Containers deeper than this are records. */
export const MOST_DEPTH = 48

/** The sort of the root, which is not counted. */
const ROOT = -1

/** How many units of each sort began before a unit. */
export function countsBefore({ base, moreSort, more }: Unit): readonly number[] {
  return more === 0 ? base : base.map((count, sort) => (sort === moreSort ? count + more : count))
}

/** How many units of each sort began before the end of a unit. */
export const countsAfter = (unit: Unit): readonly number[] =>
  unit.after ?? countsBefore(unit).map((count, sort) => (sort === unit.sort ? count + 1 : count))

/** The counts behind a container's own first bytes: it has been counted, its units have not. */
export const countsAtInner = (unit: Unit): readonly number[] =>
  countsBefore(unit).map((count, sort) => (sort === unit.sort ? count + 1 : count))

/** Records have no units. */
const NO_UNITS: Unit[] = []

interface Frame {
  unit: Unit
  /** What it may cost to hold. */
  most: number
  /** Of the units between both ends, those whose index is a multiple of this stay. */
  stride: number
  notableUnits: number
}

export class Tree {
  readonly root: Unit
  /** Where the bytes begin that belong to no unit yet. */
  pendingFrom: number
  /** Where the line begins that is being read, whose beginning stays in memory. */
  lineFrom = 0
  readonly #frames: Frame[]
  readonly #heldBytes: number
  readonly #mostNotable: number
  readonly #keepsFirst: boolean
  readonly #bytes = new HeldRanges()
  /** Units of each sort before the last ones of one sort. */
  #base: readonly number[]
  #moreSort = 0
  #more = 0
  /** A record that left memory, to be used again. */
  #spare: Unit | undefined

  /**
   * @param sorts how many sorts of units there are
   * @param mostNotable how many notable units of a container stay in memory
   * @param keepsFirst true if units tell less the later they come: no sample stays in memory, and units lose later units
   *   of their own before one leaves memory whole
   */
  constructor(
    start: Place,
    heldBytes: number,
    sorts: number,
    mostNotable = MOST_NOTABLE,
    keepsFirst = false,
  ) {
    this.#mostNotable = mostNotable
    this.#keepsFirst = keepsFirst
    this.#heldBytes = heldBytes
    this.#base = new Array<number>(sorts).fill(0)
    this.#frames = []
    this.root = this.#open(start, 0, ROOT)
    this.pendingFrom = start.byte
  }

  /** Units of each sort so far. */
  get counts(): readonly number[] {
    return this.#snapshot()
  }

  /** Open units, the root included. */
  get depth(): number {
    return this.#frames.length
  }

  /** Takes the next bytes of the input. Call it before the units in these bytes. */
  write(bytes: Uint8Array, owned: boolean): void {
    if (this.#bytes.copiedBytes + bytes.length > 2 * this.#heldBytes + 4 * MOST_RECORD_BYTES && !owned)
      this.#bytes.keep(this.#ranges())
    this.#bytes.write(bytes, owned)
  }

  /** Begins a unit inside the open one. */
  begin(start: Place, sort: number): void {
    this.#open(start, this.#top.unit.size, sort)
    this.#count(sort)
  }

  /** Ends the own first bytes of the open unit. Its units follow. */
  inner(at: Place): void {
    const { unit } = this.#top
    unit.inner = at
    unit.held += at.byte - unit.start.byte
    this.pendingFrom = at.byte
  }

  /** Like `inner`, unless the open unit has units already. */
  innerOnce(at: Place): void {
    if (this.#top.unit.inner === this.#top.unit.start) this.inner(at)
  }

  /** Ends the open unit, whose own last bytes begin at `close`. */
  end(end: Place, close: Place = end, isNotable = false): Unit {
    const { unit } = this.#frames.pop() as Frame
    if (unit.inner === unit.start) unit.inner = end
    unit.close = unit.inner === end ? end : close
    unit.held += end.byte - unit.close.byte
    unit.after = this.#snapshot()
    this.#finishUnit(unit, end, isNotable)
    return unit
  }

  /** Adds a record. */
  record(start: Place, end: Place, sort: number, isNotable = false): Unit {
    const unit = this.#unitAt(start, this.#top.unit.size, sort, NO_UNITS)
    this.#count(sort)
    unit.inner = end
    unit.close = end
    this.#finishUnit(unit, end, isNotable)
    return unit
  }

  /** Ends the input. Units that are still open end here. */
  finish(end: Place): void {
    while (this.#frames.length > 1) this.end(end)
    const { root } = this
    if (root.inner === root.start && root.size === 0) root.inner = end
    root.end = end
    if (root.close === root.start) root.close = end
    root.after = this.#snapshot()
  }

  read(startByte: number, endByte: number): Uint8Array {
    return this.#bytes.read(startByte, endByte)
  }

  #open(start: Place, index: number, sort: number): Unit {
    const unit = this.#unitAt(start, index, sort, [])
    const most = Math.max(LEAST_HELD, this.#heldBytes / 2 ** this.#frames.length)
    this.#frames.push({ unit, most, stride: 1, notableUnits: 0 })
    return unit
  }

  #count(sort: number): void {
    if (sort !== this.#moreSort) {
      this.#base = this.#snapshot()
      this.#moreSort = sort
      this.#more = 0
    }
    this.#more++
  }

  /** The counts so far. */
  #snapshot(): readonly number[] {
    return this.#base.map((count, sort) => (sort === this.#moreSort ? count + this.#more : count))
  }

  get #top(): Frame {
    return this.#frames[this.#frames.length - 1]
  }

  #unitAt(start: Place, index: number, sort: number, units: Unit[]): Unit {
    const unit: Unit = this.#spare ?? {
      start,
      inner: start,
      close: start,
      end: start,
      index,
      size: 0,
      units,
      isNotable: false,
      sort,
      base: this.#base,
      moreSort: this.#moreSort,
      more: this.#more,
      after: undefined,
      clip: undefined,
      held: UNIT_BYTES,
    }
    if (unit !== this.#spare) return unit
    this.#spare = undefined
    unit.start = unit.inner = unit.close = unit.end = start
    unit.index = index
    unit.size = 0
    unit.units = units
    unit.isNotable = false
    unit.sort = sort
    unit.base = this.#base
    unit.moreSort = this.#moreSort
    unit.more = this.#more
    unit.after = unit.clip = undefined
    unit.held = UNIT_BYTES
    return unit
  }

  #finishUnit(unit: Unit, end: Place, isNotable: boolean): void {
    unit.end = end
    if (unit.inner === end) unit.held += Math.min(end.byte - unit.start.byte, MOST_RECORD_BYTES)
    this.pendingFrom = end.byte
    const frame = this.#top
    const { unit: container } = frame
    container.size++
    unit.isNotable = isNotable && frame.notableUnits < this.#mostNotable
    if (unit.isNotable) frame.notableUnits++
    container.units.push(unit)
    container.held += unit.held
    if (container.held > frame.most && this.#keepsFirst) thinInside(container, frame.most / 2)
    if (container.held > frame.most) thin(frame, frame.most / 2, this.#keepsFirst)
    else if (frame.stride > 1) this.#dropOne(frame)
  }

  /** Drops the unit that is none of the last ones any more, unless it stays for another reason. */
  #dropOne({ unit, stride }: Frame): void {
    const { units } = unit
    const at = units.length - 1 - LAST_UNITS
    if (at < 0) return
    const dropped = units[at]
    if (staysInSample(dropped, stride)) return
    for (let next = at + 1; next < units.length; next++) units[next - 1] = units[next]
    units.pop()
    unit.held -= dropped.held
    if (dropped.units === NO_UNITS) this.#spare = dropped
  }

  /** The ranges of the units in memory, and the bytes that belong to no unit yet. */
  #ranges(): [number, number][] {
    const ranges: [number, number][] = []
    const add = (start: number, end: number) => {
      if (end - start <= MOST_RECORD_BYTES) ranges.push([start, end])
      else ranges.push([start, start + RECORD_END_BYTES], [end - RECORD_END_BYTES, end])
    }
    const visit = (unit: Unit) => {
      add(unit.start.byte, unit.inner.byte)
      for (const child of unit.units) visit(child)
      add(unit.close.byte, unit.end.byte)
    }
    for (const { unit } of this.#frames) {
      if (unit.inner.byte > unit.start.byte) add(unit.start.byte, unit.inner.byte)
      for (const child of unit.units) visit(child)
    }
    // A unit that is pending may end before the bytes that were read.
    const { endByte } = this.#bytes
    const headEnd = Math.min(endByte, this.pendingFrom + MOST_RECORD_BYTES)
    ranges.push([this.pendingFrom, headEnd], [Math.max(headEnd, endByte - MOST_RECORD_BYTES), endByte])
    ranges.push([this.lineFrom, Math.min(endByte, this.lineFrom + MOST_RECORD_BYTES)])
    return ranges.filter(([start, end]) => end > start).sort((a, b) => a[0] - b[0])
  }
}

const staysInSample = ({ index, isNotable }: Unit, stride: number): boolean =>
  isNotable || index < FIRST_UNITS || index % stride === 0

/** Drops later units inside the units of a container. The first of these may hold more than the others. */
function thinInside(container: Unit, most: number): void {
  for (const unit of container.units) {
    const { units, index, held } = unit
    const share = most / (index < 8 ? 16 : 2 * container.units.length)
    while (unit.held > share && units.length > 0)
      for (const dropped of units.splice(units.length >> 1)) unit.held -= dropped.held
    container.held -= held - unit.held
  }
}

/** Drops units of a container until what it holds costs at most so much. */
function thin(frame: Frame, most: number, keepsFirst: boolean): void {
  const { unit } = frame
  const keepOnly = (stays: (child: Unit, at: number) => boolean) => {
    unit.units = unit.units.filter((child, at) => {
      if (stays(child, at)) return true
      unit.held -= child.held
      return false
    })
  }
  while (!keepsFirst && unit.held > most && frame.stride <= unit.size) {
    frame.stride *= 2
    const { stride } = frame
    const last = unit.units.length - LAST_UNITS
    keepOnly((child, at) => at >= last || staysInSample(child, stride))
  }
  for (let pass = 0; unit.held > most && unit.units.length > 2; pass++) {
    const from = Math.max(1, unit.units.length >> 2)
    const to = unit.units.length - from
    const staysNotable = keepsFirst && pass < 4
    keepOnly(({ isNotable }, at) => at < from || at >= to || (staysNotable && isNotable))
  }
}
