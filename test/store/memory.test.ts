import { describe, expect, it } from 'vitest'
import { createMemoryStore } from '../../src/store/backends/memory.ts'
import { bytesOf, describeStore, keep, noise, writeAll } from './conformance.ts'

describeStore('the memory store', async () => ({ store: createMemoryStore(), remove: async () => {} }))

describe('the memory store', () => {
  it('tells an output that does not fit as incomplete and keeps the others', async () => {
    const store = createMemoryStore({ maxBytes: 1000 })
    const { id } = await keep(store, noise(600))
    expect(await writeAll(store, [noise(300), noise(101), bytesOf('more')])).toEqual({
      complete: false,
      code: 'ENOSPC',
      message: 'The full output could not be kept: it does not fit in the 1000 bytes of the memory store.',
    })
    expect((await store.list()).map((stat) => stat.id)).toEqual([id])
  })

  it('has the room again that failed, aborted, equal and deleted outputs took', async () => {
    const store = createMemoryStore({ maxBytes: 1000 })
    await writeAll(store, [noise(1001)])
    const aborted = await store.open({})
    await aborted.write(noise(1000))
    aborted.abort()
    const { id } = await keep(store, noise(500))
    expect(await keep(store, noise(500))).toMatchObject({ id })
    await keep(store, noise(499))
    await store.delete(id)
    expect(await writeAll(store, [noise(501)])).toMatchObject({ complete: true })
  })

  it('counts outputs that are still being written', async () => {
    const store = createMemoryStore({ maxBytes: 1000 })
    const first = await store.open({})
    await first.write(noise(600))
    expect(await writeAll(store, [noise(600)])).toMatchObject({ complete: false, code: 'ENOSPC' })
    expect(await first.close()).toMatchObject({ complete: true })
  })

  it.each([-1, Number.NaN])('refuses maxBytes %d', (maxBytes) => {
    expect(() => createMemoryStore({ maxBytes })).toThrow(
      expect.objectContaining({ code: 'PITH_INVALID_OPTION' }),
    )
  })
})
