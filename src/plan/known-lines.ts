import type { Region } from '../collect/facts.ts'
import { lowerBound } from '../text/binary-search.ts'
import type { Size } from '../text/size.ts'
import type { KnownLines, KnownLinesOf } from './end-selection.ts'
import type { MiddleLines } from './middle-lines.ts'

export const knownLinesOf: KnownLinesOf = ({ maker, islands }, region, isHead) => {
  const { lineEnds } = maker
  if (!lineEnds || !maker.isByLength) return undefined
  const hasIntroducers = (start: number, stop: number) => maker.hasIntroducers(region, start, stop)
  return new LinesByEnd(lineEnds, linesOf(islands), region, isHead, hasIntroducers)
}

/** Finds how many lines fit by binary search in their ends, so that no line is looked at alone. */
class LinesByEnd implements KnownLines {
  at = 0
  readonly #lineEnds: Uint32Array
  /** The lines that are paid for already, in order. */
  readonly #islands: Uint32Array
  readonly #region: Region
  readonly #isHead: boolean
  readonly #hasIntroducers: (start: number, stop: number) => boolean

  constructor(
    lineEnds: Uint32Array,
    islands: Uint32Array,
    region: Region,
    isHead: boolean,
    hasIntroducers: (start: number, stop: number) => boolean,
  ) {
    this.#lineEnds = lineEnds
    this.#islands = islands
    this.#region = region
    this.#isHead = isHead
    this.#hasIntroducers = hasIntroducers
  }

  take(at: number, number: number, until: number, room: Size): number {
    const count = this.#isHead ? this.#fitDown(at, number, until, room) : this.#fitUp(at, number, until, room)
    if (count <= 0) return 0
    const end = this.#lineEnds[this.#isHead ? number + count - 2 : number - count - 1] + 1
    if (this.#hasIntroducers(Math.min(at, end), Math.max(at, end))) return 0
    room.lines -= count
    room.bytes -= Math.abs(end - at)
    this.at = end
    return count
  }

  /** How many lines fit from `number` down. */
  #fitDown(at: number, number: number, until: number, { lines, bytes }: Size): number {
    const island = this.#islands[lowerBound(this.#islands, number)] ?? until
    const ended = lowerBound(this.#lineEnds, Math.min(Math.floor(at + bytes), this.#region.endByte))
    return Math.min(Math.min(island, until) - number, Math.floor(lines), ended - number + 1)
  }

  /** How many lines fit from `number` up. The first line of the input has no end before it. */
  #fitUp(at: number, number: number, until: number, { lines, bytes }: Size): number {
    if (at !== this.#lineEnds[number - 1] + 1) return 0
    const island = this.#islands[lowerBound(this.#islands, number + 1) - 1] ?? until
    const before = lowerBound(this.#lineEnds, Math.max(Math.ceil(at - 1 - bytes), this.#region.startByte))
    return Math.min(number - Math.max(island, until), Math.floor(lines), number - 1 - before)
  }
}

/** The lines of islands, in order. */
function linesOf(islands: MiddleLines | undefined): Uint32Array {
  const lines = new Uint32Array(islands?.rows.size ?? 0)
  let count = 0
  for (const line of islands?.rows.keys() ?? []) lines[count++] = line
  return lines.sort()
}
