import { addSize, emptySize, fits, minusSize, plusSize, type Size } from '../bytes/size.ts'
import type { ValuedLine } from '../hold/facts.ts'
import type { Islands } from './islands.ts'
import { PriorityQueue } from './queue.ts'
import type { Row } from './rows.ts'

/**
 * Lines compete by value / (bytes + `LENGTH_OFFSET`) ** `LENGTH_POWER`. A marker that the line needs counts as bytes.
 */
const LENGTH_POWER = 0.3
const LENGTH_OFFSET = 20

/** Powers of short lengths, which are asked for again and again. 0 for one that was never asked for. */
const weights = /* @__PURE__ */ new Float64Array(1024)

/** What a line's value is divided by. */
function weightOf(bytes: number): number {
  const known = weights[bytes]
  if (known > 0) return known
  const weight = (bytes + LENGTH_OFFSET) ** LENGTH_POWER
  if (bytes < weights.length) weights[bytes] = weight
  return weight
}

/** A line of lower value is not picked for its own sake. */
const LEAST_VALUE = 0.3
/** The same where any line is taken. */
const LEAST_OF_ANY = 0.1
/** Where there is no error, a line of lower value begins no group: a run that went well has hints too. */
const LEAST_ALONE = 0.9
/** A line below this share of the best error begins no group, because each costs a marker. */
const LEAST_SHARE = 0.1
/**
 * Nor does a line that is no error below this one, unless it stands at most `NEAR_LINES` above it. Hints far from a
 * failure are noise (without this, 4 of 131 logs at 1 to 16 KiB are lost and none is won), and those just above it often
 * tell its cause (5 strings).
 */
const LEAST_SHARE_OF_OTHERS = 0.3
const NEAR_LINES = 40
/** Longer lines are clipped around their evidence, and context to half of it. */
const CLIP_BYTES = 1400

export interface PickRequest {
  islands: Islands
  /** In order of line. Lines of value 0 are taken only between two picked lines. */
  lines: readonly ValuedLine[]
  /** Room for all islands when there are this many groups; undefined when these need too many words. */
  room(groups: number): Size | undefined
  /** True for a line that neither end takes. */
  isFree(line: number): boolean
  maxBytes: number
  /** True when markers and notice may take the words of this many groups. */
  areWordsFew(groups: number): boolean
  /** True when any line is worth more than empty room. */
  takesAny?: boolean
}

/**
 * Picks lines while they fit, the greatest value for its cost first. Adjacent lines share one marker. Lines between two
 * groups are picked as well when they are no longer than a marker.
 */
export function pickIslands(request: PickRequest): void {
  const picking = new Picking(request)
  for (let next = picking.next(); next !== undefined; next = picking.next()) picking.consider(next)
}

/** The lines that are not picked yet, ordered by value for their current cost. */
class Picking {
  readonly #request: PickRequest
  readonly #queue: PriorityQueue
  /** By index, the current key of the line in the queue. */
  readonly #keys: Float64Array
  readonly #markerBytes: number
  /** The error line of the greatest value. */
  readonly #lead: ValuedLine | undefined
  readonly #leastValue: number
  /** A line that needs more bytes than this cannot be taken. */
  #mostBytes = 0

