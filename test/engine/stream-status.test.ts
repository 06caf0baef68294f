import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { createMemoryStore, truncateStream } from '../../src/index.ts'

const log = () => new Blob(['a line of the log\n'.repeat(5000)])

it('a stream says how its command has ended, which may be known only once the stream has ended', async () => {
  const store = createMemoryStore()
  const child = spawn(process.execPath, ['-e', 'console.log("words\\n".repeat(9999)); process.exitCode = 3'])
  const status = once(child, 'close').then(([exitCode]) => ({ exitCode }))
  const { text, artifact = '' } = await truncateStream(child.stdout, { maxBytes: 1000, store, status })
  expect(text).toMatch(/\n\[Exit code 3\. .*Full output: artifact [0-9a-f]{16}\]$/)
  expect((await store.stat(artifact)).lines).toBe(10_000)
  expect((await truncateStream(log(), { status: { exitCode: 2 }, maxBytes: 500 })).notice).toContain(
    'Exit code 2.',
  )
})

it('a status that is no status, or never comes, costs no artifact of another call', async () => {
  const store = createMemoryStore()
  const rows = [
    [{ exit: 3 }, undefined, 'PITH_INVALID_OPTION'],
    [Promise.resolve({ exit: 3 }), undefined, 'PITH_INVALID_OPTION'],
    [Promise.reject(Object.assign(new Error('not started'), { code: 'ENOENT' })), undefined, 'ENOENT'],
    [new Promise(() => {}), AbortSignal.timeout(50), 'PITH_ABORTED'],
  ] as const
  for (const [status, signal, code] of rows) {
    const options = { maxBytes: 500, store, status: status as never, ...(signal && { signal }) }
    await expect(truncateStream(log(), options)).rejects.toMatchObject({ code })
  }
  expect(await store.list()).toEqual([])
})

it('an output and its status may have exactly the tokens of the limit', async () => {
  const tokens = { name: 'characters', count: (text: string) => text.length }
  const at = (maxTokens: number) =>
    truncateStream(new Blob(['ok\n']), { tokens, maxTokens, status: { exitCode: 3 } })
  expect(await at(17)).toMatchObject({ text: 'ok\n[Exit code 3.]', truncated: false })
  expect((await at(16)).truncatedBy).toBe('tokens')
})
