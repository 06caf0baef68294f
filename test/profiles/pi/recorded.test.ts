// @node

import { describe, expect, it } from 'vitest'
import * as pi from '../../../src/extra/profiles/pi.ts'
import { checkProfile } from '../../support/profile.ts'

const seq = (n: number, final: unknown) =>
  Array.from({ length: n }, (_, i) => i + 1).join('\n') + (final ? '\n' : '')

/**
 * Cases of pi's own suite (pi-mono 83378aa). Left out are those about files, processes, images and the search itself, and
 * those with a limit of 50 KB (the seed has 30 KB) or with notices that end in a full stop (pi.test.ts has their form).
 */
const hundred = Array.from({ length: 100 }, (_, i) => `Line ${i + 1}`).join('\n')

const suite: Record<string, () => void> = {
  'read offset'() {
    const { text } = checked(() => pi.read(hundred, { offset: 51 }))
    expect(text).toMatch(/^Line 51\n[\s\S]*\nLine 100$/)
  },
  'read offset beyond end'() {
    expect(() => pi.read('a\nb\nc', { offset: 100 })).toThrow(
      expect.objectContaining({
        code: 'PITH_OFFSET_OUT_OF_RANGE',
        message: 'Offset 100 is beyond end of file (3 lines total)',
      }),
    )
  },
  'bash non-zero exit'() {
    expect(checked(() => pi.bash('', { exitCode: 1 })).text).toMatch(/(Command failed|code 1)/)
  },
  'grep single file'() {
    const match = { path: 'example.txt', line: 2, text: 'match line\n' }
    expect(checked(() => pi.grep([match])).text).toBe('example.txt:2: match line')
  },
  'grep limit+context'() {
    const first = { path: 'context.txt', line: 2, text: 'match one', before: ['before'], after: ['after'] }
    const second = { path: 'context.txt', line: 5, text: 'match two' }
    expect(checked(() => pi.grep([first, second], { limit: 1 })).text).toBe(
      [
        'context.txt-1- before',
        'context.txt:2: match one',
        'context.txt-3- after',
        '',
        '[1 matches limit reached. Use limit=2 for more, or refine pattern]',
      ].join('\n'),
    )
  },
  'ls dotfiles and dirs'() {
    expect(checked(() => pi.ls(['.hidden-dir/', '.hidden-file'])).text).toBe('.hidden-dir/\n.hidden-file')
  },
}

const five = `${seq(5000, true)}`
const big = `${'x'.repeat(60_000)}\nsecond\n`

/** What `read` of 0.73.1 gave for files whose lines it counts as pi does here. */
const reads: [string, () => { text: string }, string][] = [
  ['exactly 2000 lines, no final newline', () => pi.read(seq(2000, false)), seq(2000, false)],
  ['line after the huge line', () => pi.read(big, { offset: 2 }), 'second\n'],
  ['empty file', () => pi.read(new Uint8Array(0)), ''],
  ['one newline', () => pi.read('\n'), '\n'],
  ['BOM', () => pi.read(new TextEncoder().encode('\ufeffhello\nworld\n')), '\ufeffhello\nworld\n'],
  [
    'invalid UTF-8',
    () => pi.read(Uint8Array.of(0x61, 0xff, 0xfe, 0x0a, 0xc3, 0x28, 0x0a, 0xed, 0xa0, 0x80, 0x0a)),
    'a\ufffd\ufffd\n\ufffd(\n\ufffd\ufffd\ufffd\n',
  ],
]

function checked<R extends { text: string }>(run: () => R): R {
  const result = run()
  checkProfile(result.text, { again: () => run().text })
  return result
}

describe('recorded runs of the tools', () => {
  it.each(Object.entries(suite))('of its own suite: %s', (_, run) => run())

  it.each(reads)('of read: %s', (_, run, text) => {
    expect(checked(run).text).toBe(text)
  })

  it('of read that count one line too many differ in nothing but that line and the full stop', () => {
    expect(checked(() => pi.read(five)).text).toMatch(
      /\[Showing lines 1-2000 of 5000\. Use offset=2001 to continue\]$/,
    )
    expect(checked(() => pi.read(five, { offset: 0 })).text).toBe(pi.read(five).text)
    expect(checked(() => pi.read(five, { offset: -5 })).text).toBe(pi.read(five).text)
    expect(checked(() => pi.read(five, { offset: 4999, limit: 1 })).text).toBe(
      '4999\n\n[1 more lines in file. Use offset=5000 to continue]',
    )
    expect(checked(() => pi.read(five, { limit: 0 })).text).toBe(
      '[5000 more lines in file. Use offset=1 to continue]',
    )
    expect(() => pi.read(five, { offset: 5001 })).toThrow(
      'Offset 5001 is beyond end of file (5000 lines total)',
    )
    expect(pi.read(five, { offset: 1000 }).details?.truncation).toMatchObject({
      totalLines: 4001,
      totalBytes: 20005,
    })
  })
})
