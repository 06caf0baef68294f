import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { truncate } from '../../src/core/truncate.ts'
import { completeLines, continueText, seenOf } from '../../src/host/text-after.ts'
import { settingsOf } from '../../src/settings.ts'

const lines = fc.array(fc.string({ maxLength: 30 }), { minLength: 60, maxLength: 300 })
const source = { artifact: '0'.repeat(16) }
const words = { source, reader: settingsOf({}).notice, status: undefined }

describe('what follows the bytes that were seen', () => {
  it('has each line once or in a marker, which counts in the whole output', () => {
    fc.assert(
      fc.property(lines, fc.nat(400), (all, length) => {
        const whole = all.map((line, i) => `${i} ${line.replaceAll(/[\n\r]/g, '')}`)
        const input = Buffer.from(`${whole.join('\n')}\n`)
        const bytes = input.subarray(0, length)
        const result = truncate(input.subarray(length), { maxBytes: 900, headRatio: 0.2, source })
        const rest = continueText(result, seenOf(bytes), words)
        const rows = Buffer.concat([bytes, rest]).toString().split('\n')
        const last = result.truncated ? rows.pop() : undefined
        if (last !== undefined) expect(last).toMatch(/^\[.*pith show 0{16} --lines \d+-\d+.*\]$/)
        let next = 0
        for (const row of rows) {
          const gap = /^\[\.\.\.(\d+)(?:-(\d+))?: /.exec(row)
          if (gap) {
            // The line that was seen in part may be the first of its gap.
            expect([next, next + 1]).toContain(Number(gap[1]))
            next = Number(gap[2] ?? gap[1])
          } else if (next < whole.length) expect(whole[next++].startsWith(row.split(' [...+')[0])).toBe(true)
        }
        expect(next).toBe(whole.length)
      }),
    )
  })

  it('tells the status, and names the lines that are like others', () => {
    const like = Array.from({ length: 40 }, () => 'waiting for the server to answer\n').join('')
    const output = `${like}${Array.from({ length: 400 }, (_, i) => `${i} ${i * 7919}\n`).join('')}`
    const status = { exitCode: 3 }
    const result = truncate(output, { maxBytes: 1500, fold: true, source })
    const text = continueText(result, seenOf(Buffer.from('one\ntwo\n')), { ...words, status }).toString()
    expect(text).toMatch(/^waiting .*\n\[\.\.\.4-4\d repeat 3\]\n/)
    expect(text).toMatch(/\n\[Exit code 3\. More: .*\]$/)
  })
})

describe('the lines that may be shown while a command runs', () => {
  it.each([
    ['one\ntwo\nthr', 'one\ntwo\n'],
    ['a\tcell\r\nnext\n', 'a\tcell\r\nnext\n'],
    ['one\n\x1b[32mgreen\x1b[0m\n', 'one\n'],
    ['one\n10%\r20%\ntwo\n', 'one\n'],
    ['one\nab\bc\n', 'one\n'],
    ['one\n\x1b[1A\x1b[2Ktwo\n', 'one\n'],
    ['one\n\x1b[?25l\n', 'one\n'],
    ['o\0n\0e\0\n\0', ''],
    ['no end', ''],
    ['', ''],
  ])('are those before one with controls: %j', (output, shown) => {
    expect(Buffer.from(completeLines(Buffer.from(output))).toString()).toBe(shown)
  })
})
