import { appendFileSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { readFile } from '../../src/host/file.ts'
import { UNKNOWN } from '../../src/host/line-index.ts'
import { forgetIndex, recallIndex, rememberIndex } from '../../src/host/line-index-cache.ts'
import { loadIndex, saveIndex } from '../../src/host/line-index-files.ts'
import { STRIDE_BYTES } from '../../src/store/line-index.ts'
import { type ReadOptions, read } from '../../src/tools/read.ts'
import { countLines, largeText, useFolder, writeSettled } from '../support/large-file.ts'
import { createRandom, type Random } from '../support/random.ts'

const backend = inject('backend')
const folder = useFolder()
const MIB = 1024 * 1024

const outcome = async (act: () => unknown): Promise<unknown> => {
  try {
    const { details, ...output } = (await act()) as Awaited<ReturnType<typeof readFile>>
    const { kind: _, encoding: __, changed: ___, ...rest } = details as unknown as Record<string, unknown>
    return { ...output, details: rest }
  } catch (error) {
    return String(error)
  }
}

function randomPage(random: Random, lines: number): ReadOptions {
  return {
    backend,
    maxBytes: random.pick([100, 5000, 30_000, 400_000]),
    offset: 1 + random.below(random.pick([10, lines + 2])),
    ...(random.below(3) === 0 && { limit: 1 + random.below(random.pick([5, lines])) }),
    ...(random.below(4) === 0 && { column: 1 + random.below(2000) }),
    ...(random.below(4) === 0 && { maxLineLength: 1 + random.below(2000) }),
    ...(random.below(4) === 0 && { totals: false }),
  }
}

const identityOf = (path: string) => statSync(path, { bigint: true })

async function totalOf(path: string): Promise<number> {
  const { details } = await readFile(path, { backend })
  return details.kind === 'text' ? (details.totalLines ?? -1) : -1
}

/** Adds to what is remembered of one stride. */
function changeEntry(path: string, stride: number, amount: number): void {
  const index = recallIndex(identityOf(path))
  if (!index) throw new Error(`Nothing is remembered of ${path}.`)
  index.entries[stride] += amount
  rememberIndex(identityOf(path), index)
}

describe('pages of a large file', () => {
  it('are those of its bytes, whatever is remembered of it', async () => {
    for (let seed = 0; seed < (inject('thorough') ? 12 : 3); seed++) {
      const random = createRandom(seed)
      const bytes = largeText(seed, random.pick([2, 3, 5]) * MIB + random.below(STRIDE_BYTES))
      const path = join(folder.path, `random-${seed}`)
      await writeSettled(path, bytes)
      const lines = countLines(bytes)
      for (let page = 0; page < 12; page++) {
        const options = randomPage(random, lines)
        const expected = await outcome(() => read(bytes, { source: { path }, ...options }))
        const got = await outcome(() => readFile(path, options))
        expect(got, `seed ${seed}, page ${page}: ${JSON.stringify(options)}`).toEqual(expected)
      }
      expect(recallIndex(identityOf(path))?.sizeBytes).toBe(bytes.length)
    }
  })

  it('read no stride of which the lines are remembered', async () => {
    const path = join(folder.path, 'remembered')
    await writeSettled(path, largeText(7, 4 * MIB))
    const total = await totalOf(path)
    changeEntry(path, 9, 2000)
    expect(await totalOf(path)).toBe(total + 1000)
  })

  it('are right also where what is remembered is not: then it is counted anew', async () => {
    const bytes = Buffer.from('a line of the file\n'.repeat(220_000))
    const path = join(folder.path, 'wrong')
    await writeSettled(path, bytes)
    const options = { backend, offset: countLines(bytes.subarray(0, 2 * MIB + 1000)) + 1, source: { path } }
    const expected = await outcome(() => read(bytes, options))
    await totalOf(path)
    const right = recallIndex(identityOf(path))
    changeEntry(path, 8, -2)
    expect(await outcome(() => readFile(path, options))).toEqual(expected)
    expect(recallIndex(identityOf(path))).toEqual(right)
    changeEntry(path, 8, 1)
    expect(await outcome(() => readFile(path, options))).toEqual(expected)
  })

  it('are those of the file as it is now, also when its size and its time of change are the old ones', async () => {
    const path = join(folder.path, 'rewritten')
    const before = largeText(9, 3 * MIB)
    const after = largeText(10, 3 * MIB)
    await writeSettled(path, before)
    await totalOf(path)
    const { atime, mtime } = statSync(path)
    await writeSettled(path, after)
    utimesSync(path, atime, mtime)
    expect(await outcome(() => readFile(path, { backend, offset: 40 }))).toEqual(
      await outcome(() => read(after, { backend, source: { path }, offset: 40 })),
    )
  })
})

describe('nothing is remembered', () => {
  it('of a file that has just been changed, or is changed while it is read', async () => {
    const path = join(folder.path, 'changing')
    await writeSettled(path, largeText(11, 3 * MIB))
    let looks = 0
    const signal = {
      get aborted() {
        if (++looks === 3) appendFileSync(path, 'more\n')
        return false
      },
    } as AbortSignal
    const { details } = await readFile(path, { backend, signal })
    expect(details).toMatchObject({ changed: 'grew' })
    expect(recallIndex(identityOf(path))).toBeUndefined()
    const soon = Date.now() / 1000 + 100
    utimesSync(path, soon, soon)
    await readFile(path, { backend })
    expect(recallIndex(identityOf(path))).toBeUndefined()
  })

  it('of what was not looked at', async () => {
    const path = join(folder.path, 'part')
    const bytes = largeText(12, 4 * MIB)
    await writeSettled(path, bytes)
    await readFile(path, { backend, totals: false, limit: 1 })
    const entries = recallIndex(identityOf(path))?.entries ?? new Uint32Array(0)
    expect([entries[0] === UNKNOWN, entries[15] === UNKNOWN]).toEqual([false, true])
    expect(await totalOf(path)).toBe(read(bytes).details.totalLines)
  })
})

describe('a folder for what is remembered', () => {
  const size = 17 * MIB + 3
  const bytes = largeText(13, size)
  /** As in another process: nothing is known but what is in the folder. */
  const readAnew = (path: string, indexFolder: string, options: ReadOptions = {}) => {
    forgetIndex(identityOf(path))
    return readFile(path, { backend, indexFolder, ...options })
  }

  it('has the lines for the next process', async () => {
    const path = join(folder.path, 'large')
    const lines = join(folder.path, 'cache', 'lines')
    await writeSettled(path, bytes)
    const options = { backend, offset: countLines(bytes) - 100 }
    const expected = await outcome(() => read(bytes, { source: { path }, ...options }))
    expect(await outcome(() => readAnew(path, lines, options))).toEqual(expected)
    const index = loadIndex(lines, identityOf(path))
    if (!index) throw new Error('Nothing was written.')
    expect(await outcome(() => readAnew(path, lines, options))).toEqual(expected)
    index.entries[5] += 2
    saveIndex(lines, identityOf(path), index)
    expect((await readAnew(path, lines)).details).toMatchObject({ totalLines: countLines(bytes) + 2 })
    index.entries[0] += 2
    saveIndex(lines, identityOf(path), index)
    expect(await outcome(() => readAnew(path, lines, { limit: 3 }))).toEqual(
      await outcome(() => read(bytes, { backend, source: { path }, limit: 3 })),
    )
  })

  it('that can not be written to is none', async () => {
    const path = join(folder.path, 'without')
    await writeSettled(path, bytes)
    const { details } = await readAnew(path, join(path, 'below'))
    expect(details).toMatchObject({ totalLines: read(bytes).details.totalLines })
  })

  it('has to be a path, and the number of threads 1 or 2', async () => {
    const path = join(folder.path, 'large')
    await expect(readFile(path, { indexFolder: 7 as never })).rejects.toMatchObject({
      code: 'PITH_INVALID_OPTION',
      message: 'Expected `indexFolder` to be a string, got number.',
    })
    await expect(readFile(path, { threads: 3 as never })).rejects.toMatchObject({
      code: 'PITH_INVALID_OPTION',
      message: 'Expected `threads` to be 1 or 2, got 3.',
    })
  })
})
