import { describe, expect, it } from 'vitest'
import { createOpfsStore } from '../../src/store/backends/opfs.ts'
import { describeStore } from './conformance.ts'
import { createWorkerStore } from './opfs/remote.ts'
import { eventually, freshName, removeDirectory } from './opfs/support.ts'

describeStore('the store of private files in a page', async () => {
  const directory = freshName()
  return { store: createOpfsStore({ directory }), remove: () => removeDirectory(directory) }
})

describeStore('the store of private files in a worker', async () => {
  const directory = freshName()
  const store = createWorkerStore({ directory })
  return {
    store,
    async remove() {
      store.terminate()
      await eventually(() => removeDirectory(directory))
    },
  }
})

describe('the store of private files', () => {
  it.each(['', '.', '..', 'a/b', 'a\\b', '/'])('refuses the directory %j', (directory) => {
    expect(() => createOpfsStore({ directory })).toThrow(
      expect.objectContaining({
        code: 'PITH_INVALID_OPTION',
        message: `Expected directory to be one directory's name, got ${JSON.stringify(directory)}.`,
      }),
    )
  })

  it('refuses limits that are none', () => {
    expect(() => createOpfsStore({ maxTotalBytes: -1 })).toThrow(
      expect.objectContaining({ code: 'PITH_INVALID_OPTION' }),
    )
  })
})
