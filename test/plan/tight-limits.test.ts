import { expect, it } from 'vitest'
import { kinds } from '../../src/kinds/index.ts'
import { createCollector, truncate } from '../support/checked.ts'

// The contract is checked with every call. Each text here once broke one of its clauses.

const artifact = { artifact: '3f9a1c2b40de7781' }

it('a statement far into a line is cut off before a grapheme, not inside it', () => {
  const family = '👩‍👧'
  const line = `${family.repeat(1443)} \u001b[31mERROR: boom in a line that goes on ${'"'.repeat(2000)}`
  expect(truncate(line, { maxSerializedBytes: 40 }).text).toMatch(/^…(?:👩\u200d👧)* .\[31mERROR/u)
})

it('a long line between both ends fills the room that short lines at both ends leave', () => {
  const text = `${'a'.repeat(92)}\nb\nERROR: boom\n${'word '.repeat(8000)}end\nc\nd`
  const result = truncate(text, { maxBytes: 4000, headRatio: 0.01 })
  expect(result.text).toMatch(/^a+\nb\nERROR: boom\nword .* \[\.\.\.\+\d+\].* word end\nc\nd\n\[/)
  expect(result.outputBytes).toBeGreaterThan(3600)
})

it('the next statement is shown where the first one ends its line and leaves room for both', () => {
  const line = `${'x'.repeat(2000)} panicked at in a line that goes on ${'\u0001'.repeat(125)}`
  const text = `ERROR: boom\n${line}\n${'calm\n'.repeat(5000)}`
  const { text: shown } = truncate(text, { maxSerializedBytes: 1000, maxLines: 6, headRatio: 0.999 })
  expect(shown).toContain('ERROR: boom\n')
  expect(shown).toContain('panicked at')
})

it('a notice with many quotes takes no more than a third of a small text in JSON', () => {
  const lines = `${'one line of words, '.repeat(6)}\n${'and another one, '.repeat(7)}\n`
  const { notice } = truncate(lines, {
    keep: 'head',
    maxLineLength: 20,
    source: artifact,
    notice: { surface: 'mcp' },
  })
  expect(notice).toBe('[pith_show {"id":"3f9a1c2b40de7781"}]')
})

it('an artifact is named behind a status where its name alone takes a third of the room', () => {
  const collector = createCollector({ maxBytes: 86 })
  collector.write(`first\n\n${'a line that is left out\n'.repeat(40)}last\n`)
  const { text } = collector.end(artifact, { signal: 'SIGTERM' })
  expect(text).toMatch(/\[Killed by SIGTERM\. pith show 3f9a1c2b40de7781\]$/)
})

it('units whose lines are longer than a line may be are cut as lines', () => {
  const items = Array.from({ length: 9 }, (_, id) => ({ id, text: 'word '.repeat(60) }))
  const json = JSON.stringify(items, null, 1)
  const cut = (maxLineLength: number) => truncate(json, { maxBytes: 1500, structure: kinds, maxLineLength })
  expect([cut(400).kind, cut(80).kind]).toEqual(['json', undefined])
})

it('a clipped line between the ends that grows keeps to the length of a line', () => {
  const text = [
    ...Array.from(
      { length: 5 },
      () => '- -rw-r--r-- 1 a a  197862 Mar  3 10:00 alpha-1 and more words of it',
    ),
    ...Array.from(
      { length: 4 },
      (_, i) => `web-1  | <testcase name="t${i}"><failure> &lt; 3</failure></testcase>`,
    ),
    ...Array.from({ length: 20 }, (_, i) => `not ok ${i} - beta`),
  ].join('\n')
  const { text: shown } = truncate(text, { maxLineLength: 51, maxBytes: 900, maxLines: 30 })
  expect(shown).toContain('<testcase name="t0">')
})

it('a long line beside the only end that is kept is shown in part, and the next page begins inside it', () => {
  const text = `a\nb\n${'word '.repeat(8000)}\nc\nd\n`
  const head = truncate(text, { keep: 'head', maxBytes: 2000, source: { path: 'a.log' } })
  expect(head.text).toMatch(
    /^a\nb\nword .* \[\.\.\.\+\d+\]\n\[Lines 1-3 of 5\. Use offset=3 column=\d+ to continue\.\]$/,
  )
  const tail = truncate(text, { keep: 'tail', maxBytes: 2000, source: artifact })
  expect(tail.text).toMatch(
    /^ \[\.\.\.\+\d+\].* word \nc\nd\n\[Lines 3-5 of 5\. More: pith show 3f9a1c2b40de7781 --bytes 4-38093\]$/,
  )
  expect(Math.min(head.outputBytes, tail.outputBytes)).toBeGreaterThan(1900)
})

it('a line that has no room beside the only end that is kept is left out whole where little room is left', () => {
  const text = `${'a line of words that fits well\n'.repeat(99)}`
  const { text: shown } = truncate(text, { keep: 'head', maxBytes: 1000, source: artifact })
  expect(shown).not.toMatch(/\[\.\.\.\+/)
})

it('an output whose units have no room beside a status is cut as lines, and is not empty', () => {
  const results = [
    'not ok 1 - gamma',
    'ok 2 - zeta',
    'ok 3 - k',
    'ok 4 - über',
    'not ok 5 - zeta',
    'ok 6 - zeta',
  ]
  const collector = createCollector({ maxBytes: 300, maxTokens: 42, structure: kinds })
  collector.write(['TAP version 13', '1..60', ...results, 'ok 7 - zeta', ''].join('\r\n'))
  expect(collector.end(artifact, { signal: 'SIGTERM' }).text).toMatch(
    /not ok 1 - gamma.*\[Killed by SIGTERM\./s,
  )
})

it('a table whose rows have no room is cut as lines, and is not empty', () => {
  const rows = Array.from({ length: 30 }, (_, i) =>
    i % 3 === 0 ? `${i},zeta,12,"line\nbreak","a,b",é` : `${i},"line\nbreak",é,"a,b",12,zeta`,
  )
  const collector = createCollector({ maxBytes: 626, maxLines: 4, maxTokens: 50, structure: kinds })
  collector.write(['gamma_0,k_1,zeta_2,gamma_3,k_4,gamma_5', ...rows, ''].join('\n'))
  expect(collector.end(artifact, { exitCode: 0 }).text).toMatch(/^gamma_0/)
})

it('rows that may hide lines leave room for markers between them, so that the notice is the short one', () => {
  const rows = Array.from({ length: 200 }, (_, i) => `step ${i} of the \x1b[1mlog\x1b[m went well\n`).join('')
  const { text } = truncate(rows, { keep: 'tail', maxBytes: 150, fold: true, maxLineLength: 14 })
  expect(text).toMatch(/^step 193 of t…\n[^[]*\n\[7 of 200 lines\]$/)
})
