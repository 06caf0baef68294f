import { expect, inject, it } from 'vitest'
import { createCollector } from '../../src/core/collector.ts'

const encoder = new TextEncoder()

const repeated = (unit: string, bytes: number): Uint8Array =>
  encoder.encode(unit.repeat(Math.ceil(bytes / unit.length))).subarray(0, bytes)

it('a line of 100 MB that speaks of errors all along is cut in one pass', () => {
  const collector = createCollector({ maxBytes: 8192, backend: inject('backend') })
  const chunk = repeated('error: no ring ', 600_000)
  for (let i = 0; i < 167; i++) collector.write(chunk)
  const { errors, totalBytes, totalLines, text } = collector.end()
  expect({ totalBytes, totalLines }).toEqual({ totalBytes: 167 * 600_000, totalLines: 1 })
  expect(errors.total).toBeGreaterThan(512)
  expect(text).toMatch(/^error: no ring .* \[\.\.\.\+\d+\].*\n\[1 line, clipped\./s)
})
