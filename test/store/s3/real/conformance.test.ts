import { describe } from 'vitest'
import { describeStore } from '../../conformance.ts'
import { endpoint, newPrefix, storeUnder, useBucket } from './support.ts'

describe.runIf(endpoint)('on a real object store', () => {
  useBucket()

  describeStore('the store of objects', async () => ({
    store: storeUnder(newPrefix()),
    remove: async () => {},
  }))
})
