import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { collect, keep, noise, writeAll } from '../../conformance.ts'
import {
  endpoint,
  keysUnder,
  kindsUnder,
  newPrefix,
  request,
  storeUnder,
  uploadsUnder,
  useBucket,
} from './support.ts'

const MIB = 1024 ** 2
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

function* oddChunks(bytes: Uint8Array): Generator<Uint8Array> {
  const sizes = [1, 997, 65_536, 262_145, 1_234_567, 7]
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length]
    yield bytes.subarray(at, at + size)
    at += size
  }
}

describe.runIf(endpoint)('a real object store', () => {
  useBucket()

  it('takes 40 MiB of unknown length in parts, and gives every range of them', async () => {
    const bytes = noise(40 * MIB + 12_345)
    const prefix = newPrefix()
    const { id } = await keep(storeUnder(prefix), new Uint8Array(0))
    const end = await writeAll(storeUnder(prefix), oddChunks(bytes), { tool: 'bash' })
    expect(end).toMatchObject({ complete: true, ref: { sha256: sha256(bytes), bytes: bytes.length } })
    const other = storeUnder(prefix)
    const found = sha256(bytes).slice(0, 16)
    expect((await other.list()).map((stat) => stat.id).sort()).toEqual([id, found].sort())
    expect(sha256(await collect(other.read(found, { startByte: 0, endByte: Infinity })))).toBe(sha256(bytes))
    const edge = { startByte: 8 * MIB - 3, endByte: 16 * MIB + 3 }
    expect(sha256(await collect(other.read(found, edge)))).toBe(
      sha256(bytes.subarray(edge.startByte, edge.endByte)),
    )
    expect(await uploadsUnder(prefix)).toBe(0)
  })

  it.each([8 * MIB - 1, 8 * MIB, 8 * MIB + 1, 16 * MIB])(
    'takes %d bytes, about where parts end',
    async (length) => {
      const bytes = noise(length)
      const store = storeUnder(newPrefix())
      const { id } = await keep(store, bytes)
      expect(sha256(await collect(store.read(id, { startByte: 0, endByte: Infinity })))).toBe(sha256(bytes))
    },
  )

  it.each([2, 8])('lets %d writers of equal bytes at once come to one artifact', async (writers) => {
    const bytes = noise(9 * MIB)
    const prefix = newPrefix()
    const ends = await Promise.all(
      Array.from({ length: writers }, () => writeAll(storeUnder(prefix), [bytes])),
    )
    expect(new Set(ends.map((end) => JSON.stringify(end))).size).toBe(1)
    expect(ends[0].complete).toBe(true)
    expect(await kindsUnder(prefix)).toEqual({ data: 1, ids: 1 })
    expect(await uploadsUnder(prefix)).toBe(0)
  })

  it('loses its own bytes, not the first ones, where an artifact is there', async () => {
    const bytes = noise(100_000)
    const prefix = newPrefix()
    await keep(storeUnder(prefix), bytes)
    const before = await keysUnder(prefix)
    expect(await writeAll(storeUnder(prefix), [bytes])).toMatchObject({ complete: true })
    expect(await keysUnder(prefix)).toEqual(before)
  })

  it('has an artifact again whose bytes went', async () => {
    const bytes = noise(100_000)
    const prefix = newPrefix()
    const { id } = await keep(storeUnder(prefix), bytes)
    const [data] = await keysUnder(prefix)
    await request('DELETE', prefix + data)
    await keep(storeUnder(prefix), bytes)
    const found = await collect(storeUnder(prefix).read(id, { startByte: 0, endByte: Infinity }))
    expect(sha256(found)).toBe(sha256(bytes))
    expect(await kindsUnder(prefix)).toEqual({ data: 1, ids: 1 })
  })

  it('keeps nothing of an output that is aborted in the midst of its parts', async () => {
    const prefix = newPrefix()
    const writer = await storeUnder(prefix).open({})
    await writer.write(noise(30 * MIB))
    writer.abort()
    expect(await writer.close()).toMatchObject({ code: 'ABORTED' })
    expect([await keysUnder(prefix), await uploadsUnder(prefix)]).toEqual([[], 0])
  })

  it('keeps both ends of what is longer than it may be', async () => {
    const bytes = noise(5 * MIB)
    const prefix = newPrefix()
    const store = storeUnder(prefix, { maxArtifactBytes: MIB })
    const first = await writeAll(store, [bytes])
    expect(first).toMatchObject({ code: 'PITH_ARTIFACT_CAPPED' })
    await request('DELETE', prefix + (await keysUnder(prefix))[0])
    const { ref, ...again } = await writeAll(store, [bytes])
    expect({ ref, ...again }).toEqual(first)
    const last = { startByte: bytes.length - 1000, endByte: bytes.length }
    expect(await collect(store.read(ref?.id ?? '', last))).toEqual(bytes.slice(-1000))
    expect(await collect(store.read(ref?.id ?? '', { startByte: 0, endByte: 1000 }))).toEqual(
      bytes.slice(0, 1000),
    )
  })

  it('gives a link that anybody can read by, until it is over', async () => {
    const bytes = noise(10_000)
    const store = storeUnder(newPrefix())
    const { id } = await keep(store, bytes)
    const all = await store.link(id, { expiresInSeconds: 60 })
    const response = await fetch(all.url, { headers: all.headers })
    expect(sha256(new Uint8Array(await response.arrayBuffer()))).toBe(sha256(bytes))
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${id}.txt"`)
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    const piece = await fetch(all.url, { headers: { range: 'bytes=5-9' } })
    expect([piece.status, new Uint8Array(await piece.arrayBuffer())]).toEqual([206, bytes.slice(5, 10)])

    const part = await store.link(id, { range: { startByte: 100, endByte: 200 } })
    const partly = await fetch(part.url, { headers: part.headers })
    expect(new Uint8Array(await partly.arrayBuffer())).toEqual(bytes.slice(100, 200))
    for (const headers of [{}, { range: 'bytes=0-200' }])
      expect((await fetch(part.url, { headers: headers as Record<string, string> })).status).toBe(403)

    const short = await store.link(id, { expiresInSeconds: 1 })
    await new Promise((resolve) => setTimeout(resolve, 2500))
    expect((await fetch(short.url)).status).toBe(403)
  })
})
