import type { Place } from './kind.ts'
import { type Line, lineStartPlace } from './line.ts'
import { staysInSample } from './thin.ts'
import { heldFor, type Unit } from './unit.ts'

// Lines of a container of which only a sample stays in memory. They are kept as numbers, and become units when they are
// asked for: most of them leave memory before.

/** The numbers of a line. The first is its first byte. */
const NUMBERS = 7
const END_BYTE = 1
const NUMBER = 2
const START_CODE_POINTS = 3
const END_CODE_POINTS = 4
const INDEX = 5
/** Its sort, or how many units of its sort came before it. */
const SORT = 6

/** Lines that wait at most. A power of two. */
const MOST = 32

/** The last lines. */
export class LateLines {
  size = 0
  readonly numbers = new Float64Array(MOST * NUMBERS)
  #first = 0

  push(line: Line, index: number, sort: number): void {
    const { numbers } = this
    const at = this.at(this.size++)
    numbers[at] = line.startByte
    numbers[at + END_BYTE] = line.endByte
    numbers[at + NUMBER] = line.number
    numbers[at + START_CODE_POINTS] = line.startCodePoints
    numbers[at + END_CODE_POINTS] = line.endCodePoints
    numbers[at + INDEX] = index
    numbers[at + SORT] = sort
  }

  /**
   * Adds the line that comes `nth` lines after `first`. `from` and `to` count from the beginning of `first`. All of these
   * lines are ASCII.
   */
  pushAscii(first: Line, from: number, to: number, nth: number, index: number, sort: number): void {
    const { numbers } = this
    const at = this.at(this.size++)
    numbers[at] = first.startByte + from
    numbers[at + END_BYTE] = first.startByte + to
    numbers[at + NUMBER] = first.number + nth
    numbers[at + START_CODE_POINTS] = first.startCodePoints + from
    numbers[at + END_CODE_POINTS] = first.startCodePoints + to
    numbers[at + INDEX] = index
    numbers[at + SORT] = sort
  }

  /** Drops the first one. */
  shift(): void {
    this.#first = (this.#first + 1) & (MOST - 1)
    this.size--
  }

  /** Its place among the units of its container. */
  index(nth: number): number {
    return this.numbers[this.at(nth) + INDEX]
  }

  sort(nth: number): number {
    return this.numbers[this.at(nth) + SORT]
  }

  startByte(nth: number): number {
    return this.numbers[this.at(nth)]
  }

  endByte(nth: number): number {
    return this.numbers[this.at(nth) + END_BYTE]
  }

  /** What it costs to hold. */
  held(nth: number): number {
    const at = this.at(nth)
    return heldFor(this.numbers[at + END_BYTE] - this.numbers[at])
  }

  /** Tells the unit that the first one becomes where it is. */
  fill(unit: Unit): void {
    fillFrom(this.numbers, this.at(0), unit)
  }

  /** Where the numbers of a line are. */
  at(nth: number): number {
    return ((this.#first + nth) & (MOST - 1)) * NUMBERS
  }
}

/** Lines before the last ones, which stay in memory as an even sample. All are of one sort. */
export class SampledLines {
  size = 0
  #numbers = new Float64Array(64 * NUMBERS)

  /** Takes the first one of the last lines, and how many of its sort came before it. */
  push(late: LateLines, before: number): void {
    const { numbers } = late
    const from = late.at(0)
    const to = this.size++ * NUMBERS
    if (to === this.#numbers.length) {
      const grown = new Float64Array(2 * to)
      grown.set(this.#numbers)
      this.#numbers = grown
    }
    for (let number = 0; number < SORT; number++) this.#numbers[to + number] = numbers[from + number]
    this.#numbers[to + SORT] = before
  }

  /** Drops those that do not stay with this stride. Returns what they cost to hold. */
  thin(stride: number): number {
    const numbers = this.#numbers
    let to = 0
    let dropped = 0
    for (let at = 0; at < this.size * NUMBERS; at += NUMBERS) {
      if (staysInSample(numbers[at + INDEX], stride)) {
        for (let number = 0; number < NUMBERS; number++) numbers[to + number] = numbers[at + number]
        to += NUMBERS
      } else dropped += heldFor(numbers[at + END_BYTE] - numbers[at])
    }
    this.size = to / NUMBERS
    return dropped
  }

  startByte(nth: number): number {
    return this.#numbers[nth * NUMBERS]
  }

  endByte(nth: number): number {
    return this.#numbers[nth * NUMBERS + END_BYTE]
  }

  /** Tells the unit that a line becomes where it is, and how many of its sort came before it. */
  fill(unit: Unit, nth: number): void {
    fillFrom(this.#numbers, nth * NUMBERS, unit)
    unit.more = this.#numbers[nth * NUMBERS + SORT]
  }
}

function fillFrom(numbers: Float64Array, at: number, unit: Unit): void {
  const start: Place = lineStartPlace(numbers[at], numbers[at + NUMBER], numbers[at + START_CODE_POINTS])
  unit.start = start
  unit.inner = lineStartPlace(numbers[at + END_BYTE], start.line + 1, numbers[at + END_CODE_POINTS])
  unit.close = unit.end = unit.inner
  unit.index = numbers[at + INDEX]
  unit.held = heldFor(unit.end.byte - start.byte)
}
