import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutsOf, layersAt } from '../../src/core/clean/prefixes.ts'
import { shortened } from '../support/prefix-view.ts'

const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `${line(at)}\n`).join('')

const two = (value: number) => `${value}`.padStart(2, '0')
/** The time of day after some seconds. */
const clock = (seconds: number) =>
  `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
const stamp = (seconds: number) => `2026-04-22T${clock(seconds)}.1234567Z`

describe('a prefix that most lines have', () => {
  it('is shown once', () => {
    const log = lines(14, (at) => `${stamp(at % 7)} step ${at}`)
    expect(shortened(log)).toBe(lines(14, (at) => (at === 0 ? `${stamp(0)} step 0` : `step ${at}`)))
  })

  it('is shown after a gap of ten seconds since the last time shown', () => {
    const log = lines(12, (at) => `${stamp(4 * at)} step ${at}`)
    const shown = [0, 3, 6, 9]
    expect(shortened(log)).toBe(
      lines(12, (at) => `${shown.includes(at) ? `${stamp(4 * at)} ` : ''}step ${at}`),
    )
  })

  it('is shown when time goes backwards', () => {
    const log = lines(12, (at) => `${stamp(at < 6 ? 30 + at : at)} step ${at}`)
    expect(shortened(log).match(/^2026.*/gm)).toEqual([`${stamp(30)} step 0`, `${stamp(6)} step 6`])
  })

  it('is shown on the first line of another pod, service or step, and on the first error of each', () => {
    const log = lines(12, (at) => `web-${at < 6 ? 1 : 2}  | ${at % 6 > 3 ? 'Error: boom' : `GET /${at}`}`)
    const shown = [0, 4, 6, 10]
    expect(shortened(log)).toBe(
      lines(12, (at) => {
        const own = at % 6 > 3 ? 'Error: boom' : `GET /${at}`
        return shown.includes(at) ? `web-${at < 6 ? 1 : 2}  | ${own}` : own
      }),
    )
  })

  it('has all its layers left out at once', () => {
    const log = lines(12, (at) => `build\tRun tests\t${stamp(1)} [pod/app-0/app] [INFO] line ${at}`)
    expect(shortened(log)).toBe(
      lines(12, (at) => (at === 0 ? log.slice(0, log.indexOf('\n')) : `line ${at}`)),
    )
  })

  it('keeps a level that is not the level of nearly all lines', () => {
    const level = (at: number) => (at === 5 ? 'WARN' : at === 6 ? 'ERROR' : 'INFO')
    const log = lines(20, (at) => `2026-04-22 10:00:00,123 ${level(at)} line ${at}`)
    expect(shortened(log)).toBe(
      lines(20, (at) => {
        if (at === 0) return '2026-04-22 10:00:00,123 INFO line 0'
        return level(at) === 'INFO' ? `line ${at}` : `${level(at)} line ${at}`
      }),
    )
  })

  it('keeps levels that are mixed', () => {
    const log = lines(20, (at) => `10:00:00 ${at % 2 ? 'INFO' : 'DEBUG'} line ${at}`)
    expect(shortened(log)).toBe(
      lines(20, (at) => `${at === 0 ? '10:00:00 ' : ''}${at % 2 ? 'INFO' : 'DEBUG'} line ${at}`),
    )
  })

  it('keeps names that change on most lines, but not the time before them', () => {
    const log = lines(20, (at) => `10:00:00 web-${at % 3} | GET /${at}`)
    expect(shortened(log)).toBe(lines(20, (at) => `${at ? '' : '10:00:00 '}web-${at % 3} | GET /${at}`))
  })

  it('leaves lines without it as they are', () => {
    const log = lines(30, (at) => (at % 3 === 2 ? `    at run (main.js:${at})` : `10:00:00 line ${at}`))
    expect(shortened(log)).toBe(log.replaceAll('10:00:00 ', '').replace('line', '10:00:00 line'))
  })

  it('keeps blank lines, indents and CRs', () => {
    const log = lines(15, (at) => `10:00:00 ${['', '  a', '\tb'][at % 3]}\r`)
    expect(shortened(log)).toBe(log.replaceAll('10:00:00 ', '').replace(/^/, '10:00:00 '))
  })

  it('stays on a line whose evidence of an error is in it', () => {
    const layers = layersAt('10:00:00 error', 0)
    const line = (at: number) => ({ startByte: 20 * at, layers, isFixed: false, errorByte: Infinity })
    const all = Array.from({ length: 12 }, (_, at) => line(at))
    const found = all.map((each, at) =>
      at === 5 || at === 7 ? { ...each, errorByte: each.startByte + (at === 5 ? 8 : 9) } : each,
    )
    expect(cutsOf(all)).toHaveLength(11)
    expect(cutsOf(found).map((cut) => cut.startByte / 20)).toEqual([1, 2, 3, 4, 6, 7, 8, 9, 10, 11])
  })

  it('stays on a last line that has nothing else', () => {
    const log = `${lines(12, (at) => `10:00:00 line ${at}`)}10:00:00 `
    expect(shortened(log).split('\n').at(-1)).toBe('10:00:00 ')
  })

  it('stays in a short log, in a table, and where few lines have it', () => {
    const few = lines(11, (at) => `10:00:00 line ${at}`)
    const table = lines(30, (at) => `2026-04-22,${at}\t1715340153 ${at}`)
    const rare = lines(30, (at) => `${at % 4 === 0 ? '10:00:00 ' : ''}line ${at}`)
    for (const log of [few, table, rare]) expect(shortened(log)).toBe(log)
  })

  it('stays when nearly each line would show it', () => {
    const log = lines(30, (at) => `${stamp(11 * at)} line ${at}`)
    expect(shortened(log)).toBe(log)
  })
})

it('stays where a second time behind it would make the rest look like a log with times', () => {
  const second = (at: number) => 12 * Math.floor(at / 5) * 2 + (at % 5 === 0 ? 0 : 12)
  const log = lines(
    60,
    (at) => `${clock(second(at))} ${at % 5 === 2 ? `${clock(second(at))} ` : ''}line ${at}`,
  )
  const once = shortened(log)
  expect(once).toBe(log)
})

const prefix = fc.constantFrom(
  '',
  '10:00:00 ',
  '10:00:05 ',
  '[10:00:07] ',
  '2026-04-22T10:00:00Z ',
  '2026-04-22T10:00:09Z ',
  '\uFEFF2026-04-22T10:00:09Z ',
  '[   12.345678] ',
  'Nov  2 10:00:00 ',
  'Nov  2 10:00:00 host sshd[1]: ',
  'web-1 | ',
  'web-2 | ',
  'job\tstep\t2026-04-22T10:00:00Z ',
  'INFO ',
  '[INFO] ',
  '[exec] ',
  '   [exec] ',
  '#12 3.4 ',
  '1715340153 ',
)
const own = fc.constantFrom('', 'ok', 'Error: boom', '\r', '  é', '12', '[... lines 3-9 omitted (1 KB) ...]')
const logLine = fc
  .tuple(fc.array(prefix, { maxLength: 8 }), own)
  .map(([parts, rest]) => parts.join('') + rest)
/** Most lines of a log begin alike. */
const log = fc
  .tuple(fc.array(prefix, { maxLength: 4 }), fc.array(logLine, { maxLength: 40 }), fc.boolean())
  .map(([common, rest, isEnded]) => {
    const all = rest.map((line, at) => (at % 3 === 2 ? line : common.join('') + line))
    return all.join('\n') + (isEnded ? '\n' : '')
  })

it('a text without its prefixes has none to leave out', () => {
  fc.assert(
    fc.property(log, (text) => {
      const once = shortened(text)
      expect(shortened(once)).toBe(once)
    }),
    { numRuns: 200 },
  )
})
