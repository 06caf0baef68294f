import { describe, expect, it } from 'vitest'
import { caseCount } from '../support/case-count.ts'
import { truncate } from '../support/checked.ts'
import { errorsOf, InputFacts, serializedLength } from '../support/facts.ts'
import { overwrittenOutput } from '../support/overwritten.ts'
import { createRandom } from '../support/random.ts'
import { rowsOf, shownByXterm } from '../support/xterm.ts'

const CASES = caseCount(10, 1200)

describe('an output that fits', () => {
  it('keeps its other lines when an overwritten error makes its text larger than it', () => {
    const input = 'error: connection refused\r10%\nall steps finished\nresult: 42\n'
    const { text, truncated } = truncate(input, { fold: true })
    expect(text).toBe(
      'error: connection refused\n10%or: connection refused\nall steps finished\nresult: 42\n',
    )
    expect(truncated).toBe(false)
    // There is no room for one line more.
    const tight = truncate(input, { fold: true, maxBytes: input.length })
    expect([tight.text, tight.errors.total, tight.truncated]).toEqual([input, 2, false])
  })

  it('shows all errors that were overwritten in one row, or counts them', () => {
    const wordOf = (i: number) =>
      [...i.toString(26)].map((digit) => 'abcdefghijklmnopqrstuvwxyz'[parseInt(digit, 26)]).join('')
    const input = Array.from({ length: 300 }, (_, i) => `error: ${wordOf(700 + i)} refused\r\x1b[K`).join('')
    for (const [count, shown] of [
      [40, 40],
      [300, 256],
    ]) {
      const { errors, outputLines } = truncate(
        `${input.split('\x1b[K').slice(0, count).join('\x1b[K')}\x1b[Kok\n`,
        { fold: true },
      )
      expect([errors.total, outputLines]).toEqual([count, shown + 1])
    }
  })

  it('has every line that a terminal shows, and every error that was overwritten', () => {
    for (let seed = 0; seed < CASES; seed++) {
      const random = createRandom(seed)
      const { text: input, errors } = overwrittenOutput(random)
      const bytes = Buffer.byteLength(input)
      const maxBytes = random.pick([30_720, 2 * bytes + 200, bytes + random.below(200), bytes])
      const limits = random.pick([{}, { maxSerializedBytes: serializedLength(input) + random.below(300) }])
      const { text, truncated } = truncate(input, { fold: true, maxBytes, ...limits })
      const where = `seed ${seed}: ${JSON.stringify({ input, maxBytes, ...limits, text })}`
      expect(truncated, where).toBe(false)
      // Where nothing more has room, the input is shown as it came.
      if (text === input) continue
      const shown = rowsOf(text)
      for (const line of shownByXterm(input)) if (line.trim() !== '') expect(shown, where).toContain(line)
      for (const error of errors.filter((each) => errorsOf(new InputFacts(each)).listed.length > 0))
        expect(
          shown.some((line) => line.includes(error)),
          `${error}, ${where}`,
        ).toBe(true)
    }
  })
})
