import { afterEach, describe, expect, it, vi } from 'vitest'
import { writeAll } from '../conformance.ts'
import { storeAt } from './support.ts'

afterEach(() => vi.resetModules())

describe('without its package', () => {
  it('the store of objects says what to install, and loses no result', async () => {
    vi.doMock('aws4fetch', () => {
      throw new Error('Cannot find package aws4fetch')
    })
    const store = storeAt('http://127.0.0.1:9')
    expect(await writeAll(store, [new Uint8Array(10)])).toEqual({
      complete: false,
      code: 'PITH_MISSING_PACKAGE',
      message:
        'The full output could not be kept: expected the package aws4fetch to be installed: `npm install aws4fetch`.',
    })
    await expect(store.list()).rejects.toMatchObject({ code: 'PITH_MISSING_PACKAGE' })
    await expect(store.link('0123456789abcdef')).rejects.toMatchObject({ code: 'PITH_MISSING_PACKAGE' })
  })
})
