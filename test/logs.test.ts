import { describe, it } from 'vitest'
import { caseCount } from './support/case-count.ts'
import { logLaws } from './support/log-laws.ts'
import { seedFor } from './support/random.ts'

const SEED = 2025

describe('laws of logs', () => {
  it.each(logLaws)('$title', async ({ check, runs }) => {
    await check(caseCount(runs >> 1, 16 * runs), seedFor(SEED))
  })
})
