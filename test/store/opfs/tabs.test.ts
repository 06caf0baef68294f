import { describe, expect, it } from 'vitest'
import { storeOver } from '../../../src/store/artifact-store.ts'
import { OpfsBackend } from '../../../src/store/backends/opfs/backend.ts'
import { thisBrowser } from '../../../src/store/backends/opfs/browser.ts'
import { resolveLimits } from '../../../src/store/limits.ts'
import type { ArtifactStore } from '../../../src/store/store.ts'
import { bytesOf, collect, keep, noise, writeAll } from '../conformance.ts'
import { namesIn, type Site, useSite } from './support.ts'

const site = useSite()

/** This page, two workers and another page, each with a store. */
async function everybody({ here, inWorker, inTab }: Site): Promise<ArtifactStore[]> {
  return [here(), inWorker(), inWorker(), await inTab()]
}

const outputOf = (writer: number, number: number): Uint8Array =>
  bytesOf(`output ${number} of ${writer}\n`.repeat(10_000 + 1000 * number))

describe('stores in several tabs and workers', () => {
  it('share one artifact of equal outputs that are written at once', async () => {
    const all = await everybody(site())
    const bytes = noise(700_000)
    const ends = await Promise.all(all.map((store) => writeAll(store, [bytes])))
    expect(new Set(ends.map((end) => JSON.stringify(end))).size).toBe(1)
    expect(ends[0].complete).toBe(true)
    const [{ id }] = await all[0].list()
    const names = (await namesIn(site().directory)).filter((name) => !name.endsWith('.used'))
    expect(names).toHaveLength(2)
    expect(names).toContain(`${id}.json`)
  })

  it('lose nothing while they write, read and collect at once', async () => {
    const all = await everybody(site())
    let isDone = false
    const collecting = all.map(async (store) => {
      while (!isDone) expect(await store.gc?.()).toMatchObject({ removed: [], abandoned: [] })
    })
    const writing = all.map(async (store, writer) => {
      for (let number = 0; number < 5; number++) {
        const bytes = outputOf(writer, number)
        const { id } = await keep(store, bytes)
        expect(
          Buffer.compare(
            await collect(all[(writer + 1) % 4].read(id, { startByte: 0, endByte: Infinity })),
            bytes,
          ),
        ).toBe(0)
      }
    })
    await Promise.all(writing)
    isDone = true
    await Promise.all(collecting)
    expect(await all[0].list()).toHaveLength(20)
  })

  it('agree about an artifact that one deletes while others write it again', async () => {
    const all = await everybody(site())
    const bytes = noise(300_000)
    for (let round = 0; round < 6; round++) {
      const { id } = await keep(all[round % 4], bytes)
      const [ends] = await Promise.all([
        Promise.all(all.slice(1).map((store) => writeAll(store, [bytes]))),
        all[0].delete(id).catch(() => {}),
      ])
      expect(ends.every((end) => end.complete)).toBe(true)
      const listed = await all[0].list()
      for (const stat of listed)
        expect(
          Buffer.compare(await collect(all[2].read(stat.id, { startByte: 0, endByte: Infinity })), bytes),
        ).toBe(0)
    }
    expect(await all[0].gc?.()).toMatchObject({ abandoned: [] })
  })
})

describe('a clean-up', () => {
  it('removes nothing of a writer that finishes between two of its looks', async () => {
    const { directory, inWorker } = site()
    const other = inWorker()
    const writer = await other.open({})
    await writer.write(noise(600_000))
    const query = async () => {
      await writer.close()
      return navigator.locks.query()
    }
    const request = navigator.locks.request.bind(navigator.locks)
    const backend = new OpfsBackend({
      browser: { ...thisBrowser, locks: { request, query } },
      directory,
      limits: resolveLimits({ keepFreeBytes: 0 }),
      collectsBySelf: false,
    })
    const store = storeOver(backend)
    expect(await store.gc()).toMatchObject({ removed: [], abandoned: [] })
    const [{ id }] = await store.list()
    expect(await collect(store.read(id, { startByte: 0, endByte: Infinity }))).toHaveLength(600_000)
  })
})

describe.each(['worker', 'tab'])('a %s that ends', (kind) => {
  const other = ({ inWorker, inTab }: Site) => (kind === 'worker' ? inWorker() : inTab())

  it('while it writes leaves nothing that is seen, and a clean-up removes its file', async () => {
    const store = site().here()
    const { id } = await keep(store, noise(100_000))
    const writer = await (await other(site())).open({})
    await writer.write(noise(3_000_000))
    expect(await store.gc()).toEqual({ removed: [], abandoned: [], bytes: 0, finished: true })
    await site().endOthers()
    expect((await store.list()).map((stat) => stat.id)).toEqual([id])
    const would = await store.gc({ dryRun: true })
    expect(would.abandoned).toEqual([{ name: expect.stringMatching(/\.data$/), bytes: expect.any(Number) }])
    expect(await store.gc()).toEqual(would)
    const names = await namesIn(site().directory)
    expect(names.filter((name) => name.endsWith('.data'))).toHaveLength(1)
    expect(await store.gc()).toMatchObject({ abandoned: [] })
  })

  it('after it wrote leaves what it wrote, for as long as it was to be kept', async () => {
    const theirs = await other(site())
    const { id } = await keep(theirs, noise(100_000))
    const store = site().here({ ttlMs: 0 })
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(await store.gc()).toMatchObject({ removed: [] })
    await site().endOthers()
    expect(await store.gc({ dryRun: true })).toMatchObject({
      removed: [{ id, reason: 'expired' }],
      bytes: 100_000,
    })
    expect(await store.stat(id)).toMatchObject({ bytes: 100_000 })
    expect(await store.gc()).toMatchObject({ removed: [{ id, reason: 'expired' }] })
    expect(await namesIn(site().directory)).toEqual([])
  })
})

describe('a store that finds what a dead one left', () => {
  it('removes it by itself when it first writes', async () => {
    const writer = await site().inWorker().open({})
    await writer.write(noise(600_000))
    await site().endOthers()
    const [left] = await namesIn(site().directory)
    await keep(site().here(), noise(10))
    await expect.poll(() => namesIn(site().directory), { timeout: 20_000 }).not.toContain(left)
  })
})
