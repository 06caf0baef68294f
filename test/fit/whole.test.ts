// @deep

import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { createCollector } from '../../src/core/collector.ts'
import { MAX_UNITS, wholeResult } from '../../src/core/fit/whole.ts'
import { InputCollector } from '../../src/core/input-collector.ts'
import { rules } from '../../src/core/judge/rules/index.ts'
import type { Input, TruncateOptions } from '../../src/options.ts'
import { resolveSettings } from '../../src/settings.ts'
import { generalResult } from '../support/general.ts'
import * as generators from '../support/generators.ts'
import { log, logOptions } from '../support/log-inputs.ts'
import { seedFor } from '../support/random.ts'
import { terminalStreams } from '../support/terminal-streams.ts'

const backend = inject('backend')
const settingsOf = (options: TruncateOptions) => resolveSettings({ backend, ...options })
const whole = (input: Input, options: TruncateOptions = {}) => wholeResult(input, settingsOf(options))
const general = (input: Input, options: TruncateOptions = {}) => generalResult(input, settingsOf(options))

/** Limits that most inputs are within, so that most get the short way. */
const wide: TruncateOptions = { maxLines: Infinity, maxBytes: Infinity, maxTokens: Infinity }

/** A text shown as it is must come this way, but for what is left to the collector. */
function hasShortWay(input: Input, options: TruncateOptions): boolean {
  const { tokens, maxLineLength = Infinity } = options
  const text = Buffer.from(input).toString('latin1')
  const isLong = input.length > MAX_UNITS || text.split('\n').some((line) => line.length > 4096)
  return !tokens && maxLineLength === Infinity && !isLong && !/\r(?!\n)/.test(text)
}

/** The short way ends at more error lines than so many. */
const MAX_ERRORS = 500

describe('the short way of an input within the limits', () => {
  const ways: [string, fc.Arbitrary<Input>, fc.Arbitrary<TruncateOptions>][] = [
    ['inputs and options of all kinds', generators.input, generators.options],
    ['inputs of all kinds that fit', generators.input, generators.options.map((o) => ({ ...o, ...wide }))],
    ['logs', log, logOptions],
    ['logs that fit', log, logOptions.map((o) => ({ ...o, ...wide }))],
  ]

  it.each(ways)('gives what the collector gives, for %s', (_, inputs, options) => {
    let shown = 0
    fc.assert(
      fc.property(inputs, options, (input, given) => {
        const short = whole(input, given)
        const long = general(input, given)
        if (short) expect(short).toEqual(long)
        const isExact = !long.truncated && long.segments.every((s) => s.exact)
        const isPlain = isExact && long.errors.total < MAX_ERRORS
        if (isPlain && hasShortWay(input, given)) expect(short).toBeDefined()
        if (short) shown++
      }),
      { numRuns: inject('thorough') ? 200 : 60, seed: seedFor(5) },
    )
    expect(shown).toBeGreaterThan(10)
  })

  it('gives what the collector gives for what a terminal shows', () => {
    const fold = {
      fold: true,
      ...wide,
      maxSerializedBytes: Infinity,
      maxLineLength: Infinity,
    } as const
    let rendered = 0
    fc.assert(
      fc.property(fc.array(terminalStreams, { maxLength: 8 }), logOptions, (streams, given) => {
        const options = { ...given, ...fold }
        const passed = Array.from({ length: 9 }, (_, i) => `\u001b[32mtest ${i} passes in ${i} ms\u001b[0m\n`)
        const input = [...passed, ...streams].join('')
        const short = whole(input, options)
        if (short) expect(short).toEqual(general(input, options))
        if (short) rendered++
      }),
      { numRuns: inject('thorough') ? 200 : 100, seed: seedFor(5) },
    )
    expect(rendered).toBeGreaterThan(5)
  })

  it('is open to coloured lines', () => {
    const lines = (start: (i: number) => string) =>
      Array.from(
        { length: 20 },
        (_, i) => `\u001b[1m${start(i)}\u001b[22m ${'abcdefgh'.repeat(1 + i)}\n`,
      ).join('')
    const fold = { fold: true }
    const coloured = lines((i) => `passed ${'xy'.repeat(i)}`)
    expect(whole(coloured, fold)?.segments).toHaveLength(1)
    expect(whole(coloured, fold)).toEqual(general(coloured, fold))
    const stamped = lines((i) => `2024-01-01T00:00:${10 + i}Z`)
    expect(whole(stamped, fold)).toEqual(general(stamped, fold))
    const repeated = '\u001b[31mfetched object\u001b[0m\n'.repeat(9)
    expect(whole(repeated, fold)?.gaps).toHaveLength(0)
    expect(whole(`\u0000${coloured}`, fold)).toBeUndefined()
  })

  it('gives what the collector gives for nothing', () => {
    for (const keep of ['ends', 'head', 'tail'] as const)
      for (const options of [{}, { fold: true }, { errors: false }, { maxBytes: 0 }, { maxTokens: 9 }])
        for (const nothing of ['', new Uint8Array(0)])
          expect(whole(nothing, { ...options, keep })).toEqual(general(nothing, { ...options, keep }))
  })

  it('takes text and bytes for the same', () => {
    const text = 'üb\uFEFFer 👍🏽\n\u0000\r\n[Lines 1-2 of 9. Not kept.]\nerror: no such thing'
    const bytes = new TextEncoder().encode(text)
    expect(whole(bytes)).toEqual(whole(text))
    expect(whole(text)?.errors.total).toBe(1)
    expect(whole(text)?.foreignNotices).toBe(1)
    expect(whole(bytes)).toEqual(general(bytes))
  })

  it('shows lone surrogates as the replacement characters that they encode to', () => {
    for (const text of ['\ud83d', 'a\udc4d\nb', '\ud83d\ud83d\udc4d']) {
      expect(whole(text)?.text).toBe(new TextDecoder().decode(new TextEncoder().encode(text)))
      expect(whole(text)).toEqual(general(text))
    }
  })

  it('leaves malformed bytes and exact counters to the collector', () => {
    expect(whole(Uint8Array.of(0x61, 0xff))).toBeUndefined()
    expect(whole(Uint8Array.of(0x61, 0xe2, 0x82))).toBeUndefined()
    expect(whole('a', { tokens: { name: 'one', count: () => 1 } })).toBeUndefined()
    expect(whole('a'.repeat(MAX_UNITS + 1), wide)).toBeUndefined()
  })

  it('depends on nothing that was looked at before', () => {
    const texts = [
      'abc err',
      'or: boom\n',
      'x\u001b[3',
      '1mfatal: y',
      '2024-01-01 00:00',
      ':00 E x',
      'é',
      '\r',
    ]
    const alone = texts.map((text) => general(text))
    for (const [i, text] of texts.entries()) expect(whole(text)).toEqual(alone[i])
    for (const [i, text] of [...texts.entries()].reverse()) expect(whole(text)).toEqual(alone[i])
  })

  it.each([0, 1, 2, 3, 4, 7, 8, 31, 32, 33, 63, 64, 65, 600])(
    'finds an error that ends a text of about %i bytes',
    (length) => {
      const text = `${'-'.repeat(length)} error: boom`
      expect(whole(text)).toEqual(general(text))
      expect(whole(`${'ok\n'.repeat(length)}Traceback`)).toEqual(general(`${'ok\n'.repeat(length)}Traceback`))
    },
  )

  it('assesses lines as the collector does, by words, by opening or by location', () => {
    const lines = ['a.py:3:80: E501 x', ...rules.flatMap(({ hits, misses }) => [...hits, ...misses])]
    for (const line of lines) expect(whole(line), line).toEqual(general(line))
    expect(whole(lines[0])?.errors.total).toBe(1)
    expect(whole(lines.join('\n'))).toEqual(general(lines.join('\n')))
  })

  it('is exact at every limit', () => {
    const text = 'a "b"\n\tc\nerror: d\n'
    const { totalBytes, totalLines, outputTokens } = general(text)
    const serialized = new TextEncoder().encode(JSON.stringify(text)).length
    const limits = { maxBytes: totalBytes, maxLines: totalLines, maxTokens: outputTokens }
    const all = { ...limits, maxSerializedBytes: serialized, maxLineLength: 8 }
    expect(whole(text, all)).toEqual(general(text, all))
    for (const [name, value] of Object.entries(all)) {
      expect(whole(text, { [name]: value })?.truncated, name).toBe(false)
      expect(whole(text, { [name]: value - 1 }), name).toBeUndefined()
      expect(general(text, { [name]: value - 1 }).truncated, name).toBe(true)
    }
  })
})

