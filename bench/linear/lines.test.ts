import { describe, expect, inject, it } from 'vitest'
import { createCollector } from '../../src/core/collector.ts'
import { createJudge } from '../../src/core/judge/judge.ts'
import { BREACH_RATIO, cpuMs } from '../../test/support/linear-cost.ts'
import { createRandom } from '../../test/support/random.ts'

const encoder = new TextEncoder()
const MIB = 1024 * 1024

const repeated = (unit: string, bytes: number): Uint8Array =>
  encoder.encode(unit.repeat(Math.ceil(bytes / unit.length))).subarray(0, bytes)

function millisecondsOf(bytes: Uint8Array, times: number): number {
  const collector = createCollector({ maxBytes: 8192, backend: inject('backend') })
  const start = cpuMs()
  for (let i = 0; i < times; i++) collector.write(bytes)
  expect(collector.end().outputBytes).toBeLessThanOrEqual(8192)
  return cpuMs() - start
}

/** The shortest times for one and for four, by turns, so that a busy moment of the machine does not count. */
function fastest(rounds: number, measure: (size: number) => number): { once: number; fourTimes: number } {
  measure(1)
  const times = Array.from({ length: rounds }, () => [measure(1), measure(4)])
  return {
    once: Math.min(...times.map(([one]) => one)),
    fourTimes: Math.min(...times.map(([, four]) => four)),
  }
}

const { below } = createRandom(7)
const noise = Uint8Array.from({ length: MIB }, () => below(256))
const noiseOfLines = noise.map((byte) => (byte < 4 ? 0x0a : byte))

describe('four times the input takes no more than about four times the time', () => {
  it.each<[string, Uint8Array]>([
    ['every line an error', repeated('error: no ring\n', MIB)],
    [
      'every line another error',
      encoder.encode(
        Array.from({ length: 25_000 }, (_, i) => `error: ${(i * 2654435761).toString(36)} is broken\n`).join(
          '',
        ),
      ),
    ],
    ['one line of errors', repeated('error ', MIB)],
    ['one line of aError', repeated('aError', MIB)],
    ['lines of 8 KB of aError', repeated(`${'aError'.repeat(1365)}\n`, MIB)],
    ['lines of 8 KB of paths', repeated(`${'a.b/'.repeat(2047)} error\n`, MIB)],
    ['lines of 9 KB with an error at the end', repeated(`${'x'.repeat(9200)} fatal error: x\n`, MIB)],
    ['control sequences without an end', repeated('\u001b[', MIB)],
    ['operating system commands without an end', repeated('\u001b]0;title error ', MIB)],
    ['empty lines', repeated('\n', MIB)],
    ['bytes at random', noise],
    ['short lines of bytes at random', noiseOfLines],
    ['locations', repeated('a.c:1:1: x\n', MIB)],
  ])('of %s', (_, bytes) => {
    const { once, fourTimes } = fastest(4, (size) => millisecondsOf(bytes, size))
    expect(fourTimes).toBeLessThan(BREACH_RATIO * once + 20)
  })

  it.each([
    'aError',
    'a.b/',
    'Ab.Cd/',
    ' \t',
    `'"`,
    '[({',
    '0 errors, ',
    '-Werror ',
    'at a.b.c(d.java:1) ',
    '://',
    '\\',
    '=',
    '1.2.3-',
  ])('of one judged line of %j', (unit) => {
    const assessor = createJudge()
    const { once, fourTimes } = fastest(12, (size) => {
      const line = repeated(unit, 2000 * size)
      const start = cpuMs()
      for (let i = 0; i < 100; i++) assessor.assess(line, 0, line.length)
      return cpuMs() - start
    })
    expect(fourTimes).toBeLessThan(BREACH_RATIO * once + 5)
  })
})
