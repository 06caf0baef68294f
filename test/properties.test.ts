import { describe, expect, inject, it } from 'vitest'
import { caseCount } from './support/case-count.ts'
import { truncate } from './support/checked.ts'
import { laws } from './support/laws.ts'
import { seedFor } from './support/random.ts'

const SEED = 1234

describe('laws of every input and every option', () => {
  it('are checked on the backend of this project', () => {
    expect(truncate('a\nb\n').backend).toBe(inject('backend'))
  })

  it.each(laws)('$title', async ({ check, runs }) => {
    await check(caseCount(runs >> 1, 15 * runs), seedFor(SEED))
  })
})
