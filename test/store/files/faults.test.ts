// @deep

import { readdirSync, rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FileArtifactStore } from '../../../src/store/backends/files.ts'
import type { ArtifactEnd } from '../../../src/store/store.ts'
import { collect, noise, writeAll } from '../conformance.ts'
import { type Fault, failAt } from './faulty.ts'
import { disown, kindsIn, type Making, storeIn, useFolder } from './support.ts'

/** Of so many calls, one fails. */
const STEP = 5
type Row = readonly [code: string, fault: Fault]
const everyFault = (code: string): Row[] =>
  (['once', 'for good', 'for good by name'] as const).map((fault) => [code, fault])
const brokenCases = everyFault('EIO')
/** For an output of which the ends may be kept where a disk is full. */
const fullCases = everyFault('ENOSPC')
/** The store has only words for these, so they take the ways of the others. */
const otherWords = (codes: readonly string[]): Row[] => codes.map((code) => [code, 'once'])
const everything = { startByte: 0, endByte: Infinity }
const openFiles = () => readdirSync('/proc/self/fd').length

const box = useFolder()
const unhandled: unknown[] = []
const remember = (reason: unknown) => unhandled.push(reason)
beforeEach(() => void process.on('unhandledRejection', remember))
afterEach(() => void process.off('unhandledRejection', remember))

interface Scene {
  cases: readonly Row[]
  making: Making
  /** With a store that works. */
  before(store: FileArtifactStore): Promise<unknown>
  /** With one that fails; gives what it was told was kept. */
  run(store: FileArtifactStore): Promise<ArtifactEnd[]>
}

const scenes: Record<string, Scene> = {
  'a small output': {
    cases: [...brokenCases, ...otherWords(['EMFILE', 'EACCES'])],
    making: {},
    before: async () => {},
    run: async (store) => [await writeAll(store, [noise(700)])],
  },
  'a large one, with an index': {
    cases: [...brokenCases, ...fullCases],
    making: {},
    before: async () => {},
    run: async (store) => [await writeAll(store, pieces(4_500_000))],
  },
  'one that is large enough for its ends to be kept': {
    cases: [...brokenCases, ...fullCases, ...otherWords(['EDQUOT', 'EFBIG', 'EROFS'])],
    making: {},
    before: async () => {},
    run: async (store) => [await writeAll(store, [noise(300_000)])],
  },
  'one that is longer than it may be': {
    cases: [...brokenCases, ...fullCases],
    making: { maxArtifactBytes: 600_000 },
    before: async () => {},
    run: async (store) => [await writeAll(store, pieces(2_000_000))],
  },
  'one that a process which is dead has kept': {
    cases: brokenCases,
    making: {},
    before: async (store) => {
      const { ref } = await writeAll(store, [noise(5000)])
      disown(box.directory, ref?.id ?? '')
    },
    run: async (store) => [await writeAll(store, [noise(5000)])],
  },
  'one that was kept shorter': {
    cases: brokenCases,
    making: {},
    before: () => writeAll(storeIn(box.directory, { maxArtifactBytes: 1000 }), [noise(5000)]),
    run: async (store) => [await writeAll(store, [noise(5000)])],
  },
  'one that needs the room of others': {
    cases: [...brokenCases, ...fullCases],
    making: { maxTotalBytes: 400_000 },
    before: async (store) => {
      const { ref } = await writeAll(store, [noise(300_000)])
      disown(box.directory, ref?.id ?? '', 1000)
    },
    run: async (store) => [await writeAll(store, [noise(200_000)])],
  },
  'two at once, a third aborted': {
    cases: brokenCases,
    making: {},
    before: async () => {},
    run: async (store) => {
      const third = await store.open({})
      await third.write(noise(900_000))
      third.abort()
      const ends = await Promise.all([300_000, 300_000].map((length) => writeAll(store, [noise(length)])))
      return [...ends, await third.close()]
    },
  },
}

function* pieces(length: number) {
  for (let at = 0; at < length; at += 1_000_000)
    yield noise(length).subarray(at, Math.min(length, at + 1_000_000))
}

/** Everything but the outcome of the calls that were made to fail. */
async function check(ends: readonly ArtifactEnd[], fdsBefore: number, name: string): Promise<void> {
  const store = storeIn(box.directory)
  for (const end of ends) {
    if (!end.complete)
      expect(end, name).toMatchObject({ code: expect.any(String), message: expect.stringMatching(/\.$/) })
    for (const range of end.complete ? [everything] : (end.kept ?? [])) {
      const bytes = await collect(store.read(end.ref?.id ?? '', range))
      const { startByte, endByte } = { ...range, endByte: Math.min(range.endByte, end.ref?.bytes ?? 0) }
      expect(Buffer.compare(bytes, noise(endByte).subarray(startByte)), name).toBe(0)
    }
  }
  await store.gc()
  const listed = (await store.list()).length
  const { bin = 0, json = 0, lines: _, claim: __, ...rest } = kindsIn(box.directory)
  expect({ bin, json, rest }, name).toEqual({ bin: listed, json: listed, rest: {} })
  expect(openFiles(), name).toBe(fdsBefore)
  expect(unhandled, name).toEqual([])
}

describe.runIf(process.platform === 'linux')('whichever call fails', () => {
  describe.each(Object.entries(scenes))('%s', (_, { cases, making, before, run }) => {
    it.each(cases)(
      '(with %s, %s) is kept, or told that it is not, and nothing stays behind',
      async (code, fault) => {
        for (let n = 1; ; n++) {
          rmSync(box.directory, { recursive: true, force: true })
          await before(storeIn(box.directory))
          const fdsBefore = openFiles()
          const { fileSystem, calls } = failAt(n, fault, code)
          const ends = await run(storeIn(box.directory, { ...making, fileSystem }))
          await check(ends, fdsBefore, `call ${n}: ${calls[n - 1]}`)
          if (calls.length < n) {
            expect(n).toBeGreaterThan(10)
            break
          }
        }
      },
    )
  })

  it.each([...brokenCases, ['ENOSPC', 'for good'] as const])(
    '(with %s, %s) while it is read, listed, deleted or collected, an error tells, and no file stays open or is lost',
    async (code, fault) => {
      for (let n = 1; ; n += STEP) {
        rmSync(box.directory, { recursive: true, force: true })
        const good = storeIn(box.directory)
        const ids: string[] = []
        for (const length of [100, 5_000_000, 300])
          ids.push((await writeAll(good, [noise(length)])).ref?.id ?? '')
        disown(box.directory, ids[0], 1000)
        const fdsBefore = openFiles()
        const { fileSystem, calls } = failAt(n, fault, code)
        const store = storeIn(box.directory, { fileSystem, ttlMs: 500 })
        const steps: (() => Promise<unknown>)[] = [
          () => store.stat(ids[1]),
          () => collect(store.lines(ids[1], { firstLine: 9999, lastLine: 9999 })),
          () => store.list(),
          () => store.gc(),
          () => store.delete(ids[2]),
        ]
        const found = await Promise.allSettled(steps.map((step) => step()))
        for (const step of found.filter((one) => one.status === 'rejected'))
          expect(step.reason, `call ${n}: ${calls[n - 1]}`).toMatchObject({
            code: expect.stringMatching(/^PITH_(STORE_FAILED|UNKNOWN_ARTIFACT)$/),
          })
        const middle: ArtifactEnd = { complete: true, ref: await good.stat(ids[1]) }
        await check([middle], fdsBefore, `call ${n}: ${calls[n - 1]}`)
        if (calls.length < n) break
      }
    },
  )
})
