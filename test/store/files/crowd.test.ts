// @deep

import { describe, expect, inject, it } from 'vitest'
import { outcomeOf, usePrograms } from './processes.ts'
import { kindsIn, storeIn, useFolder } from './support.ts'

const PROCESSES = inject('thorough') ? 8 : 3
/** How often another process takes the place of one that has ended. */
const ROUNDS = inject('thorough') ? 6 : 1

/** Keeps own and common outputs, collects, and looks after each step whether all it was told of is still there. */
const MEMBER = `
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

describe.runIf(process.platform === 'linux')('processes that write and collect at once', () => {
  const box = useFolder()
  const programs = usePrograms()

  it('lose nothing, and remove nothing that one which still runs relies on', async () => {
    let seed = 0
    let kept = 0
    await Promise.all(
      Array.from({ length: PROCESSES }, async () => {
        for (let round = 0; round < ROUNDS; round++) {
          const { output, status } = await outcomeOf(programs.start(MEMBER, box.directory, `${seed++}`))
          expect(status).toBe(0)
          kept += Number(output)
        }
      }),
    )
    expect(kept).toBeGreaterThan(PROCESSES * ROUNDS)
    const store = storeIn(box.directory, { ttlMs: 0 })
    await new Promise((resolve) => setTimeout(resolve, 5))
    await store.gc()
    expect(await store.list()).toEqual([])
    expect(kindsIn(box.directory)).toEqual({})
  })
})
