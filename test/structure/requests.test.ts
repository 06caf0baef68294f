import { describe, expect, it } from 'vitest'
import { requests } from '../../src/kinds/counted-lines.ts'
import { kinds } from '../../src/kinds/index.ts'
import { truncate } from '../support/checked.ts'
import { cutOf } from '../support/units.ts'

const recognised = (text: string) =>
  requests.recognise(new TextEncoder().encode(text).subarray(0, 8192), [], true)
const common = (at: number, status: number) =>
  `10.0.0.${at % 9} - - [02/Jan/2026:10:11:12 +0000] "GET /ring/${at} HTTP/1.1" ${status} ${at}\n`
const log = (write: (at: number, status: number) => string) =>
  Array.from({ length: 900 }, (_, at) => write(at, at === 441 ? 503 : at % 30 === 7 ? 404 : 200)).join('')

describe('requests of a server', () => {
  it('are shown by an example of each status and a count of the others', () => {
    const { text, kind, units } = truncate(log(common), { maxBytes: 2000, structure: kinds })
    expect(kind).toBe('requests')
    expect(units).toEqual({ requests: 900 })
    for (const example of [common(0, 200), common(7, 404), common(441, 503)]) expect(text).toContain(example)
    const shown = text.match(/" 200 /g)?.length ?? 0
    const hidden = [...text.matchAll(/(\d+) 200\b(?=[,\]])/g)].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    )
    expect(shown + hidden).toBe(869)
  })

  it.each([
    ['of a development server', (at: number, status: number) => `GET /a/${at} ${status} 3.1 ms - 12\n`],
    [
      'with a level',
      (at: number, status: number) => `INFO:     127.0.0.1:${at} - "POST /a HTTP/1.1" ${status} OK\n`,
    ],
    ['with an arrow', (at: number, status: number) => `[12:01:02] GET /a?b=${at} -> ${status}\n`],
  ])('%s are recognised', (_, write) => {
    expect(recognised(log(write))).toBeGreaterThan(0.5)
    expect(cutOf(requests, log(write), 1500)).toMatch(/\d+ 404/)
  })

  it('among other lines are lines', () => {
    expect(
      recognised(`${log(common).slice(0, 900)}Traceback (most recent call last):\n${'  at x\n'.repeat(9)}`),
    ).toBe(0)
    const input = `${log(common)}Error: boom\n    at ring\n${log(common)}`
    const { kind, notes, text } = truncate(input, { maxBytes: 2000, structure: kinds })
    expect([kind, notes]).toEqual([undefined, undefined])
    expect(text).toContain('Error: boom')
  })
})
