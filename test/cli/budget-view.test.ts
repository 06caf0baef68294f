import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawBudget } from '../../src/cli/budget-view.ts'
import { columnsOf } from '../../src/cli/print/columns.ts'
import { createTokenBudget } from '../../src/extra/budget/budget.ts'

const ESCAPE = '\u001b'
const colours = (text: string) =>
  text
    .split(ESCAPE)
    .slice(1)
    .map((part) => part.slice(0, part.indexOf('m') + 1))

const draw = (
  components: Record<string, number>,
  columns: number,
  hasColour = false,
  contextTokens = 128_000,
) => {
  const budget = createTokenBudget({ contextTokens })
  for (const [name, tokens] of Object.entries(components)) budget.add(name, tokens)
  const parts = { limitTokens: budget.limitFor(), marks: [0.75, 0.85], isAssumed: true }
  const requests = [{ id: 'call '.repeat(20), want: Infinity }]
  const shares = { [requests[0].id]: 5 }
  return drawBudget({ usage: budget.usage(), requests, shares, ...parts }, { columns, hasColour })
}

describe('the picture of a budget', () => {
  it('keeps to the columns of the terminal, whatever the names and numbers are', () => {
    const name = fc.oneof(
      fc.string({ minLength: 1, maxLength: 90, unit: 'grapheme' }),
      fc.constantFrom(
        'tool:bash',
        '日本語のとても長いツールの名前です',
        '👩‍👩‍👧‍👦'.repeat(30),
        '한국어'.repeat(9),
      ),
    )
    const components = fc.dictionary(name, fc.nat(500_000), { maxKeys: 12 })
    fc.assert(
      fc.property(components, fc.integer({ min: 30, max: 300 }), (held, columns) => {
        const lines = draw(held, columns).split('\n')
        for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(Math.min(100, columns))
        const bar = lines.find((line) => /^[█░┊]+$/.test(line))
        expect(bar).toHaveLength(Math.min(100, columns))
      }),
    )
  })

  it('measures text by what terminals make of it', () => {
    const texts = ['', 'abc', 'größe', 'e\u0301', '日本', 'ﾃｽﾄ', '한', '👩‍👩‍👧‍👦', '❤️', '█▏…']
    expect(texts.map(columnsOf)).toEqual([0, 3, 5, 1, 4, 3, 2, 2, 2, 3])
  })

  it('shows less than a cell, and calls no context full that is not', () => {
    expect(draw({ a: 1 }, 40)).toContain(`\n█${'░'.repeat(29)}┊░░░┊░░░░░\n`)
    expect(draw({ a: 127_999 }, 40)).toContain(`\n${'█'.repeat(39)}░\n`)
    expect(draw({ a: 128_000 }, 40)).toContain(`\n${'█'.repeat(40)}\n`)
    expect(draw({ a: 100_000, b: 1 }, 40)).toMatch(/\nb {2}▏ +1 {3}0\.0 %\n/)
    expect(draw({ a: 0 }, 40)).toContain(`\na${' '.repeat(31)}0  0.0 %\n`)
  })

  it('colours the bar by the status, and only where it may', () => {
    const statuses = [1000, 100_000, 120_000].map((tokens) =>
      colours(draw({ a: tokens }, 80, true)).slice(0, 3),
    )
    expect(statuses).toEqual([32, 33, 31].map((code) => [`[${code}m`, '[0m', `[${code}m`]))
    expect(colours(draw({ a: 1000 }, 80))).toEqual([])
    expect(stripVTControlCharacters(draw({ a: 1000 }, 80, true))).toBe(draw({ a: 1000 }, 80))
  })

  it('shows a name that would move the cursor or turn the line round as what it is', () => {
    const shown = draw({ 'a\u001b[2Jb': 5, 'c\u202ed': 4, 'e\nf': 3, '\ud800': 2 }, 60)
    expect(shown).toMatch(/\na\^\[\[2Jb .*\nc<U\+202E>d .*\ne\^Jf .*\n<U\+D800> /)
  })

  it('leaves out the middle of a name that is too long', () => {
    expect(draw({ mcp__server__read_file: 5 }, 40)).toMatch(/\nmcp__se…d_file {2}█/)
  })

  it('leaves out percentages where nobody knows how large the context is', () => {
    const shown = draw({ a: 5 }, 60, false, Infinity)
    expect(shown).toMatch(/^5 tokens, ok\n\na {2}█{54} {2}5\n\nnext output {2}35000\n/)
  })

  it('draws the largest twenty of hundreds of thousands, and the rest as one', () => {
    const held = Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [`call ${i}`, i]))
    const rows = draw(held, 80, false, Infinity).split('\n').slice(2, 24)
    expect(rows.slice(0, 20).map((row) => row.slice(0, 11))).toEqual(
      Array.from({ length: 20 }, (_, i) => `call ${199_999 - i}`),
    )
    const others = (199_979 * 199_980) / 2
    expect(rows.slice(20)).toEqual([expect.stringMatching(`^199980 others  █+  ${others}$`), ''])
  })

  it('gives twenty-one components a row each', () => {
    const held = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`call ${i}`, 1]))
    expect(draw(held, 80)).toContain('call 20')
    expect(draw({ ...held, one: 1 }, 80)).toMatch(/\n2 others {2}█+ {2}2 {2}0\.0 %\n\n/)
  })

  it('draws the first twenty of many calls at once, and the rest as one', () => {
    const requests = Array.from({ length: 300_000 }, (_, i) => ({ id: `call ${i}`, want: 5 }))
    const shares = Object.fromEntries(requests.map(({ id }) => [id, 2]))
    const usage = createTokenBudget({ contextTokens: 100 }).usage()
    const view = { usage, limitTokens: 9, marks: [], requests, shares, isAssumed: false }
    const rows = drawBudget(view, { columns: 80, hasColour: false }).split('\n').slice(-22)
    expect(rows[0]).toBe('call 0              2 of 5')
    expect(rows.slice(19)).toEqual(['call 19             2 of 5', '299980 others  599960 of 1499900', ''])
  })
})
