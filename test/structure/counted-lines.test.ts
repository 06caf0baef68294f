import { describe, expect, it } from 'vitest'
import { log, passedTests } from '../../src/kinds/counted-lines.ts'
import { kinds, kindsFor } from '../../src/kinds/index.ts'
import { RuleCounts } from '../../src/kinds/rule-counts.ts'
import { createCollector } from '../support/checked.ts'
import { cutOf } from '../support/units.ts'

const source = { artifact: '0123456789abcdef' }
const sure = (kind: typeof log, text: string) =>
  kind.recognise(new TextEncoder().encode(text).subarray(0, 8192), [], true)
const many = (write: (at: number) => string, count = 900) =>
  Array.from({ length: count }, (_, at) => `${write(at)}\n`).join('')

/** What a command printed that ended with a status. */
function printed(text: string, exitCode: number, maxBytes = 2000) {
  const collector = createCollector({ maxBytes, for: 'run', structure: kinds })
  collector.write(text)
  return collector.end(source, { exitCode })
}

/** How many lines of the input a text shows or counts. */
const told = (text: string, word: string, shown: RegExp) =>
  (text.match(shown)?.length ?? 0) +
  [...text.matchAll(new RegExp(`(?<=[:,] )(\\d+) ${word}\\b(?=[,\\]])`, 'g'))].reduce(
    (sum, [, n]) => sum + Number(n),
    0,
  )

describe('results of tests that passed', () => {
  const pytest = many(
    (at) => `tests/test_ring.py::test_error_${at} ${at === 500 ? 'SKIPPED (no ring)' : 'PASSED'}`,
  )

  it('are counted, with an example of each result', () => {
    const { text, kind, units } = printed(`${pytest}899 passed, 1 skipped in 3 s\n`, 0)
    expect([kind, units]).toEqual(['tests', { tests: 900 }])
    expect(text).toContain('test_error_0 PASSED')
    expect(text).toContain('test_error_500 SKIPPED (no ring)')
    expect(text).toContain('899 passed, 1 skipped in 3 s')
    expect(told(text, 'passed', / PASSED/g)).toBe(899)
  })

  it('cost no more than they are worth', () => {
    expect(printed(pytest, 0, 30_000).text.length).toBeLessThan(1500)
  })

  it.each([
    ['go test', (at: number) => `=== RUN   TestA${at}\n--- PASS: TestA${at} (0.00s)`],
    ['cargo test', (at: number) => `test ring::t${at} ... ${at === 7 ? 'ignored' : 'ok'}`],
    ['unittest', (at: number) => `test_${at} (ring.Case) ... ok`],
    ['vitest', (at: number) => ` ✓ test/ring-${at}.test.ts (3 tests) 4ms`],
    ['Google Test', (at: number) => `[ RUN      ] Ring.T${at}\n[       OK ] Ring.T${at} (0 ms)`],
    ['CTest', (at: number) => `${at}/900 Test #${at}: ring_${at} .........   Passed    0.01 sec`],
    ['dotnet test', (at: number) => `  Passed Ring.T${at} [1 ms]`],
    ['XCTest', (at: number) => `Test Case '-[Ring t${at}]' passed (0.001 seconds).`],
  ])('of %s are recognised', (_, write) => {
    expect(sure(passedTests, many(write))).toBeGreaterThan(0.5)
    expect(cutOf(passedTests, many(write), 1500)).toMatch(/\d+ passed/)
  })

  it('with one that failed, or of a failed command, are lines', () => {
    const failing = pytest.replace('test_error_600 PASSED', 'test_error_600 FAILED')
    for (const [text, exitCode] of [
      [failing, 0],
      [failing, 1],
      [pytest, 1],
    ] as const)
      expect(printed(text, exitCode).kind).toBeUndefined()
    expect(printed(failing, 1).text).toContain('test_error_600 FAILED')
  })
})

describe('a log with levels', () => {
  const write = (at: number) =>
    `2026-01-02 10:11:12,${at % 1000} ${at === 400 ? 'WARNING' : at % 10 ? 'INFO' : 'DEBUG'} [main] ring ${at}`

  it('shows its warnings, and counts its lines by level', () => {
    const { text, kind, units } = printed(many(write), 0)
    expect([kind, units]).toEqual(['log', { lines: 900 }])
    expect(text).toContain('WARNING [main] ring 400\n')
    expect(told(text, 'DEBUG', / DEBUG /g)).toBe(90 - 1)
  })

  it.each([
    '[INFO] ring AT',
    'INFO: ring AT',
    '[12:01:02] [worker/3] INFO ring AT',
    'time=2026-01-02T10:11:12Z level=info msg="ring AT"',
    'I0102 10:11:12.123456  4711 ring.cc:12] ring AT',
    '2026-01-02T10:11:12.123Z  INFO ring: AT',
  ])('like %j is recognised', (form) => {
    expect(
      sure(
        log,
        many((at) => form.replace('AT', `${at}`)),
      ),
    ).toBeGreaterThan(0.5)
  })

  it('with an error, or of which no status is known, is lines', () => {
    const failing = many((at) =>
      at === 600 ? '2026-01-02 10:11:12,1 INFO [main] Failed to bind' : write(at),
    )
    expect(printed(failing, 0).kind).toBeUndefined()
    const collector = createCollector({ maxBytes: 2000, structure: kindsFor({}) })
    collector.write(many(write))
    expect(collector.end(source).kind).toBeUndefined()
  })
})

it('rules for which there is no room are counted together, and not by the name of one of them', () => {
  const counts = new RuleCounts()
  const numbers = Array.from({ length: 40 }, (_, at) => counts.numberOf(`rule-${at}`))
  expect(counts.size).toBe(32)
  expect(numbers.slice(31)).toEqual(new Array(9).fill(32))
  const left = new Array<number>(33).fill(0)
  left[1] = 5
  left[32] = 9
  expect(counts.detail({ counts: left })).toBe(': 9 others, 5 rule-0')
})
