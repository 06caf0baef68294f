import { countLf } from '../bytes/lines.ts'
import { newlineCounterFor, ROOM_BYTES } from '../scan/newlines.ts'
import type { Remains } from './facts.ts'
import { Head, Tail } from './head-tail.ts'
import { type Ends, joinedBytes } from './regions.ts'
import type { Stream } from './stream.ts'

const NOTHING = new Uint8Array(0)

/** The ends of an input that is folded hold at most so much. They are shown only where all else has failed. */
const MOST_BYTES = 256 * 1024

/** Both ends of an input as it came. Nothing but this knows them once the scan of the input has failed. */
export class RawEnds {
  bytes = 0
  newlines = 0
  readonly head: Head
  readonly tail: Tail
  readonly pending = NOTHING

  constructor(headBytes: number, tailBytes: number) {
    this.head = new Head(headBytes)
    this.tail = new Tail(tailBytes)
  }

  /** The ends beside a folded stream. A result shows at most `maxBytes` of both. */
  static beside(maxBytes: number): RawEnds {
    const most = Math.min(maxBytes, MOST_BYTES)
    return new RawEnds(most, most)
  }

  /** What a stream that is the input held, before the bytes that it failed at. */
  static of({ head, tail }: Stream, newlines: number): RawEnds {
    const ends = new RawEnds(head.capacity, tail.capacity)
    ends.head.push(head.bytes)
    ends.tail.push(tail.bytes)
    ends.bytes = tail.total
    ends.newlines = newlines
    return ends
  }

  push(bytes: Uint8Array): void {
    this.bytes += bytes.length
    this.newlines += newlinesIn(bytes)
    this.head.push(bytes)
    this.tail.push(bytes)
  }
}

/** By the kernels, because a look at each byte would take a tenth of the time of folding. */
function newlinesIn(bytes: Uint8Array): number {
  try {
    const counter = newlineCounterFor('auto')
    let count = 0
    for (let at = 0; at < bytes.length; at += ROOM_BYTES) {
      const part = bytes.subarray(at, at + ROOM_BYTES)
      counter.room.set(part)
      count += counter.count(0, part.length)
    }
    return count
  } catch {
    return countLf(bytes)
  }
}

/** A whole input that is in memory. */
export const remainsOfWhole = (bytes: Uint8Array): Remains => ({
  pieces: [{ startByte: 0, endByte: bytes.length, firstLine: 1, bytes }],
  totalBytes: bytes.length,
  totalLines: linesOf(bytes.length, countLf(bytes), bytes),
})

/** What is held of an input of which bytes have left memory, or may have. */
export function remainsOfEnds(ends: Ends): Remains {
  const { bytes: total, newlines, head, tail } = ends
  if (total <= head.bytes.length + tail.bytes.length) return remainsOfWhole(joinedBytes(ends))
  const first = { startByte: 0, endByte: head.bytes.length, firstLine: 1, bytes: head.bytes }
  const startByte = total - tail.bytes.length
  const firstLine = newlines - countLf(tail.bytes) + 1
  const last = { startByte, endByte: total, firstLine, bytes: tail.bytes }
  return { pieces: [first, last], totalBytes: total, totalLines: linesOf(total, newlines, tail.bytes) }
}

const linesOf = (total: number, newlines: number, last: Uint8Array): number =>
  newlines + (total > 0 && last[last.length - 1] !== 0x0a ? 1 : 0)
