import { describe, expect, it, vi } from 'vitest'
import { PageLines } from '../../src/tools/page/lines.ts'
import { createReader, type ReadOptions } from '../../src/tools/read.ts'
import { errors } from '../support/faults.ts'
import { letNetCatch } from './support.ts'

// A step that reads a page fails. Its lines must not be lost.

const lines = Array.from({ length: 900 }, (_, i) => `${i} é ${'x'.repeat(i % 40)}`)
const log = `${lines.join('\n')}\n`
const bytes = Buffer.from(log)

const inPieces = (options: ReadOptions) => {
  const reader = createReader(options)
  for (let at = 0; at < bytes.length; at += 1000) if (!reader.write(bytes.subarray(at, at + 1000))) break
  return reader.end()
}

/** All pages from a line on. */
function pagesFrom(first: number, column?: number) {
  let content = ''
  let next: { offset: number; column?: number } | undefined = {
    offset: first,
    ...(column !== undefined && { column }),
  }
  let pages = 0
  let last = inPieces({ ...next, maxBytes: 1500 })
  for (; next && pages < 200; pages++) {
    last = inPieces({ ...next, maxBytes: 1500 })
    expect(last.details.truncation.outputBytes).toBeLessThanOrEqual(1500)
    expect(last.details.totalLines).toBe(900)
    content += last.content
    next = last.details.next
  }
  return { content, last }
}

letNetCatch()

describe.each(Object.entries(errors))('a fault that throws %s', (_, error) => {
  it.each(['take', 'end'] as const)('in %s of the lines leaves pages that follow each other', (name) => {
    vi.spyOn(PageLines.prototype, name).mockImplementation(() => {
      throw error()
    })
    const { content, last } = pagesFrom(100)
    expect(content).toBe(`${lines.slice(99).join('\n')}\n`)
    expect(last.details.truncation.failures?.[0].what).toBe('cutting')
  })
})
