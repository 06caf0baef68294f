// @deep

import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ArtifactEnd, ArtifactStore } from '../../../src/store/store.ts'
import { truncateStream } from '../../support/checked.ts'
import { closedPort } from '../../support/closed-port.ts'
import { collect, keep, noise, writeAll } from '../conformance.ts'
import type { Fault } from './fake-server.ts'
import { hastyAt, storeAt, useFakeServer } from './support.ts'

/** Three parts and a rest. */
const bytes = noise(200_000)
const small = bytes.subarray(0, 10_000)

async function* lines() {
  for (let line = 1; line <= 50_000; line++) yield `line ${line}\n`
}

/** The message of an end that must not be complete. */
function failureOf(end: ArtifactEnd): { code: string; message: string } {
  if (end.complete) throw new Error('Expected an end that is not complete.')
  return end
}

async function expectWhole(store: ArtifactStore, expected: Uint8Array, id: string): Promise<void> {
  const found = await collect(store.read(id, { startByte: 0, endByte: Infinity }))
  expect(Buffer.compare(found, expected)).toBe(0)
}

/** Comes when a call hangs, and never before a call that is slow. */
const late = () => sleep(60_000, 'late', { ref: false })

describe('a request that fails once', () => {
  const box = useFakeServer()

  it.each<Fault>(['503', '429', 'reset', 'lost', 'cut', 'late-error'])(
    'with %s costs an output another try, whichever it is',
    async (fault) => {
      for (const output of [bytes, small]) {
        for (let at = 1; ; at++) {
          const isOver = { is: true }
          let n = 0
          box.server.fault = () => {
            if (++n !== at) return undefined
            isOver.is = false
            return fault
          }
          const store = box.hasty()
          const { id } = await keep(store, output)
          box.server.fault = () => undefined
          await expectWhole(box.hasty(), output, id)
          expect(box.server.keysOf('ids')).toHaveLength(1)
          await store.delete(id)
          await store.gc({ graceMs: -1000 })
          expect([box.server.objects.size, box.server.uploads.size]).toEqual([0, 0])
          if (isOver.is) break
        }
      }
    },
  )

  it.each<Fault>(['503', 'reset', 'lost', 'cut'])('with %s costs a reader another try', async (fault) => {
    const { id } = await keep(box.hasty(), bytes)
    for (let at = 1; at <= 3; at++) {
      let n = 0
      box.server.fault = () => (++n === at ? fault : undefined)
      await expectWhole(box.hasty(), bytes, id)
      n = 0
      expect(await box.hasty().list()).toHaveLength(1)
    }
  })
})

describe('requests that fail from some time on', () => {
  const box = useFakeServer()

  it.each<Fault>(['503', '429', '403', '501', 'reset', 'lost', 'cut', 'late-error'])(
    'with %s lose an artifact, tell so, and leave what gc finds',
    async (fault) => {
      for (let at = 1; ; at++) {
        let n = 0
        box.server.fault = () => (++n >= at ? fault : undefined)
        const end = await writeAll(box.hasty(), [bytes])
        const isOver = n < at
        box.server.fault = () => undefined
        if (end.complete) await expectWhole(box.hasty(), bytes, end.ref.id)
        else expect(end.message).toMatch(/^The full output could not be kept: .*\.$/)
        expect(end.complete || !isOver).toBe(true)
        const store = box.hasty()
        for (const { id } of await store.list()) await expectWhole(store, bytes, id)
        await store.gc({ graceMs: -1000 })
        const listed = await store.list()
        expect(box.server.uploads.size).toBe(0)
        expect([box.server.keysOf('ids').length, box.server.keysOf('data').length]).toEqual([
          listed.length,
          listed.length,
        ])
        for (const { id } of listed) {
          await expectWhole(store, bytes, id)
          await store.delete(id)
        }
        if (isOver) break
      }
    },
  )
})

describe('a manifest that is refused', () => {
  const box = useFakeServer()

  it('leaves no bytes', async () => {
    box.server.fault = ({ method, key }) => (method === 'PUT' && key.includes('ids/') ? '403' : undefined)
    expect(failureOf(await writeAll(box.hasty(), [bytes])).message).toContain(
      'refuses the keys (AccessDenied)',
    )
    expect(box.server.objects.size).toBe(0)
  })
})

