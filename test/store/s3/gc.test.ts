import { afterEach, describe, expect, it, vi } from 'vitest'
import { bytesOf, keep, noise } from '../conformance.ts'
import { useFakeServer } from './support.ts'

const LATER_MS = 25 * 3600_000

describe('gc of the store of objects', () => {
  const box = useFakeServer()
  afterEach(() => void vi.useRealTimers())
  const later = (ms = LATER_MS) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })

  it('removes what nobody names once a day is over, and nothing else', async () => {
    box.server.pageSize = 3
    const store = box.store()
    for (const text of ['1', '2', '3', '4']) await keep(store, bytesOf(text))
    const old = new Date()
    const orphan = 'pith/data/00000000-0000-4000-8000-000000000000'
    box.server.objects.set(orphan, { body: Buffer.from('abc'), etag: '""', changedAt: old })
    for (const foreign of ['pith/data/readme', 'pith/other', 'data/00000000-0000-4000-8000-000000000000'])
      box.server.objects.set(foreign, { body: Buffer.from('x'), etag: '""', changedAt: old })
    for (const id of ['u1', 'u2', 'u3', 'u4', 'u5'])
      box.server.uploads.set(id, { key: orphan, parts: new Map([[1, Buffer.alloc(10)]]), startedAt: old })
    box.server.uploads.set('u6', { key: 'elsewhere', parts: new Map(), startedAt: old })
    expect(await store.gc()).toEqual({ removed: [], abandoned: [], bytes: 0, finished: true })
    later()
    const planned = await store.gc({ dryRun: true })
    expect([box.server.objects.size, box.server.uploads.size]).toEqual([12, 6])
    const report = await store.gc()
    expect(report).toEqual(planned)
    expect(report.bytes).toBe(53)
    expect(report.abandoned).toContainEqual({ name: orphan, bytes: 3 })
    expect([box.server.objects.size, box.server.uploads.size]).toEqual([11, 1])
    expect(await store.list()).toHaveLength(4)
  })

  it('leaves alone what somebody is writing', async () => {
    const store = box.hasty()
    const writer = await store.open({})
    await writer.write(noise(600_000))
    while (box.server.uploads.size === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(await box.store().gc()).toMatchObject({ abandoned: [] })
    expect(await writer.close()).toMatchObject({ complete: true })
  })

  it('removes artifacts that are older than they may be', async () => {
    const store = box.store({ ttlMs: 1000 })
    const old = await keep(store, bytesOf('old'))
    later(2000)
    const young = await keep(store, bytesOf('young'))
    expect(await box.store().gc()).toMatchObject({ removed: [] })
    expect(await store.gc()).toMatchObject({ removed: [{ id: old.id, reason: 'expired' }], bytes: 3 })
    expect((await store.list()).map(({ id }) => id)).toEqual([young.id])
    expect(box.server.keysOf('data')).toHaveLength(1)
  })

  it.each(['expired', 'empty'])('leaves an artifact that takes the place of one that is %s', async (kind) => {
    const { id } = await keep(box.store(), bytesOf('a'))
    if (kind === 'empty') box.server.objects.delete(box.server.keysOf('data')[0])
    later()
    let reads = 0
    box.server.fault = ({ method, key }) => {
      // When gc looks again at what it is about to remove.
      if (method === 'GET' && key.includes('ids/') && ++reads === 2) renew(key)
      return undefined
    }
    expect(await box.store({ ttlMs: 1000 }).gc()).toMatchObject({ removed: [] })
    expect((await box.store().list()).map((stat) => stat.id)).toEqual([id])
  })

  it('leaves one that is renewed at the last moment', async () => {
    const { id } = await keep(box.store(), bytesOf('a'))
    later()
    box.server.fault = ({ method, key }) => {
      if (method === 'DELETE' && key.includes('ids/')) renew(key)
      return undefined
    }
    expect(await box.store({ ttlMs: 1000 }).gc()).toMatchObject({ removed: [] })
    expect((await box.store().list()).map((stat) => stat.id)).toEqual([id])
  })

  it.each(['501', 'no conditions'])('removes what is too old where a DELETE has %s', async (kind) => {
    await keep(box.store(), bytesOf('a'))
    later()
    box.server.hasConditions = kind === '501'
    box.server.fault = ({ method, headers }) =>
      kind === '501' && method === 'DELETE' && headers['if-match'] ? '501' : undefined
    expect(await box.store({ ttlMs: 1000 }).gc()).toMatchObject({ removed: [{ reason: 'expired' }] })
    expect(box.server.objects.size).toBe(0)
  })

  it('leaves an artifact a tenth of its time longer than it may be', async () => {
    const store = box.store({ ttlMs: 100_000 })
    await keep(store, bytesOf('a'))
    later(105_000)
    expect(await store.gc()).toMatchObject({ removed: [] })
    later(10_000)
    expect(await store.gc()).toMatchObject({ removed: [{ reason: 'expired' }] })
  })

  function renew(key: string): void {
    const other = '11111111-1111-4111-8111-111111111111'
    const body = `${box.server.objects.get(key)?.body}`.replace(/"data":"[^"]+"/, `"data":"${other}"`)
    const rest = { etag: '"new"', changedAt: new Date() }
    box.server.objects.set(key, { body: Buffer.from(body), ...rest })
    box.server.objects.set(`pith/data/${other}`, { body: Buffer.from('a'), ...rest })
  }

  it('removes manifests whose bytes are gone', async () => {
    const store = box.store()
    await keep(store, bytesOf('a'))
    box.server.objects.delete(box.server.keysOf('data')[0])
    expect((await store.gc()).abandoned).toEqual([])
    later()
    expect((await store.gc()).abandoned).toHaveLength(1)
    expect(box.server.objects.size).toBe(0)
  })

  it('keeps the bytes of manifests that it can not read', async () => {
    await keep(box.store(), bytesOf('a'))
    const [key] = box.server.keysOf('ids')
    const found = box.server.objects.get(key)
    const body = Buffer.from(`${found?.body}`.replace('"version":1', '"version":2'))
    box.server.objects.set(key, { body, etag: '""', changedAt: new Date() })
    later()
    expect(await box.store().gc()).toMatchObject({ abandoned: [], removed: [] })
    expect(box.server.keysOf('data')).toHaveLength(1)
  })
})

