import { fits, minusSize, plusSize, type Size } from '../render/size.ts'
import type { Islands } from './islands.ts'
import type { ValuedLine } from './material.ts'
import type { Row } from './rows.ts'

/** A line's value is divided by its length to this power: long lines must be worth a little more. */
const LENGTH_POWER = 0.12
const LENGTH_OFFSET = 20
/** A line worth less is not picked beside another, and none worth less begins a group: each costs a marker. */
const LEAST_VALUE = 0.6
const LEAST_ALONE = 2.5
/** Longer lines are clipped around their evidence: strong ones later, mere context sooner. */
const CLIP_BYTES = 700
const STRONG_VALUE = 6
const LARGE_LIMIT = 30_000

export interface PickRequest {
  islands: Islands
  /** In order of line; lines worth nothing are only taken between two that are. */
  lines: readonly ValuedLine[]
  /** What all islands may take when there are so many groups; undefined when those need too many words. */
  room(groups: number): Size | undefined
  /** True for a line that neither end takes. */
  isFree(line: number): boolean
  maxBytes: number
}

/**
 * Picks lines by value, the most valuable for its length first, while they fit. Lines that touch share one marker; what
 * lies between two groups and is no longer than a marker is taken as well.
 */
export function pickIslands(request: PickRequest): void {
  const { lines, islands } = request
  const one = request.room(1)
  const two = request.room(2)
  const markerBytes = one && two ? one.bytes - two.bytes : 0
  for (const i of byKey(lines)) {
    const { line, value } = lines[i]
    if (islands.rows.has(line) || !request.isFree(line)) continue
    const spare = request.room(islands.groups)
    if (!spare || spare.bytes <= islands.size.bytes) break
    const between = [...bridge(request, i, -1, markerBytes), ...bridge(request, i, 1, markerBytes)]
    const joins = between.filter((k) => k < 0).length
    if (joins === 0 && value < LEAST_ALONE) continue
    take(request, [i, ...between.filter((k) => k >= 0)], 1 - joins)
  }
}

/** Indices of the lines that are worth something, best first. */
function byKey(lines: readonly ValuedLine[]): number[] {
  const keys = new Float64Array(lines.length)
  const order: number[] = []
  lines.forEach(({ value, lengthBytes }, i) => {
    if (value < LEAST_VALUE) return
    keys[i] = value / (lengthBytes + LENGTH_OFFSET) ** LENGTH_POWER
    order.push(i)
  })
  return order.sort((a, b) => keys[b] - keys[a] || a - b)
}

/** Stands for a group that was reached. */
const REACHED = -1

/** Indices of the lines up to the next taken one, with `REACHED`; none when it is further than a marker is long. */
function bridge({ lines, islands, isFree }: PickRequest, from: number, step: 1 | -1, most: number): number[] {
  const found: number[] = []
  let bytes = 0
  for (let i = from + step; lines[i]?.line === lines[i - step].line + step; i += step) {
    if (islands.rows.has(lines[i].line)) return [...found, REACHED]
    bytes += lines[i].lengthBytes
    if (bytes > most || !isFree(lines[i].line)) break
    found.push(i)
  }
  return []
}

function take({ islands, lines, room, maxBytes }: PickRequest, indices: number[], groups: number): void {
  const all = room(islands.groups + groups)
  if (!all) return
  const left = minusSize(all, islands.size)
  const rows: Row[] = []
  let size: Size | undefined
  for (const i of indices) {
    const most = clipAt(lines[i], maxBytes)
    // A line that could not fit is not measured.
    const row = Math.min(lines[i].lengthBytes, most / 2) <= left.bytes && islands.rowOf(lines[i], most)
    if (!row || !islands.hasPlaceFor(groups, row)) return
    rows.push(row)
    size = size ? plusSize(size, row.size) : row.size
  }
  if (!size || !fits(size, left)) return
  for (const row of rows) islands.put(row)
  islands.groups += groups
}

function clipAt({ value, matchStart }: ValuedLine, maxBytes: number): number {
  const strength = matchStart < 0 ? 0.5 : value >= STRONG_VALUE ? 2 : 1
  return Math.max(40, Math.min(maxBytes / 8, CLIP_BYTES * strength * (maxBytes > LARGE_LIMIT ? 2 : 1)))
}
