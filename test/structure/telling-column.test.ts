import { describe, expect, it } from 'vitest'
import { kinds } from '../../src/kinds/index.ts'
import { json } from '../../src/kinds/json.ts'
import { createCollector, truncate } from '../support/checked.ts'
import { cutOf } from '../support/units.ts'

const options = { maxBytes: 900, maxLines: Infinity, structure: kinds }
const pods = (stateOf: (at: number) => string, count = 600): string =>
  [
    'NAME                 READY   STATUS             AGE\n',
    ...Array.from(
      { length: count },
      (_, at) => `${`pod-${at}`.padEnd(21)}1/1     ${stateOf(at).padEnd(19)}5d\n`,
    ),
  ].join('')
const jobs = (stateOf: (at: number) => string): string =>
  `id,"status",ms\n${Array.from({ length: 600 }, (_, at) => `${at},${stateOf(at)},${at % 7}\n`).join('')}`
const stateOf = (at: number): string => (at === 300 ? 'Failed' : at % 150 === 7 ? 'Pending' : 'Running')

/** How often each value stands in the rows of a text, and in its markers. */
function countsIn(text: string, values: readonly string[]): Record<string, number> {
  const marks = [...text.matchAll(/^\[\.\.\..*$/gm)].map(([mark]) => mark)
  const rows = text.split('\n').filter((line) => !line.startsWith('['))
  const told = (value: string) =>
    marks.map((mark) => Number(new RegExp(`(\\d+) ${value}\\b`).exec(mark)?.[1] ?? 0))
  return Object.fromEntries(
    values.map((value) => [
      value,
      rows.filter((row) => row.includes(value)).length + told(value).reduce((sum, count) => sum + count, 0),
    ]),
  )
}

describe('a marker counts rows by the column that tells their state', () => {
  it.each([
    ['a table', pods(stateOf)],
    ['csv', jobs(stateOf)],
  ])('in %s, and with the rows that are shown the counts are those of the whole', (_, text) => {
    const { text: shown } = truncate(text, options)
    expect(shown).toMatch(/^\[\.\.\.\d+-\d+: [\d.]+K, \d+ rows: \d+ Running, \d+ Pending\]$/m)
    expect(countsIn(shown, ['Running', 'Pending', 'Failed'])).toEqual({ Running: 595, Pending: 4, Failed: 1 })
  })

  it('in each of several tables, by the column that each has', () => {
    const other = pods((at) => `t${at % 3}`).replace('STATUS', 'TYPE  ')
    const { text } = truncate(`${pods(stateOf)}\n${other}`, { ...options, maxBytes: 1500 })
    expect(text).toMatch(/\d+ Running/)
    expect(text).toMatch(/\d+ t0, \d+ t1, \d+ t2/)
  })

  it.each([
    ['a table', (state: (at: number) => string) => pods(state)],
    ['csv', (state: (at: number) => string) => jobs(state)],
  ])('but not in %s whose column has a value for each row', (_, made) => {
    const { text } = truncate(
      made((at) => `s${at}`),
      options,
    )
    const marks = text.match(/^\[\.\.\..*$/gm) ?? []
    expect(marks.length).toBeGreaterThan(0)
    for (const mark of marks) expect(mark).toMatch(/^\[\.\.\.\d+-\d+: [\d.]+[BK], \d+ rows\]$/)
  })

  it('and takes no room from the rows where it has nothing to tell', () => {
    const text = jobs((at) => `s${at}`)
    const other = text.replace('status', 'ticket')
    expect(truncate(text, options).text).toBe(truncate(other, options).text.replace('ticket', 'status'))
  })

  it('whatever the chunks', () => {
    for (const text of [pods(stateOf), jobs(stateOf)]) {
      const whole = truncate(text, options).text
      for (const size of [7, 4099]) {
        const collector = createCollector(options)
        for (let at = 0; at < text.length; at += size) collector.write(text.slice(at, at + size))
        expect(collector.end().text).toBe(whole)
      }
    }
  })
})

describe('a mark in JSON counts items by the value that tells their state', () => {
  const state = (at: number): string => (at % 150 === 7 ? 'Pending' : 'Running')
  const pod = (at: number) => ({ kind: 'Pod', name: `pod-${at}`, status: state(at) })
  const all = Array.from({ length: 600 }, (_, at) => pod(at))
  const padded = all.map(({ status, ...rest }) => ({
    ...rest,
    pad: 'x'.repeat(1200),
    status: { phase: status },
  }))

  it.each([
    ['an array', JSON.stringify(all)],
    ['lines', all.map((each) => `${JSON.stringify(each)}\n`).join('')],
    ['items that are objects of their own, with a phase', JSON.stringify({ items: padded })],
  ])('in %s, and with the items that are shown the counts are those of the whole', (_, text) => {
    const { text: shown } = truncate(text, { ...options, maxBytes: 2000 })
    const marks = [...shown.matchAll(/"… \d+ more (?:item|line)s?: [^"]* …"/g)].map(([mark]) => mark)
    const told = (value: string) =>
      marks.reduce((sum, mark) => sum + Number(new RegExp(`(\\d+) ${value}`).exec(mark)?.[1] ?? 0), 0)
    expect(marks.length).toBeGreaterThan(0)
    const hidden = [...shown.matchAll(/"… (\d+) more (?:item|line)/g)].reduce(
      (sum, [, n]) => sum + Number(n),
      0,
    )
    expect(told('Running') + told('Pending')).toBe(hidden)
    expect(told('Pending')).toBeLessThanOrEqual(4)
  })

  it('whatever the chunks are', () => {
    // The reader comes to the state of a long item without what follows.
    const text = JSON.stringify(
      padded.slice(0, 60).map((each) => ({ ...each, state: each.status.phase, status: 1 })),
    )
    const whole = cutOf(json, text, 900)
    expect(whole).toMatch(/more items: \d+ Running/)
    for (const size of [1, 7, 31, 64])
      expect(cutOf(json, text, 900, 1e6, size), `chunks of ${size}`).toBe(whole)
  })

  it('but not by a value of which there are many', () => {
    const many = all.map((each, at) => ({ ...each, status: `s${at}` }))
    expect(truncate(JSON.stringify(many), options).text).toMatch(/"… \d+ more items …"/)
  })
})
