import { describe, it } from 'vitest'
import { laws } from '../support/laws.ts'
import { seedFor } from '../support/random.ts'

describe('laws of every input and every option, forty times longer', () => {
  it.each(laws)('$title', async ({ check, runs }) => {
    await check(40 * runs, seedFor(4321))
  })
})
