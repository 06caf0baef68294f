import { describe, expect, it } from 'vitest'
import { parseNotices, stripNotices } from '../../src/core/words/parse.ts'
import { verifyNotice } from '../../src/core/words/seal.ts'
import type { NoticeOptions, Source } from '../../src/options.ts'
import type { Gap } from '../../src/truncation.ts'
import { truncate } from '../support/checked.ts'

const log = Array.from({ length: 100 }, (_, i) => `line ${i + 1}\n`).join('')
const artifact = '3f9a1c2b40de7781'
const long = `${log}${'x'.repeat(5000)}\n${log}`

describe('the call of a notice', () => {
  it.each<[NoticeOptions, Source, string, string?]>([
    [{}, { artifact }, `More: pith show ${artifact} --lines 3-93`, ', or --grep RE'],
    [
      { surface: 'command' },
      { artifact, path: '/tmp/full.log' },
      `More: pith show ${artifact} --lines 3-93`,
      ', or --grep RE',
    ],
    [
      { surface: 'npx' },
      { artifact },
      `More: npx --offline pith show ${artifact} --lines 3-93`,
      ', or --grep RE',
    ],
    [{ surface: 'mcp' }, { artifact }, `More: pith_show {"id":"${artifact}","lines":"3-93"}`],
    [{ surface: 'file' }, { artifact, path: '/tmp/full.log' }, 'More: /tmp/full.log offset=3 limit=91'],
    [{ surface: 'mcp' }, { path: 'a b.log' }, 'More: "a b.log" offset=3 limit=91'],
  ])('is that of its place, for %j and %j', (notice, source, words, other = '') => {
    const result = truncate(log, { maxLines: 11, notice, source })
    expect(result.text).toContain('\n[...3-93: 721B]\n')
    expect(result.notice).toBe(`[${words}${other}]`)
    expect(result.gaps[0].resume).toBe(words.slice('More: '.length))
    const parsed = parseNotices(result.text).at(-1)
    expect(parsed).toMatchObject({ kind: 'notice', version: 2, resume: result.gaps[0].resume })
    expect(stripNotices(result.text)).toBe(result.segments.map(({ text }) => text).join(''))
    const signed = truncate(log, { maxLines: 11, notice: { ...notice, key: 'k' }, source }).text
    expect(verifyNotice(signed, 'k')).toBe(true)
  })

  it.each<[NoticeOptions, Source]>([
    [{ surface: 'file' }, { artifact }],
    [{ surface: 'mcp', tools: ['pith'] }, { artifact }],
    [{ surface: 'npx', tools: ['pith_show'] }, { artifact }],
  ])('is left out where the reader has no tool for it: %j', (notice, source) => {
    const { notice: words } = truncate(log, { maxLines: 11, notice, source })
    expect(words).toBe(`[9 of 100 lines. Full output: artifact ${artifact}]`)
  })

  it('leads to the gap of the most lines', () => {
    const failed = [...log.split('\n'), 'error: first', ...log.split('\n'), 'error: last', log].join('\n')
    const errors = { before: 0, after: 0, patterns: ['line 50'] }
    const { gaps, notice } = truncate(failed, { maxLines: 20, errors, source: { artifact } })
    const linesIn = ({ firstLine, lastLine }: Gap) => lastLine - firstLine + 1
    const [most] = [...gaps].sort((a, b) => linesIn(b) - linesIn(a))
    expect(notice).toContain(`--lines ${most.firstLine}-${most.lastLine},`)
    expect(gaps.indexOf(most)).toBeGreaterThan(0)
  })

  it('shows what is left out of a line by its bytes, so that nothing comes twice', () => {
    const { notice, gaps } = truncate(long, { maxLineLength: 100, source: { artifact } })
    const [{ startByte, endByte, resume }] = gaps
    expect(resume).toBe(`pith show ${artifact} --bytes ${startByte}-${endByte}`)
    expect(notice).toBe(`[201 lines, clipped. More: ${resume}, or --grep RE]`)
  })

  it('leads to errors that are left out, and tells how to list them', () => {
    const words = ['disk', 'lock', 'name', 'type', 'port', 'user', 'path', 'size', 'mode', 'host']
    const failures = words.flatMap((one) =>
      words.map((other) => `error: ${one} of ${other} is wrong\n${log}`),
    )
    const { gaps, notice } = truncate(failures.join(''), { maxBytes: 8192, source: { artifact } })
    const [, call = ''] = /^\[.*More: (.*), or --errors\]$/.exec(notice ?? '') ?? []
    const most = Math.max(...gaps.map(({ errors }) => errors))
    expect(most).toBeGreaterThan(0)
    expect(gaps.find(({ resume }) => resume === call)?.errors).toBe(most)
    expect(parseNotices(notice ?? '').at(-1)).toMatchObject({ resume: call })
  })

  it.each([
    [{ maxBytes: 8192 }, true],
    [{ maxBytes: 8191 }, false],
    [{ maxTokens: 2048 }, true],
    [{ maxTokens: 2047 }, false],
    [{ maxSerializedBytes: 8191 }, false],
  ])('tells of a search where %j have room for it: %j', (limits, isTold) => {
    const { notice } = truncate(log.repeat(100), { ...limits, source: { artifact } })
    expect(notice?.endsWith(', or --grep RE]')).toBe(isTold)
  })

  it('stays that of its place when a result is cut again', () => {
    for (const surface of ['npx', 'mcp'] as const) {
      const notice = { surface }
      const first = truncate(log, { maxLines: 40, notice, source: { artifact } })
      const again = truncate(first, { maxLines: 11, notice })
      expect(again.notice).toBe(truncate(log, { maxLines: 11, notice, source: { artifact } }).notice)
      expect(truncate(first, { maxLines: 40, notice })).toBe(first)
    }
  })

  it('is refused for an unknown place, and for a path that is none', () => {
    expect(() => truncate(log, { notice: { surface: 'web' as never } })).toThrow('`notice.surface`')
    expect(() => truncate(log, { source: { artifact, path: '' } })).toThrow('`source.path`')
  })
})
