import { expect, inject, it } from 'vitest'
import { BashStream } from '../../src/tools/bash-stream.ts'
import { letNetCatch } from './support.ts'

letNetCatch()

const faulty = {
  name: 'faulty',
  recognise: () => 1,
  read: () => ({
    write() {
      throw new Error('faulty kind')
    },
    end: () => undefined,
  }),
}

it.each([false, true])(
  'a kind that fails at an output that memory holds whole is told: %s',
  async (isForText) => {
    const structure = { recognise: () => faulty }
    const stream = new BashStream({ backend: inject('backend'), maxBytes: 300, structure, isForText })
    await stream.write({ stream: 'stdout', chunk: 'a line of many\n'.repeat(1000) })
    const { truncation } = (await stream.end({ exitCode: 0 })).details
    expect(truncation.truncated).toBe(true)
    expect(truncation.failures).toMatchObject([{ what: 'kind faulty' }])
  },
)
