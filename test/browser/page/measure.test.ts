import { expect, it } from 'vitest'
import { repeatsFor } from '../../../bench/page/src/race.ts'

it('finds how often to repeat a run where every millisecond of work is followed by a long wait', async () => {
  let work = 0
  const run = async () => {
    work += 0.001
    if (work > 1000) throw new Error('Expected less work.')
  }
  const repeats = await repeatsFor(run, () => work + 7 * Math.floor(work))
  expect(repeats).toBeGreaterThan(100)
  expect(repeats).toBeLessThan(5000)
})
