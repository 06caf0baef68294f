import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as pi from '../../../src/profiles/pi.ts'
import { countLines } from '../../support/facts.ts'
import { checkProfile } from '../../support/profile.ts'

/** Recorded runs of later releases, where they lie beside the checkout. */
interface Recorded {
  fn: string
  input: { generator: string; args: number[]; bytes: number; preview: string; utf16_length: number } & number
  options?: pi.PiLimits
  result: Record<string, unknown> & { content_sha256_16?: string; outputLines?: number }
}

const file = new URL('../../../../shared/corpus/cases/pi.json', import.meta.url)

const seq = (n: number, final: unknown) =>
  Array.from({ length: n }, (_, i) => i + 1).join('\n') + (final ? '\n' : '')

const samples: Record<string, (...args: number[]) => string> = {
  seq,
  line: (n, w, final) =>
    Array.from({ length: n }, (_, i) => `Line ${i + 1}: ${'x'.repeat(w)}`).join('\n') + (final ? '\n' : ''),
  emoji: (n, w) => Array.from({ length: n }, () => '😀'.repeat(w)).join('\n'),
  one: (n) => 'a'.repeat(n),
  oneEmoji: (n) => '😀'.repeat(n),
  cjk: (n) => '漢'.repeat(n),
  crlf: (n) => Array.from({ length: n }, (_, i) => `row ${i + 1}\r\n`).join(''),
  blank: (n) => '\n'.repeat(n),
  empty: () => '',
  tailbig: (n, w) => seq(n, true) + 'z'.repeat(w),
  headbig: (n, w) => `${'z'.repeat(w)}\n${seq(n, true)}`,
}

const sha = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

describe.skipIf(!existsSync(file))('recorded runs of the functions', () => {
  const recorded = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')).recorded_function_cases.cases as Recorded[])
    : []

  /** Why a case doesn't count; undefined for one that does. */
  function reason({ fn, input, result }: Recorded): string | undefined {
    if (fn === 'formatSize') {
      return `${result}`.includes('.0') ? 'the seed writes 30KB and 50KB, without a decimal' : undefined
    }
    if (fn === 'truncateLine') {
      return result.ends_in_lone_surrogate_before_suffix ? 'it splits a surrogate pair' : undefined
    }
    const text = samples[input.generator](...input.args)
    return result.totalLines === countLines(text)
      ? undefined
      : 'it counts the end of the text as one more line'
  }

  it('are met, but for those that contradict the seed or the golden table', () => {
    const leftOut: Record<string, number> = {}
    let met = 0
    for (const one of recorded) {
      const why = reason(one)
      if (why !== undefined) {
        leftOut[why] = (leftOut[why] ?? 0) + 1
        continue
      }
      met++
      if (one.fn === 'formatSize') {
        expect(pi.formatSize(one.input)).toBe(one.result)
      } else if (one.fn === 'truncateLine') {
        const line = one.input.preview[0].repeat(one.input.utf16_length)
        const expected = one.result.wasTruncated ? one.result.text_sha256_16 : sha('abc')
        const { text, wasTruncated } = pi.truncateLine(one.result.wasTruncated ? line : 'abc')
        expect([sha(text), wasTruncated]).toEqual([expected, one.result.wasTruncated])
      } else {
        const text = samples[one.input.generator](...one.input.args)
        expect(Buffer.byteLength(text)).toBe(one.input.bytes)
        const which = one.fn === 'truncateHead' ? pi.truncateHead : pi.truncateTail
        const made = which(text, { maxLines: 2000, maxBytes: 51200, ...one.options })
        const { content_sha256_16: content, content_head: _, content_tail: __, ...fields } = one.result
        expect({ ...made, content: sha(made.content) }, JSON.stringify(one)).toMatchObject({
          ...fields,
          content,
        })
      }
    }
    expect(met).toBeGreaterThan(100)
    expect(leftOut).toEqual({
      'it counts the end of the text as one more line': 84,
      'it splits a surrogate pair': 1,
      'the seed writes 30KB and 50KB, without a decimal': 3,
    })
  })
})

/** Cases of pi's own suite that are about cutting; the others are left out, each with its reason. */
const search = 'it is about the search, not about cutting'
const process = 'it is about running a process'
const image = 'it is about images'
const stop = 'its notice ends in a full stop, which the seed does not write; the form is tested in pi.test.ts'
const larger = 'its limit is 50 KB; the seed has 30 KB'

const hundred = Array.from({ length: 100 }, (_, i) => `Line ${i + 1}`).join('\n')

