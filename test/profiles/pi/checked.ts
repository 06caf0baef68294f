import { expect } from 'vitest'
import type * as pi from '../../../src/extra/profiles/pi.ts'
import { checkProfile } from '../../support/profile.ts'

export type Output = { text: string; details: pi.PiDetails | undefined }

/** A tool's output, held to the profile's clauses; `whole` is what its truncation's totals are of. */
export function checked<R extends Output>(run: () => R, whole?: string): R {
  const result = run()
  const totals = result.details?.truncation
  checkProfile(result.text, { again: () => run().text, input: whole, totals })
  expect(JSON.stringify(run().details)).toBe(JSON.stringify(result.details))
  return result
}
