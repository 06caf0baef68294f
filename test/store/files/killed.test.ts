// @deep

import { describe, expect, inject, it } from 'vitest'
import { collect } from '../conformance.ts'
import { fillMany } from './many.ts'
import { outcomeOf, usePrograms } from './processes.ts'
import { kindsIn, storeIn, useFolder } from './support.ts'

const thorough = inject('thorough')
const PROCESSES = thorough ? 12 : 5
const ROUNDS = thorough ? 2 : 1
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

/** The generator of Lehmer, from a fixed seed. */
function* numbers(): Generator<number, never> {
  for (let state = 33; ; ) {
    state = (state * 48271) % 2147483647
    yield state
  }
}

describe.runIf(process.platform === 'linux')('processes that share a store of many artifacts', () => {
  const box = useFolder()
  const programs = usePrograms()

  it('lose no artifact, though each second one is killed at any moment', async () => {
    const random = numbers()
    const told = new Set(fillMany(box.directory, MANY))
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all(
        Array.from({ length: PROCESSES }, async (_, at) => {
          const child = programs.start(MEMBER, box.directory, `${round * PROCESSES + at}`)
          const last = at % 2 ? 1 + (random.next().value % 29) : Infinity
          let lines = 0
          child.stdout?.on('data', (text: Buffer) => {
            lines += text.toString().split('\n').length - 1
            if (lines >= last) child.kill('SIGKILL')
          })
          const { output, status } = await outcomeOf(child)
          expect(status === 0 || last < Infinity).toBe(true)
          for (const id of output.split('\n').slice(0, -1)) told.add(id)
        }),
      )
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
})