const suite: Record<string, string | (() => void)> = {
  'read fits'() {
    const text = 'Hello, world!\nLine 2\nLine 3'
    expect(checked(() => pi.read(text))).toEqual({ text, details: undefined })
  },
  'read missing file': 'it is about files',
  'read line limit': stop,
  'read byte limit': larger,
  'read offset'() {
    const { text } = checked(() => pi.read(hundred, { offset: 51 }))
    expect(text).toMatch(/^Line 51\n[\s\S]*\nLine 100$/)
  },
  'read limit': stop,
  'read offset+limit': stop,
  'read offset beyond end'() {
    expect(() => pi.read('a\nb\nc', { offset: 100 })).toThrow(
      expect.objectContaining({
        code: 'PITH_OFFSET_OUT_OF_RANGE',
        message: 'Offset 100 is beyond end of file (3 lines total)',
      }),
    )
  },
  'read details'() {
    const text = Array.from({ length: 2500 }, (_, i) => `Line ${i + 1}`).join('\n')
    expect(checked(() => pi.read(text)).details?.truncation).toMatchObject({
      truncated: true,
      truncatedBy: 'lines',
      totalLines: 2500,
      outputLines: 2000,
    })
  },
  'read image by magic, not extension': image,
  'read text in .png': image,
  'bash simple'() {
    expect(checked(() => pi.bash('test output\n'))).toEqual({ text: 'test output\n', details: undefined })
  },
  'bash non-zero exit'() {
    expect(checked(() => pi.bash('', { exitCode: 1 })).text).toMatch(/(Command failed|code 1)/)
  },
  'bash timeout'() {
    expect(checked(() => pi.bash('', { timedOutAfterSeconds: 1 })).text).toMatch(/timed out/i)
  },
  'bash missing cwd': process,
  'bash missing shell': process,
  'bash prefix': process,
  'bash prefix output': process,
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
  'find hidden files': search,
  'find gitignore': search,
  'ls dotfiles and dirs'() {
    expect(checked(() => pi.ls(['.hidden-dir/', '.hidden-file'])).text).toBe('.hidden-dir/\n.hidden-file')
  },
}

const five = `${seq(5000, true)}`
const big = `${'x'.repeat(60_000)}\nsecond\n`

const phantom = 'it counts the end of the text as one more line'

const tools: Record<string, string | (() => { text: string })> = {
  '5000 lines, final newline': phantom,
  'exactly 2000 lines and a final newline': phantom,
  'exactly 2000 lines, no final newline': () => pi.read(seq(2000, false)),
  'byte limit': larger,
  'byte limit with offset': larger,
  'line limit with offset': phantom,
  'user limit': phantom,
  'user limit near the end': phantom,
  'offset = the empty line after the final newline': phantom,
  'offset beyond end': phantom,
  'offset 0': phantom,
  'negative offset': phantom,
  'limit 0': phantom,
  'first line over the byte limit': larger,
  'line after the huge line': () => pi.read(big, { offset: 2 }),
  'empty file': () => pi.read(new Uint8Array(0)),
  'one newline': () => pi.read('\n'),
  '3000 CRLF lines': phantom,
  'BOM kept or dropped': () => pi.read(new TextEncoder().encode('\ufeffhello\nworld\n')),
  'invalid UTF-8': () =>
    pi.read(Uint8Array.of(0x61, 0xff, 0xfe, 0x0a, 0xc3, 0x28, 0x0a, 0xed, 0xa0, 0x80, 0x0a)),
}

function checked<R extends { text: string }>(run: () => R): R {
  const result = run()
  checkProfile(result.text, { again: () => run().text })
  return result
}

describe.skipIf(!existsSync(file))('recorded runs of the tools', () => {
  const all = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}

  it('of its own suite are met, but for those named here with the reason', () => {
    const names = all.suite_cases.map((one: { tool: string; name: string }) => `${one.tool} ${one.name}`)
    expect(Object.keys(suite).sort()).toEqual(names.sort())
    for (const run of Object.values(suite)) if (typeof run === 'function') run()
  })

  it('of read are met, but for those named here with the reason', () => {
    interface Case {
      desc: string
      text_bytes: number
      last_line: string
      first_80: string
    }
    const cases: Case[] = Object.values(all['recorded_tool_cases_0.73.1'])
    expect(Object.keys(tools).sort()).toEqual(cases.map((one) => one.desc).sort())
    for (const { desc, text_bytes: bytes, last_line: lastLine, first_80: first80 } of cases) {
      const run = tools[desc]
      if (typeof run === 'string') continue
      const { text } = checked(run)
      expect(Buffer.byteLength(text), desc).toBe(bytes)
      expect([text.split('\n').at(-1), text.slice(0, 80)], desc).toEqual([lastLine, first80])
    }
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