describe('a collector of little', () => {
  const ends = (write: (collector: InputCollector) => void, options: TruncateOptions = {}) => {
    const staged = new InputCollector(settingsOf(options))
    write(staged)
    const scanned = new InputCollector(settingsOf(options))
    write(scanned)
    scanned.intake.retained()
    return [staged.end(), scanned.end()]
  }

  it('ends as one that was scanned on the way', () => {
    const [staged, scanned] = ends((collector) => {
      for (const chunk of ['a\nerr', 'or: boom', '\n\ud83d', '\udc4d', new Uint8Array([0x62])])
        collector.write(chunk)
    })
    expect(staged).toEqual(scanned)
    expect(staged.errors.total).toBe(1)
    const [waiting, flushed] = ends((collector) => collector.write('a\ud83d'))
    expect(waiting).toEqual(flushed)
    expect(waiting.text).toBe('a\uFFFD')
  })

  it.each([{ exitCode: 0 }, { exitCode: 1 }, { signal: 'SIGTERM' }, {}])(
    'ends with a status of %j as ever',
    (status) => {
      for (const off of [true, false]) {
        const [staged, scanned] = [false, true].map((isScanned) => {
          const collector = new InputCollector(settingsOf({ notice: !off }))
          collector.write('error: a')
          if (isScanned) collector.intake.retained()
          return collector.end(undefined, status)
        })
        expect(staged).toEqual(scanned)
      }
    },
  )

  it('goes on after a snapshot', () => {
    const collector = createCollector({ backend })
    collector.write('a\n')
    expect(collector.snapshot().text).toBe('a\n')
    collector.write('b\n')
    expect(collector.snapshot().text).toBe('a\nb\n')
    expect(collector.end().text).toBe('a\nb\n')
    expect(() => collector.end()).toThrow(expect.objectContaining({ code: 'PITH_ENDED' }))
    expect(() => collector.write('c')).toThrow(expect.objectContaining({ code: 'PITH_ENDED' }))
  })

  it('refuses a source that is none', () => {
    const collector = createCollector({ backend })
    expect(() => collector.end({ artifact: 'x' })).toThrow(
      expect.objectContaining({ code: 'PITH_INVALID_OPTION' }),
    )
  })
})
