import { concat } from '../bytes/concat.ts'
import { PART_BYTES } from '../scan/selector.ts'

const LF = 0x0a
const CR = 0x0d

/** Takes a unit: where it lies in some bytes, where these begin in the input, and its line. */
export type TakeUnit = (bytes: Uint8Array, start: number, end: number, base: number, line: number) => void

/** Splits an input into the units that a selection scores, however it was cut into chunks. Empty ones are left out. */
export class UnitSplitter {
  readonly #takeUnit: TakeUnit
  /** The unit that is open: its bytes so far, and where it begins. */
  #open: Uint8Array = new Uint8Array(0)
  #openByte = 0
  #line = 1

  constructor(takeUnit: TakeUnit) {
    this.#takeUnit = takeUnit
  }

  /** Where the unit begins that is open. */
  get openByte(): number {
    return this.#openByte
  }

  /** Takes the units that have ended, and keeps the rest. */
  push(chunk: Uint8Array): void {
    this.#take(concat(this.#open, chunk), false)
  }

  end(): void {
    this.#take(this.#open, true)
  }

  #take(bytes: Uint8Array, isEnd: boolean): void {
    let start = 0
    const take = (end: number) => {
      if (end > start) this.#takeUnit(bytes, start, end, this.#openByte, this.#line)
      start = end
    }
    for (let at = 0; at < bytes.length; at++) {
      if (at - start === PART_BYTES) take(at)
      const byte = bytes[at]
      if (byte !== LF && byte !== CR) continue
      // An LF that is yet to come belongs to the same line end.
      if (byte === CR && at + 1 === bytes.length && !isEnd) break
      take(at)
      if (byte === CR && bytes[at + 1] === LF) at++
      if (bytes[at] === LF) this.#line++
      start = at + 1
    }
    if (isEnd) take(bytes.length)
    this.#open = bytes.slice(start)
    this.#openByte += start
  }
}
