import { MOST_RECORD_BYTES, RECORD_END_BYTES, type Unit } from './unit.ts'

/** Ranges of bytes that units in memory need. */
export class UnitRanges {
  readonly #ranges: [number, number][] = []

  add(startByte: number, endByte: number): void {
    if (endByte > startByte) this.#ranges.push([startByte, endByte])
  }

  /** Adds a record: of a long one its ends. */
  addRecord(startByte: number, endByte: number): void {
    if (endByte - startByte <= MOST_RECORD_BYTES) this.add(startByte, endByte)
    else {
      this.add(startByte, startByte + RECORD_END_BYTES)
      this.add(endByte - RECORD_END_BYTES, endByte)
    }
  }

  /** Adds a unit with the units in it. */
  addUnit(unit: Unit): void {
    this.addRecord(unit.start.byte, unit.inner.byte)
    for (const child of unit.units) this.addUnit(child)
    this.addRecord(unit.close.byte, unit.end.byte)
  }

  /** By their beginnings. */
  sorted(): [number, number][] {
    return this.#ranges.sort((a, b) => a[0] - b[0])
  }
}
