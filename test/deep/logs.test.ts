import { describe, it } from 'vitest'
import { logLaws } from '../support/log-laws.ts'

describe('laws of logs, sixteen times longer', () => {
  it.each(logLaws)('$title', async ({ check, runs }) => {
    await check(16 * runs, 9876)
  })
})
