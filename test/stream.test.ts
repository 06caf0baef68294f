import { describe, expect, it } from 'vitest'
import { createMemoryStore } from '../src/artifacts/memory.ts'
import type { ArtifactStore, ArtifactWriter } from '../src/artifacts/store.ts'
import { truncateStream as rawTruncateStream } from '../src/stream.ts'
import { truncateStream } from './support/checked.ts'

async function* chunks(count: number): AsyncIterable<string> {
  for (let i = 0; i < count; i++) yield `line ${i}\n`
}

/** A store that goes wrong at one step. */
function failing(step: 'open' | 'write' | 'close'): ArtifactStore {
  const memory = createMemoryStore()
  const writer: ArtifactWriter = {
    write: () => {
      if (step === 'write') throw new Error('write failed')
      return undefined
    },
    close: async () => {
      if (step === 'close') throw new Error('close failed')
      return { complete: false, code: 'ENOSPC', message: 'The full output could not be kept.' }
    },
    abort: () => {},
  }
  return {
    ...memory,
    open: async () => {
      if (step === 'open') throw new Error('open failed')
      return writer
    },
  }
}

describe('a stream with a store', () => {
  it('writes nothing while the output fits', async () => {
    const store = createMemoryStore()
    const { truncated } = await truncateStream(chunks(5), { store })
    expect({ truncated, kept: await store.list() }).toEqual({ truncated: false, kept: [] })
  })

  it.each([200, 20_000])('names the artifact of %i lines, complete', async (count) => {
    const store = createMemoryStore()
    const { text, totalBytes } = await truncateStream(chunks(count), { store, maxLines: 10, maxBytes: 2000 })
    const [artifact] = await store.list()
    expect(text).toContain(`Full output: pith show ${artifact.id}]`)
    expect(artifact).toMatchObject({ bytes: totalBytes, lines: count })
  })

  it.each(['open', 'write', 'close'] as const)(
    'keeps the result when %s fails, and names nothing',
    async (step) => {
      const { text, totalLines } = await rawTruncateStream(chunks(20_000), {
        store: failing(step),
        maxLines: 10,
      })
      expect(totalLines).toBe(20_000)
      expect(text).toMatch(/Not kept\.\]$/)
    },
  )
})

describe('a stream', () => {
  it('counts with a counter that answers later', async () => {
    const tokens = { name: 'words', count: async (text: string) => text.split(/\s+/).length }
    const { outputTokens, truncated } = await rawTruncateStream(chunks(500), { maxTokens: 100, tokens })
    expect(truncated).toBe(true)
    expect(outputTokens).toBeGreaterThan(50)
    expect(outputTokens).toBeLessThanOrEqual(100)
  })

  it('is given up with its signal', async () => {
    const controller = new AbortController()
    const endless = (async function* () {
      for (;;) {
        yield 'x\n'
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
    })()
    setTimeout(() => controller.abort(), 20)
    const given = truncateStream(endless, { signal: controller.signal })
    await expect(given).rejects.toMatchObject({ code: 'PITH_ABORTED' })
  })

  it('that fails makes the promise reject with its own error', async () => {
    const broken = (async function* () {
      yield 'x\n'
      throw new Error('the pipe broke')
    })()
    await expect(truncateStream(broken, {})).rejects.toThrow('the pipe broke')
  })
})
