// @deep

import { describe, expect, it } from 'vitest'
import { createRandom } from '../support/random.ts'
import * as zdx from './zdx-checked.ts'
import { linesOf as lines, memorySpill } from './zdx-checked.ts'

const bytesIn = (text: string): number => new TextEncoder().encode(text).length

describe('the demos of the seed', () => {
  it('Create 3000-line file → Read returns 2000 lines, total_lines: 3000, truncated: true', () => {
    expect(zdx.read(lines(3000))).toMatchObject({ lines_shown: 2000, total_lines: 3000, truncated: true })
  })

  it('Create file with 1000-char line → Line silently truncated at 500 chars, truncated: false', () => {
    expect(zdx.read('x'.repeat(1000))).toMatchObject({ content: 'x'.repeat(500), truncated: false })
  })

  it('Read with offset: 1000, limit: 500 returns lines 1000-1499', () => {
    const { content } = zdx.read(lines(3000), { offset: 1000, limit: 500 })
    expect(content).toBe(lines(1499).slice(lines(999).length))
  })

  it('AI can "page through" a large file', () => {
    const file = lines(7321, (n) => `${n} `.repeat(n % 90))
    const pages: zdx.ReadOutput[] = []
    for (let offset = 1, more = true; more; ) {
      const page = zdx.read(file, { offset })
      pages.push(page)
      expect(page.lines_shown).toBeGreaterThan(0)
      offset += page.lines_shown
      more = page.truncated
    }
    expect(pages.map(({ content }) => content).join('')).toBe(file)
    expect(pages.some((page) => page.byte_limited)).toBe(true)
  })

  it('Run cat /dev/urandom | head -c 100000 | base64 → stdout truncated, stdout_truncated: true', () => {
    const random = createRandom(7)
    const noise = Buffer.from(Array.from({ length: 100_000 }, () => random.below(256))).toString('base64')
    const stdout = noise.replace(/.{76}/g, '$&\n')
    const output = zdx.bash({ stdout })
    expect(output).toMatchObject({ stdout_truncated: true, stdout_total_bytes: stdout.length })
    expect(output.stdout).toBe(stdout.slice(0, 40_960))
  })

  it('Tool cells with truncated output show yellow warning line below output preview', () => {
    const [warning] = zdx.warnings(zdx.read(lines(2001)), { color: true })
    expect(warning).toBe('\x1b[2;33m[⚠ file truncated: showing 2000 of 2001 lines]\x1b[0m')
  })

  it('Run command with >40KB stdout → response includes stdout_file path', () => {
    const envelope = zdx.envelope(zdx.bash({ stdout: 'x'.repeat(40_961) }, { spill: memorySpill().spill }))
    expect(JSON.parse(JSON.stringify(envelope)).data.stdout_file).toBe('/spill/zdx-bash-1-stdout.txt')
  })

  it('AI can use Read tool on stdout_file path with offset/limit to access full data', () => {
    const { files, spill } = memorySpill()
    const stdout = lines(20_000)
    const { stdout_file: path = '' } = zdx.bash({ stdout }, { spill })
    const kept = files.get(path) ?? ''
    expect(zdx.read(kept, { path, offset: 19_999, limit: 5 })).toMatchObject({
      content: 'line 19999\nline 20000\n',
      total_lines: 20_000,
      truncated: false,
    })
  })

  it('File with 300 lines × 200 chars each → byte limit kicks in at ~204 lines, byte_limited: true', () => {
    const page = zdx.read(lines(300, () => 'x'.repeat(200)))
    expect(page).toMatchObject({ lines_shown: 203, byte_limited: true, truncated: true })
  })

  it('File with 3000 short lines → line limit kicks in at 2000 lines, byte_limited: false', () => {
    expect(zdx.read(lines(3000, () => ''))).toMatchObject({ lines_shown: 2000, byte_limited: false })
  })
})

