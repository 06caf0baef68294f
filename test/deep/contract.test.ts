import { describe, it } from 'vitest'
import { laws } from '../support/laws.ts'

describe('laws of every input and every option, forty times longer', () => {
  it.each(laws)('$title', async ({ check, runs }) => {
    await check(40 * runs, 4321)
  })
})
