// @node

import { expect, inject, it } from 'vitest'
import { wholeResult } from '../../src/core/fit/whole.ts'
import { resolveSettings } from '../../src/settings.ts'
import { generalResult } from '../support/general.ts'
import { sessions } from '../support/sessions.ts'

it('the short way of a recorded session gives what the collector gives, with CRs and without', () => {
  let short = 0
  const settings = resolveSettings({ backend: inject('backend'), fold: true })
  for (const { bytes, name } of sessions.filter(({ bytes }) => bytes.length <= 8192)) {
    for (const input of [bytes, Buffer.from(bytes.toString().replaceAll('\r\n', '\n'))]) {
      const result = wholeResult(input, settings)
      if (!result) continue
      expect(result, name).toEqual(generalResult(input, settings))
      if (Buffer.from(input).includes('\r\n')) short++
    }
  }
  expect(short).toBeGreaterThan(10)
})
