import { expect, inject, test } from 'vitest'
import { LineSelector } from '../../src/collect/line-selector.ts'
import { signalFor } from '../../src/collect/signal.ts'
import { createRandom } from '../support/random.ts'
import { newScanner } from '../support/scan-run.ts'

const scanner = newScanner(inject('backend'))
const { patterns } = signalFor({ before: 2, after: 3, patterns: [] }, 4000, inject('backend'))

/** The selected lines, from windows of this many bytes. */
function selectedIn(bytes: Uint8Array, windowBytes: number): string[] {
  const selected: string[] = []
  const selector = new LineSelector({
    assess: ({ line, startByte, endByte }) => void selected.push(`${line} at ${startByte}-${endByte}`),
    store: { isOpen: false, passed: () => {} },
    bytes: { held: (start, end) => bytes.subarray(start, end) },
    patterns,
    assessesAll: false,
  })
  const session = scanner.open({ patterns, lines: true })
  for (let at = 0; at < bytes.length; at += windowBytes) {
    const window = bytes.subarray(at, at + windowBytes)
    session.window().set(window)
    selector.observe(session.advance(window.length), at + window.length)
  }
  selector.finish(session.finish())
  return selected
}

test('among lines that repeat, the others are selected, wherever a window ends', () => {
  const dots = '.'.repeat(64)
  const runs = ['y', '', 'ok 1', 'waiting', `${dots} fine`]
  const between = [
    'a line without a cue, once',
    'ok 1',
    'Compiling a',
    `${dots} error: no`,
    'not ok 3',
    'src/a.c:3:1: x',
    'FAIL',
  ]
  for (let seed = 0; seed < 30; seed++) {
    const random = createRandom(seed)
    let text = 'FAIL\n'
    while (text.length < 20_000) {
      text += `${random.pick(runs)}\n`.repeat(1 + random.below(random.pick([5, 100, 3000])))
      text += `${random.pick(between)}\n`.repeat(1 + random.below(2))
    }
    const bytes = new TextEncoder().encode(text)
    const whole = selectedIn(bytes, bytes.length)
    expect(whole.length).toBeGreaterThan(0)
    expect(selectedIn(bytes, 41), `seed ${seed}`).toEqual(whole)
  }
})
