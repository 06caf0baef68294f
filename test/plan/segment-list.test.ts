import { expect, it } from 'vitest'
import { truncate } from '../support/checked.ts'

it('a giant line whose end is no longer held is followed by the next line as a segment of its own', () => {
  for (const length of [4_000, 9_000, 14_000]) {
    const line = `${'x'.repeat(length)} error: z ${'x'.repeat(length >> 1)}`
    const { segments } = truncate(`${line}\nlast\n`, { maxBytes: 2000 })
    expect(segments.at(-1)).toMatchObject({ firstLine: 2, lastLine: 2, text: 'last\n' })
  }
})
