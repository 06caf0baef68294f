import { fits, minusSize, plusSize, type Size } from '../render/size.ts'
import type { Islands } from './islands.ts'
import type { ValuedLine } from './model.ts'
import { PriorityQueue } from './queue.ts'
import type { Row } from './rows.ts'

/** A line's value is divided by what it costs to this power, its marker included. */
const LENGTH_POWER = 0.2
const LENGTH_OFFSET = 20
/** A line worth less is not picked beside another, and none worth less begins a group: each costs a marker. */
const LEAST_VALUE = 0.6
const LEAST_ALONE = 1.5
/** Nor one that is worth less than this share of the best: beside a failure a mere oddity is not read. */
const LEAST_SHARE = 0.1
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
 * Picks lines by value, the most valuable for its cost first, while they fit. Lines that touch share one marker; what
 * lies between two groups and is no longer than a marker is taken as well.
 */
export function pickIslands(request: PickRequest): void {
  const picking = new Picking(request)
  for (let next = picking.next(); next !== undefined; next = picking.next()) picking.consider(next)
}

/** Lines not picked yet, by what they are worth for what they cost as things stand. */
class Picking {
  readonly #request: PickRequest
  readonly #queue = new PriorityQueue()
  /** By index: the key under which the line waits. */
  readonly #keys: Float64Array
  readonly #markerBytes: number
  readonly #leastAlone: number
  /** Bytes that no line can have more of and still be taken. */
  #mostBytes = 0

  constructor(request: PickRequest) {
    const { lines, room } = request
    this.#request = request
    const one = room(1)
    const two = room(2)
    this.#markerBytes = one && two ? one.bytes - two.bytes : 0
    this.#keys = new Float64Array(lines.length)
    let best = 0
    for (let i = 0; i < lines.length; i++) {
      best = Math.max(best, lines[i].value)
      if (lines[i].value >= LEAST_VALUE) this.#put(i, this.#markerBytes)
    }
    this.#leastAlone = Math.max(LEAST_ALONE, LEAST_SHARE * best)
  }

  #put(i: number, extraBytes: number): void {
    const { value, lengthBytes } = this.#request.lines[i]
    const key = value / (Math.max(0, lengthBytes + extraBytes) + LENGTH_OFFSET) ** LENGTH_POWER
    if (key <= this.#keys[i]) return
    this.#keys[i] = key
    this.#queue.push(i, key)
  }

  /** The index of the best line; undefined when none is left or nothing more fits. */
  next(): number | undefined {
    const { islands, room } = this.#request
    const spare = room(islands.groups)
    if (!spare || spare.bytes <= islands.size.bytes) return undefined
    // A line that joins two groups makes one marker needless, and its range in the notice.
    this.#mostBytes = spare.bytes - islands.size.bytes + 2 * this.#markerBytes
    for (let top = this.#queue.pop(); top; top = this.#queue.pop()) {
      if (top.key === this.#keys[top.item]) return top.item
    }
    return undefined
  }

  consider(i: number): void {
    const { lines, islands, isFree, maxBytes } = this.#request
    const { line, value } = lines[i]
    if (!isFree(line)) return
    if (islands.rows.has(line)) {
      showMore(this.#request, lines[i])
      return
    }
    if (leastBytes(lines[i], maxBytes) > this.#mostBytes) return
    const before = bridge(this.#request, i, -1, this.#markerBytes)
    const after = bridge(this.#request, i, 1, this.#markerBytes)
    const joins = Number(before !== undefined) + Number(after !== undefined)
    if (joins === 0 && value < this.#leastAlone) return
    const taken = [...(before ?? []), i, ...(after ?? [])]
    if (!take(this.#request, taken, 1 - joins)) return
    this.#cheaper(taken[0], -1)
    this.#cheaper(taken[taken.length - 1], 1)
  }

  /** Lines near one that was taken cost no marker any more, and one less where they join two groups. */
  #cheaper(from: number, step: 1 | -1): void {
    const { lines, islands } = this.#request
    let bytes = 0
    for (let i = from + step; lines[i]?.line === lines[i - step].line + step; i += step) {
      if (islands.rows.has(lines[i].line) || bytes > this.#markerBytes) return
      if (lines[i].value >= LEAST_VALUE) {
        const beyond = bridge(this.#request, i, step, this.#markerBytes)
        this.#put(i, bytes - (beyond ? this.#markerBytes : 0))
      }
      bytes += lines[i].lengthBytes
    }
  }
}

/** Indices of the lines up to the next one that is taken; undefined when it is further than a marker is long. */
function bridge(
  { lines, islands, isFree }: PickRequest,
  from: number,
  step: 1 | -1,
  most: number,
): number[] | undefined {
  const found: number[] = []
  let bytes = 0
  for (let i = from + step; lines[i]?.line === lines[i - step].line + step; i += step) {
    if (islands.rows.has(lines[i].line)) return step === 1 ? found : found.reverse()
    bytes += lines[i].lengthBytes
    if (bytes > most || !isFree(lines[i].line)) break
    found.push(i)
  }
  return undefined
}

/** False when they don't fit. */
function take({ islands, lines, room, maxBytes }: PickRequest, indices: number[], groups: number): boolean {
  const all = room(islands.groups + groups)
  if (!all) return false
  const left = minusSize(all, islands.size)
  const rows: Row[] = []
  let size: Size | undefined
  for (const i of indices) {
    const most = clipAt(lines[i], maxBytes)
    // A line that could not fit is not measured.
    const row = leastBytes(lines[i], maxBytes) <= left.bytes && islands.rowOf(lines[i], most)
    if (!row || !islands.hasPlaceFor(groups, row)) return false
    rows.push(row)
    size = size ? plusSize(size, row.size) : row.size
  }
  if (!size || !fits(size, left)) return false
  rows.forEach((row, k) => {
    islands.put(row, lines[indices[k]])
  })
  islands.groups += groups
  return true
}

/** Shows another error of a long line that is kept already, where that fits. */
function showMore({ islands, room, maxBytes }: PickRequest, line: ValuedLine): void {
  const old = islands.rows.get(line.line)
  const all = room(islands.groups)
  if (!old || !all || line.matchStart < 0 || islands.shows(line) || !islands.takesMatch(line.line)) return
  const row = islands.rowOf(line, clipAt(line, maxBytes))
  if (!row || !islands.hasPlaceFor(0, row)) return
  if (fits(row.size, plusSize(minusSize(all, islands.size), old.size))) islands.replace(row, line)
}

/** What a line takes at the very least. */
const leastBytes = (line: ValuedLine, maxBytes: number): number =>
  Math.min(line.lengthBytes, clipAt(line, maxBytes) / 2)

function clipAt({ value, matchStart }: ValuedLine, maxBytes: number): number {
  const strength = matchStart < 0 ? 0.5 : value >= STRONG_VALUE ? 2 : 1
  return Math.max(40, Math.min(maxBytes / 8, CLIP_BYTES * strength * (maxBytes > LARGE_LIMIT ? 2 : 1)))
}
