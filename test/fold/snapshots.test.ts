import { describe, expect, it } from 'vitest'
import { createCollector, truncate } from '../support/checked.ts'
import { checkContract } from '../support/contract.ts'

const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('')

/** A word for each number. What is judged of errors that are alike, a snapshot does not know of later ones. */
const word = (i: number): string => `${i}`.replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)])

const logs: Record<string, string> = {
  'plain lines': lines(
    1200,
    (i) => `${(i * 7919) % 1000} text ${String.fromCharCode(97 + (i % 26)).repeat(i % 13)}\n`,
  ),
  'colours and errors': lines(1200, (i) =>
    i % 97 === 3
      ? `\u001b[31merror: part ${word(i)} failed\u001b[0m\n`
      : `\u001b[32mok\u001b[0m ${'x'.repeat(i % 17)} ${i}\n`,
  ),
  'one line that is written again and again': `${lines(3000, (i) => `\rcopied ${i} of 3000`)}\ndone\n`,
  'rows that are written again': lines(700, (i) => `layer a ${i}\nlayer b ${i}\n\u001b[2A`),
  'times before all lines': lines(
    1000,
    (i) =>
      `2024-01-02T10:00:${10 + (i % 50)}Z step ${String.fromCharCode(97 + (i % 26)).repeat(i % 23)} ${(i * 13) % 101}\n`,
  ),
}

const repeats: Record<string, string> = {
  'lines that are alike': lines(2000, (i) => `compiled file ${i} of 2000\n`),
  'repeated errors': lines(
    700,
    (i) => `src/main.c:12:3: error: expected a brace\n1,2,3\ncopied ${i} of 700\n`,
  ),
}

const options = { fold: true, for: 'run' as const, maxBytes: 1024 }

/** Calls back with what was written and the snapshot at some places, and checks each snapshot and the end. */
function atPlaces(text: string, see: (soFar: string, snapshot: string) => void): void {
  const collector = createCollector(options)
  const step = Math.ceil(text.length / 4)
  for (let at = 0; at < text.length; at += step) {
    collector.write(text.slice(at, at + step))
    const soFar = text.slice(0, at + step)
    const snapshot = collector.snapshot()
    checkContract(soFar, options, snapshot)
    see(soFar, snapshot.text)
  }
  expect(collector.end()).toEqual(truncate(text, options))
}

describe('a snapshot of a folded stream', () => {
  it.each(Object.entries(logs))('is what the bytes so far give: %s', (_, text) => {
    atPlaces(text, (soFar, snapshot) => expect(snapshot).toBe(truncate(soFar, options).text))
  })

  it.each(Object.entries(repeats))('tells a run that is still open in parts: %s', (_, text) => {
    atPlaces(text, (soFar, snapshot) => {
      const last = soFar.trimEnd().split('\n').at(-1) ?? ''
      expect(snapshot).toContain(last)
      expect(snapshot).toMatch(/^\[\.\.\.\d+-\d+ like /m)
    })
  })
})
