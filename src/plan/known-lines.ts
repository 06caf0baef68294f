import type { Region } from '../collect/facts.ts'
import { lowerBound } from '../text/binary-search.ts'
import type { Size } from '../text/size.ts'
import type { KnownLines, KnownLinesOf } from './end-selection.ts'
import type { MiddleLines } from './middle-lines.ts'
import type { PlanRequest } from './request.ts'
import type { Sequences } from './sequences.ts'

/** Undefined where the ends of lines are not known, and where the size of a line is more than its length. */
export function knownLinesIn({ material, sizer }: PlanRequest): KnownLinesOf | undefined {
  const { lineEnds, sequences } = material
  if (!lineEnds || !sizer.isByLength) return undefined
  return (islands, region, isHead) => new LinesByEnd(lineEnds, linesOf(islands), region, isHead, sequences)
}

/** Finds how many lines fit by binary search in their ends, so that no line is looked at alone. */
class LinesByEnd implements KnownLines {
  at = 0
  readonly #lineEnds: Uint32Array
  /** The lines that are paid for already, in order. */
  readonly #islands: Uint32Array
  readonly #region: Region
  readonly #isHead: boolean
  readonly #sequences: Sequences

  constructor(
    lineEnds: Uint32Array,
    islands: Uint32Array,
    region: Region,
    isHead: boolean,
    sequences: Sequences,
  ) {
    this.#lineEnds = lineEnds
    this.#islands = islands
    this.#region = region
    this.#isHead = isHead
    this.#sequences = sequences
  }

  take(at: number, number: number, until: number, room: Size): number {
    const count = this.#isHead ? this.#fitDown(at, number, until, room) : this.#fitUp(at, number, until, room)
    if (count <= 0) return 0
    const end = this.#lineEnds[this.#isHead ? number + count - 2 : number - count - 1] + 1
    if (this.#sequences.hasGap(this.#region, Math.min(at, end), Math.max(at, end) - 1)) return 0
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
