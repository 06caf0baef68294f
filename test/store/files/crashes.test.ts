// @deep

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { collect } from '../conformance.ts'
import { outcomeOf, usePrograms } from './processes.ts'
import { kindsIn, storeIn, useFolder } from './support.ts'

const ROUNDS = inject('thorough') ? 20 : 2
const AT_ONCE = 4
/** A writer is killed when it has told of so many artifacts; what it does then differs. */
const MOST_TOLD = 7

/** Writes artifacts, some again, some longer than they may be, and tells of each that is complete. */
const WRITER = `
const store = createFileStore({ directory, maxArtifactBytes: 600_000, maxTotalBytes: 3_000_000, ttlMs: 5 })
for (let at = Number(words[0]); ; at++) {
  const end = await keep(store, bodyOf(at % 3 ? at : at % 30))
  if (end.complete) console.log(end.ref.sha256)
  if (at % 5 === 4) await store.gc()
  if (at % 7 === 6) await store.delete((await store.list())[0]?.id).catch(() => {})
}`

describe.runIf(process.platform === 'linux')('a writer killed at any moment', () => {
  const box = useFolder()
  const programs = usePrograms()

  it('leaves whole artifacts, and nothing else that is not found and removed', async () => {
    let seen = 0
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all(
        Array.from({ length: AT_ONCE }, async (_, at) => {
          const directory = join(box.directory, `${round % 3}-${at}`)
          const child = programs.start(WRITER, directory, `${round * 100}`)
          const outcome = outcomeOf(child)
          let left = 1 + ((round * AT_ONCE + at) % MOST_TOLD)
          child.stdout?.on('data', () => --left === 0 && child.kill('SIGKILL'))
          const { output } = await outcome
          seen += output.split('\n').length
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
        }),
      )
    }
    expect(seen).toBeGreaterThan(ROUNDS * AT_ONCE)
  })
})
