import { describe, it } from 'vitest'
import { logLaws } from './support/log-laws.ts'
import { seedFor } from './support/random.ts'

const SEED = 2025

describe('laws of logs', () => {
  it.each(logLaws)('$title', async ({ check, runs }) => {
    await check(runs, seedFor(SEED))
  })
})
