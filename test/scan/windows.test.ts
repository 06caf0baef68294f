import { expect, test } from 'vitest'
import { BUCKETS } from '../../src/scan/anchors.ts'
import { compilePatterns } from '../../src/scan/patterns.ts'
import { windows } from '../../src/scan/windows.ts'
import { signalLiterals } from '../../src/signal/literals.ts'

const entries = windows.flatMap((row) => row.split('|'))

test('every literal of the signal has its anchor chosen, and no other has; if not, run build/windows.mjs', () => {
  const chosen = entries.map((entry) => entry.toLowerCase()).sort()
  expect(chosen).toEqual([...new Set(signalLiterals().map((literal) => literal.toLowerCase()))].sort())
})

test('an anchor is marked as four letters in a row, once in each literal', () => {
  expect(windows).toHaveLength(BUCKETS)
  for (const entry of entries) expect(entry).toMatch(/^[^A-Z]*[A-Z]{4}[^A-Z]*$/)
})

test('a chosen anchor is the one that is looked for', () => {
  const { anchorOffsets } = compilePatterns(entries.map((literal) => ({ literal })))
  expect(anchorOffsets).toEqual(entries.map((entry) => entry.search(/[A-Z]/)))
})
