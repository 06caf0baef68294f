import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import type { TruncateOptions } from '../../src/options.ts'
import { type BashOptions, bash } from '../../src/tools/bash.ts'
import { BashStream, type BashStreamOptions } from '../../src/tools/bash-stream.ts'
import type { StreamChunk } from '../../src/tools/streams.ts'
import { truncate } from '../support/checked.ts'
import { createCommandStore } from '../support/command-store.ts'
import { joined, programBytes, utf16, withBom } from '../support/encodings.ts'
import { checkLimits } from '../support/limits.ts'
import { createRandom } from '../support/random.ts'

const backend = inject('backend')
const numRuns = inject('thorough') ? 60 : 2

const out = (chunk: Uint8Array): StreamChunk => ({ stream: 'stdout', chunk })
const err = (chunk: Uint8Array): StreamChunk => ({ stream: 'stderr', chunk })

async function run(
  chunks: readonly StreamChunk[],
  { status, ...options }: BashStreamOptions & Pick<BashOptions, 'status'> = {},
) {
  const stream = new BashStream({ backend, fold: false, ...options })
  for (const chunk of chunks) await stream.write(chunk)
  const output = await stream.end(status)
  return { output, id: stream.artifact?.ref?.id }
}

/** Throws unless segments and gaps partition the output, and each segment is its bytes. */
function checkParts(
  bytes: Uint8Array,
  { segments, gaps, totalBytes, text }: ReturnType<typeof truncate>,
): void {
  const parts = [...segments, ...gaps].toSorted((a, b) => a.startByte - b.startByte)
  expect(totalBytes).toBe(bytes.length)
  expect(parts.map((part) => part.startByte)).toEqual([0, ...parts.slice(0, -1).map((part) => part.endByte)])
  expect(parts.at(-1)?.endByte).toBe(bytes.length)
  for (const { startByte, endByte, text: kept } of segments) {
    expect(joined(kept)).toEqual(bytes.slice(startByte, endByte))
    expect(text).toContain(kept.replace(/\n$/, ''))
  }
}

const program = programBytes(40_000)
const lf = joined('\n')

