import { describe, it } from 'vitest'
import { laws } from '../support/laws.ts'

describe('laws of every input and every option, sixteen times longer', () => {
  it.each(laws)('$title', async ({ check, runs }) => {
    await check(16 * runs, 4321)
  })
})
