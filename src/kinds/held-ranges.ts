import { partition } from '../core/bytes/binary-search.ts'
import { MOST_RECORD_BYTES, RECORD_END_BYTES, type Unit } from './unit.ts'

interface HeldRange {
  start: number
  bytes: Uint8Array
}

const NO_BYTES = new Uint8Array(0)

/** Bytes of the input that are still in memory, in ranges that ascend. */
export class HeldRanges {
  #ranges: HeldRange[] = []
  #end = 0
  /** Bytes that pith copied. Ranges of an owned input cost nothing. */
  copiedBytes = 0

  get endByte(): number {
    return this.#end
  }

  write(bytes: Uint8Array, owned: boolean): void {
    if (bytes.length === 0) return
    this.#ranges.push({ start: this.#end, bytes: owned ? bytes : bytes.slice() })
    if (!owned) this.copiedBytes += bytes.length
    this.#end += bytes.length
  }

  /** Drops all bytes from an offset on that are outside the given ranges. These ascend and may touch. */
  keep(kept: readonly (readonly [number, number])[], from = 0): void {
    const joined: [number, number][] = []
    for (const [first, end] of kept) {
      const start = Math.max(first, from)
      const last = joined[joined.length - 1]
      if (last && start <= last[1]) last[1] = Math.max(last[1], end)
      else joined.push([start, end])
    }
    const held = joined.flatMap(([start, end]) => this.#held(start, end))
    const pool = new Uint8Array(held.reduce((sum, [start, end]) => sum + end - start, 0))
    let at = 0
    const ranges = held.map(([start, end]) => {
      const bytes = pool.subarray(at, at + end - start)
      bytes.set(this.read(start, end))
      at += bytes.length
      return { start, bytes }
    })
    const stays = partition(this.#ranges.length, (at) => this.#ranges[at].start < from)
    this.#ranges = this.#ranges.slice(0, stays).concat(ranges)
    this.copiedBytes = (stays > 0 ? this.copiedBytes : 0) + pool.length
  }

  /**
   * The bytes of a range that is held. A view where one range has all of it.
   *
   * @throws {RangeError} for a range that is not held: other bytes in its place would be a text that the input does not have
   */
  read(start: number, end: number): Uint8Array {
    if (start >= end) return NO_BYTES
    let at = this.#find(start)
    const first = this.#rangeWith(at, start)
    if (end <= first.start + first.bytes.length)
      return first.bytes.subarray(start - first.start, end - first.start)
    const joined = new Uint8Array(end - start)
    for (let from = start; from < end; at++) {
      const range = this.#rangeWith(at, from)
      const part = range.bytes.subarray(from - range.start, end - range.start)
      joined.set(part, from - start)
      from += part.length
    }
    return joined
  }

  /** The range at an index, which has a byte. */
  #rangeWith(at: number, byte: number): HeldRange {
    const range: HeldRange | undefined = this.#ranges[at]
    if (!range || byte < range.start || byte >= range.start + range.bytes.length)
      throw new RangeError(`byte ${byte} is not held`)
    return range
  }

  /** Those parts of a range that are held. The others belong to units that are too long to be shown. */
  #held(start: number, end: number): [number, number][] {
    const parts: [number, number][] = []
    for (let at = Math.max(0, this.#find(start)); at < this.#ranges.length; at++) {
      const range = this.#ranges[at]
      if (range.start >= end) break
      const from = Math.max(start, range.start)
      const to = Math.min(end, range.start + range.bytes.length)
      const last = parts[parts.length - 1]
      if (last?.[1] === from) last[1] = to
      else if (from < to) parts.push([from, to])
    }
    return parts
  }

  /** The index of the last range that begins at or before an offset. */
  #find(byte: number): number {
    return Math.max(0, partition(this.#ranges.length, (at) => this.#ranges[at].start <= byte) - 1)
  }
}

type Range = [startByte: number, endByte: number]

/** Adds the ranges that a record needs: both ends of a long one. A record that touches the last range widens it. */
export function addRecord(ranges: Range[], startByte: number, endByte: number): void {
  const last = ranges[ranges.length - 1]
  if (endByte - startByte > MOST_RECORD_BYTES)
    ranges.push([startByte, startByte + RECORD_END_BYTES], [endByte - RECORD_END_BYTES, endByte])
  else if (last?.[0] === endByte) last[0] = startByte
  else if (last?.[1] === startByte) last[1] = endByte
  else ranges.push([startByte, endByte])
}

/** Adds the ranges that a unit needs, with the units in it. */
export function addRanges(ranges: Range[], { start, inner, units, close, end }: Unit): void {
  addRecord(ranges, start.byte, inner.byte)
  for (const unit of units) addRanges(ranges, unit)
  if (close.byte < end.byte) addRecord(ranges, close.byte, end.byte)
}
