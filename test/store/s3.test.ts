// @deep

import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bytesOf, collect, describeStore, keep, noise, writeAll } from './conformance.ts'
import { FakeServer } from './s3/fake-server.ts'
import { storeAt, useFakeServer } from './s3/support.ts'

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const MIB = 1024 ** 2

describeStore('the store of objects', async () => {
  const server = await new FakeServer().start()
  return { store: storeAt(server.endpoint), remove: () => server.stop() }
})

describe('the requests of the store of objects', () => {
  const box = useFakeServer()
  const asked = () => box.server.log.splice(0)

  it('are none before there is something to write', async () => {
    const writer = await box.store().open({})
    await writer.write(bytesOf('a'))
    writer.abort()
    await writer.close()
    expect(asked()).toEqual([])
  })

  it('are two for an output that fits in a part, a look more for the first, and one for a page', async () => {
    const store = box.store()
    await keep(store, noise(300_000))
    expect(asked()).toEqual(['PUT data/…', 'PUT ids/….json', 'GET ids/….json'])
    const { id } = await keep(store, noise(300_001))
    expect(asked()).toEqual(['PUT data/…', 'PUT ids/….json'])
    await collect(store.lines(id, { firstLine: 20, lastLine: 30 }))
    expect(asked()).toEqual(['GET data/…'])
  })

  it('are three for the first page that another process reads, and one for the next', async () => {
    const { id } = await keep(box.store(), noise(300_000))
    const other = box.store()
    asked()
    await collect(other.read(id, { startByte: 5, endByte: 10 }))
    expect(asked()).toEqual(['GET ?list-type', 'GET ids/….json', 'GET data/…'])
    await collect(other.read(id, { startByte: 5, endByte: 10 }))
    expect(asked()).toEqual(['GET data/…'])
  })

  it('send a longer output in parts', async () => {
    const bytes = noise(20 * MIB)
    const store = box.store()
    const { id } = await keep(store, bytes)
    expect(asked().sort()).toEqual([
      'GET ids/….json',
      'POST data/…?uploadId',
      'POST data/…?uploads',
      'PUT data/…?partNumber&uploadId',
      'PUT data/…?partNumber&uploadId',
      'PUT data/…?partNumber&uploadId',
      'PUT ids/….json',
    ])
    expect(sha256(await collect(store.read(id, { startByte: 0, endByte: Infinity })))).toBe(sha256(bytes))
  })

  it('send an output of exactly one part at once to a store that has answered', async () => {
    const store = box.store()
    await keep(store, bytesOf('a'))
    asked()
    await keep(store, noise(8 * MIB))
    expect(asked()).toEqual(['PUT data/…', 'PUT ids/….json'])
    await keep(box.store(), noise(7 * MIB))
    expect(asked()[0]).toBe('POST data/…?uploads')
  })

  it('list a thousand artifacts at a time and read each manifest', async () => {
    box.server.pageSize = 2
    const store = box.store()
    for (const text of ['1', '2', '3', '4', '5']) await keep(store, bytesOf(text))
    asked()
    expect(await store.list()).toHaveLength(5)
    expect(asked().sort()).toEqual([
      ...Array.from({ length: 3 }, () => 'GET ?list-type'),
      ...Array.from({ length: 5 }, () => 'GET ids/….json'),
    ])
  })

  it('read little more than the lines they are for', async () => {
    const text = Array.from({ length: 400_000 }, (_, at) => `line number ${at + 1}\n`).join('')
    const store = box.store()
    const { id } = await keep(store, bytesOf(text))
    let bytes = 0
    box.server.fault = ({ headers }) => {
      const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
      bytes += Number(last) - Number(first) + 1
      return undefined
    }
    const page = await collect(store.lines(id, { firstLine: 399_000, lastLine: 399_010 }))
    expect(Buffer.from(page).toString()).toMatch(/^line number 399000\n(.*\n)*line number 399010\n$/)
    expect(bytes).toBeLessThanOrEqual(512 * 1024)
  })
})