  constructor(request: PickRequest) {
    const { lines, room } = request
    this.#request = request
    this.#leastValue = request.takesAny ? LEAST_OF_ANY : LEAST_VALUE
    const one = room(1)
    const two = room(2)
    this.#markerBytes = one && two ? one.bytes - two.bytes : 0
    this.#keys = new Float64Array(lines.length)
    this.#queue = new PriorityQueue(lines.length)
    let lead: ValuedLine | undefined
    for (let i = 0; i < lines.length; i++) {
      if (lines[i].isError && lines[i].value > (lead?.value ?? 0)) lead = lines[i]
      if (lines[i].value >= this.#leastValue) this.#put(i, this.#markerBytes)
    }
    this.#lead = lead
  }

  #put(i: number, extraBytes: number): void {
    const { value, lengthBytes } = this.#request.lines[i]
    const key = value / weightOf(Math.max(0, lengthBytes + extraBytes))
    if (key <= this.#keys[i]) return
    this.#keys[i] = key
    this.#queue.push(i, key)
  }

  /** The index of the best line; undefined when none is left or nothing more fits. */
  next(): number | undefined {
    const { islands, room } = this.#request
    const spare = room(islands.groups)
    if (!spare || spare.bytes <= islands.size.bytes) return undefined
    // A line that joins two groups saves one marker and one range in the notice.
    this.#mostBytes = spare.bytes - islands.size.bytes + 2 * this.#markerBytes
    const queue = this.#queue
    for (;;) {
      const { key } = queue
      const item = queue.pop()
      if (item === undefined || key === this.#keys[item]) return item
    }
  }

  consider(i: number): void {
    const { lines, islands, isFree, maxBytes } = this.#request
    const { line, matchStart } = lines[i]
    // The ends may reach less far in the end. A line with evidence that they reach after all costs nothing more.
    if (!isFree(line) && matchStart < 0) return
    if (islands.rows.has(line)) {
      showMore(this.#request, lines[i])
      return
    }
    if (leastBytes(lines[i], maxBytes) > this.#mostBytes) return
    const before = islandNear(this.#request, i, -1, this.#markerBytes)
    const after = islandNear(this.#request, i, 1, this.#markerBytes)
    const joins = Number(before >= 0) + Number(after >= 0)
    if (joins === 0 && !this.#mayBegin(lines[i])) return
    const first = before >= 0 ? before + 1 : i
    const last = after >= 0 ? after - 1 : i
    if (!take(this.#request, first, last, 1 - joins)) return
    this.#cheaper(first, -1)
    this.#cheaper(last, 1)
  }

  /** True for a line that may begin a group. Where words already take much, only one of the best does. */
  #mayBegin({ line, value, isError }: ValuedLine): boolean {
    const { islands, areWordsFew, takesAny } = this.#request
    const lead = this.#lead
    if (takesAny) return true
    if (lead === undefined) return value >= LEAST_ALONE
    if (!areWordsFew(islands.groups + 1)) return value >= lead.value
    const isNear = line < lead.line && lead.line - line <= NEAR_LINES
    return value >= (isError || isNear ? LEAST_SHARE : LEAST_SHARE_OF_OTHERS) * lead.value
  }

  /** Lowers the cost of lines near one that was taken: they need no marker, and save one when they join two groups. */
  #cheaper(from: number, step: 1 | -1): void {
    const { lines, islands } = this.#request
    let bytes = 0
    for (let i = from + step; i >= 0 && i < lines.length; i += step) {
      if (lines[i].line !== lines[i - step].line + step) return
      if (islands.rows.has(lines[i].line) || bytes > this.#markerBytes) return
      if (lines[i].value >= this.#leastValue) {
        const beyond = islandNear(this.#request, i, step, this.#markerBytes)
        this.#put(i, bytes - (beyond >= 0 ? this.#markerBytes : 0))
      }
      bytes += lines[i].lengthBytes
    }
  }
}

/** The index of the next line that is taken; -1 when the lines up to it are longer than a marker. */
function islandNear(
  { lines, islands, isFree }: PickRequest,
  from: number,
  step: 1 | -1,
  most: number,
): number {
  let bytes = 0
  for (let i = from + step; i >= 0 && i < lines.length; i += step) {
    const { line, lengthBytes } = lines[i]
    if (line !== lines[i - step].line + step) return -1
    if (islands.rows.has(line)) return i
    bytes += lengthBytes
    if (bytes > most || !isFree(line)) return -1
  }
  return -1
}

/** Takes lines as islands, from one index through another. False when they don't fit. */
function take(
  { islands, lines, room, maxBytes, takesAny }: PickRequest,
  first: number,
  last: number,
  groups: number,
): boolean {
  const all = room(islands.groups + groups)
  if (!all) return false
  const left = minusSize(all, islands.size)
  const rows: Row[] = []
  const size = emptySize()
  for (let i = first; i <= last; i++) {
    const most = takesAny ? left.bytes - size.bytes : clipAt(lines[i], maxBytes)
    // Don't measure a line that cannot fit.
    const row = leastBytes(lines[i], maxBytes) <= left.bytes && islands.rowOf(lines[i], most)
    if (!row || !islands.hasPlaceFor(groups, row)) return false
    rows.push(row)
    addSize(size, row.size)
  }
  if (!fits(size, left)) return false
  for (let i = first; i <= last; i++) islands.put(rows[i - first], lines[i])
  islands.groups += groups
  return true
}

/** Shows one more match in a long line that is already kept, if it fits. */
function showMore({ islands, room, maxBytes }: PickRequest, line: ValuedLine): void {
  const old = islands.rows.get(line.line)
  const all = room(islands.groups)
  if (!old || !all || line.matchStart < 0 || islands.shows(line) || !islands.takesMatch(line.line)) return
  const row = islands.rowOf(line, clipAt(line, maxBytes))
  if (!row || !islands.hasPlaceFor(0, row)) return
  if (fits(row.size, plusSize(minusSize(all, islands.size), old.size))) islands.replace(row, line)
}

/** The least bytes that a line can take. */
const leastBytes = (line: ValuedLine, maxBytes: number): number =>
  Math.min(line.lengthBytes, clipAt(line, maxBytes) / 2)

const clipAt = ({ matchStart }: ValuedLine, maxBytes: number): number =>
  Math.max(40, Math.min(maxBytes / 3, CLIP_BYTES * (matchStart < 0 ? 0.5 : 1)))
