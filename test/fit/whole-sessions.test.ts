import { expect, inject, it } from 'vitest'
import { collect } from '../../src/collect/collect.ts'
import { draw } from '../../src/engine/truncate.ts'
import { fit } from '../../src/fit/fit.ts'
import { wholeResult } from '../../src/fit/whole.ts'
import { resolveSettings } from '../../src/settings.ts'
import { sessions } from '../support/sessions.ts'

it('the short way of a recorded session gives what the collector gives', () => {
  const settings = resolveSettings({ backend: inject('backend'), fold: true })
  for (const { bytes, name } of sessions.filter(({ bytes }) => bytes.length <= 8192)) {
    const lines = Buffer.from(bytes.toString().replaceAll('\r\n', '\n'))
    const short = wholeResult(lines, settings)
    if (short) expect(short, name).toEqual(fit(collect(lines, settings), settings, draw))
  }
})
