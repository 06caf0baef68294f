import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { compact, escapedHtml } from '../../src/cli/html-text.ts'
import { tickStep } from '../../src/cli/run-chart.ts'
import { runPage } from '../../src/cli/run-page.ts'
import { reportOf } from '../../src/cli/run-report.ts'
import { eventOf, type NewEvent, type ToolEvent } from '../../src/extra/events/events.ts'
import { seq, useCommand } from '../support/command.ts'

const made = (more: Partial<ToolEvent>, at = 0): ToolEvent => ({
  ...eventOf({ tool: 'bash', status: 'ok', durationMs: 5 }),
  version: 1,
  time: 1_700_000_000_000 + 1000 * at,
  run: 'nightly',
  ...more,
})

const CUT: Partial<NewEvent> = {
  truncated: true,
  totalBytes: 40_000,
  totalTokens: 10_000,
  outputBytes: 4000,
  outputTokens: 1000,
  keptBytes: 3900,
  omittedBytes: 36_000,
  omitted: [[50, 949, 2000, 38_000]],
  artifact: '3f9a1c2b40de7781',
}

const lines = (first: number, last: number) =>
  made(
    {
      tool: 'show',
      artifact: '3f9a1c2b40de7781',
      outputBytes: 2000,
      shown: { unit: 'lines', ranges: [[first, last]] },
    },
    1,
  )

describe('the report of a run', () => {
  it('counts what is in the context, and what would be there without a cut', () => {
    const report = reportOf([
      made(CUT),
      lines(50, 139),
      lines(95, 184),
      made({ outputTokens: 20, outputBytes: 80 }, 2),
    ])
    expect(report.calls.map(({ shownTokens }) => shownTokens)).toEqual([1000, 500, 500, 20])
    expect(report).toMatchObject({
      shownTokens: 2020,
      // An agent alone would have shown 30,000 of 40,000 bytes.
      fullTokens: 7520,
      truncated: 1,
      linked: 1,
      recalled: 1,
    })
  })

  it('counts a call whose repeated lines were folded as cut, with what that saved', () => {
    const folded = made({ ...CUT, truncated: false })
    const report = reportOf([folded, made({ outputTokens: 20, outputBytes: 80 }, 1)])
    expect(report).toMatchObject({ truncated: 1, fullTokens: 0.75 * folded.totalTokens + 20 })
    expect(report.tools.map(({ savedTokens }) => savedTokens)).toContain(
      0.75 * folded.totalTokens - folded.outputTokens,
    )
  })

  it('links a call to what it asks for, and counts each byte once', () => {
    const { calls } = reportOf([made(CUT), lines(50, 139), lines(95, 184), lines(1, 20)])
    expect(calls.map(({ recallOf }) => recallOf)).toEqual([undefined, 1, 1, undefined])
    expect(calls[0].askedBytes).toBe(5400)
  })
})

describe('the page of a run', () => {
  const page = (events: readonly ToolEvent[]) =>
    runPage(reportOf(events), { title: `Run ${events[0].run}`, contextTokens: 8000, total: events.length })

  it('says what was cut, asked for again and saved', () => {
    const html = page([made({ ...CUT, errorsKept: 3, errorsOmitted: 1 }), lines(50, 139)])
    expect(html).toContain(
      'After 2 calls the context holds 1.5 k tokens of tool output. Without a cut it would hold 7.5 k.',
    )
    for (const words of [
      '3 of 4',
      'asks again for call 1',
      'pith show 3f9a1c2b40de7781',
      'context of 8 k tokens',
    ])
      expect(html).toContain(words)
  })

  it('takes no name for markup, and shows its hidden characters', () => {
    const evil = '"><script>alert(1)</script>\u202e\u0000<img src=x onerror=a>'
    const html = page([made({ ...CUT, tool: evil, run: evil, strategy: evil, artifact: evil })])
    expect(html).not.toMatch(/<script|<img|\u202e|\0/)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&lt;U+202E&gt;^@')
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !/[<>"']/.test(escapedHtml(text))))
  })

  it('loads nothing, and runs no script', () => {
    const html = page([made(CUT)])
    expect(html).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    )
    expect(html).not.toMatch(/\b(?:src|href|on\w+)=|url\(|@import/)
  })

  it('has one step of a chart for several calls if there are many', () => {
    const html = page(Array.from({ length: 10_000 }, (_, at) => made(CUT, at)))
    // Two charts, each for wide and for narrow windows.
    expect(html.match(/class="hover"/g)?.length).toBe(2 * 2 * 313)
    expect(html).toContain('Calls 1 to 32: 32 calls')
    expect(html.match(/<tr class="cut"/g)?.length).toBe(10_000)
  })

  it('writes numbers in short, and chooses round steps for an axis', () => {
    expect([0, 999, 1000, 12_345, 99_950, 999_499, 999_500, 1.25e9].map(compact)).toEqual([
      '0',
      '999',
      '1 k',
      '12.3 k',
      '100 k',
      '999 k',
      '1 M',
      '1.3 G',
    ])
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e12 }), (most) => {
        const step = tickStep(most, 4)
        return step * 4 >= most && step * 4 <= Math.max(8, most * 4)
      }),
    )
  })
})

describe('pith events --html', () => {
  const box = useCommand()
  const run = (...words: string[]) => box.pith(words, { env: { PITH_RUN: 'paged' } })
  const file = () => join(box.folder, 'run.html')

  beforeAll(async () => {
    await box.pith(['--tool', 'bash'], { input: seq(1, 20_000), env: { PITH_RUN: 'paged' } })
  })

  it('writes a page that only its owner can read', async () => {
    const { status, stderr } = await run('events', '--run', 'paged', '--html', file())
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: `pith: The page of 1 call is in ${file()}; open it in a browser.\n`,
    })
    expect(readFileSync(file(), 'utf8')).toContain('<h1>Run paged</h1>')
    expect(statSync(file()).mode & 0o777).toBe(0o600)
  })

  it('prints the page for -, and refuses a second format, no events and a folder', async () => {
    expect((await run('events', '--html', '-')).stdout.toString()).toMatch(/^<!doctype html>/)
    expect((await run('events', '--html', '-', '--json')).stderr).toContain('got two of them')
    expect(await run('events', '--html', file(), '--run', 'none')).toMatchObject({ status: 1 })
    expect((await run('events', '--html', box.folder)).stderr).toContain('EISDIR')
  })
})