describe('an output that is not text', () => {
  it('is named with its size, and kept as it is', async () => {
    const store = createCommandStore()
    const { output, id } = await run([out(program)], { store })
    expect(output.text).toMatch(/^\[0 of \d+ lines\. Binary output, 39 KB\. Full output: pith show \w{16}\]$/)
    expect({ content: output.content, kind: output.details.content }).toEqual({
      content: '',
      kind: { kind: 'binary' },
    })
    expect(output.details.truncation).toMatchObject({ truncated: true, segments: [], artifact: id })
    expect(output.details.truncation.truncatedBy).toBe('bytes')
    const kept: Uint8Array[] = []
    for await (const chunk of store.read(id ?? '', { startByte: 0, endByte: program.length }))
      kept.push(chunk.slice())
    expect(joined(...kept)).toEqual(program)
  })

  it('is named even if the name is longer than the output', () => {
    expect(bash(new Uint8Array(3), { backend }).text).toBe('[0 of 1 lines. Binary output, 3 B. Not kept.]')
    const { truncation } = bash(new Uint8Array(3), { backend }).details
    expect([truncation.truncated, truncation.truncatedBy]).toEqual([true, undefined])
  })

  it('is named by its artifact alone where there is little room, and by nothing without one', async () => {
    const { output } = await run([out(program)], { store: createCommandStore(), maxBytes: 40 })
    expect(output.text).toMatch(/^\[.*\w{16}.*\]$/)
    expect(bash(program, { backend, maxBytes: 40 }).text).toBe('…')
  })

  it('shows its first and its last lines, if they are text', () => {
    const bytes = joined('Downloading\nerror: no space\n', program, lf, 'curl: (23) Failed\n')
    const { text, details } = bash(bytes, { backend, status: { exitCode: 23 } })
    const { totalLines } = details.truncation
    expect(text).toBe(
      `Downloading\nerror: no space\n[...3-${totalLines - 1}: 39K]\ncurl: (23) Failed\n` +
        `[Exit code 23. 3 of ${totalLines} lines. ` +
        `Lines 3-${totalLines - 1} hold binary data. Not kept.]`,
    )
    expect(details.truncation.errors.lines.map(({ line, kept }) => [line, kept])).toContainEqual([2, true])
    checkParts(bytes, details.truncation)
  })

  it('is kept even if it is small', async () => {
    const { output, id } = await run([out(programBytes(300))], { store: createCommandStore() })
    expect(output.text).toBe(`[0 of 1 lines. Binary output, 300 B. Full output: pith show ${id}]`)
  })

  it('shows no part of a last line that began before what is in memory', () => {
    const bytes = joined(program, lf, 'y'.repeat(200_000), '\nlast\n')
    const { content, details } = bash(bytes, { backend, maxBytes: 2000 })
    expect(content).toBe('last\n')
    checkParts(bytes, details.truncation)
  })

  it('shows the lines after an image, and none of a document', () => {
    const image = joined([0x89], 'PNG\r\n\x1a\n', program, lf)
    expect(bash(joined(image, 'error: bad\n'), { backend }).content).toBe('error: bad\n')
    expect(bash('GIF89a', { backend }).content).toBe('GIF89a')
    expect(bash(joined('GIF89a'), { backend }).text).toBe('[0 of 1 lines. GIF image, 6 B. Not kept.]')
    const document = bash(joined('%PDF-1.7\n', program, lf, 'startxref\n9\n%%EOF\n'), { backend })
    expect([document.content, document.details.content]).toEqual(['', { kind: 'document', format: 'PDF' }])
  })

  it('is said of one stream alone, if they are separate', () => {
    const input = { stdout: program, stderr: joined('error: bad\n') }
    const { text, details } = bash(input, { backend })
    expect(text).toMatch(
      /^\[0 of \d+ lines\. Binary output, 39 KB\. Not kept\.\]\n\[standard error\]\nerror: bad\n$/,
    )
    expect(details.content).toEqual({ kind: 'binary' })
    const merged = bash(
      [err(joined('first\n')), out(joined([0x89], 'PNG\r\n\x1a\n', program, lf)), err(joined('last\n'))],
      { backend },
    )
    expect(merged.content).toBe('first\nlast\n')
  })

  it('keeps every limit, and is the same in any chunks', async () => {
    const random = createRandom(5)
    const bytes = joined('a first line\nerror: no space\n', program, lf, 'warning: é\nlast line 👍\n')
    for (let trial = 0; trial < numRuns; trial++) {
      const options: BashOptions = {
        maxBytes: random.pick([random.below(300), 5000]),
        maxLines: random.pick([0, 1, 2, 5, 2000]),
        maxTokens: random.pick([0, 12, 40, Infinity]),
        keep: random.pick(['ends', 'head', 'tail'] as const),
        notice: random.pick([true, false]),
        status: random.pick([{ exitCode: 0 }, { exitCode: 1 }]),
      }
      const whole = bash(bytes, { backend, ...options })
      checkLimits(options, whole)
      checkParts(bytes, whole.details.truncation)
      const cut = random.below(bytes.length)
      const { output } = await run([out(bytes.slice(0, cut)), out(bytes.slice(cut))], options)
      expect(output).toEqual(whole)
      expect(bash(bytes, { ...options, backend: 'js' }).text).toBe(whole.text)
    }
  })

  it('keeps every limit beside standard error, with an exact counter too', async () => {
    const random = createRandom(6)
    const tokens = { name: 'characters', count: (text: string) => text.length }
    const stdout = joined('a first line\n', program, lf, 'last line 👍\n')
    const stderr = joined('error: no space\n'.repeat(30))
    for (let trial = 0; trial < numRuns; trial++) {
      const options: BashOptions = {
        maxBytes: random.pick([random.below(300), 5000]),
        maxTokens: random.pick([random.below(200), 2000, Infinity]),
        maxLineLength: random.pick([10, Infinity]),
        separate: random.pick([true, false]),
        status: { exitCode: random.below(2) },
        ...(random.below(2) === 0 && { tokens }),
      }
      const cut = random.below(stdout.length)
      const chunks = [out(stdout.slice(0, cut)), err(stderr), out(stdout.slice(cut))]
      const whole = bash(chunks, { backend, ...options })
      checkLimits(options, whole)
      const store = createCommandStore()
      const { output } = await run(chunks, { ...options, store })
      checkLimits(options, output)
      expect(output.text.includes('\0')).toBe(false)
      if (options.separate) checkParts(stdout, output.details.truncation)
    }
  })

  it('is a text with NULs no more', () => {
    const text = 'hello\0world\nline 2\n'
    expect(bash(joined(text), { backend })).toEqual(bash(text, { backend }))
  })
})

