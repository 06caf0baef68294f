import { expect, it } from 'vitest'
import { findFiles, runCommand } from '../../src/host/index.ts'
import { createMemoryStore, truncate, truncateResult, truncateStream } from '../../src/index.ts'
import { truncateToolOutputAsync } from '../../src/tools/tool-output-async.ts'

const lines = Array.from({ length: 3000 }, (_, i) => `some words in line ${i}`)
const log = lines.join('\n')
const store = createMemoryStore()
const limits = { maxBytes: 1500, store }
const OWN = /\bFull output: artifact [0-9a-f]{16}\]\n?$/

it.each<[string, () => Promise<string>]>([
  ['a stream', async () => (await truncateStream(new Blob([log]), limits)).text],
  ['a result', async () => (await truncateResult(log, limits)).value],
  [
    'a tool',
    async () => (await truncateToolOutputAsync('bash', [{ stream: 'stdout', chunk: log }], limits)).text,
  ],
  ['a list', async () => (await truncateToolOutputAsync('find', lines, limits)).text],
  ['a command', async () => (await runCommand('seq', ['1', '3000'], limits)).text],
  ['files', async () => (await findFiles({ ...limits, limit: 3, paths: ['src'] })).text],
])('the notice of %s in a store that no command reads names the artifact and no command', async (_, cut) => {
  const text = await cut()
  expect(text).toMatch(OWN)
  expect(text).not.toContain('pith show')
})

it('the notice of a result in such a store that is cut again still names the artifact alone', async () => {
  const first = await truncateStream(new Blob([log]), limits)
  const again = truncate(first, { maxBytes: 1000 })
  expect(again.text).toMatch(OWN)
  expect(again.artifact).toBe(first.artifact)
})

it('names the call of the surface or tools that the host chose', async () => {
  for (const [notice, words] of [
    [{ surface: 'mcp' }, 'More: pith_show {"id":"'],
    [{ surface: 'command' }, 'More: pith show '],
    [{ tools: ['pith'] }, 'More: pith show '],
  ] as const)
    expect((await truncateStream(new Blob([log]), { ...limits, notice })).notice).toContain(words)
})
