import { describe, expect, it, vi } from 'vitest'
import { bytesOf, collect, keep } from '../conformance.ts'
import { namesIn, useSite } from './support.ts'

const site = useSite()
const LINES = 600_000
const text = (firstLine: number, lastLine: number): string =>
  Array.from({ length: lastLine - firstLine + 1 }, (_, at) => `line ${firstLine + at}\n`).join('')

/** Reads a page of a large artifact, and adds up how many bytes were asked of the browser. */
async function pageOf(id: string, firstLine: number): Promise<{ page: string; readBytes: number }> {
  const slice = vi.spyOn(Blob.prototype, 'slice')
  const page = await collect(
    site()
      .here()
      .lines(id, { firstLine, lastLine: firstLine + 9 }),
  )
  const readBytes = slice.mock.calls.reduce((sum, [start = 0, end = 0]) => sum + end - start, 0)
  slice.mockRestore()
  return { page: new TextDecoder().decode(page), readBytes }
}

describe('the line index of private files', () => {
  it('lets a page of a large artifact cost a page', async () => {
    const { id } = await keep(site().inWorker(), bytesOf(text(1, LINES)))
    const { page, readBytes } = await pageOf(id, LINES - 19)
    expect(page).toBe(text(LINES - 19, LINES - 10))
    expect(readBytes).toBeLessThanOrEqual(512 * 1024)
    expect((await pageOf(id, 1)).readBytes).toBeLessThanOrEqual(512 * 1024)
    expect(await namesIn(site().directory)).toHaveLength(3)
    await site().here().delete(id)
    expect(await namesIn(site().directory)).toEqual([])
  })
})
