// @deep

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { readFile } from '../../src/host/file.ts'
import { STRIDE_BYTES } from '../../src/store/line-index.ts'
import { type ReadOptions, read } from '../../src/tools/read.ts'
import { countLines, largeText, useFolder } from '../support/large-file.ts'
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

describe('pages of a large file', () => {
  it('are those of its bytes', async () => {
    for (let seed = 0; seed < (inject('thorough') ? 12 : 3); seed++) {
      const random = createRandom(seed)
      const bytes = largeText(seed, random.pick([2, 3, 5]) * MIB + random.below(STRIDE_BYTES))
      const path = join(folder.path, `random-${seed}`)
      writeFileSync(path, bytes)
      const lines = countLines(bytes)
      for (let page = 0; page < 12; page++) {
        const options = randomPage(random, lines)
        const expected = await outcome(() => read(bytes, { source: { path }, ...options }))
        const got = await outcome(() => readFile(path, options))
        expect(got, `seed ${seed}, page ${page}: ${JSON.stringify(options)}`).toEqual(expected)
      }
    }
  })
})
