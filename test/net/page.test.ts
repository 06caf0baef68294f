import { describe, expect, it, vi } from 'vitest'
import { PointWalker } from '../../src/core/bytes/code-points.ts'
import { PageLines } from '../../src/tools/page/lines.ts'
import { createReader, type ReadOptions, read } from '../../src/tools/read.ts'
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

  it.each([0, 1])('while the column is looked for, at call %i, begins at that column', (calls) => {
    const long = `first\n${'é'.repeat(5000)}\nlast\n`
    const real = PointWalker.prototype.walk
    let left = calls
    vi.spyOn(PointWalker.prototype, 'walk').mockImplementation(function (this: PointWalker, ...words) {
      if (left-- <= 0) throw error()
      return real.apply(this, words)
    })
    const reader = createReader({ offset: 2, column: 4001, maxBytes: 4000 })
    const all = Buffer.from(long)
    for (let at = 0; at < all.length; at += 1001) reader.write(all.subarray(at, at + 1001))
    const { content, details } = reader.end()
    expect(content).toBe(`${'é'.repeat(1000)}\nlast\n`)
    expect(details.truncation.failures?.[0].what).toBe('cutting')
    expect(() => read(long, { offset: 1, column: 40 })).toThrowError(
      expect.objectContaining({ code: 'PITH_OFFSET_OUT_OF_RANGE' }),
    )
  })
})
