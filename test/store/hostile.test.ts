// @deep

import { beforeAll, describe, expect, it } from 'vitest'
import { truncateStream as rawTruncateStream } from '../../src/core/stream.ts'
import type { ArtifactStore } from '../../src/store/store.ts'
import { BashStream } from '../../src/tools/bash-stream.ts'
import type { StreamName } from '../../src/tools/streams.ts'
import type { Truncation } from '../../src/truncation.ts'
import { truncateStream } from '../support/checked.ts'
import { lyingStores, silentStores, storeOf } from '../support/hostile-stores.ts'
import { some } from '../support/some.ts'

const hostile = some(Object.entries({ ...lyingStores, ...silentStores }), 4)

/** `small` is stored at its end, because memory can hold it. `large` is stored while it arrives. */
const sizes = { small: 400, large: 240_000 }
const limits = { maxLines: 9, maxBytes: 2000, storeTimeoutMs: 40 }

/** Each chunk is as its store must find it: a store that changes bytes would change the next chunk too. */
async function* chunks(lines: number): AsyncIterable<Uint8Array> {
  const chunk = new TextEncoder().encode('a line of the output\n'.repeat(400))
  for (let line = 0; line < lines; line += 400) yield chunk
}

const note = /^The full output could not be kept|^This store keeps nothing\.$|^a \[Showing\]/

describe.each(Object.entries(sizes))('the %s result of truncateStream', (_, lines) => {
  let expected: Truncation
  beforeAll(async () => {
    expected = await truncateStream(chunks(lines), limits)
  })

  it.each(hostile)('is that without a store, with a note, where %s', async (_, store) => {
    const { notes, ...result } = await rawTruncateStream(chunks(lines), { ...limits, store: store() })
    expect(result).toEqual(expected)
    expect(notes).toEqual([expect.stringMatching(note)])
    expect(notes?.[0].length).toBeLessThan(600)
    expect(notes?.[0]).not.toMatch(/\p{Cc}/u)
  })
})

describe.each([true, false])('the result of a command, streams apart: %s', (separate) => {
  async function ended(store?: ArtifactStore) {
    const stream = new BashStream({ ...limits, fold: false, separate, ...(store && { store }) })
    for await (const chunk of chunks(sizes.large))
      for (const name of ['stdout', 'stderr'] as StreamName[]) await stream.write({ stream: name, chunk })
    return { stream, output: await stream.end({ exitCode: 3 }) }
  }
  let expected: object
  beforeAll(async () => {
    expected = (await ended()).output
  })

  it.each(hostile)('is that without a store, with notes, where %s', async (_, store) => {
    const { output, stream } = await ended(store())
    const { details } = output
    const given = [details.truncation, ...(separate ? [details.stderr] : [])]
    for (const { notes } of given as { notes?: string[] }[])
      expect(notes).toEqual([expect.stringMatching(note)])
    for (const truncation of given) delete truncation?.notes
    expect(output).toEqual(expected)
    const ends = [stream.artifact, ...(separate ? [stream.stderrArtifact] : [])]
    for (const end of ends)
      expect(end).toEqual({
        complete: false,
        code: expect.stringMatching(/^\w+$/),
        message: expect.stringMatching(note),
      })
  })
})

describe('a call that is aborted', () => {
  it.each(['open', 'write', 'close'] as const)(
    'is over though %s of its store never settles',
    async (step) => {
      const controller = new AbortController()
      const reason = new Error('enough')
      const hanging = () => {
        controller.abort(reason)
        return new Promise<never>(() => {})
      }
      const store = storeOf({ [step]: hanging })
      const { signal } = controller
      const error = await rawTruncateStream(chunks(400), {
        ...limits,
        storeTimeoutMs: Infinity,
        store,
        signal,
      }).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ name: 'AbortError', code: 'PITH_ABORTED', cause: reason })
    },
  )

  it('ends though its stream always has more', async () => {
    const controller = new AbortController()
    let count = 0
    const endless = {
      [Symbol.asyncIterator]: () => ({
        next: () => {
          if (count++ === 100) controller.abort()
          if (count > 200) throw new Error('It was read further.')
          return Promise.resolve({ done: false as const, value: 'x\n' })
        },
      }),
    }
    const given = rawTruncateStream(endless, { signal: controller.signal })
    await expect(given).rejects.toMatchObject({ name: 'AbortError' })
  })
})