describe('the contracts of the seed', () => {
  it('ToolOutput format unchanged: {ok: true, data: {...}} structure preserved', () => {
    const page = zdx.read('a\n')
    expect(zdx.envelope(page)).toEqual({ ok: true, data: page })
  })

  it('Structured {ok, data} / {ok, error} format with JSON serialization', () => {
    const failed = zdx.failure('read_error', "Failed to read file 'a'", 'OS error')
    const written = { code: 'read_error', message: "Failed to read file 'a'", details: 'OS error' }
    expect(JSON.parse(JSON.stringify(failed))).toEqual({ ok: false, error: written })
    const success = zdx.envelope({ key: 'value' })
    expect(JSON.stringify(success)).toBe('{"ok":true,"data":{"key":"value"}}')
  })

  it('Truncation always signaled: When file/output is truncated, output includes metadata flag', () => {
    expect(zdx.read(lines(2001)).truncated).toBe(true)
    expect(zdx.bash({ stdout: 'é'.repeat(20_481) }).stdout_truncated).toBe(true)
    expect(zdx.bash({ stderr: 'é'.repeat(20_481) }).stderr_truncated).toBe(true)
  })

  it('Backward compatible: Existing Read/Bash calls without new params work as before', () => {
    expect(zdx.read('hello world')).toMatchObject({ content: 'hello world', truncated: false })
    expect(zdx.bash({ stdout: 'hello\n' })).toMatchObject({
      stdout: 'hello\n',
      exit_code: 0,
      timed_out: false,
    })
  })

  it("No silent data loss for files: AI always knows if it's seeing partial file (line truncation is silent)", () => {
    for (const limit of [1, 2, 3]) {
      expect(zdx.read('a\nb\nc\n', { limit }).truncated).toBe(limit < 3)
    }
  })

  it('Pure content: content/stdout/stderr fields contain only actual file/command output, no synthetic markers', () => {
    const file = lines(4000, (n) => `${n} ${'x'.repeat(30)}`)
    expect(file.startsWith(zdx.read(file).content)).toBe(true)
    const output = zdx.bash({ stdout: file, stderr: file }, { spill: memorySpill().spill })
    expect(file.startsWith(output.stdout) && file.startsWith(output.stderr)).toBe(true)
  })

  it('Read tool now guarantees pages never exceed 40KB, regardless of line count', () => {
    for (const width of [0, 1, 19, 20, 21, 200, 499, 500, 501, 900]) {
      for (const letter of ['x', 'é', '€', '😀']) {
        const { content } = zdx.read(lines(2100, () => letter.repeat(width)))
        expect(bytesIn(content)).toBeLessThanOrEqual(40 * 1024)
      }
    }
  })

  it('Include file paths in JSON response only when present (conditional serialization)', () => {
    expect(JSON.stringify(zdx.bash({ stdout: 'x'.repeat(50_000) }))).not.toContain('_file')
  })
})

