import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SpillingCollector } from '../../../../src/core/stream.ts'
import { collect, keep, noise, writeAll } from '../../conformance.ts'
import { KEYS } from '../server.ts'
import {
  BUCKET,
  endpoint,
  kindsUnder,
  newPrefix,
  request,
  storeUnder,
  uploadsUnder,
  useBucket,
} from './support.ts'

const MIB = 1024 ** 2

/** A way to the server that can be cut at any moment. */
async function proxy(): Promise<{ endpoint: string; cut(): void }> {
  const { hostname, port } = new URL(endpoint)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      sockets.add(from)
      from.on('error', () => to.destroy()).pipe(to)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as { port: number }
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    cut() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

describe.runIf(endpoint)('with a real object store', () => {
  useBucket()

  it.each([
    ['the keys', { secretAccessKey: 'wrong' }, /refuses the keys \(SignatureDoesNotMatch\)/],
    ['the user', { accessKeyId: 'NOBODY' }, /refuses the keys \(InvalidAccessKeyId\)/],
    ['the bucket', { bucket: 'no-such-bucket' }, /has no bucket "no-such-bucket"/],
  ])('a failure names %s', async (_, options, words) => {
    const store = storeUnder(newPrefix(), options)
    const end = await writeAll(store, [noise(1000)])
    expect(end).toMatchObject({ complete: false, message: expect.stringMatching(words) })
    expect(await writeAll(store, [noise(9 * MIB)])).toMatchObject({ complete: false })
    await expect(store.list()).rejects.toMatchObject({ message: expect.stringMatching(words) })
    await expect(store.stat('0123456789abcdef')).rejects.toMatchObject({ code: 'PITH_STORE_FAILED' })
  })

  it('a failure names a clock that is off, and by how much', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3600_000 })
    try {
      const end = await writeAll(storeUnder(newPrefix()), [noise(1000)])
      expect(end).toMatchObject({
        code: 'RequestTimeTooSkewed',
        message: expect.stringMatching(/the clock of this machine is off by 3[56]\d\d s: set it/),
      })
    } finally {
      vi.useRealTimers()
    }
  })

  it('a way that is cut in the midst of an output loses the artifact, not the result', async () => {
    const way = await proxy()
    const prefix = newPrefix()
    const collector = new SpillingCollector(
      { maxBytes: 2000 },
      { store: storeUnder(prefix, { endpoint: way.endpoint }) },
    )
    const bytes = noise(MIB)
    for (let at = 0; at < 40; at++) {
      if (at === 20) way.cut()
      await collector.write(bytes)
    }
    const { text, totalBytes } = await collector.end()
    expect(collector.spilled).toMatchObject({
      complete: false,
      message: expect.stringMatching(/does not answer \([A-Z_]+\)\.$/),
    })
    expect(totalBytes).toBe(40 * MIB)
    expect(text.length).toBeGreaterThan(1000)
    expect(text).not.toMatch(/pith show|Full output|More:/)
    const store = storeUnder(prefix)
    expect(await store.list()).toEqual([])
    await store.gc({ graceMs: -60_000 })
    expect([await kindsUnder(prefix), await uploadsUnder(prefix)]).toEqual([{}, 0])
  })

  it('the rules of a bucket remove what is older than they say', async () => {
    const prefix = newPrefix()
    const store = storeUnder(prefix)
    await keep(store, noise(1000))
    // A day of this server is five seconds.
    await store.setExpiry({ days: 1 })
    expect((await request('GET', '?lifecycle')).text).toContain(`<Prefix>${prefix}ids/</Prefix>`)
    await vi.waitUntil(async () => Object.keys(await kindsUnder(prefix)).length === 0, {
      timeout: 90_000,
      interval: 1000,
    })
    expect(await store.list()).toEqual([])
    await request('DELETE', '?lifecycle')
  })
})

describe.runIf(endpoint)('processes that share a bucket', () => {
  useBucket()
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pith-test-'))
    const entry = join(import.meta.dirname, '../../../../src/store/backends/s3.ts')
    const outfile = join(folder, 's3.mjs')
    buildSync({ entryPoints: [entry], bundle: true, platform: 'node', format: 'esm', outfile })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const start = (prefix: string, program: string) => {
    const options = { endpoint, bucket: BUCKET, prefix, ...KEYS }
    const source = `import { createS3Store } from ${JSON.stringify(join(folder, 's3.mjs'))}
      const store = createS3Store(${JSON.stringify(options)})
      ${program}`
    return spawn(process.execPath, ['--input-type=module', '--eval', source], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  }

  it('page through what the other one wrote', async () => {
    const prefix = newPrefix()
    const child = start(
      prefix,
      `const writer = await store.open({ tool: 'bash' })
      for (let line = 1; line <= 200000; line++) await writer.write(new TextEncoder().encode('line ' + line + '\\n'))
      console.log((await writer.close()).ref.id)`,
    )
    const [id] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
    const page = collect(storeUnder(prefix).lines(id.trim(), { firstLine: 150_000, lastLine: 150_002 }))
    expect(Buffer.from(await page).toString()).toBe('line 150000\nline 150001\nline 150002\n')
  })

  it('leave only what gc removes when they are killed at any moment', async () => {
    const prefix = newPrefix()
    const store = storeUnder(prefix)
    for (let round = 0; round < 5; round++) {
      const child = start(
        prefix,
        `console.log('begin')
        for (let n = 0; ; n++) {
          const writer = await store.open({})
          for (let at = 0; at < 24; at++) {
            await writer.write(new Uint8Array(${MIB}).fill(n % 250 + at + ${round}))
            console.log('written')
          }
          await writer.close()
          console.log('closed')
        }`,
      )
      // In a first artifact, at its end, and in later ones.
      let left = 1 + 11 * round
      child.stdout.on('data', () => --left === 0 && child.kill('SIGKILL'))
      await once(child, 'exit')
    }
    await store.gc({ graceMs: -60_000 })
    const listed = await store.list()
    const { ids = 0, data = 0 } = await kindsUnder(prefix)
    expect([ids, data, await uploadsUnder(prefix)]).toEqual([listed.length, listed.length, 0])
    for (const { id, bytes } of listed)
      expect((await collect(store.read(id, { startByte: 0, endByte: Infinity }))).length).toBe(bytes)
  })
})
