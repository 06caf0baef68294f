import { describe, expect, it } from 'vitest'
import { truncateStream as rawTruncateStream } from '../../src/core/stream.ts'
import type { TokenCounter } from '../../src/options.ts'
import type { ArtifactStore, ArtifactWriter } from '../../src/store/store.ts'
import { truncateStream } from '../support/checked.ts'
import { createCommandStore } from '../support/command-store.ts'

async function* chunks(count: number): AsyncIterable<string> {
  for (let i = 0; i < count; i++) yield `line ${i}\n`
}

/** A store that goes wrong at one step. */
function failing(step: 'open' | 'write' | 'close'): ArtifactStore {
  const memory = createCommandStore()
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
    const store = createCommandStore()
    const { truncated } = await truncateStream(chunks(5), { store })
    expect({ truncated, kept: await store.list() }).toEqual({ truncated: false, kept: [] })
  })

  it.each([200, 20_000])('names the artifact of %i lines, complete', async (count) => {
    const store = createCommandStore()
    const { text, totalBytes } = await truncateStream(chunks(count), { store, maxLines: 10, maxBytes: 2000 })
    const [artifact] = await store.list()
    expect(text).toContain(`[More: pith show ${artifact.id} --lines `)
    expect(artifact).toMatchObject({ bytes: totalBytes, lines: count })
  })

  const input = 'some words in a line\n'.repeat(300)

  it.each([true, false])('keeps what an exact counter finds too large, later: %s', async (isLater) => {
    const store = createCommandStore()
    const count = isLater ? async (text: string) => text.length : (text: string) => text.length
    const tokens = { name: 'characters', count } as TokenCounter
    const { text, outputTokens } = await rawTruncateStream(new Blob([input]), {
      store,
      tokens,
      maxTokens: 3000,
    })
    const [artifact] = await store.list()
    expect(text).toContain(`[More: pith show ${artifact.id} --lines `)
    expect([artifact.bytes, artifact.lines, outputTokens]).toEqual([input.length, 300, text.length])
  })

  it('keeps nothing of what an exact counter finds small', async () => {
    const store = createCommandStore()
    const tokens = { name: 'one', count: () => 1 }
    const { truncated } = await rawTruncateStream(new Blob([input]), { store, tokens, maxTokens: 300 })
    expect({ truncated, kept: await store.list() }).toEqual({ truncated: false, kept: [] })
  })

  it('keeps what does not fit by the estimator, when the counter fails', async () => {
    const store = createCommandStore()
    const tokens = { name: 'x', count: async () => Promise.reject(new Error('no network')) }
    const { text, notes } = await rawTruncateStream(new Blob([input]), { store, tokens, maxTokens: 300 })
    const [artifact] = await store.list()
    expect(text).toContain(`[More: pith show ${artifact.id} --lines `)
    expect(notes).toHaveLength(1)
  })

  it('names what it kept though the counter fails after that', async () => {
    const store = createCommandStore()
    const tokens = {
      name: 'x',
      count: async (text: string) => {
        if (text === input) return 5000
        throw new Error('no network')
      },
    }
    const { text } = await rawTruncateStream(new Blob([input]), { store, tokens, maxTokens: 300 })
    expect(text).toContain(`[More: pith show ${(await store.list())[0].id} --lines `)
  })

  it('drops what was written when it is given up', async () => {
    const store = createCommandStore()
    const controller = new AbortController()
    const endless = (async function* () {
      for (let i = 0; ; i++) {
        if (i === 9000) controller.abort()
        yield 'many words in a line\n'
      }
    })()
    const given = rawTruncateStream(endless, { store, signal: controller.signal, maxBytes: 2000 })
    await expect(given).rejects.toMatchObject({ code: 'PITH_ABORTED' })
    expect(await store.list()).toEqual([])
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
