import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PriorityQueue } from '../../src/core/fit/queue.ts'
import { seedFor } from '../support/random.ts'

it('hands items out by descending key, of equal keys the smaller item first', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 })), (keys) => {
      const queue = new PriorityQueue()
      keys.forEach((key, item) => {
        queue.push(item, key)
      })
      const expected = keys
        .map((key, item) => ({ item, key }))
        .sort((a, b) => b.key - a.key || a.item - b.item)
      expect(keys.map(() => ({ key: queue.key, item: queue.pop() }))).toEqual(expected)
      expect(queue.pop()).toBe(undefined)
    }),
    { seed: seedFor(1) },
  )
})
