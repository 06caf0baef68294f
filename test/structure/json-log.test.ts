import { describe, expect, it } from 'vitest'
import { kinds, kindsFor } from '../../src/kinds/index.ts'
import { jsonLines, jsonLog } from '../../src/kinds/json.ts'
import { createCollector, truncate } from '../support/checked.ts'
import { cutOf } from '../support/units.ts'

const source = { artifact: '0123456789abcdef' }
const bytesOf = (text: string) => new TextEncoder().encode(text)
const log = (count: number, level: (at: number) => unknown, name = 'level') =>
  Array.from(
    { length: count },
    (_, at) =>
      `${JSON.stringify({ time: at, [name]: level(at), msg: `message ${at}`, in: { levels: 'x' } })}\n`,
  ).join('')

describe('a log in lines of JSON', () => {
  it('shows errors first, then warnings, and counts those that are left out', () => {
    const input = log(2000, (at) => (at % 400 === 399 ? 'error' : at % 300 === 299 ? 'WARN' : 'info'))
    const result = truncate(input, { maxBytes: 1500, structure: kinds, source })
    expect(result.kind).toBe('json-log')
    expect(result.units).toEqual({ lines: 2000, errors: 5, warnings: 5 })
    for (const at of [399, 799, 1199, 1599, 1999]) expect(result.text).toContain(`"message ${at}"`)
    const text =
      cutOf(
        jsonLog,
        log(2000, (at) => (at % 2 === 0 ? 'error' : 'info')),
        900,
      ) ?? ''
    expect(text).toMatch(/"… \d+ more lines, \d+ errors …"\n/)
    for (const line of text.trim().split('\n')) JSON.parse(line)
  })

  it('has levels of many forms', () => {
    const forms: [string, unknown, unknown][] = [
      ['level', 'info', 'FATAL'],
      ['severity', 'INFO', 'Critical'],
      ['lvl', 'debug', 'panic'],
      ['level', 30, 50],
      ['level', 20, 60],
      ['log.level', 'info', 'error'],
    ]
    for (const [name, good, bad] of forms) {
      const input = log(900, (at) => (at === 437 ? bad : good), name)
      expect(jsonLog.recognise(bytesOf(input), [], true)).toBeGreaterThan(
        jsonLines.recognise(bytesOf(input), [], true),
      )
      expect(cutOf(jsonLog, input, 700)).toContain('"message 437"')
    }
    expect(
      cutOf(
        jsonLines,
        log(900, (at) => (at === 437 ? 'failed' : 'passed'), 'status'),
        700,
      ),
    ).toContain('"message 437"')
  })

  it('that a failed command printed is used too', () => {
    const collector = createCollector({ maxBytes: 700, structure: kindsFor({ command: 'node server.js' }) })
    collector.write(log(900, (at) => (at === 600 ? 'error' : 'info')))
    const result = collector.end(source, { exitCode: 1 })
    expect(result.kind).toBe('json-log')
    expect(result.text).toContain('"message 600"')
  })

  it('is told from other lines of JSON', () => {
    const sure = (text: string) => jsonLog.recognise(bytesOf(text), [], true)
    expect(sure('{"a":1}\n{"a":2}\n{"a":3}\n')).toBe(0)
    expect(sure('{"level":3}\n{"level":4}\n')).toBe(0)
    expect(sure(`${log(1, () => 'info')}{"a":2}\n`)).toBe(0)
    expect(sure(JSON.stringify([{ level: 'error' }, { level: 'info' }]))).toBe(0)
    expect(cutOf(jsonLog, `${log(90, () => 'info')}Error: no JSON\n    at x.js:1\n`, 700)).toBeUndefined()
  })
})