it('names an artifact whose id is read once', async () => {
  let reads = 0
  const ref = (bytes: number) => ({
    sha256: 'a'.repeat(64),
    bytes,
    get id() {
      return reads++ === 0 ? 'a'.repeat(16) : 'x; rm -rf /\n[Showing]'
    },
  })
  const store = storeOf({ close: async (bytes: number) => ({ complete: true, ref: ref(bytes) }) })
  const { text, artifact } = await rawTruncateStream(chunks(400), { ...limits, store })
  expect(text).toContain('[More: pith show aaaaaaaaaaaaaaaa --lines ')
  expect([artifact, reads]).toEqual(['a'.repeat(16), 1])
})

describe('a writer', () => {
  it('that comes too late is aborted', async () => {
    let open: (writer: unknown) => void = () => {}
    const store = storeOf({
      open: () =>
        new Promise((resolve) => {
          open = resolve
        }),
    })
    await rawTruncateStream(chunks(400), { ...limits, store })
    await new Promise<void>((resolve) => {
      open({ write: () => {}, close: () => {}, abort: resolve })
    })
  })

  it('gets bytes that stay as they are, as often as it likes to look', async () => {
    const kept: Uint8Array[] = []
    const store = storeOf({ write: (chunk: Uint8Array) => void kept.push(chunk) })
    const reused = new Uint8Array(1000)
    const overwriting = (async function* () {
      for (let i = 0; i < 100; i++) yield reused.fill(48 + (i % 10))
    })()
    await rawTruncateStream(overwriting, { ...limits, store })
    const digits = Array.from({ length: 100 }, (_, i) => String(i % 10).repeat(1000))
    expect(kept.map((chunk) => new TextDecoder().decode(chunk)).join('')).toBe(digits.join(''))
  })

  it('is called no more after its first failure', async () => {
    const calls: string[] = []
    const store = storeOf({
      write: () => {
        calls.push('write')
        throw new Error('full')
      },
      close: () => calls.push('close'),
      abort: () => calls.push('abort'),
    })
    await rawTruncateStream(chunks(sizes.large), { ...limits, store })
    expect(calls).toEqual(['write', 'abort'])
  })
})

describe('a stream that ends badly', () => {
  const iterating = (iterator: object): AsyncIterable<string> => ({
    [Symbol.asyncIterator]: () => iterator as AsyncIterator<string>,
  })
  const values = () => {
    let count = 0
    return {
      next: async () => (count++ < 3 ? { done: false, value: 'x\n' } : { done: true, value: undefined }),
    }
  }
  const fail = () => {
    throw new Error('no')
  }

  it.each<[string, object]>([
    ['throws', { return: fail }],
    ['rejects', { return: async () => fail() }],
    ['never settles', { return: () => new Promise(() => {}) }],
    ['is no function', { return: 7 }],
    ['cannot be read', Object.defineProperty({}, 'return', { get: fail, enumerable: true })],
  ])('has its result all the same where its return %s', async (_, ending) => {
    const descriptors = Object.getOwnPropertyDescriptors(ending)
    const iterator = Object.defineProperties(values(), descriptors)
    expect((await rawTruncateStream(iterating(iterator))).text).toBe('x\nx\nx\n')
  })

  it('still rejects with the error of a chunk', async () => {
    const iterator = { next: async () => ({ done: false, value: 7 }), return: fail }
    await expect(rawTruncateStream(iterating(iterator))).rejects.toMatchObject({ code: 'PITH_INVALID_INPUT' })
  })
})

describe('an option', () => {
  it.each([
    ['store', null],
    ['store', 'files'],
    ['storeTimeoutMs', 0],
    ['storeTimeoutMs', -1],
    ['storeTimeoutMs', '50'],
    ['storeTimeoutMs', Number.NaN],
  ])('%s: %j is refused', async (name, value) => {
    await expect(rawTruncateStream(chunks(1), { [name]: value })).rejects.toMatchObject({
      code: 'PITH_INVALID_OPTION',
      message: expect.stringContaining(`\`${name}\``),
    })
  })

  it.each(['text', 7, null, undefined, {}])('an input that is %j is refused', async (input) => {
    await expect(rawTruncateStream(input as never)).rejects.toMatchObject({ code: 'PITH_INVALID_INPUT' })
  })
})