describe('the key decisions of the seed', () => {
  it('Line limits vs byte limits for Read: Use line limits (2000 lines)', () => {
    expect(zdx.MAX_LINES).toBe(2000)
    expect(zdx.read(lines(2000)).truncated).toBe(false)
  })

  it('No inline markers: Truncation info in metadata fields only', () => {
    expect(zdx.read('a\nb\n', { limit: 1 }).content).toBe('a\n')
  })

  it('Default offset: 1-indexed (like codex-rs) for human readability', () => {
    expect(zdx.read('a\nb\n')).toEqual(zdx.read('a\nb\n', { offset: 1 }))
  })

  it('Stdout/stderr truncation: Independent limits (40KB each)', () => {
    const output = zdx.bash({ stdout: 'x'.repeat(40_960), stderr: 'y'.repeat(40_961) })
    expect([output.stdout_truncated, output.stderr_truncated]).toEqual([false, true])
    expect([output.stdout.length, output.stderr.length]).toEqual([40_960, 40_960])
  })

  it('Always scan for total_lines', () => {
    expect(zdx.read(lines(123_456), { offset: 5, limit: 1 }).total_lines).toBe(123_456)
    expect(zdx.read(lines(9), { offset: 50 }).total_lines).toBe(9)
  })

  it('Silent line char-truncation: a line over the limit sets no flag and leaves no marker', () => {
    const page = zdx.read(`${'x'.repeat(501)}\nlast`)
    expect(page.content).toBe(`${'x'.repeat(500)}\nlast`)
    expect([page.truncated, page.byte_limited]).toEqual([false, false])
  })

  it('YAGNI fields removed: No bytes, no line_truncation_count', () => {
    const fields = ['path', 'content', 'offset', 'lines_shown', 'total_lines', 'truncated', 'byte_limited']
    expect(Object.keys(zdx.read(lines(3000), { path: 'a' }))).toEqual(fields)
  })

  it('max_line_length parameter: If AI needs to disable char truncation for specific reads', () => {
    const file = `${'x'.repeat(3000)}\n${'y'.repeat(3000)}\n`
    expect(zdx.read(file, { maxLineLength: Infinity }).content).toBe(file)
    expect(zdx.read(file, { maxLineLength: 2 }).content).toBe('xx\nyy\n')
  })

  it('truncated semantics: true when lines remain after the page, not for char-level truncation', () => {
    expect(zdx.read('a\nb\nc\n', { offset: 2, limit: 1 }).truncated).toBe(true)
    expect(zdx.read('a\nb\nc\n', { offset: 3, limit: 1 }).truncated).toBe(false)
    expect(zdx.read('x'.repeat(501)).truncated).toBe(false)
  })

  it('Memory-safe line reading: Hard byte limit of MAX_LINE_LENGTH * 4 = 2000 bytes per line', () => {
    expect(zdx.MAX_LINE_BYTES).toBe(2000)
    const { content } = zdx.read('😀'.repeat(501))
    expect(content).toBe('😀'.repeat(500))
    expect(bytesIn(content)).toBe(2000)
  })

  it('Offset beyond file: Return content: "", lines_shown: 0, total_lines: N, truncated: false', () => {
    const empty = { content: '', lines_shown: 0, total_lines: 3, truncated: false }
    expect(zdx.read('a\nb\nc', { offset: 4 })).toMatchObject(empty)
    expect(zdx.read('a\nb\nc\n', { offset: 4 })).toMatchObject(empty)
  })

  it('Empty files: Return content: "", lines_shown: 0, total_lines: 0, truncated: false', () => {
    const empty = { content: '', lines_shown: 0, total_lines: 0, truncated: false }
    expect(zdx.read('')).toMatchObject(empty)
  })

  it('Line endings: Preserve as-is (no CRLF→LF normalization)', () => {
    for (const file of ['a\r\nb\r\n', 'a\r\nb\nc\rd', '\r\n\n\r\n', `${'x'.repeat(500)}\r\ny\r\n`]) {
      expect(zdx.read(file).content).toBe(file)
    }
    expect(zdx.read(`${'x'.repeat(501)}\r\ny\r\n`).content).toBe(`${'x'.repeat(500)}\r\ny\r\n`)
    expect(zdx.read(`${'😀'.repeat(499)}€\r\ny`).content).toBe(`${'😀'.repeat(499)}€\r\ny`)
  })

  it('Invalid UTF-8: Use String::from_utf8_lossy (replace bad bytes with �)', () => {
    expect(zdx.read(Uint8Array.of(0x61, 0xff, 0x0a, 0xc3, 0x0a)).content).toBe('a\uFFFD\n\uFFFD\n')
    expect(zdx.bash({ stdout: Uint8Array.of(0xf0, 0x9f, 0x98) }).stdout).toBe('\uFFFD')
  })

  it('Secondary byte limit for Read: 40KB per page, matching Bash tool limit', () => {
    expect([zdx.MAX_PAGE_BYTES, zdx.MAX_OUTPUT_BYTES]).toEqual([40_960, 40_960])
    const page = zdx.read(lines(2000, () => 'x'.repeat(31)))
    expect(page).toMatchObject({ lines_shown: 1280, byte_limited: true })
    expect(bytesIn(page.content)).toBe(40_960)
  })
})