describe('the expiry of the store of objects', () => {
  const box = useFakeServer()

  it('is two rules of the bucket, and leaves those of others', async () => {
    const store = box.store({ prefix: 'a/b' })
    await store.setExpiry({ days: 7 })
    const own = box.server.rules
    expect(own).toContain(
      '<Prefix>a/b/ids/</Prefix></Filter><Status>Enabled</Status><Expiration><Days>7</Days>',
    )
    expect(own).toContain(
      '<Prefix>a/b/data/</Prefix></Filter><Status>Enabled</Status><Expiration><Days>8</Days>',
    )
    expect(own).toContain('<AbortIncompleteMultipartUpload><DaysAfterInitiation>2</DaysAfterInitiation>')
    const other = '<Rule><ID>logs &amp; more</ID><Prefix>logs/</Prefix><Status>Disabled</Status></Rule>'
    box.server.rules = own.replace('<Rule>', `${other}<Rule>`)
    await store.setExpiry({ days: 3 })
    expect(box.server.rules).toContain(other)
    expect(box.server.rules.match(/<Rule>/g)).toHaveLength(3)
    expect(box.server.rules).toContain('<Days>3</Days>')
    await box.store().setExpiry({ days: 1 })
    expect(box.server.rules.match(/<Rule>/g)).toHaveLength(5)
  })

  it('has rules with names that a store takes, whatever the prefix', async () => {
    const store = box.store({ prefix: 'a'.repeat(300) })
    for (const days of [1, 2]) await store.setExpiry({ days })
    const ids = Array.from(box.server.rules.matchAll(/<ID>(.*?)<.ID>/g), ([, id]) => id)
    expect(ids).toHaveLength(2)
    for (const id of ids) expect(id.length).toBeLessThanOrEqual(255)
  })

  it.each([0, 1.5, -1, Number.NaN, 36_501])('is not of %d days', async (days) => {
    await expect(box.store().setExpiry({ days })).rejects.toMatchObject({ code: 'PITH_INVALID_OPTION' })
  })
})

describe('a link', () => {
  const box = useFakeServer()

  it.each([
    [{ expiresInSeconds: 0 }, 'PITH_INVALID_OPTION'],
    [{ expiresInSeconds: 604_801 }, 'PITH_INVALID_OPTION'],
    [{ range: { startByte: 2, endByte: 2 } }, 'PITH_INVALID_OPTION'],
    [{ range: { startByte: 2, endByte: 1 } }, 'PITH_INVALID_OPTION'],
    [{ range: { startByte: 101, endByte: 102 } }, 'PITH_OFFSET_OUT_OF_RANGE'],
  ])('is refused for %j', async (options, code) => {
    const store = box.store()
    const { id } = await keep(store, noise(100))
    await expect(store.link(id, options)).rejects.toMatchObject({ code })
    await expect(store.link('0123456789abcdef')).rejects.toMatchObject({ code: 'PITH_UNKNOWN_ARTIFACT' })
  })

  it('to a capped artifact is to what was kept in one piece', async () => {
    const store = box.hasty({ maxArtifactBytes: 1000 })
    const writer = await store.open({})
    await writer.write(noise(5000))
    const { ref } = (await writer.close()) as { ref: { id: string } }
    await expect(store.link(ref.id)).rejects.toMatchObject({ code: 'PITH_NOT_RETAINED' })
    const { headers } = await store.link(ref.id, { range: { startByte: 4600, endByte: 4700 } })
    expect(headers).toEqual({ range: 'bytes=600-699' })
  })
})
