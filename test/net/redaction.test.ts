import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { truncateStream } from '../../src/core/stream.ts'
import { readFile } from '../../src/host/file.ts'
import { runCommand } from '../../src/host/run-command.ts'
import { truncateFile } from '../../src/host/truncate-file.ts'
import type { Redactor } from '../../src/redact/redactor.ts'
import { createMemoryStore } from '../../src/store/backends/memory.ts'
import { readStream } from '../../src/tools/read.ts'
import { truncateResult } from '../../src/tools/result/truncate-result.ts'
import { errors } from '../support/faults.ts'

// pith's own redaction fails. Nothing of the output may be shown then.

const REFUSED = '[Not shown: redaction failed.]'
const SECRET = 'AKIAIOSFODNN7EXAMPLE'
const lines = Array.from({ length: 300 }, (_, i) => (i === 200 ? `key ${SECRET}` : `line ${i}`)).join('\n')

/** A redactor that looks like one of pith, and fails at the secret. */
const failing = (error: () => unknown): Redactor =>
  Object.assign(
    (text: string) => {
      if (text.includes(SECRET)) throw error()
      return text
    },
    { nextChange: (_: Uint8Array, from: number) => from },
  )

const folder = mkdtempSync(join(tmpdir(), 'pith-refusal-'))
const file = join(folder, 'log.txt')
writeFileSync(file, lines)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeEach(() => {
  vi.stubEnv('PITH_NET', '')
})
afterEach(() => {
  vi.unstubAllEnvs()
})

async function* chunks() {
  for (let at = 0; at < lines.length; at += 100) yield lines.slice(at, at + 100)
}

describe.each(Object.entries(errors))('redaction that throws %s', (_, error) => {
  it('shows and keeps nothing of a stream', async () => {
    for (const maxBytes of [500, 30_000]) {
      const store = createMemoryStore()
      const result = await truncateStream(chunks(), { maxBytes, store, redact: failing(error) })
      expect(result.text).toBe(REFUSED)
      expect(result.failures).toMatchObject([{ what: 'redaction' }])
      expect(result.totalBytes).toBe(lines.length)
      expect(result.totalLines).toBe(300)
      expect(await store.list()).toEqual([])
    }
  })

  it('shows and keeps nothing of a command but its status', async () => {
    const store = createMemoryStore()
    const seen: Uint8Array[] = []
    const { text } = await runCommand('sh', ['-c', `cat ${file}; exit 3`], {
      maxBytes: 500,
      store,
      redact: failing(error),
      onOutput: (chunk) => {
        seen.push(chunk.slice())
      },
    })
    expect(text).toBe('[Exit code 3. Not shown: redaction failed.]')
    expect(Buffer.concat(seen).toString()).not.toContain(SECRET)
    expect(await store.list()).toEqual([])
  })

  it('shows nothing of separate streams', async () => {
    const { text, details } = await runCommand('sh', ['-c', `echo out; cat ${file} >&2; exit 3`], {
      separate: true,
      store: false,
      redact: failing(error),
    })
    expect(text).toContain('Not shown: redaction failed.')
    expect(JSON.stringify([text, details])).not.toContain(SECRET)
  })

  it('shows nothing of a page, a file and a result', async () => {
    const redact = failing(error)
    const page = await readStream(chunks(), { redact, offset: 150 })
    expect(page.text).toBe(REFUSED)
    const read = await readFile(file, { redact })
    expect(read.text).toBe(REFUSED)
    const { text } = await truncateFile(file, { redact })
    expect(text).toBe(REFUSED)
    const parts = [{ type: 'text', text: lines }]
    expect((await truncateResult(parts, { redact })).value).toEqual([{ type: 'text', text: REFUSED }])
    expect((await truncateResult<unknown>([{ a: lines }], { redact })).value).toEqual([{ a: REFUSED }])
    expect((await truncateResult<unknown>({ a: { b: lines } }, { redact })).value).toEqual({
      a: { b: REFUSED },
    })
  })
})

it('throws what a redactor of the caller throws', async () => {
  const redact = (text: string) => {
    if (text.includes(SECRET)) throw new TypeError('a fault of the caller')
    return text
  }
  await expect(truncateStream(chunks(), { redact })).rejects.toThrowError('a fault of the caller')
  await expect(readFile(file, { redact })).rejects.toThrowError('a fault of the caller')
  await expect(truncateResult(lines, { redact })).rejects.toThrowError('a fault of the caller')
  const wrong = (() => 1) as never
  await expect(truncateStream(chunks(), { redact: wrong })).rejects.toMatchObject({
    code: 'PITH_INVALID_OPTION',
  })
})
