import { expect, it } from 'vitest'
import { truncate } from '../support/checked.ts'

const middleError = (before: number, after: number) =>
  `${'x'.repeat(before)} TypeError: z ${'x'.repeat(after)}`

it('an error far into a long line is kept wherever the held ends of the input begin', () => {
  for (let before = 8_000; before < 9_200; before += 61) {
    const input = `a\nb\n${middleError(before, 1_500)}\nc\nd\n`
    expect(truncate(input, { maxBytes: 1000 }).errors.lines[0].kept).toBe(true)
  }
})

it('flags stay whole at the cut of a tail that begins inside a run of them, also where their first ones have left memory', () => {
  for (const flags of [2000, 4000])
    for (let extra = 0; extra < 8; extra++) {
      const input = `${'🇩🇪'.repeat(flags)}${'x'.repeat(extra)}`
      const { text } = truncate(input, { maxBytes: 1000, keep: 'tail' })
      expect(text).toMatch(/^(?:🇩🇪)* \[\.\.\.\+\d+\](?:🇩🇪)+x*\n\[/u)
    }
})

it('the end of a last line that has left memory is shown, whether or not a line end closes it', () => {
  const log = 'step 7 of the log went well\n'.repeat(3000)
  for (const end of ['', '\n'])
    expect(truncate(`${log}${'é'.repeat(20_000)}${end}`, { maxBytes: 1000, keep: 'tail' }).text).toMatch(
      / \[\.\.\.\+\d+\]é{100,}\n\[/,
    )
})

it('the end of a first line that goes on from the held beginning into the held end is shown', () => {
  const { text } = truncate(`${'x'.repeat(26_000)}\nlast\n`, { maxBytes: 300, keep: 'tail' })
  expect(text).toMatch(/^ \[\.\.\.\+25747\]x+\nlast\n\[/)
})

it('errors in a gap are counted however far apart they lie in one window', () => {
  const isError = (i: number) => (i < 12_000 ? i > 2000 && i % 2 === 0 : i >= 16_000 && i < 16_012)
  const lines = Array.from({ length: 20_000 }, (_, i) => (isError(i) ? `error: ${i}` : `line ${i}`))
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`)
  expect(truncate(bytes).errors.total).toBeGreaterThan(5000)
})
