import { describe, expect, it } from 'vitest'
import { collect, keep, noise, writeAll } from '../conformance.ts'
import { namesIn, root, useSite } from './support.ts'

const site = useSite()
const everything = { startByte: 0, endByte: Infinity }

/** Changes one byte of the only data file. */
async function damage(position: number): Promise<void> {
  const { directory } = site()
  const [name] = (await namesIn(directory)).filter((found) => found.endsWith('.data'))
  const handle = await (await (await root()).getDirectoryHandle(directory)).getFileHandle(name)
  const before = new Uint8Array(await (await handle.getFile()).slice(position, position + 1).arrayBuffer())
  const output = await handle.createWritable({ keepExistingData: true })
  await output.write({ type: 'write', position, data: Uint8Array.of(before[0] ^ 1) })
  await output.close()
}

describe.each(['page', 'worker'])('private files of which a byte changed, in a %s', (where) => {
  const make = where === 'page' ? () => site().here : () => site().inWorker

  it('are told when they are read whole, and kept anew', async () => {
    const store = make()()
    const bytes = noise(600_000)
    const ref = await keep(store, bytes)
    await damage(300_000)
    await expect(collect(store.read(ref.id, everything))).rejects.toMatchObject({ code: 'PITH_STORE_FAILED' })
    expect(await keep(store, bytes)).toEqual(ref)
    expect(Buffer.compare(await collect(store.read(ref.id, everything)), bytes)).toBe(0)
    expect((await namesIn(site().directory)).filter((name) => name.endsWith('.data'))).toHaveLength(1)
  })

  it('are told when an end is read whole, where only the ends were kept', async () => {
    const store = make()({ maxArtifactBytes: 300_000 })
    const end = await writeAll(store, [noise(1_000_000)])
    const [head, tail] = end.complete ? [] : (end.kept ?? [])
    await damage(299_000)
    const id = end.ref?.id ?? ''
    await expect(collect(store.read(id, tail))).rejects.toMatchObject({ code: 'PITH_STORE_FAILED' })
    expect((await collect(store.read(id, head))).length).toBe(head.endByte)
    expect(await writeAll(store, [noise(1_000_000)])).toEqual(end)
    expect((await collect(store.read(id, tail))).length).toBe(tail.endByte - tail.startByte)
  })
})
