import { describe, expect, it } from 'vitest'
import { isKnownOpening, openingTable } from '../../src/core/judge/openings.ts'
import { openingOf } from './opening-of.ts'

describe('isKnownOpening', () => {
  it.each([
    'E   assert 1 == 2',
    '✗ adds',
    '  ✖ adds',
    '1) adds',
    '^~~~',
    '-  "a": 1',
    'not ok 1',
    'é'.slice(1),
  ])('says what the table and the bytes after it say for %j', (line) => {
    const opening = openingOf(line)
    const known = openingTable().first[opening & 0xffff]
    expect(isKnownOpening(opening)).toBe(known === 1 || (known === 2 && line !== ''))
  })

  it.each([
    '✗ adds',
    '⚠ adds',
    '10) adds',
    'not ok 1',
    '🚨 adds',
    '2024-01-02T10:00:00Z ✗ adds',
    '\u001b[31m✗\u001b[0m adds',
  ])('holds for %j', (line) => {
    expect(isKnownOpening(openingOf(line))).toBe(true)
  })

  it.each(['✓ adds', '√ adds', 'ok 1', 'nothing', '', '20) adds'])("doesn't hold for %j", (line) => {
    expect(isKnownOpening(openingOf(line))).toBe(false)
  })

  it('leaves no line to the table that the table alone decides wrongly', () => {
    expect(openingTable().first.length).toBe(65536)
    expect(isKnownOpening(0)).toBe(false)
    expect(isKnownOpening(0xffffffff)).toBe(false)
  })
})
