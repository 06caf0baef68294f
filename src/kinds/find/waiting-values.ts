import { PithError } from '../../errors.ts'
import { LINE_BREAK } from './find.ts'

/** What must hold for a value, and is known only later. Undefined: it is not known yet. */
export interface Condition {
  verdict: boolean | undefined
  /** What must hold as well, for a value around it. */
  around: Condition | undefined
  /** Where a value began that waited for this condition for too long. */
  lostAt: number | undefined
}

export interface Value {
  start: number
  /** Undefined while it goes on. */
  end: number | undefined
  condition: Condition | undefined
}

/** Most bytes that wait for a condition. */
const MOST_BYTES = 4 * 1024 * 1024
/** Most values that wait. Nearly all are decided where they end, and leave at once. */
const MOST_VALUES = 50_000
const NO_BYTES = new Uint8Array(0)

/** Values that a path takes, in the order of their bytes. A value waits until its conditions, and those before it, are decided. */
export class WaitingValues {
  isFound = false
  #values: Value[] = []
  /** The first value that waits. */
  #first = 0
  /** End of the bytes that were given out, and of the last value that was given out whole. */
  #given = 0
  #last = 0
  #out: Uint8Array[] = []
  #chunk: Uint8Array = NO_BYTES
  #base = 0
  /** Bytes before the chunk that are still needed, from an offset on. */
  #held: Uint8Array = NO_BYTES
  #heldFrom = 0
  #heldBytes = 0

  get isEmpty(): boolean {
    return this.#first === this.#values.length
  }

  startChunk(chunk: Uint8Array): void {
    this.#chunk = chunk
  }

  /** Returns the values that match for certain, as bytes. Each value ends with an LF. */
  endChunk(): Uint8Array[] {
    const end = this.#base + this.#chunk.length
    this.#advance(end)
    const first = this.#values[this.#first]
    const isGiven = first && verdictOf(first.condition)
    if (isGiven) this.#give(first, end)
    this.#hold(first && !isGiven ? first.start : end)
    this.#base = end
    this.#chunk = NO_BYTES
    return this.#out.splice(0)
  }

  /** Ends the input. A value whose condition is not decided is not taken, since what decides it did not come. */
  end(): Uint8Array[] {
    const first = this.#values[this.#first]
    for (const value of this.#values.slice(this.#first)) {
      if (!verdictOf(value.condition) || (value !== first && value.start < this.#given)) continue
      this.#give(value, value.end ?? this.#base)
      this.#out.push(LINE_BREAK)
    }
    return this.#out
  }

  /** A value begins. Undefined inside a value that is given out anyway. */
  begin(start: number, condition: Condition | undefined): Value | undefined {
    this.#advance(start)
    const first = this.#values[this.#first]
    if (first && verdictOf(first.condition)) return undefined
    if (this.#values.length - this.#first >= MOST_VALUES) lose(this.#values[this.#first++])
    const value: Value = { start, end: undefined, condition }
    this.#values.push(value)
    return value
  }

  finish(value: Value, end: number): void {
    value.end = end
    this.#tidy(value)
    this.#advance(end)
  }

  /** Decides a condition. `at`: where it is known. */
  decide(condition: Condition, verdict: boolean, at: number): void {
    // What has waited for too long is lost before it is decided, so that chunks make no difference.
    this.#advance(at)
    condition.verdict = verdict
    if (verdict && condition.lostAt !== undefined) throw tooLarge(condition.lostAt)
    this.#advance(at)
  }

  /** Forgets what no longer matters at the end of the queue: values that are not taken, and what is inside one that is. */
  #tidy(ended: Value): void {
    const values = this.#values
    if (verdictOf(ended.condition))
      while (values.length > this.#first && values[values.length - 1].start > ended.start) values.pop()
    while (values.length > this.#first && verdictOf(values[values.length - 1].condition) === false)
      values.pop()
  }

  /** Gives out the first values, as far as they are decided. */
  #advance(at: number): void {
    for (; this.#first < this.#values.length; this.#first++) {
      const value = this.#values[this.#first]
      const verdict = verdictOf(value.condition)
      if (verdict === false || value.start < this.#last) continue
      if (verdict === undefined) {
        if (at - value.start <= MOST_BYTES) break
        lose(value)
        continue
      }
      if (value.end === undefined) break
      this.#give(value, value.end)
      this.#out.push(LINE_BREAK)
      this.#last = value.end
    }
    if (this.#first > 1000 && this.#first * 2 > this.#values.length) {
      this.#values.splice(0, this.#first)
      this.#first = 0
    }
  }

  #give({ start }: Value, end: number): void {
    this.isFound = true
    const from = Math.max(start, this.#given)
    const heldEnd = Math.min(end, this.#base)
    if (from < heldEnd) this.#out.push(this.#held.slice(from - this.#heldFrom, heldEnd - this.#heldFrom))
    const at = Math.max(0, from - this.#base)
    if (this.#base + at < end) this.#out.push(this.#chunk.subarray(at, end - this.#base))
    this.#given = Math.max(end, this.#given)
  }

  /** Keeps the bytes from an offset on. */
  #hold(from: number): void {
    const before = this.#held.subarray(from - this.#heldFrom, this.#heldBytes)
    const added = this.#chunk.subarray(Math.max(0, from - this.#base))
    const size = before.length + added.length
    if (before.length > 0 && this.#heldBytes + added.length <= this.#held.length) {
      this.#held.set(added, this.#heldBytes)
      this.#heldBytes += added.length
      return
    }
    const room = new Uint8Array(size === 0 ? 0 : 2 * size)
    room.set(before)
    room.set(added, before.length)
    this.#held = room
    this.#heldFrom = from
    this.#heldBytes = size
  }
}

/** Whether all conditions hold. */
function verdictOf(condition: Condition | undefined): boolean | undefined {
  let verdict: boolean | undefined = true
  for (let each = condition; each; each = each.around) {
    if (each.verdict === false) return false
    if (each.verdict === undefined) verdict = undefined
  }
  return verdict
}

/** Gives up a value that is not decided. Should it be taken after all, this is an error. */
function lose({ start, condition }: Value): void {
  for (let each = condition; each; each = each.around) {
    if (each.verdict !== undefined) continue
    each.lostAt ??= start
    return
  }
}

const tooLarge = (at: number): PithError =>
  new PithError(
    'PITH_INVALID_INPUT',
    `Expected what a filter or a position from the end waits for to be at most 4 MiB and ${MOST_VALUES} values, got more from byte ${at} on. Use a path to smaller values.`,
  )