describe('an output in UTF-16', () => {
  const log = Array.from({ length: 4000 }, (_, i) => `line ${i} is héllo 👍\r\n`).join('')

  it.each([withBom(log, 'LE'), withBom(log, 'BE'), utf16(log, 'LE'), utf16(log, 'BE')])(
    'is its text, in the artifact too',
    async (bytes) => {
      const store = createCommandStore()
      const { output, id = '' } = await run([out(bytes)], { store })
      const { bytes: size } = await store.stat(id)
      let kept = ''
      const decoder = new TextDecoder()
      for await (const chunk of store.read(id, { startByte: 0, endByte: size }))
        kept += decoder.decode(chunk, { stream: true })
      expect(kept === log).toBe(true)
      expect(output.notice).toMatch(
        /^\[Decoded from UTF-16[LB]E\. More: pith show \w{16} --lines \d+-\d+, or --grep RE\]$/,
      )
      expect(output.details.content).toMatchObject({ kind: 'text' })
      expect(output.details.truncation.segments.every(({ exact }) => exact)).toBe(true)
    },
  )

  it.each(['LE', 'BE'] as const)('has the result of its UTF-8: UTF-16%s', (order) => {
    const line = fc.constantFrom('ok\n', 'error: boom\n', 'é👍🏽\n', 'a\0\n', '\ufeff', 'x'.repeat(90), '\n')
    const texts = fc.oneof(
      fc.array(line, { maxLength: 60 }).map((lines) => lines.join('')),
      fc.string({ unit: 'binary' }),
    )
    const limits = fc.record<TruncateOptions>(
      { maxBytes: fc.nat(900), maxLines: fc.nat(40) },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(texts, limits, (some, options) => {
        // A BOM and a NUL are the BOM of UTF-32.
        const text = some.replace(/^\0+/, '')
        const given = { backend, ...options, notice: false }
        const { details, ...output } = bash(withBom(text, order), given)
        const { details: expected, ...same } = bash(text, given)
        expect(output).toEqual(same)
        expect(details).toEqual({ ...expected, content: { kind: 'text', encoding: `UTF-16${order}` } })
        truncate(text, options)
      }),
      { numRuns },
    )
  })
})

describe('a character whose bytes come apart', () => {
  const chunks = [
    out(joined([0xc3])),
    err(joined('E')),
    out(joined([0xa9, 0x0a])),
    err(joined([0xf0, 0x9f])),
    out(joined('A\n')),
    err(joined([0x91, 0x8d, 0x0a])),
  ]

  it.each([
    [false, 'Eé\nA\n👍\n'],
    [true, 'é\nA\n[standard error]\nE👍\n'],
  ])('stays whole with another stream between; separate: %s', async (separate, text) => {
    expect(bash(chunks, { backend, separate }).text).toBe(text)
    const seen: string[] = []
    const onOutput = (bytes: Uint8Array) => {
      seen.push(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    }
    for (const redact of [undefined, (line: string) => line]) {
      const { output } = await run(chunks, { separate, onOutput, ...(redact && { redact }) })
      expect(output.text).toBe(text)
    }
    expect(seen.join('')).not.toContain('\ufffd')
  })
})
