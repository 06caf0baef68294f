// @deep

import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ArtifactEnd } from '../../../src/store/store.ts'
import { bytesOf, collect, writeAll } from '../conformance.ts'
import { type Fault, failAt } from './faulty.ts'
import { fillOld } from './old-store.ts'
import { kindsIn, storeIn, useFolder } from './support.ts'

/** Each case takes each eighth call, and the cases differ in the first one. */
const STEP = 8
const faults: Fault[] = ['once', 'for good', 'for good by name']
const codes = ['EIO', 'ENOSPC']
const cases = codes.flatMap((code, at) => faults.map((fault, by) => [code, fault, (at + by) % STEP] as const))
const OLD = 110
const openFiles = () => readdirSync('/proc/self/fd').length

describe.runIf(process.platform === 'linux')('whichever call fails in a store with a ledger', () => {
  const box = useFolder()

  it.each(cases)(
    '(with %s, %s) what was kept is listed and found, and nothing stays behind',
    async (code, fault, first) => {
      const whole = join(box.root, 'whole')
      const ids = fillOld(whole, OLD)
      await storeIn(whole).list()
      for (let n = 1 + first; ; n += STEP) {
        rmSync(box.directory, { recursive: true, force: true })
        // Their times too, so that the ledger is believed.
        cpSync(whole, box.directory, { recursive: true, preserveTimestamps: true })
        await storeIn(box.directory).list()
        const fdsBefore = openFiles()
        const { fileSystem, calls } = failAt(n, fault, code)
        const store = storeIn(box.directory, { fileSystem })
        const ends: ArtifactEnd[] = []
        for (const text of ['new', 'artifact 7\n']) ends.push(await writeAll(store, [bytesOf(text)]))
        await store.newest(20).catch(() => {})
        await store.delete(ids[3]).catch(() => {})
        await store.delete(ids[60]).catch(() => {})
        // A clean-up writes the ledger anew.
        if (n % 2 === 0) await store.gc().catch(() => {})
        const name = `call ${n}: ${calls[n - 1]}`
        const good = storeIn(box.directory)
        // A page that shows nothing of what failed cannot see that the ledger lies.
        for (const text of ['later', 'last']) await writeAll(good, [bytesOf(text)])
        const pages = [await good.newest(2), await good.newest(20)]
        const all = await good.list()
        for (const [at, page] of pages.entries())
          expect(page, name).toMatchObject({ artifacts: all.slice(0, at ? 20 : 2), total: all.length })
        for (const end of ends)
          if (end.complete)
            await collect(good.read(end.ref.id, { startByte: 0, endByte: Number.POSITIVE_INFINITY }))
        expect(all.length, name).toBeGreaterThanOrEqual(OLD - 2)
        await good.gc()
        const { bin, json, claim: _, ...others } = kindsIn(box.directory)
        const expected = { bin: all.length, json: all.length, others: { 'pith-ledger': 1 } }
        expect({ bin, json, others }, name).toEqual(expected)
        expect(openFiles(), name).toBe(fdsBefore)
        if (calls.length < n) break
      }
    },
  )
})
