import { describe, expect, it, vi } from 'vitest'
import { columnsOf } from '../../src/cli/print/columns.ts'
import { drawTable } from '../../src/cli/print/table.ts'

describe('text in columns', () => {
  it.each([
    ['plain', 5],
    ['', 0],
    ['é', 1],
    ['e\u0301', 1],
    ['漢字', 4],
    ['🙂', 2],
    ['~ !', 3],
  ])('of %j takes %i', (text, columns) => {
    expect(columnsOf(text)).toBe(columns)
  })

  it('is not taken apart where it is ASCII, so that a table of 100,000 rows comes soon', () => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment')
    try {
      drawTable([{ title: 'a' }, { title: 'b', align: 'right' }], [['some text', '12']], 80)
      expect(segment).not.toHaveBeenCalled()
      drawTable([{ title: 'a' }], [['漢字']], 80)
      expect(segment).toHaveBeenCalled()
    } finally {
      segment.mockRestore()
    }
  })
})
