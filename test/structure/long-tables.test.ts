import { describe, expect, it } from 'vitest'
import { kinds } from '../../src/kinds/index.ts'
import { createCollector } from '../support/checked.ts'

const ROWS = 24_001
const encoder = new TextEncoder()

/** Rows of a table of more than 1 MB, some with quotes or with characters of several bytes. */
const tableOf = (rows: number): string =>
  [
    'id,name,place',
    ...Array.from({ length: rows }, (_, i) => `${i},${i % 7 === 3 ? `"a, ${i}"` : `größe ${i}`},row of ${i}`),
    '',
  ].join('\n')

function cut(bytes: Uint8Array, chunk: number) {
  const collector = createCollector({ maxBytes: 2048, structure: kinds })
  for (let at = 0; at < bytes.length; at += chunk) collector.write(bytes.subarray(at, at + chunk))
  return collector.end({ artifact: '0123456789abcdef' }, { exitCode: 0 })
}

describe('a table of more rows than memory holds', () => {
  const bytes = encoder.encode(tableOf(ROWS))
  const whole = cut(bytes, bytes.length)

  it('is cut the same whatever its chunks are', () => {
    expect(whole.kind).toBe('csv')
    expect(cut(bytes, 4099)).toEqual(whole)
    expect(cut(bytes, 60_000)).toEqual(whole)
  })

  it('shows its first and last rows and counts all others', () => {
    expect(whole.text).toMatch(/^id,name,place\n0,größe 0,row of 0\n/)
    expect(whole.text).toContain(`\n${ROWS - 1},größe ${ROWS - 1},row of ${ROWS - 1}\n`)
    const hidden = [...whole.text.matchAll(/(\d+) rows?\]/g)].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    )
    const shown = whole.text.match(/^\d+,.*row of \d+$/gm)?.length ?? 0
    expect(hidden + shown).toBe(ROWS)
  })

  it('is cut the same where chunks hold no whole word of bytes', () => {
    const rows = encoder.encode(tableOf(200))
    const all = cut(rows, rows.length)
    for (const chunk of [1, 2, 3, 5, 7]) expect(cut(rows, chunk)).toEqual(all)
  })

  it('is no table when most rows have other fields', () => {
    const odd = encoder.encode(tableOf(3000) + 'one field\n'.repeat(8000))
    expect(cut(odd, odd.length).kind).toBeUndefined()
  })
})
