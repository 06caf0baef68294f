import { expect, it } from 'vitest'
import { truncate } from '../support/checked.ts'

it('whole lines stay exact beside more clipped lines than there is room for segments', () => {
  const line = (i: number) => `[10:00:00] src/module_${i}.c: compiled in ${i} ms\n`
  const log = `${Array.from({ length: 100 }, (_, i) => line(i)).join('')}\n`
  const { segments } = truncate(log, { maxBytes: 2614, maxLineLength: 40 })
  expect(segments.at(-1)).toMatchObject({ exact: true, text: '\n' })
})

it('an island of whole lines stays exact where the ends have more clipped lines than segments', () => {
  const line = (i: number) => `2024-01-02T10:00:00.1234567Z src/module_${i}.c: compiled in ${i} ms\n`
  const lines = Array.from({ length: 300 }, (_, i) => line(i))
  lines.splice(150, 0, 'Segmentation fault (core dumped)\n')
  const { segments } = truncate(lines.join(''), { maxBytes: 5000, maxLineLength: 40 })
  expect(segments.find((s) => s.text.startsWith('Segmentation fault'))?.exact).toBe(true)
})

it('only malformed lines are not exact beside more clipped lines than there is room for segments', () => {
  const clipped = 'abcdefghij\n'.repeat(70)
  const lines = ['\xffx\n', 'ok\n', '\xffy\n', 'ok\n', 'fine'].join('')
  const { segments } = truncate(Buffer.from(clipped + lines, 'latin1'), { maxLineLength: 4 })
  expect(segments.map(({ exact, text }) => [exact, text.slice(-5)])).toEqual([
    [false, '…\n\ufffdx\n'],
    [true, 'ok\n'],
    [false, '\ufffdy\n'],
    [true, '\nfine'],
  ])
})
