import { describe, it } from 'vitest'
import { logLaws } from '../support/log-laws.ts'
import { seedFor } from '../support/random.ts'

describe('laws of logs, thirty-two times longer', () => {
  it.each(logLaws)('$title', async ({ check, runs }) => {
    await check(32 * runs, seedFor(9876))
  })
})
