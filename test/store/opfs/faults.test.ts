import { describe, expect, it } from 'vitest'
import { storeOver } from '../../../src/store/artifact-store.ts'
import { OpfsBackend } from '../../../src/store/backends/opfs/backend.ts'
import { thisBrowser } from '../../../src/store/backends/opfs/browser.ts'
import type { OpfsArtifactStore } from '../../../src/store/backends/opfs.ts'
import { resolveLimits } from '../../../src/store/limits.ts'
import type { ArtifactEnd, ArtifactStore } from '../../../src/store/store.ts'
import { collect, noise } from '../conformance.ts'
import { type Fault, faultyBrowser } from './faulty.ts'
import { eventually, namesIn, removeDirectory, useSite } from './support.ts'

const site = useSite()
const bytes = noise(30_000)
const outputs = [bytes, bytes]
const storeOf = (browser = thisBrowser, directory = site().directory): OpfsArtifactStore =>
  storeOver(
    new OpfsBackend({
      browser,
      directory,
      limits: resolveLimits({ keepFreeBytes: 0 }),
      collectsBySelf: false,
    }),
  )

/** Writes, reads, lists and collects, whatever goes wrong; returns how the writes ended. */
async function useAll(store: ArtifactStore): Promise<ArtifactEnd[]> {
  const ends: ArtifactEnd[] = []
  for (const output of outputs) {
    const writer = await store.open({ tool: 'bash' })
    await writer.write(output)
    ends.push(await writer.close())
  }
  const id = ends.findLast((end) => end.complete)?.ref?.id ?? '0123456789abcdef'
  const attempts = [
    () => collect(store.read(id, { startByte: 0, endByte: Infinity })),
    () => collect(store.lines(id, { firstLine: 2, lastLine: 3 })),
    () => store.list(),
    () => store.gc?.(),
  ]
  for (const attempt of attempts) {
    const outcome = await Promise.resolve(attempt()).catch((error: unknown) => error)
    if (outcome instanceof Error) expect(outcome).toMatchObject({ name: 'PithError' })
  }
  return ends
}

/** What must hold whatever went wrong: what was called complete is there, and nothing else. */
async function check(ends: readonly ArtifactEnd[], where: string): Promise<void> {
  const healthy = storeOf()
  const listed = (await healthy.list()).map(({ id }) => id)
  for (const end of ends) {
    if (!end.complete) {
      expect(end.message, where).toMatch(/^The full output could not be kept: /)
      continue
    }
    const kept = await collect(healthy.read(end.ref.id, { startByte: 0, endByte: Infinity }))
    expect(Buffer.compare(kept, bytes), where).toBe(0)
  }
  const told = new Set(ends.flatMap((end) => (end.complete ? [end.ref.id] : [])))
  expect(new Set(listed), where).toEqual(told)
  const { held = [] } = await navigator.locks.query()
  const writerLock = new RegExp(`^pith:${site().directory}/[0-9a-f]{32}$`)
  const writers = held.filter(({ name = '' }) => writerLock.test(name))
  expect(writers, where).toEqual([])
  // What could not be removed when it failed goes with the next clean-up.
  await healthy.gc()
  const names = (await namesIn(site().directory)).filter((name) => /\.(data|part|crswap)$/.test(name))
  expect(names.length, where).toBe(told.size)
  for (const id of listed) await healthy.delete(id)
  await eventually(() => removeDirectory(site().directory))
}

async function loop(isForGood: boolean, error: () => Error): Promise<number> {
  for (let n = 1; ; n++) {
    let calls = 0
    let failed = ''
    const fault: Fault = (call) => {
      calls++
      if (calls !== n && !(isForGood && calls > n)) return undefined
      failed ||= call
      return error()
    }
    const ends = await useAll(storeOf(faultyBrowser(fault)))
    await check(ends, `${n}: ${failed}`)
    if (calls < n) return n
  }
}

describe('private files of which a call fails', () => {
  const gone = () => new DOMException('Gone.', 'NotFoundError')

  it.each([
    ['once as if all were gone', false, gone],
    ['for good with an error that nobody knows', true, () => new Error('?')],
  ])(
    '%s lose no result, and leave no file without an owner',
    async (_, isForGood, error) => {
      expect(await loop(isForGood, error)).toBeGreaterThan(40)
    },
    120_000,
  )
})

describe('private files of a browser that has less', () => {
  const without = (name: string): OpfsArtifactStore => {
    const browser = faultyBrowser(() => undefined)
    return storeOf({ ...browser, root: async () => lacking(await browser.root(), name) })
  }

  it('are kept where it can not rename', async () => {
    const [end] = await useAll(without('move'))
    expect(end.complete).toBe(true)
    expect(await storeOf().list()).toHaveLength(1)
  })

  it('are told as incomplete where it can not write them in a page', async () => {
    const ends = await useAll(without('createWritable'))
    expect(ends[0]).toEqual({
      complete: false,
      code: 'ENOTSUP',
      message:
        'The full output could not be kept: this browser writes files of a site in dedicated workers only.',
    })
    expect(await namesIn(site().directory)).toEqual([])
  })

  it('are told as incomplete where there are no Web Locks', async () => {
    const [end] = await useAll(storeOf({ ...thisBrowser, locks: undefined }))
    expect(end).toMatchObject({ complete: false, code: 'ENOTSUP' })
    expect(await namesIn(site().directory)).toEqual([])
  })
})

/** Handles that do not have a method. */
function lacking<T extends object>(value: T, name: string): T {
  return new Proxy(value, {
    get(target, key) {
      const found: unknown = Reflect.get(target, key, target)
      if (key === name) return undefined
      if (typeof found !== 'function') return found
      return async (...given: unknown[]) => {
        const answer: unknown = await found.apply(target, given)
        return answer instanceof FileSystemHandle ? lacking(answer, name) : answer
      }
    },
  })
}
