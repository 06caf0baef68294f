import { describe, expect, it } from 'vitest'
import * as zdx from './zdx-checked.ts'
import { linesOf as lines, memorySpill } from './zdx-checked.ts'

const bytesIn = (text: string): number => new TextEncoder().encode(text).length

const bashData = {
  stdout: 'x',
  stderr: '',
  exit_code: 0,
  timed_out: false,
  stdout_truncated: false,
  stderr_truncated: false,
  stdout_total_bytes: 1,
  stderr_total_bytes: 0,
}

describe('the named tests of the seed: read', () => {
  it('test_read_large_file_truncated: updated for line-based', () => {
    expect(zdx.read(lines(3000), { path: 'large.txt' })).toEqual({
      path: 'large.txt',
      content: lines(2000),
      offset: 1,
      lines_shown: 2000,
      total_lines: 3000,
      truncated: true,
      byte_limited: false,
    })
  })

  it('test_read_line_truncation: verify silent char truncation', () => {
    const page = zdx.read(`${'é'.repeat(1000)}\nshort\n`)
    expect(page).toMatchObject({ content: `${'é'.repeat(500)}\nshort\n`, lines_shown: 2, truncated: false })
  })

  it('test_read_huge_single_line: verify no OOM', () => {
    const page = zdx.read('y'.repeat(100 * 1024))
    expect(page).toMatchObject({ content: 'y'.repeat(500), lines_shown: 1, total_lines: 1, truncated: false })
  })

  it('test_read_with_offset', () => {
    expect(zdx.read(lines(5), { offset: 3 })).toMatchObject({
      content: 'line 3\nline 4\nline 5\n',
      offset: 3,
      lines_shown: 3,
      total_lines: 5,
      truncated: false,
    })
  })

  it('test_read_with_limit', () => {
    expect(zdx.read(lines(5), { limit: 2 })).toMatchObject({
      content: 'line 1\nline 2\n',
      lines_shown: 2,
      truncated: true,
    })
  })

  it('test_read_with_offset_and_limit', () => {
    expect(zdx.read(lines(5), { offset: 2, limit: 2 })).toMatchObject({
      content: 'line 2\nline 3\n',
      offset: 2,
      lines_shown: 2,
      truncated: true,
    })
  })

  it('test_read_offset_beyond_file', () => {
    expect(zdx.read(lines(3), { offset: 100 })).toEqual({
      content: '',
      offset: 100,
      lines_shown: 0,
      total_lines: 3,
      truncated: false,
      byte_limited: false,
    })
  })

  it('test_read_offset_zero_treated_as_one', () => {
    expect(zdx.read(lines(2), { offset: 0 })).toMatchObject({ content: lines(2), offset: 1, lines_shown: 2 })
  })

  it('test_read_limit_capped_at_max', () => {
    expect(zdx.read(lines(3000), { limit: 10_000 })).toMatchObject({ lines_shown: 2000, truncated: true })
    expect(zdx.read(lines(100), { limit: 10_000 })).toMatchObject({ lines_shown: 100, total_lines: 100 })
  })

  it('test_read_paging_through_file', () => {
    const pages = [1, 3, 5].map((offset) => zdx.read('a\nb\nc\nd\ne\nf\n', { offset, limit: 2 }))
    expect(pages.map(({ content, truncated }) => ({ content, truncated }))).toEqual([
      { content: 'a\nb\n', truncated: true },
      { content: 'c\nd\n', truncated: true },
      { content: 'e\nf\n', truncated: false },
    ])
  })

  it('test_read_byte_limit_with_long_lines: verify byte limit with 200-char lines', () => {
    const page = zdx.read(lines(300, (n) => String(n).padStart(199, '0')))
    expect(page).toMatchObject({ truncated: true, byte_limited: true, total_lines: 300, lines_shown: 204 })
    expect(bytesIn(page.content)).toBe(204 * 200)
  })

  it('test_read_line_limit_before_byte_limit: verify line limit wins for short lines', () => {
    expect(zdx.read(lines(3000, () => 'x'))).toMatchObject({
      truncated: true,
      byte_limited: false,
      lines_shown: 2000,
      total_lines: 3000,
    })
  })

  it('test_read_no_truncation_byte_limited_false: verify byte_limited=false when not truncated', () => {
    expect(zdx.read('a\nb\n')).toMatchObject({ truncated: false, byte_limited: false })
  })
})

