import { expect, inject, it } from 'vitest'
import { createCollector } from '../../src/core/collector.ts'

const MIB = 1024 * 1024
const MIBS = inject('backend') === 'wasm' ? 600 : 100

it(`a line of ${MIBS} MiB keeps both ends, its counts and a small memory`, () => {
  const collector = createCollector({ maxBytes: 4000, backend: inject('backend') })
  const chunk = new TextEncoder().encode('漢字かな'.repeat(MIB / 12))
  const before = process.memoryUsage().rss
  collector.write('BEGIN')
  for (let at = 0; at < MIBS; at++) collector.write(chunk)
  collector.write(' TypeError: END')
  const grown = process.memoryUsage().rss - before
  const { text, totalBytes, totalLines, errors, gaps } = collector.end()
  expect(totalBytes).toBe(5 + MIBS * chunk.length + 15)
  expect({ totalLines, errors: errors.total }).toEqual({ totalLines: 1, errors: 1 })
  expect(text).toMatch(/^BEGIN.*TypeError: END\n\[1 line, clipped\. No newline at end\. Not kept\.\]$/s)
  const omitted = gaps.reduce((sum, gap) => sum + (gap.codePoints ?? 0), 0)
  const shown = [...text.slice(0, text.lastIndexOf('\n')).replaceAll(/ \[\.\.\.\+\d+\]/g, '')].length
  expect(omitted + shown).toBe(20 + (MIBS * chunk.length) / 3)
  expect(grown).toBeLessThan(64 * MIB)
})
