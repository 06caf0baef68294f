// @deep

import { closeSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { newlineCounterFor, ROOM_BYTES } from '../../src/core/scan/newlines.ts'
import { countFromEnd } from '../../src/host/count-from-end.ts'
import { walkStrides } from '../../src/host/counted-pages.ts'
import { countStrides, createLineIndex, type LineIndex, UNKNOWN } from '../../src/host/line-index.ts'
import { openRegular } from '../../src/host/open-regular.ts'
import { Pace } from '../../src/host/pace.ts'
import { SecondThread } from '../../src/host/second-thread.ts'
import { STRIDE_BYTES } from '../../src/store/line-index.ts'
import { createReader, type ReadOptions, read } from '../../src/tools/read.ts'
import { build, distUrl } from '../support/built.ts'
import { countLines, largeText, useFolder, writeSettled } from '../support/large-file.ts'
import { createRandom } from '../support/random.ts'
import { some } from '../support/some.ts'

const backend = inject('backend')
const folder = useFolder()
const MIB = 1024 * 1024

/** A thread that helps from the first byte on. */
class EagerThread extends SecondThread {
  override get leastBytes(): number {
    return 0
  }
}

async function fileOf(name: string, bytes: Uint8Array) {
  const path = join(folder.path, name)
  await writeSettled(path, bytes)
  const { dev, ino } = statSync(path, { bigint: true })
  return { path, job: { path, dev, ino, sizeBytes: bytes.length, backend } }
}

/** What one thread alone counts. */
function counted(path: string): Uint32Array {
  const { descriptor, sizeBytes } = openRegular(path)
  const index = createLineIndex(sizeBytes)
  const counter = newlineCounterFor(backend)
  for (let stride = 0; stride < index.entries.length; stride += 4)
    countStrides(descriptor, index, stride, sizeBytes, counter)
  closeSync(descriptor)
  return index.entries
}

const wordsFor = ({ entries }: LineIndex): Uint32Array => {
  const words = new Uint32Array(new SharedArrayBuffer(4 * (entries.length + 1)))
  words.set(entries)
  return words
}

describe('counting from the end', () => {
  it('stops where the other thread has been, whatever it has counted', async () => {
    for (let seed = 0; seed < (inject('thorough') ? 12 : 6); seed++) {
      const random = createRandom(seed)
      const { path, job } = await fileOf(`met-${seed}`, largeText(seed, random.below(4 * MIB) + MIB))
      const expected = counted(path)
      const met = random.below(expected.length)
      const words = wordsFor(createLineIndex(job.sizeBytes))
      // Of what is there already, no more than the rest of a room may be counted once more.
      const there = expected.slice(0, met).fill(2)
      words.set(there)
      countFromEnd({ ...job, words })
      expect(words.slice(met, -1), `seed ${seed}`).toEqual(expected.slice(met))
      const kept = Math.max(0, met - ROOM_BYTES / STRIDE_BYTES)
      expect(words.slice(0, kept)).toEqual(there.slice(0, kept))
    }
  })

  it('counts nothing once it is stopped, or where the path leads to another file', async () => {
    const { job } = await fileOf('other', largeText(1, 2 * MIB))
    const words = wordsFor(createLineIndex(job.sizeBytes))
    const untouched = words.slice()
    countFromEnd({ ...job, ino: job.ino + 1n, words })
    countFromEnd({ ...job, sizeBytes: job.sizeBytes + 1, words })
    expect(words).toEqual(untouched)
    words[words.length - 1] = 1
    countFromEnd({ ...job, words })
    expect(words.subarray(0, -1)).toEqual(untouched.subarray(0, -1))
  })
})

describe('two threads', () => {
  let thread: EagerThread
  beforeAll(() => {
    build()
    thread = new EagerThread(new URL(distUrl('node/scan-thread.js')))
  }, 120_000)
  afterAll(() => thread.end())

  async function filled(index: LineIndex): Promise<void> {
    for (let tries = 0; index.entries.includes(UNKNOWN); tries++) {
      if (tries === 10_000) throw new Error('The second thread has counted nothing.')
      await sleep(10)
    }
  }

  it('count what one counts', async () => {
    for (let seed = 0; seed < 6; seed++) {
      const { path, job } = await fileOf(`threads-${seed}`, largeText(seed, 3 * MIB + seed))
      const index = createLineIndex(job.sizeBytes)
      await thread.share(job, index)
      await filled(index)
      expect(index.entries).toEqual(counted(path))
    }
  })

  const readWith = async (path: string, options: ReadOptions, helper: SecondThread) => {
    const file = openRegular(path)
    const reader = createReader({ backend, source: { path }, ...options })
    const index = createLineIndex(file.sizeBytes)
    const pace = new Pace(undefined)
    const end = await walkStrides(
      { path, file, index, isRemembered: false, pace, backend, thread: helper },
      reader,
    )
    closeSync(file.descriptor)
    expect(end).toBe('whole')
    return { output: reader.end(), index }
  }

  it('read the pages that one reads, and the file as it was', async () => {
    for (const seed of some([0, 1, 2, 3], 2)) {
      const bytes = largeText(seed, 24 * MIB + 77 * seed)
      const { path } = await fileOf(`pages-${seed}`, bytes)
      const offset = 1 + createRandom(seed).below(countLines(bytes))
      const { output, index } = await readWith(path, { offset }, thread)
      expect(output).toEqual(read(bytes, { backend, source: { path }, offset }))
      expect(index.entries).toEqual(counted(path))
    }
  })

  it('come to the same when the second dies, and another takes its place', async () => {
    const bytes = largeText(5, 24 * MIB)
    const { path, job } = await fileOf('dies', bytes)
    const dying = new EagerThread(new URL(distUrl('node/scan-thread.js')))
    const reading = readWith(path, { offset: 5000 }, dying)
    await dying.end()
    const expected = read(bytes, { backend, source: { path }, offset: 5000 })
    expect((await reading).output).toEqual(expected)
    await dying.end()
    const index = createLineIndex(job.sizeBytes)
    await dying.share(job, index)
    await filled(index)
    expect(index.entries).toEqual(counted(path))
    await dying.end()
  })

  it.each([
    ['is not there', () => new URL(distUrl('node/nowhere.js'))],
    ['is no module', () => pathToFileURL(join(folder.path, 'broken.js'))],
    ['has no URL', () => undefined],
  ])('are one where the file of the second %s', async (_, url) => {
    const bytes = largeText(6, 20 * MIB)
    await writeSettled(join(folder.path, 'broken.js'), 'this is no module')
    const { path } = await fileOf('alone', bytes)
    const alone = new EagerThread(url())
    for (let times = 0; times < 2; times++) {
      const { output } = await readWith(path, { offset: 5000 }, alone)
      expect(output).toEqual(read(bytes, { backend, source: { path }, offset: 5000 }))
      await sleep(100)
    }
  })
})

it('a stride is as long as a room can hold whole ones', () => {
  expect(newlineCounterFor(backend).room.length % STRIDE_BYTES).toBe(0)
})
