import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readFile } from '../../src/host/file.ts'
import { truncateFile } from '../../src/host/truncate-file.ts'
import { useFolder } from '../support/large-file.ts'

const folder = useFolder()

function fileOf(content: string | Uint8Array): string {
  const path = join(folder.path, 'log')
  writeFileSync(path, content)
  return path
}

const log = Array.from({ length: 900 }, (_, i) => `request ${i} took ${i % 89} ms\n`).join('')
const forms = { truncateFile, readFile }
const names = ['truncateFile', 'readFile'] as const

describe.each(names)('a token counter of %s', (form) => {
  const act = forms[form]

  it('may answer later', async () => {
    const path = fileOf(log)
    const count = (text: string) => Math.ceil(text.length / 3)
    const now = await act(path, { maxTokens: 200, tokens: { name: 'thirds', count } })
    const later = { name: 'thirds', count: async (text: string) => count(text) }
    expect(await act(path, { maxTokens: 200, tokens: later })).toEqual(now)
    expect(count(now.text)).toBeLessThanOrEqual(200)
    expect(count(now.text)).toBeGreaterThan(150)
  })

  it('that fails costs nothing but the exact count', async () => {
    const path = fileOf(log)
    const estimated = await act(path, { maxTokens: 200 })
    const tokens = { name: 'remote', count: async () => Promise.reject(new Error('no network')) }
    const { details, ...output } = await act(path, { maxTokens: 200, tokens })
    expect({ ...output, details: estimated.details }).toEqual(estimated)
    expect(details).toHaveProperty('truncation.notes', [
      'The token counter "remote" failed (no network); tokens are estimated.',
    ])
  })

  it('that never answers is waited for until the signal', async () => {
    const controller = new AbortController()
    const tokens = { name: 'never', count: () => new Promise<number>(() => {}) }
    const result = act(fileOf(log), { maxTokens: 200, tokens, signal: controller.signal })
    setTimeout(() => controller.abort(), 20)
    await expect(result).rejects.toMatchObject({ code: 'PITH_ABORTED' })
  })

  it('that fails is not asked about a file that is no text', async () => {
    const path = fileOf(new Uint8Array(900))
    const tokens = { name: 'remote', count: async () => Promise.reject(new Error('no network')) }
    expect(await act(path, { maxTokens: 200, tokens })).toEqual(await act(path, { maxTokens: 200 }))
  })
})
