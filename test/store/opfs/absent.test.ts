// @node

import { describe, expect, it } from 'vitest'
import { createOpfsStore } from '../../../src/store/backends/opfs.ts'
import { truncateStream } from '../../support/checked.ts'
import { collect } from '../conformance.ts'

describe('the store of private files, where there are none', () => {
  const store = createOpfsStore()
  const message = 'The full output could not be kept: there are no private files of a site here.'

  it('tells an output as incomplete', async () => {
    const writer = await store.open({})
    expect(writer.write(Uint8Array.of(1))).toBeUndefined()
    expect(await writer.close()).toEqual({ complete: false, code: 'ENOTSUP', message })
  })

  it('has nothing to read, list, delete or collect', async () => {
    const id = '0123456789abcdef'
    const unknown = expect.objectContaining({ code: 'PITH_UNKNOWN_ARTIFACT' })
    await expect(store.stat(id)).rejects.toEqual(unknown)
    await expect(collect(store.read(id, { startByte: 0, endByte: 1 }))).rejects.toEqual(unknown)
    await expect(store.delete(id)).rejects.toEqual(unknown)
    expect(await store.list()).toEqual([])
    expect(await store.gc()).toEqual({ removed: [], abandoned: [], bytes: 0, finished: true })
  })

  it('loses no result', async () => {
    const lines = Array.from({ length: 1000 }, (_, at) => `line ${at}\n`).join('')
    const result = await truncateStream(new Blob([lines]), { maxLines: 20, store })
    expect(result.text).toContain('line 999')
    expect(result.notice).not.toContain('artifact')
  })
})