describe('a store that is not there', () => {
  const box = useFakeServer()

  it('loses the artifact, never the result', async () => {
    const endpoint = await closedEndpoint()
    const dead = hastyAt(endpoint)
    const store = Object.assign(dead, { list: async () => [] })
    const { text, truncated } = await truncateStream(lines(), { store, maxBytes: 1000 })
    expect(truncated).toBe(true)
    expect(text).not.toMatch(/pith show|Full output|More:/)
    const { code, message } = failureOf(await writeAll(hastyAt(endpoint), [small]))
    expect(code).toBe('ECONNREFUSED')
    expect(message).toBe(
      `The full output could not be kept: the object store at ${endpoint} does not answer (ECONNREFUSED).`,
    )
  })

  it('is not asked again for a while', async () => {
    box.server.fault = () => 'reset'
    const store = box.hasty()
    await writeAll(store, [small])
    box.server.log.splice(0)
    expect(failureOf(await writeAll(store, [small])).message).toContain('does not answer')
    expect(box.server.log).toEqual([])
    box.server.fault = () => undefined
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    try {
      expect(await writeAll(store, [small])).toMatchObject({ complete: true })
    } finally {
      vi.useRealTimers()
    }
  })

  it.each([
    ['an output', bytes],
    ['a small output', small],
  ])('and takes what it is sent without an answer ends %s in time', async (_, output) => {
    box.server.fault = () => 'hang'
    const store = box.hasty({ timeoutMs: 150, closeTimeoutMs: 400 })
    expect(failureOf(await writeAll(store, [output])).code).toBe('ETIMEDOUT')
  })

  it('before long is not waited for', async () => {
    box.server.fault = () => 'much-later'
    expect(failureOf(await writeAll(box.hasty(), [small])).code).toBe('SlowDown')
    expect(box.server.log.filter((line) => line === 'PUT data/…')).toHaveLength(1)
  })

  it('when its time at the end is over is not waited for any longer', async () => {
    box.server.fault = ({ key }) => (key.includes('ids/') ? 'hang' : undefined)
    const store = box.hasty({ timeoutMs: 60_000, closeTimeoutMs: 200 })
    const { code, message } = failureOf(await writeAll(store, [bytes]))
    expect([code, message]).toEqual(['ETIMEDOUT', expect.stringContaining('took too long')])
  })

  it.each<Fault>(['hang', 'stall'])('fails a reader by name with %s', async (fault) => {
    const { id } = await keep(box.hasty(), bytes)
    box.server.fault = ({ key, method }) => (method === 'GET' && key.includes('data/') ? fault : undefined)
    const reading = collect(box.hasty({ timeoutMs: 100 }).read(id, { startByte: 0, endByte: Infinity }))
    await expect(reading).rejects.toMatchObject({
      code: 'PITH_STORE_FAILED',
      message: expect.stringContaining('does not answer in time'),
    })
  })
})

describe('a store that answers and is slow', () => {
  const box = useFakeServer()

  it('is waited for so long before the end of an output, and no longer', async () => {
    box.server.fault = ({ query }) => (query.has('partNumber') ? 'hang' : undefined)
    const store = box.hasty({ timeoutMs: 60_000, closeTimeoutMs: 60_000, waitMs: 200 })
    const writer = await store.open({})
    for (let at = 0; at < 20; at++) await writer.write(noise(256 * 1024))
    const { code, message } = failureOf(await writer.close())
    expect([code, message]).toEqual(['ETIMEDOUT', expect.stringContaining('took too long')])
    expect(box.server.uploads.size).toBe(0)
    box.server.fault = () => undefined
    expect(await writeAll(store, [small])).toMatchObject({ complete: true })
  })

  it('may keep an output waiting again and again, not for longer in all', async () => {
    // Each part is taken after a while.
    let parts = 0
    const slow: typeof fetch = async (input, init) => {
      if (String(input).includes('partNumber')) {
        parts++
        await sleep(60)
      }
      return fetch(input, init)
    }
    const store = box.hasty({ fetch: slow, waitMs: 300 })
    const writer = await store.open({})
    for (let at = 0; at < 100; at++) await writer.write(noise(256 * 1024))
    expect(failureOf(await writer.close()).message).toContain('took too long')
    expect(parts).toBeLessThan(200)
  })

  it('is given the same time where what came to nothing is not taken away either', async () => {
    box.server.fault = ({ key, method }) => (key.includes('ids/') || method === 'DELETE' ? 'hang' : undefined)
    const store = box.hasty({ timeoutMs: 60_000, closeTimeoutMs: 400 })
    const writer = await store.open({})
    await writer.write(small)
    const end = await Promise.race([writer.close(), late()])
    expect(end).toMatchObject({ complete: false })
    box.server.fault = ({ method, query }) =>
      method === 'DELETE' || query.has('partNumber') ? 'hang' : undefined
    expect(await Promise.race([writeAll(store, [bytes]), late()])).toMatchObject({
      code: 'ETIMEDOUT',
    })
  })
})

describe('a store that never answered', () => {
  const box = useFakeServer()

  it.each([
    ['a small output', small],
    ['a larger one', noise(3_000_000)],
  ])('is waited for a short while with %s', async (_, output) => {
    box.server.fault = () => 'hang'
    const store = storeAt(box.server.endpoint, { firstAnswerMs: 100, timeoutMs: 60_000 })
    const end = await Promise.race([writeAll(store, [output]), late()])
    expect(end).toMatchObject({ code: 'ETIMEDOUT', message: expect.stringContaining('does not answer') })
  })

  it('is tried twice where nobody listens', async () => {
    const endpoint = await closedEndpoint()
    let tries = 0
    const counting: typeof fetch = (input, init) => {
      tries++
      return fetch(input, init)
    }
    // And once more twice to take away what may be there.
    failureOf(await writeAll(hastyAt(endpoint, { fetch: counting }), [small]))
    expect(tries).toBeLessThanOrEqual(4)
  })
})

