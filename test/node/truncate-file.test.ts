// @deep

import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { truncate as cutAgain } from '../../src/core/truncate.ts'
import { readFile } from '../../src/host/file.ts'
import { truncateFile } from '../../src/host/truncate-file.ts'
import { truncate } from '../support/checked.ts'
import { largeText, useFolder } from '../support/large-file.ts'

const backend = inject('backend')
const folder = useFolder()

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder.path, name)
  writeFileSync(path, content)
  return path
}

const log = `${'all is well\n'.repeat(40_000)}error: it broke\n${'all is well\n'.repeat(40_000)}`

describe('a truncated file', () => {
  it('is its truncated bytes, and names itself', async () => {
    const path = file('log', log)
    const expected = truncate(log, { backend, source: { path } })
    const { text, content, notice, details } = await truncateFile(path, { backend })
    expect({ text, notice }).toEqual({ text: expected.text, notice: expected.notice })
    expect(content).toContain('error: it broke\n')
    expect(details).toEqual({ kind: 'text', encoding: 'UTF-8', truncation: expected })
    expect(notice).toContain(`[More: ${path} offset=`)
  })

  it('is the same with any bytes and limits', async () => {
    for (const [seed, options] of [
      [1, { maxBytes: 2000 }],
      [2, { maxLines: 20, keep: 'tail' }],
      [3, { maxBytes: 60_000, maxLineLength: 100, keep: 'head' }],
    ] as const) {
      const bytes = largeText(seed, 600_000)
      const path = file('random', bytes)
      const { details } = await truncateFile(path, { backend, ...options })
      const { text } = truncate(bytes, { backend, source: { path }, ...options })
      expect('truncation' in details && details.truncation.text === text).toBe(true)
    }
  })

  it('names the source that the caller names', async () => {
    const source = { artifact: '0123456789abcdef' }
    const { text } = await truncateFile(file('log', log), { backend, source })
    expect(text).toContain('pith show 0123456789abcdef')
  })

  it('in UTF-16 is its text, and says so', async () => {
    const text = `\ufeff${log}é`
    const path = file('utf16', Buffer.from(text, 'utf16le'))
    const { text: shown, details } = await truncateFile(path, { backend })
    const expected = truncate(text.slice(1), { backend, source: { path } })
    expect(shown).toBe(expected.text.replace('[More: ', '[Decoded from UTF-16LE. More: '))
    if (details.kind !== 'text') throw new Error('no text')
    expect(details.encoding).toBe('UTF-16LE')
    const { segments, gaps } = details.truncation
    expect(segments.map((segment) => ({ ...segment, exact: true }))).toEqual(expected.segments)
    expect(segments.some(({ exact }) => exact)).toBe(false)
    expect(gaps).toEqual(expected.gaps)
  })

  it('in UTF-16 leads back to each line that it left out, and can be cut again', async () => {
    const path = file('utf16', Buffer.from(`\ufeff${log}é`, 'utf16le').swap16())
    const { details } = await truncateFile(path, { backend, maxBytes: 3000 })
    if (details.kind !== 'text') throw new Error('no text')
    const { segments, gaps } = details.truncation
    const parts = segments.map(({ startByte, text }) => ({ startByte, text }))
    for (const { startByte, firstLine, lastLine, resume } of gaps) {
      const limit = lastLine - firstLine + 1
      expect(resume).toBe(`${path} offset=${firstLine} limit=${limit}`)
      const { content } = await readFile(path, {
        backend,
        offset: firstLine,
        limit,
        maxBytes: 2 ** 20,
        maxLines: 10 ** 6,
      })
      parts.push({ startByte, text: content })
    }
    const all = parts.toSorted((a, b) => a.startByte - b.startByte).map(({ text }) => text)
    expect(all.join('') === `${log}é`).toBe(true)
    const again = cutAgain(details.truncation, { backend, maxBytes: 1000 })
    expect(again.text).toMatch(/\[Decoded from UTF-16BE\. More: /)
    expect(again.outputBytes).toBeGreaterThan(800)
    expect(again.segments.some(({ exact }) => exact)).toBe(false)
  })

  it('is as it was at first when it grows meanwhile', async () => {
    const path = file('grows', log)
    let looks = 0
    const signal = {
      get aborted() {
        if (++looks === 2) appendFileSync(path, 'more\n')
        return false
      },
    } as AbortSignal
    const { details } = await truncateFile(path, { backend, signal })
    expect(details).toMatchObject({ changed: 'grew', truncation: { totalBytes: log.length } })
  })
})

describe('what is not truncated', () => {
  it('is named: an image', async () => {
    const { text, details } = await truncateFile(file('image', Buffer.from('GIF89a')), { backend })
    expect({ text, details }).toEqual({
      text: '[GIF image, 6 B, not shown.]',
      details: { kind: 'image', format: 'GIF', sizeBytes: 6 },
    })
  })

  it('is refused: a directory, no path, an unbounded limit, an aborted reading', async () => {
    const path = file('log', log)
    await expect(truncateFile(folder.path)).rejects.toMatchObject({ code: 'PITH_NOT_A_REGULAR_FILE' })
    await expect(truncateFile(7 as never)).rejects.toMatchObject({ code: 'PITH_INVALID_INPUT' })
    await expect(truncateFile(path, { maxBytes: Infinity })).rejects.toMatchObject({
      code: 'PITH_INVALID_OPTION',
    })
    await expect(truncateFile(path, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'PITH_ABORTED',
    })
  })
})
