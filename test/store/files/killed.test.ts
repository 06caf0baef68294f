// @deep

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { collect } from '../conformance.ts'
import { fillMany } from './many.ts'
import { outcomeOf, usePrograms } from './processes.ts'
import { kindsIn, storeIn, useFolder } from './support.ts'

const MANY = 150

/** Keeps own and common outputs, and tells of each. Some members also list or collect. */
const MEMBER = `
const store = createFileStore({ directory, keepFreeBytes: 0 })
const seed = Number(words[0])
for (let at = 0; at < 30; at++) {
  const end = await keep(store, Buffer.from(at % 3 ? 'own ' + seed + ' ' + at : 'common ' + at))
  if (!end.complete) throw new Error(end.message)
  console.log(end.ref.id)
  if (seed % 4 === 1) await store.newest(9)
  if (seed % 4 === 2) await store.list()
  if (seed % 4 === 3) await store.gc()
}`

/** Keeps own and common outputs, collects, and looks after each step whether all it was told of is still there. */
const RELYING = `
const store = createFileStore({ directory, maxTotalBytes: 2_000_000, keepFreeBytes: 0, ttlMs: 0 })
const seed = Number(words[0])
const kept = new Map()
for (let at = 0; at < 25; at++) {
  const body = bodyOf(at % 2 ? at % 11 : seed * 1000 + at)
  const end = await keep(store, body)
  if (end.complete) kept.set(end.ref.id, sha256(body))
  else if (end.code !== 'PITH_ARTIFACT_CAPPED' && end.code !== 'PITH_STORE_FULL') throw new Error(end.message)
  if (at % 3 === 0) await store.gc()
  for (const [id, expected] of kept) if (sha256(await whole(store, id)) !== expected) throw new Error('changed: ' + id)
}
console.log(kept.size)`

/** Writes artifacts, some again, some longer than they may be, and tells of each that is complete. */
const WRITER = `
const store = createFileStore({ directory, maxArtifactBytes: 600_000, maxTotalBytes: 3_000_000, ttlMs: 5 })
for (let at = Number(words[0]); ; at++) {
  const end = await keep(store, bodyOf(at % 3 ? at : at % 30))
  if (end.complete) console.log(end.ref.sha256)
  if (at % 5 === 4) await store.gc()
  if (at % 7 === 6) await store.delete((await store.list())[0]?.id).catch(() => {})
}`

/** The generator of Lehmer, from a fixed seed. */
function* numbers(): Generator<number, never> {
  for (let state = 33; ; ) {
    state = (state * 48271) % 2147483647
    yield state
  }
}

describe.runIf(process.platform === 'linux')('processes that share a store', () => {
  const box = useFolder()
  const programs = usePrograms()
  const atOnce = <T>(count: number, act: (at: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, at) => act(at)))

  it('of many artifacts lose none, though each second one is killed at any moment', async () => {
    const random = numbers()
    const told = new Set(fillMany(box.directory, MANY))
    const processes = 12
    for (let round = 0; round < 2; round++) {
      await atOnce(processes, async (at) => {
        const child = programs.start(MEMBER, box.directory, `${round * processes + at}`)
        const last = at % 2 ? 1 + (random.next().value % 29) : Infinity
        let lines = 0
        child.stdout?.on('data', (text: Buffer) => {
          lines += text.toString().split('\n').length - 1
          if (lines >= last) child.kill('SIGKILL')
        })
        const { output, status } = await outcomeOf(child)
        expect(status === 0 || last < Infinity).toBe(true)
        for (const id of output.split('\n').slice(0, -1)) told.add(id)
      })
      const store = storeIn(box.directory)
      const page = await store.newest(20)
      const all = await store.list()
      expect(page).toMatchObject({ artifacts: all.slice(0, 20), total: all.length })
      const listed = new Set(all.map(({ id }) => id))
      expect([...told].filter((id) => !listed.has(id))).toEqual([])
      for (const id of told) await collect(store.read(id, { startByte: 0, endByte: Infinity }))
      await store.gc()
      const { bin, json, ...others } = kindsIn(box.directory)
      expect({ bin, json, others }).toEqual({
        bin: all.length,
        json: all.length,
        others: { 'pith-due': 1 },
      })
      expect(await storeIn(box.directory).newest(20)).toEqual(page)
    }
  })

  it('and collect at once remove nothing that one which still runs relies on', async () => {
    let seed = 0
    let kept = 0
    const [processes, rounds] = [8, 3]
    await atOnce(processes, async () => {
      for (let round = 0; round < rounds; round++) {
        const { output, status } = await outcomeOf(programs.start(RELYING, box.directory, `${seed++}`))
        expect(status).toBe(0)
        kept += Number(output)
      }
    })
    expect(kept).toBeGreaterThan(processes * rounds)
    const store = storeIn(box.directory, { ttlMs: 0 })
    await new Promise((resolve) => setTimeout(resolve, 5))
    await store.gc()
    expect(await store.list()).toEqual([])
    expect(kindsIn(box.directory)).toEqual({})
  })

  it('and are killed while they write leave whole artifacts, and nothing else that is not removed', async () => {
    const rounds = 10
    let seen = 0
    for (let round = 0; round < rounds; round++)
      await atOnce(4, async (at) => {
        const directory = join(box.directory, `${round % 3}-${at}`)
        const child = programs.start(WRITER, directory, `${round * 100}`)
        const outcome = outcomeOf(child)
        // What a writer does behind so many artifacts differs.
        let left = 1 + ((round * 4 + at) % 7)
        child.stdout?.on('data', () => --left === 0 && child.kill('SIGKILL'))
        seen += (await outcome).output.split('\n').length
        const store = storeIn(directory)
        await store.gc()
        const listed = await store.list()
        const { bin = 0, json = 0, lines: __, ...rest } = kindsIn(directory)
        expect({ bin, json, rest }).toEqual({ bin: listed.length, json: listed.length, rest: {} })
        for (const { id, bytes, sha256, missing } of listed) {
          if (missing) continue
          const found = await collect(store.read(id, { startByte: 0, endByte: bytes }))
          expect(createHash('sha256').update(found).digest('hex')).toBe(sha256)
        }
      })
    expect(seen).toBeGreaterThan(rounds * 4)
  })
})
