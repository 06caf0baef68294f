import { describe, expect, it } from 'vitest'
import { parseNotices } from '../../src/core/words/parse.ts'
import { createMemoryStore } from '../../src/store/backends/memory.ts'
import { createCollector, truncate, truncateStream } from '../support/checked.ts'

const numbered = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => `${line(i)}\n`).join('')

describe('a folded result', () => {
  it('is the input if it fits and has no control sequences', () => {
    const { text, segments } = truncate('a\nb\n', { fold: true, for: 'run' })
    expect([text, segments[0].exact]).toEqual(['a\nb\n', true])
  })

  it('shows the first and the last of repeated lines, and which lines are like them', () => {
    const log = `begin\n${numbered(3000, (i) => `fetched object ${i} of 3000`)}end\n`
    const result = truncate(log, { fold: true, for: 'run', maxBytes: 4096 })
    expect(result.text).toBe(
      'begin\nfetched object 0 of 3000\n[...3-3000 like 2]\nfetched object 2999 of 3000\nend\n',
    )
    expect([result.truncated, result.truncatedBy]).toEqual([true, undefined])
    expect(result.gaps.map(({ firstLine, lastLine, mark }) => [firstLine, lastLine, mark])).toEqual([
      [3, 3000, '[...3-3000 like 2]'],
    ])
  })

  it('of an input that fits hides no repeated lines, also if a terminal shows another text', () => {
    const log = numbered(9, (i) => `fetched object ${i} of 9`)
    expect(truncate(log, { fold: true, for: 'run' }).text).toBe(log)
    const coloured = `\u001b[32m${log}\u001b[0m`
    for (const purpose of ['read', 'query', 'log', 'run', 'unknown', undefined] as const) {
      const options = { fold: true, ...(purpose && { for: purpose }) }
      expect(truncate(coloured, options)).toMatchObject({ text: log, truncated: false, gaps: [] })
    }
  })

  it('ends in the last line of the input, also if that line holds nothing but control sequences', () => {
    const { segments, totalLines } = truncate('\u001b[32mfetched\nobject\n\u001b[0m', {
      fold: true,
      for: 'run',
    })
    expect([segments[0].lastLine, totalLines]).toEqual([3, 3])
  })

  it('names the full output once if lines of it are folded', () => {
    const log = `begin\n${numbered(3000, (i) => `fetched object ${i} of 3000`)}end\n`
    const source = { artifact: '3f9a1c2b40de7781' }
    const { notice } = truncate(log, { fold: true, for: 'run', maxBytes: 4096, source })
    expect(notice).toContain('pith show 3f9a1c2b40de7781')
    const collector = createCollector({ fold: true, for: 'run', maxBytes: 4096 })
    collector.write(log)
    const failed = collector.end(source, { exitCode: 2 })
    expect(parseNotices(failed.notice ?? '')).toMatchObject([
      { kind: 'notice', artifact: source.artifact, status: { exitCode: 2 } },
    ])
  })

  it.each([40, 4000])('of %i lines is stored as it was printed', async (count) => {
    const log = numbered(count, (i) => `fetched \u001b[32mobject\u001b[0m ${i}`)
    const store = createMemoryStore()
    const { artifact } = await truncateStream(new Blob([log]), {
      fold: true,
      for: 'run',
      maxBytes: 500,
      store,
    })
    const kept: Uint8Array[] = []
    for await (const chunk of store.read(artifact ?? '', { startByte: 0, endByte: log.length }))
      kept.push(chunk.slice())
    expect(Buffer.concat(kept).toString()).toBe(log)
  })

  it('ends in the last line of the input, whose row need not be the last one', () => {
    const text = 'layer a\nlayer b\n\u001b[2Alayer a done'
    const { segments, totalLines } = truncate(text, { fold: true, for: 'run' })
    expect([segments.at(-1)?.lastLine, totalLines]).toEqual([3, 3])
  })

  it('has every line of a terminal of one row', () => {
    const { text } = truncate('first\n\u001b[?25lstep 1\rstep 2\nlast\nend', { fold: { rows: 1 } })
    expect(text).toBe('first\nstep 2\nlast\nend')
  })

  it('neither clips nor marks a line that stands for others', () => {
    const log = `${'done\n'.repeat(3)}${numbered(40, (i) => `error: disk ${i} of 40 failed`)}`
    const { text } = truncate(log, {
      fold: true,
      for: 'run',
      maxBytes: 80,
      maxTokens: 100,
      maxLineLength: 20,
      keep: 'tail',
    })
    expect(text).toMatch(/^\[\.\.\.5-42\]$/m)
    const few = truncate(log, { fold: true, for: 'run', maxBytes: 140, maxLines: 3, keep: 'tail' })
    expect(few.text).toMatch(/^\[\.\.\.5-42\]$/m)
  })

  it('has no mark that names lines which are left out, also when it is cut again', () => {
    const words = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta', 'iota', 'kappa']
    const different = numbered(200, (i) => `${words[i % 10]} ${words[(i * 7) % 9]} ${'x'.repeat(1 + i)}`)
    const log = `${different}fetched object 0 of 90\n${numbered(90, (i) => `fetched object ${i} of 90`)}end\n`
    const roomy = truncate(log, { fold: true, for: 'run', maxBytes: 8000 })
    expect(roomy.text).toMatch(/^\[\.\.\.202-\d+ like 201\]$/m)
    for (const maxBytes of [40, 60, 90, 200]) truncate(roomy, { fold: true, maxBytes })
    const { text } = truncate(log, { fold: true, for: 'run', maxBytes: 90 })
    expect(text).toMatch(/^\[\.\.\.202-\d+\]$/m)
    expect(parseNotices(text)).toContainEqual(expect.objectContaining({ kind: 'fold', firstLine: 202 }))
  })

  it('has no more bytes than the input, however far the cursor moved', () => {
    truncate('\u001b[99;99Hx', { fold: true, for: 'run' })
    truncate('a\u001b[50Cb\n'.repeat(400), { fold: true, for: 'run' })
    const lines = numbered(3, (i) => `\u001b[mname ${'xyz'[i % 3].repeat(15)} is a word`)
    const { text, truncated } = truncate(lines, { fold: { columns: 12 } })
    expect([text, truncated]).toEqual([lines.replaceAll('\u001b[m', ''), false])
  })

  it('knows the line of a clip in a row that has more bytes than its line', () => {
    const log = '\u001b[5aerror: disk 7 failed\nerror: disk 7 failed\n'
    const { segments } = truncate(log, { fold: { rows: 1 }, maxBytes: 300, maxLineLength: 10, keep: 'head' })
    expect(segments.map(({ lastLine }) => lastLine)).toEqual([1, 2, 2])
  })

  it('knows the lines of what ends where a row of many lines begins', () => {
    for (const text of ['one 27\ntwo 28\n\u001b[1Aup 18\n', '\n\u000bone 988\n\u001b[4Ftwo 7\nthree\n'])
      truncate(text, { fold: true, for: 'run', maxLineLength: 3 })
    truncate('line of step 846\n\u001b[3Cé', { fold: true, for: 'run', maxBytes: 1, keep: 'tail' })
  })

  it('knows the line of a clip in a row that stands for many lines', () => {
    const rows = numbered(200, (i) => `layer a ${i}\nlayer b ${i}\n\u001b[2A`)
    truncate(`${'\n'.repeat(40)}${rows}\rsrc/m.c:0:3: error: expected ${'x'.repeat(60)}\n`, {
      fold: true,
      for: 'run',
      maxBytes: 60,
    })
  })

  it('ends its lines in LF alone, wherever folding changes the text', () => {
    const log = numbered(300, (i) => `${'word '.repeat(i % 9)}${i}\r`)
    expect(truncate(log, { fold: true, for: 'run' }).text).toBe(log)
    const cut = truncate(`${log}src/a.ts:4:1: error: no ring\r\n${log}`, {
      fold: true,
      for: 'run',
      maxBytes: 2000,
    })
    expect([cut.truncated, cut.text.includes('\r')]).toEqual([true, false])
    expect(cut.segments[0].text).toBe(log.slice(0, cut.segments[0].endByte).replaceAll('\r', ''))
    const rendered = truncate('\u001b[32mone\u001b[0m\r\ntwo\r\n', { fold: true, for: 'run' })
    expect([rendered.text, rendered.segments[0].endByte]).toEqual(['one\ntwo\n', 19])
  })

  it('keeps the contract within every limit', () => {
    const log = numbered(3000, (i) => `step ${i % 7 === 0 ? 'alpha' : 'beta'} ${'x'.repeat(i % 40)} end`)
    for (const [maxBytes, keep] of [
      [100, 'ends'],
      [300, 'head'],
      [1000, 'tail'],
      [4096, 'ends'],
      [30_000, 'ends'],
    ] as const)
      truncate(`${log}src/a.ts:4:1: error: no such file\n${log}`, { fold: true, for: 'run', maxBytes, keep })
  })

  it('can be cut again, and still counts in the input', () => {
    const log = `begin\n${numbered(900, (i) => `fetched object ${i} of 900`)}${numbered(900, (i) => `word${'y'.repeat(i % 50)} is new`)}end\n`
    const first = truncate(log, { fold: true, for: 'run', maxBytes: 8000 })
    const second = truncate(first, { fold: true, for: 'run', maxBytes: 2000 })
    expect([second.totalLines, second.totalBytes]).toEqual([first.totalLines, log.length])
    expect(second.text).toContain('[...3-900 like 2]')
  })
})