describe('the named tests of the seed: bash', () => {
  it('test_bash_stdout_truncated', () => {
    expect(zdx.bash({ stdout: 'x'.repeat(51_200), stderr: 'small' })).toEqual({
      stdout: 'x'.repeat(40_960),
      stderr: 'small',
      exit_code: 0,
      timed_out: false,
      stdout_truncated: true,
      stderr_truncated: false,
      stdout_total_bytes: 51_200,
      stderr_total_bytes: 5,
    })
  })

  it('test_bash_stderr_truncated', () => {
    const output = zdx.bash({ stdout: 'small', stderr: 'y'.repeat(51_200), exitCode: 1 })
    expect(output).toMatchObject({ exit_code: 1, stdout_truncated: false, stderr_truncated: true })
    expect(output).toMatchObject({ stderr: 'y'.repeat(40_960), stderr_total_bytes: 51_200 })
  })

  it('test_bash_no_truncation_under_limit', () => {
    const output = zdx.bash({ stdout: 'z'.repeat(40_960), stderr: '' })
    expect(output).toMatchObject({ stdout: 'z'.repeat(40_960), stdout_truncated: false })
    expect(output.stdout_total_bytes).toBe(40_960)
  })

  it.each([
    ['Hello, world!', 100, 'Hello, world!'],
    ['こんにちは', 10, 'こんに'],
    ['こんにちは', 9, 'こんに'],
    ['こんにちは', 6, 'こん'],
    ['Hi😀there', 5, 'Hi'],
    ['Hi😀there', 6, 'Hi😀'],
    ['Hi😀there', 0, ''],
  ])('test_truncate_at_utf8_boundary_*: UTF-8 boundary unit tests: %s at %i', (text, maxBytes, expected) => {
    expect(zdx.truncateAtUtf8Boundary(text, maxBytes)).toBe(expected)
    expect(zdx.truncateAtUtf8Boundary(new TextEncoder().encode(text), maxBytes)).toBe(expected)
  })

  it('test_bash_stdout_truncated_writes_temp_file: Phase 1: verify temp file creation for stdout', () => {
    const { files, spill } = memorySpill()
    const output = zdx.bash({ stdout: 'x'.repeat(51_200) }, { spill })
    expect(output.stdout_file).toBe('/spill/zdx-bash-1-stdout.txt')
    expect(files.get(output.stdout_file ?? '')).toEqual(new Uint8Array(51_200).fill(0x78))
    expect(output).not.toHaveProperty('stderr_file')
  })

  it('test_bash_stderr_truncated_writes_temp_file: Phase 1: verify temp file creation for stderr', () => {
    const { files, spill } = memorySpill()
    const output = zdx.bash({ stderr: 'y'.repeat(51_200) }, { spill })
    expect(output.stderr_file).toBe('/spill/zdx-bash-1-stderr.txt')
    expect(files.get(output.stderr_file ?? '')).toEqual(new Uint8Array(51_200).fill(0x79))
    expect(output).not.toHaveProperty('stdout_file')
  })

  it('test_bash_no_truncation_no_temp_file: Phase 1: no temp file when not truncated', () => {
    const { files, spill } = memorySpill()
    const output = zdx.bash({ stdout: 'z'.repeat(1024), stderr: '' }, { spill })
    expect(files.size).toBe(0)
    expect(Object.keys(output).filter((key) => key.endsWith('_file'))).toEqual([])
  })
})

describe('the named tests of the seed: warnings', () => {
  it.each([
    [0, '0 bytes'],
    [512, '512 bytes'],
    [1023, '1023 bytes'],
    [1024, '1.0 KB'],
    [51_200, '50.0 KB'],
    [1_048_576, '1.0 MB'],
    [1_610_612_736, '1536.0 MB'],
  ])('test_format_byte_truncation_*: byte formatting helper tests: %i is %s', (bytes, expected) => {
    expect(zdx.formatByteTruncation(bytes)).toBe(expected)
  })

  it('test_tool_bash_truncation_warning_displayed: TUI warning display', () => {
    const output = zdx.bash({ stdout: 'x'.repeat(102_400), stderr: 'y'.repeat(1_048_576) })
    expect(zdx.warnings(output)).toEqual([
      '[⚠ stdout truncated: 100.0 KB total]',
      '[⚠ stderr truncated: 1.0 MB total]',
    ])
  })

  it('test_tool_bash_stderr_truncation_warning: TUI stderr warning', () => {
    const output = { ...bashData, stderr_truncated: true, stderr_total_bytes: 51_200 }
    expect(zdx.warnings(output)).toEqual(['[⚠ stderr truncated: 50.0 KB total]'])
  })

  it('test_tool_read_truncation_warning_displayed: TUI file truncation warning', () => {
    const page = zdx.read(lines(5000), { path: 'large.txt' })
    const warning = ['[⚠ file truncated: showing 2000 of 5000 lines]']
    expect(zdx.warnings(page)).toEqual(warning)
    expect(zdx.warnings(zdx.envelope(page))).toEqual(warning)
  })

  it('test_tool_no_truncation_no_warning: no warning when not truncated', () => {
    expect(zdx.warnings(zdx.bash({ stdout: 'hi\n' }))).toEqual([])
    expect(zdx.warnings(zdx.read('hi\n'))).toEqual([])
    expect(zdx.warnings(zdx.failure('read_error', 'gone'))).toEqual([])
  })

  it('test_truncation_warning_style: verify correct style applied', () => {
    const output = { ...bashData, stdout_truncated: true, stdout_total_bytes: 51_200 }
    const yellowDim = '\x1b[2;33m[⚠ stdout truncated: 50.0 KB total]\x1b[0m'
    expect(zdx.warnings(output, { color: true })).toEqual([yellowDim])
  })
})