describe('the store of objects', () => {
  const box = useFakeServer()

  it('keeps nothing of an output in parts that is aborted', async () => {
    const writer = await box.store().open({})
    await writer.write(noise(30 * MIB))
    writer.abort()
    await writer.close()
    expect([box.server.objects.size, box.server.uploads.size]).toEqual([0, 0])
  })

  it('leaves one object for equal outputs', async () => {
    const ends = await Promise.all(
      Array.from({ length: 8 }, () => writeAll(box.store(), [noise(500_000)], { tool: 'bash' })),
    )
    expect(new Set(ends.map((end) => JSON.stringify(end))).size).toBe(1)
    expect([box.server.keysOf('ids').length, box.server.keysOf('data').length]).toEqual([1, 1])
  })

  it.each([
    ['bytes are gone', (server: FakeServer) => server.objects.delete(server.keysOf('data')[0])],
    ['bytes are of another length', (server: FakeServer) => shorten(server)],
    [
      'manifest is a day old, so that it may expire soon',
      (server: FakeServer) =>
        damage(server, (json) =>
          json.replace(/"createdAt":\d+/, `"createdAt":${Date.now() - 24 * 3600_000}`),
        ),
    ],
  ])('writes an equal output anew where its %s', async (_, change) => {
    const bytes = noise(100_000)
    const { id } = await keep(box.store(), bytes)
    const [before] = box.server.keysOf('data')
    change(box.server)
    const store = box.store()
    expect(await keep(store, bytes)).toMatchObject({ id })
    expect(box.server.keysOf('data')).not.toContain(before)
    expect([box.server.keysOf('ids').length, box.server.keysOf('data').length]).toEqual([1, 1])
    expect(sha256(await collect(store.read(id, { startByte: 0, endByte: Infinity })))).toBe(sha256(bytes))
  })

  it.each([1000, 9 * MIB])(
    'reads no damaged artifact of %i bytes to its end, and writes it anew',
    async (length) => {
      const bytes = noise(length)
      const { id } = await keep(box.store(), bytes)
      const [key] = box.server.keysOf('data')
      const changed = Buffer.from(bytes)
      changed[length - 7] ^= 1
      const etag = `"${createHash('md5').update(changed).digest('hex')}"`
      box.server.objects.set(key, { body: changed, etag, changedAt: new Date() })
      const whole = { startByte: 0, endByte: Infinity }
      await expect(collect(box.store().read(id, whole))).rejects.toMatchObject({ code: 'PITH_STORE_FAILED' })
      await keep(box.store(), bytes)
      expect(Buffer.compare(await collect(box.store().read(id, whole)), bytes)).toBe(0)
      expect(box.server.keysOf('data')).toHaveLength(1)
      expect(box.server.keysOf('data')).not.toEqual([key])
    },
  )

  it('writes an output anew whose manifest is damaged, and leaves what that may name to gc', async () => {
    const { id } = await keep(box.store(), bytesOf('a'))
    damage(box.server, () => '{')
    expect(await keep(box.store(), bytesOf('a'))).toMatchObject({ id })
    expect([box.server.keysOf('ids').length, box.server.keysOf('data').length]).toEqual([1, 2])
    expect(await box.store().gc({ graceMs: -1000 })).toMatchObject({ abandoned: [{ bytes: 1 }], bytes: 1 })
    expect(await collect(box.store().read(id, { startByte: 0, endByte: 1 }))).toEqual(bytesOf('a'))
  })

  it('reads on where an equal artifact took the place of the one it knew', async () => {
    const bytes = noise(100_000)
    const store = box.store()
    const { id } = await keep(store, bytes)
    await box.store().delete(id)
    await expect(collect(store.read(id, { startByte: 0, endByte: 1 }))).rejects.toMatchObject({
      code: 'PITH_UNKNOWN_ARTIFACT',
    })
    await keep(store, bytes)
    await box.store().delete(id)
    await keep(box.store(), bytes)
    expect(sha256(await collect(store.read(id, { startByte: 0, endByte: Infinity })))).toBe(sha256(bytes))
  })

  it('knows no artifact whose bytes expired before its manifest', async () => {
    const { id } = await keep(box.store(), bytesOf('a'))
    box.server.objects.delete(box.server.keysOf('data')[0])
    await expect(collect(box.store().read(id, { startByte: 0, endByte: 1 }))).rejects.toMatchObject({
      code: 'PITH_UNKNOWN_ARTIFACT',
    })
  })

  it('gives no bytes of an object that is not the one its manifest tells of', async () => {
    const store = box.store()
    const { id } = await keep(store, noise(1000))
    shorten(box.server)
    await expect(collect(store.read(id, { startByte: 0, endByte: 10 }))).rejects.toMatchObject({
      code: 'PITH_STORE_FAILED',
    })
  })

  it('lists what is whole where one manifest is damaged', async () => {
    const store = box.store()
    await keep(store, bytesOf('1'))
    damage(box.server, (json) => json.replace(/"data":"[^"]+"/, '"data":"../../secrets"'))
    const { id } = await keep(store, bytesOf('2'))
    const rest = { etag: '""', changedAt: new Date() }
    box.server.objects.set('pith/ids/readme.json', { body: Buffer.from('x'), ...rest })
    const large = `pith/ids/${'a'.repeat(64)}.json`
    box.server.objects.set(large, { body: Buffer.alloc(1_000_000, 32), ...rest })
    box.server.log.splice(0)
    expect((await store.list()).map((stat) => stat.id)).toEqual([id])
    expect(box.server.log.filter((line) => line === 'GET ids/….json')).toHaveLength(3)
    expect(await store.gc()).toMatchObject({ removed: [], finished: true })
  })

  it('renews an artifact of which less than half its life is left', async () => {
    const store = box.store({ ttlMs: 60_000 })
    await keep(store, bytesOf('a'))
    const [before] = box.server.keysOf('data')
    const age = (ms: number) =>
      damage(box.server, (json) => json.replace(/"createdAt":\d+/, `"createdAt":${Date.now() - ms}`))
    age(20_000)
    await keep(box.store({ ttlMs: 60_000 }), bytesOf('a'))
    expect(box.server.keysOf('data')).toEqual([before])
    age(40_000)
    await keep(box.store({ ttlMs: 60_000 }), bytesOf('a'))
    expect(box.server.keysOf('data')).not.toContain(before)
    expect(box.server.keysOf('data')).toHaveLength(1)
  })

  it('puts what it renews anew where somebody collects it meanwhile', async () => {
    await keep(box.store(), bytesOf('a'))
    damage(box.server, (json) => json.replace(/"createdAt":\d+/, '"createdAt":5'))
    let puts = 0
    box.server.fault = ({ method, key }) => {
      if (method === 'PUT' && key.includes('ids/')) puts++
      if (method === 'GET' && key.includes('ids/') && puts === 2) box.server.objects.delete(key)
      return undefined
    }
    const { id } = await keep(box.store(), bytesOf('a'))
    expect(await box.store().stat(id)).toMatchObject({ id })
  })
})

function damage(server: FakeServer, change: (json: string) => string): void {
  const [key] = server.keysOf('ids')
  const found = server.objects.get(key)
  if (!found) throw new Error('Expected a manifest.')
  server.objects.set(key, { ...found, body: Buffer.from(change(found.body.toString())) })
}

function shorten(server: FakeServer): void {
  const [key] = server.keysOf('data')
  const found = server.objects.get(key)
  if (!found) throw new Error('Expected bytes.')
  server.objects.set(key, { ...found, body: found.body.subarray(1) })
}
