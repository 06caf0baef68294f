import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { truncateStream } from '../../src/core/stream.ts'
import { truncate } from '../../src/core/truncate.ts'
import { parseNotices } from '../../src/core/words/parse.ts'
import { createFileStore } from '../../src/store/backends/files.ts'

const directory = mkdtempSync(join(tmpdir(), 'pith-test-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

async function* lines(count: number) {
  for (let line = 1; line <= count; line++) yield `line ${line}\n`
}

describe('a notice of an output longer than its store takes', () => {
  const backend = inject('backend')
  const store = createFileStore({ directory, maxArtifactBytes: 40_000 })

  it('says how much of both ends is kept, never that all is, and leads to no line that may be missing', async () => {
    const { text, gaps } = await truncateStream(lines(20_000), { store, backend, maxBytes: 4000 })
    const [stat] = await store.list()
    expect(text).toContain(`First 19 KB and last 19 KB kept: pith show ${stat.id}]`)
    expect(text).not.toContain('Full output')
    expect(text).not.toMatch(/omitted .*pith show/)
    expect(gaps.length).toBeGreaterThan(0)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4000)
    expect(parseNotices(text).at(-1)).toMatchObject({ kind: 'notice', artifact: stat.id })
  })

  it.each([{ headBytes: 1 }, { headBytes: -1, tailBytes: 2 }, { headBytes: 1, tailBytes: 2.5 }, 7])(
    'is refused with %j for its kept ends',
    (kept) => {
      const source = { artifact: '0123456789abcdef', kept } as unknown as { artifact: string }
      expect(() => truncate('a', { source, backend })).toThrow(
        expect.objectContaining({
          code: 'PITH_INVALID_OPTION',
          message: expect.stringContaining('source.kept'),
        }),
      )
    },
  )
})
