import { afterEach, describe, expect, it } from 'vitest'
import { cdp } from 'vitest/browser'
import { storeOver } from '../../../src/store/artifact-store.ts'
import { OpfsBackend } from '../../../src/store/backends/opfs/backend.ts'
import { thisBrowser } from '../../../src/store/backends/opfs/browser.ts'
import { resolveLimits } from '../../../src/store/limits.ts'
import type { ArtifactStore } from '../../../src/store/store.ts'
import { bytesOf, collect, keep, noise, writeAll } from '../conformance.ts'
import { namesIn, useSite } from './support.ts'

const site = useSite()
const MIB = 1024 * 1024

const idsOf = async (store: ArtifactStore): Promise<string[]> => (await store.list()).map(({ id }) => id)
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10))
const numbered = (lines: number): Uint8Array =>
  bytesOf(Array.from({ length: lines }, (_, at) => `line ${at + 1}\n`).join(''))

describe.each(['page', 'worker'])('an output longer than its store takes, in a %s', (where) => {
  it('keeps its start and its end, and says so', async () => {
    const { here, inWorker } = site()
    const store = (where === 'page' ? here : inWorker)({ maxArtifactBytes: 2 * MIB })
    const bytes = numbered(500_000)
    const chunks = Array.from({ length: 12 }, (_, at) => bytes.subarray(at * MIB, (at + 1) * MIB))
    const end = await writeAll(store, chunks)
    if (end.complete || !end.ref || !end.kept) throw new Error('Expected a capped artifact.')
    const [head, tail] = end.kept
    expect(end.code).toBe('PITH_ARTIFACT_CAPPED')
    expect(end.message).toBe(
      'The full output could not be kept, because an artifact may have 2097152 bytes: ' +
        `the first ${head.endByte} and the last ${bytes.length - tail.startByte} of its ${bytes.length} bytes ` +
        `are artifact ${end.ref.id}.`,
    )
    for (const range of [head, tail, { startByte: bytes.length - 5000, endByte: bytes.length }]) {
      const part = await collect(store.read(end.ref.id, range))
      expect(Buffer.compare(part, bytes.subarray(range.startByte, range.endByte))).toBe(0)
    }
    const last = await collect(store.lines(end.ref.id, { firstLine: 499_999, lastLine: Infinity }))
    expect(new TextDecoder().decode(last)).toBe('line 499999\nline 500000\n')
    await expect(
      collect(store.read(end.ref.id, { startByte: head.endByte, endByte: tail.startByte })),
    ).rejects.toMatchObject({ code: 'PITH_NOT_RETAINED' })
  })

  it('gives way to its full form', async () => {
    const { here, inWorker } = site()
    const make = where === 'page' ? here : inWorker
    const bytes = noise(MIB)
    const capped = await writeAll(make({ maxArtifactBytes: 200_000 }), [bytes])
    const { id } = await keep(make(), bytes)
    expect(capped.ref?.id).toBe(id)
    expect((await make().stat(id)).missing).toBeUndefined()
    expect(Buffer.compare(await collect(make().read(id, { startByte: 0, endByte: MIB })), bytes)).toBe(0)
    expect((await namesIn(site().directory)).filter((name) => name.endsWith('.data'))).toHaveLength(1)
    expect(await writeAll(make({ maxArtifactBytes: 200_000 }), [bytes])).toMatchObject({ complete: true })
  })
})

describe('all artifacts together', () => {
  it('make room for new ones: those not used for longest go', async () => {
    const dead = site().inWorker()
    const refs = []
    for (const size of [400_001, 400_002, 400_003]) {
      refs.push(await keep(dead, noise(size)))
      await pause()
    }
    await site().endOthers()
    const store = site().here({ maxTotalBytes: 1_300_000 })
    await collect(store.read(refs[0].id, { startByte: 0, endByte: 1 }))
    const fresh = await keep(store, noise(400_000))
    expect(new Set(await idsOf(store))).toEqual(new Set([refs[0].id, refs[2].id, fresh.id]))
  })

  it('are told as too many where none may go', async () => {
    const store = site().here({ maxTotalBytes: 500_000 })
    const { id } = await keep(store, noise(450_000))
    expect(await writeAll(store, [noise(100_000)])).toEqual({
      complete: false,
      code: 'PITH_STORE_FULL',
      message: 'The full output could not be kept: all artifacts together may have 500000 bytes.',
    })
    expect(await idsOf(store)).toEqual([id])
    await store.delete(id)
    expect(await writeAll(store, [noise(400_000)])).toMatchObject({ complete: true })
  })

  it('leave what is being read', async () => {
    const { id } = await keep(site().inWorker(), noise(600_000))
    await site().endOthers()
    await pause()
    const store = site().here({ ttlMs: 0 })
    const reading = store.read(id, { startByte: 0, endByte: Infinity })[Symbol.asyncIterator]()
    await reading.next()
    await pause()
    expect(await store.gc()).toMatchObject({ removed: [] })
    let rest = 0
    for (let part = await reading.next(); !part.done; part = await reading.next()) rest += part.value.length
    expect(rest).toBeGreaterThan(0)
    expect(await store.gc()).toMatchObject({ removed: [{ id }] })
  })
})

