import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { display, fenceHeader, spool } from '../../src/extra/profiles/vtcode.ts'
import * as arbitrary from '../support/generators.ts'
import { checkProfile } from '../support/profile.ts'

const lines = (count: number, word: string): string =>
  Array.from({ length: count }, (_, i) => `${word}-${i + 1}`).join('\n')

describe('Stream Rendering', () => {
  it('compact_mode_truncates_when_not_inline: Display limits', () => {
    const result = display(lines(50, 'line'), { mode: 'compact' })
    expect(result).toMatchObject({ truncated: true, totalLines: 50, shownLines: 10, hiddenLines: 40 })
    expect(result.text.split('\n').slice(0, 2)).toEqual(['[... 40 lines truncated ...]', 'line-41'])
  })

  it('inline_rendering_preserves_full_scrollback: Inline mode', () => {
    const text = lines(30, 'row')
    expect(display(text, { mode: 'inline' })).toEqual({
      text,
      truncated: false,
      totalLines: 30,
      shownLines: 30,
      hiddenLines: 0,
      clippedLines: 0,
    })
  })

  it('describes_shell_code_fence_as_shell_header: Formatting', () => {
    expect(fenceHeader('bash')).toBe('Shell (bash)')
    expect(fenceHeader('rust')).toBe('Rust block')
    expect(fenceHeader()).toBe('Code block')
    expect(display('ls -l\n', { mode: 'fence', language: 'bash' }).text).toBe('Shell (bash)\nls -l')
  })
})

describe('Display Layer', () => {
  it('MAX_LINE_LENGTH: 150 chars (prevent TUI lag)', () => {
    expect(display('x'.repeat(150)).text).toBe('x'.repeat(150))
    const result = display(`${'x'.repeat(151)}\nshort`)
    expect(result.text).toBe(`${'x'.repeat(147)}...\nshort`)
    expect(result).toMatchObject({ truncated: true, hiddenLines: 0, clippedLines: 1 })
    expect(display('👍'.repeat(151)).text).toBe(`${'👍'.repeat(147)}...`)
    expect(display(`${'x'.repeat(145)}👩‍👩‍👧‍👦${'y'.repeat(20)}`).text).toBe(`${'x'.repeat(145)}...`)
  })

  it('INLINE_STREAM_MAX_LINES: 30 lines (inline mode)', () => {
    const result = display(lines(31, 'row'))
    expect(result.text.split('\n').slice(0, 2)).toEqual(['[... 1 line truncated ...]', 'row-2'])
    expect(result.text.split('\n')).toHaveLength(31)
  })

  it('MAX_CODE_LINES: 500 lines (code fence blocks)', () => {
    const whole = display(lines(500, 'code'), { mode: 'fence', language: 'go' })
    expect(whole).toMatchObject({ truncated: false, shownLines: 500 })
    const cut = display(lines(502, 'code'), {
      mode: 'fence',
      language: 'go',
      spoolPath: '.vtcode/tool-output/go.log',
    })
    const shown = cut.text.split('\n')
    expect(shown.slice(0, 3)).toEqual([
      'Output too large (4409 bytes, 502 lines), spooled to: .vtcode/tool-output/go.log',
      'Go block',
      'code-1',
    ])
    expect(shown.at(-1)).toBe('... (2 more lines truncated, view full output in tool logs)')
    expect(shown).toHaveLength(503)
  })

  it('Diff limits: 500 lines, in the order of the diff', () => {
    const options = { mode: 'diff', spoolPath: '/tmp/d.log' } as const
    expect(display(lines(501, '+add'), options).text).toMatch(
      /\n\+add-500\n\.\.\. \(1 more line truncated, view full diff in tool logs\)$/,
    )
    expect(display(lines(501, '+add'), { mode: 'diff' }).text).toMatch(/\n\.\.\. \(1 more line truncated\)$/)
  })

  it('Strip ANSI codes: no mode shows one', () => {
    for (const mode of ['inline', 'compact', 'fence', 'diff'] as const) {
      const { text } = display('\u001b[31mred\u001b[0m\u009b1m\u001b]0;title\u0007\n', { mode })
      expect(text.replace('Code block\n', '')).toBe('red')
    }
    expect(fenceHeader('\u001b[31mrust\nblock')).toBe('Rust block block')
  })

  it('drops the CR of CRLF and shows a CR inside a line as a space', () => {
    expect(display('a\r\n10%\r20%\r\n').text).toBe('a\n10% 20%')
  })

  it('an empty fence says so', () => {
    expect(display('', { mode: 'fence' }).text).toBe('Code block\n(no content)')
    expect(display('')).toMatchObject({ text: '', truncated: false, totalLines: 0 })
    expect(display('\n')).toMatchObject({ text: '', totalLines: 1, shownLines: 1 })
  })

  it('quotes the path for a shell and leaves out one that a terminal would act on', () => {
    const first = (spoolPath: string): string => display('a', { spoolPath }).text.split('\n')[0]
    expect(first('/tmp/a b.log')).toBe('Output too large (1 bytes, 1 line), spooled to: "/tmp/a b.log"')
    for (const path of ['/tmp/\u001b[31mx', '/tmp/two\nlines', '/tmp/\u202e\u0085', '/tmp/\u2028']) {
      expect(first(path)).toBe('Output too large (1 bytes, 1 line), spooled')
    }
  })

  it('takes long and many lines in one pass', () => {
    expect(display('a'.repeat(5_000_000)).text).toHaveLength(150)
    expect(display('b\n'.repeat(1_000_000)).hiddenLines).toBe(999_970)
    expect(spool('c\n'.repeat(1_000_000)).lines).toBe(1_000_000)
  })

  it('shows no more than its limits for any text', () => {
    fc.assert(
      fc.property(arbitrary.text, fc.constantFrom('inline', 'compact', 'fence', 'diff'), (text, mode) => {
        const result = display(text, { mode: mode as 'inline' })
        checkProfile(result.text, {
          again: () => display(text, { mode: mode as 'inline' }).text,
          input: text,
        })
        const shown = result.text.split('\n')
        for (const line of shown) expect([...line].length).toBeLessThanOrEqual(150)
        expect(shown.length).toBeLessThanOrEqual(
          { inline: 31, compact: 11, fence: 502, diff: 501 }[mode] ?? 0,
        )
        expect(result.shownLines + result.hiddenLines).toBe(result.totalLines)
        expect(result.text).not.toMatch(/[^\P{Cc}\t\n]/u)
      }),
      { numRuns: 300 },
    )
  })
})