describe('what answers 200 and is no object store', () => {
  const box = useFakeServer()

  it.each<Fault>(['page', 'tagged-page'])('keeps no output, with a %s', async (fault) => {
    box.server.fault = () => fault
    for (const output of [small, bytes, noise(3_000_000)])
      expect(failureOf(await writeAll(box.hasty(), [output])).message).toMatch(
        /no ETag|does not keep what it is sent|cut short/,
      )
  })

  it('is not believed without an ETag, also when it was an object store before', async () => {
    const store = box.hasty()
    await keep(store, bytes)
    box.server.fault = ({ method, key }) => (method === 'PUT' && key.includes('data/') ? 'page' : undefined)
    expect(failureOf(await writeAll(store, [small])).code).toBe('NoETag')
  })

  it('loses no whole output to a part of it where conditions are not known', async () => {
    box.server.hasConditions = false
    const { id } = await keep(box.hasty(), bytes)
    const end = await writeAll(box.hasty({ maxArtifactBytes: 10_000 }), [bytes])
    expect(end).toMatchObject({ complete: true })
    await expectWhole(box.hasty(), bytes, id)
  })

  it('is asked in vain for a listing that it cuts short', async () => {
    const store = box.hasty()
    await keep(store, small)
    const cut = [
      (xml: string) => xml.replace('<IsTruncated>false', '<IsTruncated>true'),
      (xml: string) => xml.replace(/<IsTruncated>.*?<.IsTruncated>/, ''),
      (xml: string) =>
        xml
          .replace('<IsTruncated>false', '<IsTruncated>true')
          .replace('<KeyCount>', '<NextContinuationToken>a</NextContinuationToken><KeyCount>'),
    ]
    for (const relist of cut) {
      box.server.relist = relist
      for (const ask of [() => store.list(), () => store.gc({ graceMs: -1000 })])
        await expect(ask()).rejects.toMatchObject({ message: expect.stringContaining('cut short') })
    }
    expect(box.server.keysOf('data')).toHaveLength(1)
  })
})

describe('what a failure says', () => {
  const box = useFakeServer()

  it('holds no key, whatever happens', async () => {
    const secret = 'do-not-tell-me'
    const texts: string[] = []
    for (const fault of ['503', '403', '501', 'reset', 'cut', 'late-error'] as const) {
      box.server.fault = () => fault
      const credentials = {
        accessKeyId: `id-${secret}`,
        secretAccessKey: secret,
        sessionToken: `t-${secret}`,
      }
      const store = box.hasty({ credentials: async () => credentials })
      texts.push(JSON.stringify(await writeAll(store, [small])))
      for (const call of [
        () => store.list(),
        () => store.stat('0123456789abcdef'),
        () => store.gc(),
        () => store.setExpiry({ days: 1 }),
      ]) {
        const error = await call().then(
          () => undefined,
          (reason: Error) => reason,
        )
        texts.push(`${error?.stack} ${error?.cause} ${JSON.stringify(error)}`)
      }
    }
    expect(texts.length).toBe(30)
    for (const text of texts) expect(text).not.toContain(secret)
  })

  it('does not repeat what a provider of keys says', async () => {
    const store = storeAt(box.server.endpoint, {
      credentials: () => Promise.reject(new Error('token abc was refused')),
    })
    const { message } = failureOf(await writeAll(store, [small]))
    expect(message).toBe(
      'The full output could not be kept: the keys of the object store could not be loaded: check the function `credentials`.',
    )
  })

  it('is told soon where a provider of keys never answers', async () => {
    const credentials = () => new Promise<never>(() => {})
    const store = storeAt(box.server.endpoint, { credentials, timeoutMs: 100 })
    expect(failureOf(await writeAll(store, [small])).code).toBe('ETIMEDOUT')
  })

  it('refuses a manifest without end', async () => {
    const { id } = await keep(box.hasty(), small)
    const [key] = box.server.keysOf('ids')
    box.server.objects.set(key, { body: Buffer.alloc(1_000_000, 32), etag: '"x"', changedAt: new Date() })
    await expect(box.hasty().stat(id)).rejects.toMatchObject({
      code: 'PITH_STORE_FAILED',
      message: expect.stringContaining('damaged'),
    })
  })
})

/** An address at which nobody listens while the test runs. */
async function closedEndpoint(): Promise<string> {
  const closed = await closedPort()
  onTestFinished(() => closed.release())
  return `http://127.0.0.1:${closed.port}`
}
