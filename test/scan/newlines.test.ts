import { describe, expect, inject, it } from 'vitest'
import { newlineCounterFor, ROOM_BYTES } from '../../src/core/scan/newlines.ts'
import { createRandom } from '../support/random.ts'

const counter = newlineCounterFor(inject('backend'))
const { room } = counter
const LF = 0x0a

/** Fills a range of the room with LF and bytes that differ from it by one bit, and LF all around it. Returns how many. */
function fill(seed: number, from: number, to: number): number {
  const random = createRandom(seed)
  const others = [0x0b, 0x08, 0x0e, 0x02, 0x1a, 0x2a, 0x4a, 0x8a, 0x00, 0xff]
  const rare = random.pick([1, 2, 40])
  let count = 0
  room.fill(LF, Math.max(0, from - 70), Math.min(room.length, to + 70))
  for (let at = from; at < to; at++) {
    room[at] = random.below(rare) === 0 ? LF : random.pick(others)
    if (room[at] === LF) count++
  }
  return count
}

/** Ranges at every alignment, of lengths around those that the kernels step by, and up to both ends of the room. */
const ranges = Array.from({ length: 400 }, (_, seed): [number, number, number] => {
  const random = createRandom(1000 + seed)
  const length = random.pick([0, 1, 3, 15, 17, 64, 1019, 1021, 2048, 5000]) + random.below(9)
  const from = random.pick([
    random.below(80),
    room.length - length - random.below(5),
    4096 + random.below(70),
  ])
  return [seed, from, Math.min(room.length, from + length)]
})

describe('the newline counter', () => {
  it('has a room of the size that it says', () => {
    expect(room.length).toBe(ROOM_BYTES)
  })

  it('counts the LFs of a range and no others', () => {
    for (const [seed, from, to] of ranges) {
      const count = fill(seed, from, to)
      expect(counter.count(from, to), `${from}-${to}`).toBe(count)
    }
  })

  it('counts a whole room of LFs', () => {
    room.fill(LF)
    expect(counter.count(0, ROOM_BYTES)).toBe(ROOM_BYTES)
  })
})
