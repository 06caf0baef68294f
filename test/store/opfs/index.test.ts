import { describe, expect, it, vi } from 'vitest'
import { storeOver } from '../../../src/store/artifact-store.ts'
import { OpfsBackend } from '../../../src/store/backends/opfs/backend.ts'
import { resolveLimits } from '../../../src/store/limits.ts'
import { bytesOf, collect, keep } from '../conformance.ts'
import { faultyBrowser } from './faulty.ts'
import { namesIn, root, useSite } from './support.ts'

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

async function linesFile(): Promise<FileSystemFileHandle> {
  const [name] = (await namesIn(site().directory)).filter((found) => found.endsWith('.lines'))
  return (await (await root()).getDirectoryHandle(site().directory)).getFileHandle(name)
}

describe('the line index of private files', () => {
  it('lets a page of a large artifact cost a page, and is made again where it is damaged or gone', async () => {
    const bytes = bytesOf(text(1, LINES))
    const { id } = await keep(site().inWorker(), bytes)
    const expected = text(LINES - 19, LINES - 10)
    const far = async () => {
      const { page, readBytes } = await pageOf(id, LINES - 19)
      expect(page).toBe(expected)
      return readBytes
    }
    const first = await far()
    expect(first).toBeLessThanOrEqual(512 * 1024)
    expect((await pageOf(id, 1)).readBytes).toBeLessThanOrEqual(512 * 1024)

    const output = await (await linesFile()).createWritable({ keepExistingData: true })
    await output.write({ type: 'write', position: 60, data: Uint8Array.of(1, 2, 3) })
    await output.close()
    expect(await far()).toBeGreaterThanOrEqual(bytes.length)
    expect(await far()).toBe(first)

    await (await root()).getDirectoryHandle(site().directory).then(async (directory) => {
      await directory.removeEntry((await linesFile()).name)
    })
    expect(await far()).toBeGreaterThanOrEqual(bytes.length)
    expect(await far()).toBe(first)
  })

  it('is not missed where it can not be written or read', async () => {
    const browser = faultyBrowser((_, file) =>
      file.endsWith('.lines') ? new DOMException('No space.', 'QuotaExceededError') : undefined,
    )
    const limits = resolveLimits({ keepFreeBytes: 0 })
    const store = storeOver(
      new OpfsBackend({ browser, directory: site().directory, limits, collectsBySelf: false }),
    )
    const { id } = await keep(store, bytesOf(text(1, LINES)))
    const part = await collect(store.lines(id, { firstLine: LINES, lastLine: LINES }))
    expect(new TextDecoder().decode(part)).toBe(text(LINES, LINES))
  })

  it('goes with its artifact', async () => {
    const store = site().here()
    const { id } = await keep(store, bytesOf(text(1, LINES)))
    expect(await namesIn(site().directory)).toHaveLength(3)
    await store.delete(id)
    expect(await namesIn(site().directory)).toEqual([])
  })
})
