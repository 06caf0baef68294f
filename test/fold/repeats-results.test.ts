// @deep

import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { createCollector, truncate } from '../support/checked.ts'

const numRuns = inject('thorough') ? 120 : 12

const line = fc.constantFrom(
  'copied file 17 to the other disk',
  'error: disk 3 failed',
  'src/main.c:12:3: error: expected a brace',
  'waiting for the lock of the package database',
  '1,2,3',
  '',
  '[...2-9 repeat 1]',
)
const block = fc
  .record({ some: fc.array(line, { minLength: 1, maxLength: 4 }), times: fc.constantFrom(1, 2, 30, 200) })
  .map(({ some, times }) =>
    Array.from({ length: times }, (_, i) => some.map((text) => text.replace('17', `${i}`))).flat(),
  )
const log = fc.array(block, { minLength: 1, maxLength: 6 }).map((blocks) => `${blocks.flat().join('\n')}\n`)

describe('a result of repeated lines', () => {
  it('keeps the contract in any chunks', () => {
    fc.assert(
      fc.property(
        log,
        fc.constantFrom(512, 2048, 30_720),
        fc.integer({ min: 1, max: 9000 }),
        (text, maxBytes, step) => {
          const options = { fold: true, for: 'run' as const, maxBytes }
          const whole = truncate(text, options)
          const collector = createCollector(options)
          for (let at = 0; at < text.length; at += step) collector.write(text.slice(at, at + step))
          expect(collector.end()).toEqual(whole)
        },
      ),
      { numRuns },
    )
  })

  it('keeps the contract where the last line shown is the start of a marker', () => {
    const block = [
      'error: disk 3 failed',
      'waiting for a lock',
      'main.c:12:3: error: expected a brace',
      '1,2,3',
    ]
    const around = [
      'copied file 0 to the other disk',
      '[...2-9 repeat 1]',
      '[...2-9 repeat 1]',
      'error: disk 3 failed',
    ]
    const repeated = Array.from({ length: 198 }, () => block).flat()
    const lines = [...around, ...around, ...repeated, '[...2-9 repeat 1]']
    for (let maxBytes = 300; maxBytes < 520; maxBytes += 10)
      truncate(`${lines.join('\n')}\n`, { fold: true, for: 'run', maxBytes })
  })

  it('counts every error of the input, and shows the first of equal ones', () => {
    const text = 'error: disk 1 failed\n'.repeat(3000)
    const result = truncate(text, { fold: true, for: 'run', maxBytes: 4096 })
    expect(result.errors.total).toBe(3000)
    expect(result.text).toBe('error: disk 1 failed\n[...2-3000 repeat 1]\n')
  })
})