describe("the site's quota", () => {
  const limitTo = (quotaSize?: number): Promise<unknown> =>
    cdp().send('Storage.overrideQuotaForOrigin', {
      origin: location.origin,
      ...(quotaSize === undefined ? {} : { quotaSize }),
    })
  afterEach(() => limitTo())

  it.each(['page', 'worker'])('is told in a %s when it is used up, and no file is left', async (where) => {
    const store = where === 'page' ? site().here() : site().inWorker()
    const kept = await keep(store, noise(100_000))
    const { usage = 0 } = await navigator.storage.estimate()
    await limitTo(usage + 2 * MIB)
    expect(await writeAll(store, [noise(4 * MIB)])).toEqual({
      complete: false,
      code: 'ENOSPC',
      message: 'The full output could not be kept: the browser gives this site no more space.',
    })
    expect(await idsOf(store)).toEqual([kept.id])
    expect((await namesIn(site().directory)).filter((name) => name.endsWith('.data'))).toHaveLength(1)
    await limitTo()
    expect(await writeAll(store, [noise(4 * MIB)])).toMatchObject({ complete: true })
  })

  it('leaves both ends in a worker whose file takes no more', async () => {
    const store = site().inWorker({}, 2 * MIB + 1000)
    const bytes = numbered(1_000_000)
    const chunks = Array.from({ length: 12 }, (_, at) => bytes.subarray(at * MIB, (at + 1) * MIB))
    const end = await writeAll(store, chunks)
    if (end.complete || !end.ref || !end.kept) throw new Error('Expected both ends.')
    const [head, tail] = end.kept
    expect(head.endByte + bytes.length - tail.startByte).toBe(2 * MIB - 32 * 1024)
    expect(end.message).toContain('because the browser gives this site no more space: the first ')
    for (const range of end.kept) {
      const part = await collect(store.read(end.ref.id, range))
      expect(Buffer.compare(part, bytes.subarray(range.startByte, range.endByte))).toBe(0)
    }
    const last = await collect(store.lines(end.ref.id, { firstLine: 999_999, lastLine: Infinity }))
    expect(new TextDecoder().decode(last)).toBe('line 999999\nline 1000000\n')
    expect(await keep(site().inWorker(), bytes)).toEqual(end.ref)
    expect((await namesIn(site().directory)).filter((name) => name.endsWith('.data'))).toHaveLength(1)
  })

  it('is not used up where some of it is to stay free', async () => {
    const { usage: before = 0 } = await navigator.storage.estimate()
    const estimate = async () => {
      const { usage = 0 } = await navigator.storage.estimate()
      return { quota: 20 * MIB, usage: 9 * MIB + usage - before }
    }
    const store = storeOver(
      new OpfsBackend({
        browser: { ...thisBrowser, estimate },
        directory: site().directory,
        limits: resolveLimits({ keepFreeBytes: 10 * MIB }),
        collectsBySelf: false,
      }),
    )
    const end = await writeAll(store, [noise(4 * MIB)])
    if (end.complete || !end.kept) throw new Error('Expected a capped artifact.')
    expect(end.message).toContain("10485760 bytes of the site's storage have to stay free")
    const keptBytes = end.kept.reduce((sum, { startByte, endByte }) => sum + endByte - startByte, 0)
    // A file costs a little more than its bytes.
    expect(keptBytes).toBeLessThanOrEqual(MIB)
    expect(keptBytes).toBeGreaterThan(MIB / 2)
  })
})
