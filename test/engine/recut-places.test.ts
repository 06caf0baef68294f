// @deep

import { describe, expect, it } from 'vitest'
import { parseNotices } from '../../src/core/words/parse.ts'
import type { Truncation } from '../../src/truncation.ts'
import { caseCount } from '../support/case-count.ts'
import { cellRows } from '../support/cell-screen.ts'
import { truncate } from '../support/checked.ts'
import { createRandom, type Random } from '../support/random.ts'

// Results of moved lines, which are cut twice more. `checked.ts` holds the lines of all segments and gaps against the
// bytes of the input.

const CASES = caseCount(150, 600)
const CSI = '\x1b['

/** Lines of which a terminal overwrites some, also from below. No two words are alike. */
function movedOutput({ below, pick }: Random): string {
  let count = 0
  const words = (): string =>
    Array.from(
      { length: 1 + below(4) },
      () => `w${(++count).toString(36)}${'abcdefgh'.slice(below(8))}`,
    ).join(' ')
  const piece = (): string => {
    const form = below(12)
    if (form === 0) return `\r${words()}`
    if (form === 1) return `${'\b'.repeat(1 + below(6))}${words()}`
    if (form === 2) return `${CSI}${1 + below(4)}A`
    if (form === 3) return `${CSI}${1 + below(4)}B`
    if (form === 4) return `${CSI}${pick(['', '0', '1', '2'])}K`
    if (form === 5) return `\r${CSI}K${words()}`
    if (form === 6) return `${CSI}${1 + below(3)}A\r${words()}`
    return `${words()}${below(3) === 0 ? '' : '\n'}`
  }
  return Array.from({ length: 3 + below(60) }, piece).join('') + pick(['\n', '\n', ''])
}

/** Each marker has the lines of a gap. */
function checkMarkers({ text, gaps }: Truncation): void {
  for (const each of parseNotices(text))
    if (each.kind === 'marker')
      expect(gaps.map(({ firstLine, lastLine }) => [firstLine, lastLine])).toContainEqual([
        each.firstLine,
        each.lastLine,
      ])
}

/** What is shown of a row is what the screen shows of one, in the same order. */
function checkRows({ segments, truncated }: Truncation, rows: readonly string[]): void {
  let next = 0
  for (const part of segments.flatMap((segment) => segment.text.split('\n'))) {
    if (part.trim() === '') continue
    const at = rows.findIndex((row, y) => y >= next && row.includes(part.trimEnd()))
    expect(at, `${JSON.stringify(part)} is not on the screen from row ${next} on`).toBeGreaterThanOrEqual(0)
    next = at
  }
  if (truncated) return
  const shown = segments.map((segment) => segment.text).join('')
  for (const row of rows) expect(shown).toContain(row)
}

describe('a result of moved lines', () => {
  it('shows rows of the screen, and cut again has true numbers of lines and is within its limits', () => {
    let gaps = 0
    for (let seed = 0; seed < CASES; seed++) {
      const random = createRandom(seed)
      const { below, pick } = random
      const input = movedOutput(random)
      const rows = cellRows(input).map((row) => row.join('').trimEnd())
      const keep = pick(['ends', 'ends', 'head', 'tail'] as const)
      const shared = { keep, fold: true, ...(below(4) === 0 && { maxLineLength: 10 + below(40) }) } as const
      const cut = (given: string | Truncation, limits: { maxBytes?: number; maxLines?: number }) => {
        const result = truncate(given, { ...shared, ...limits })
        checkMarkers(result)
        if (typeof given === 'string') checkRows(result, rows)
        gaps += result.gaps.length
        return result
      }
      const first = cut(input, { maxBytes: Math.floor((Buffer.byteLength(input) * (20 + below(80))) / 100) })
      for (const share of [90, 60, 30]) {
        const limit = pick(['maxBytes', 'maxLines'] as const)
        const size = limit === 'maxBytes' ? first.outputBytes : first.outputLines
        const second = cut(first, { [limit]: Math.floor((size * share) / 100) })
        cut(second, { maxBytes: Math.floor(second.outputBytes * 0.8) })
      }
    }
    expect(gaps).toBeGreaterThan(5 * CASES)
  })
})
