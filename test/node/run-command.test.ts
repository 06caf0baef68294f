// @deep

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type RunCommandOptions, runCommand } from '../../src/host/index.ts'
import { createSecretRedactor } from '../../src/redact/secrets.ts'
import { createFileStore } from '../../src/store/backends/files.ts'
import { createMemoryStore } from '../../src/store/backends/memory.ts'
import { createCommandStore } from '../support/command-store.ts'

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pith-test-'))
  vi.stubEnv('PITH_ARTIFACTS', join(directory, 'artifacts'))
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(directory, { recursive: true, force: true })
})

const sh = (script: string, options?: RunCommandOptions) =>
  runCommand('sh', ['-c', script], { fold: false, ...options })

async function stored(store: ReturnType<typeof createMemoryStore>, id = ''): Promise<string> {
  const { bytes } = await store.stat(id)
  let text = ''
  for await (const chunk of store.read(id, { startByte: 0, endByte: bytes })) {
    text += new TextDecoder().decode(chunk)
  }
  return text
}

const seq = (count: number) => Array.from({ length: count }, (_, i) => `${i + 1}\n`).join('')

describe('runCommand', () => {
  it.each([
    ['success', 'echo fine', 'fine\n', 'exited', { exitCode: 0 }],
    ['failure', 'echo bad; exit 3', 'bad\n[Exit code 3.]', 'exited', { exitCode: 3 }],
    ['a signal', 'echo x; kill -9 $$', 'x\n[Killed by SIGKILL.]', 'signaled', { signal: 'SIGKILL' }],
  ] as const)('tells of %s', async (_, script, text, ended, status) => {
    const output = await sh(script)
    expect(output.text).toBe(text)
    expect(output.content).toBe(text.replace(/\[.*\]/, ''))
    expect(output.details).toEqual({
      truncation: expect.objectContaining({ text, truncated: false }),
      status,
      ended,
      durationMs: expect.any(Number),
      heldPipe: false,
    })
    expect(readdirSync(directory)).toEqual([])
  })

  it('tells the counts of its output while the command runs', async () => {
    const counts: unknown[] = []
    const go = join(directory, 'go')
    const script = `seq 3000; echo 'Error: it broke'; until [ -e ${go} ]; do sleep 0.02; done`
    const { details } = await sh(script, {
      fold: true,
      onProgress: (soFar) => {
        counts.push(soFar)
        if (soFar.lines === 3001) writeFileSync(go, '')
      },
    })
    expect(counts.at(-1)).toEqual({ bytes: 13_893 + 16, lines: 3001, errors: 1 })
    expect(details.truncation.totalLines).toBe(3001)
  })

  it('ends the command at its next output when `onProgress` throws', async () => {
    const onProgress = () => {
      throw new Error('enough')
    }
    await expect(sh('while :; do echo x; sleep 0.02; done', { onProgress })).rejects.toThrow('enough')
  })

  it('tells of a time-out', async () => {
    const { text, details } = await sh('echo begun; sleep 30', { timeoutSeconds: 3 })
    expect(text).toBe('begun\n[Timed out after 3 s.]')
    expect(details).toMatchObject({ ended: 'timed-out', status: { timedOutAfterSeconds: 3 } })
  })

  it.each([
    [undefined, 'SIGTERM'],
    ['SIGINT', 'SIGINT'],
    ['no more', 'SIGTERM'],
  ])('returns the output so far when it is aborted because of %j', async (reason, signal) => {
    const controller = new AbortController()
    const onOutput = () => controller.abort(reason)
    const { text, details } = await sh('echo begun; exec sleep 30', { signal: controller.signal, onOutput })
    expect(text).toBe(`begun\n[Killed by ${signal}.]`)
    expect(details).toMatchObject({ ended: 'aborted', status: { signal } })
  })

  it('does not start when it is aborted before', async () => {
    const path = join(directory, 'file')
    const running = sh(`echo no > ${path}`, { signal: AbortSignal.abort() })
    await expect(running).rejects.toMatchObject({ code: 'PITH_ABORTED' })
    expect(readdirSync(directory)).toEqual([])
  })

  it('is given up when it is aborted while its output is being stored', async () => {
    const controller = new AbortController()
    const store = createMemoryStore()
    const open = vi.fn(async () => ({
      write: () => undefined,
      close: () => new Promise<never>(() => controller.abort()),
      abort: vi.fn(),
    }))
    const running = sh('seq 1 5000', { store: { ...store, open }, signal: controller.signal })
    await expect(running).rejects.toMatchObject({ code: 'PITH_ABORTED' })
    expect((await open.mock.results[0].value).abort).toHaveBeenCalled()
  })

  it.each([
    [
      'a command that is not there',
      'no-such-command',
      'The command "no-such-command" was not found.',
      'ENOENT',
    ],
    ['a folder', '/', 'The command "/" is not executable.', 'EACCES'],
  ])('throws for %s', async (_, command, message, code) => {
    await expect(runCommand(command)).rejects.toMatchObject({
      ...{ name: 'PithError', code: 'PITH_NOT_STARTED', message, cause: { code } },
    })
  })

  it('has the folder, the environment and the input that it is given, and else no input', async () => {
    mkdirSync(join(directory, 'sub'))
    const cwd = join(directory, 'sub')
    const env = { PATH: process.env.PATH, A: 'b' }
    expect((await sh('basename "$PWD"; echo $A; cat', { cwd, env, input: 'typed\n' })).text).toBe(
      'sub\nb\ntyped\n',
    )
    expect((await sh('cat', { input: new TextEncoder().encode('é') })).text).toBe('é')
    expect((await sh('cat; echo end')).text).toBe('end\n')
  })

  it('limits the output, and stores all of it where `pith show` finds it', async () => {
    const { text, details } = await sh('seq 1 5000; exit 4', { maxLines: 20 })
    const id = details.artifact?.ref?.id ?? ''
    expect(text.split('\n')).toHaveLength(20)
    expect(text).toMatch(
      new RegExp(`\n5000\n\\[Exit code 4\\. More: pith show ${id} --lines \\d+-\\d+, or --grep RE\\]$`),
    )
    expect(details.truncation.artifact).toBe(id)
    expect(await createFileStore().stat(id)).toMatchObject({
      ...{ lines: 5000, tool: 'bash', label: 'sh -c seq 1 5000; exit 4' },
    })
  })

  it('stores nothing when told so', async () => {
    const { text, details } = await sh('seq 1 5000', { store: false })
    expect(text).toMatch(/ of 5000 lines\. Not kept\.\]$/)
    expect(details.artifact).toBeUndefined()
    expect(readdirSync(directory)).toEqual([])
  })

  it('stores a huge output as it comes, in bounded memory', async () => {
    const store = createFileStore()
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    const onOutput = () => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    }
    const { details } = await sh('yes "a line of output that goes on" | head -c 60000000', {
      store,
      onOutput,
    })
    expect(details.truncation.totalBytes).toBe(60_000_000)
    expect(details.artifact).toMatchObject({ complete: true, ref: { bytes: 60_000_000 } })
    expect(most).toBeLessThan(20_000_000)
  })

  it('shows standard error apart, with an artifact of its own', async () => {
    const store = createCommandStore()
    const both = await sh('seq 1 5000; seq 1 4000 >&2; exit 1', { store, separate: true })
    const { artifact, stderrArtifact, stderr } = both.details
    expect(both.text).toMatch(/\]\n\[standard error\]\n1\n[\s\S]*\n\[Exit code 1\. More: pith show /)
    expect(stderr?.totalLines).toBe(4000)
    expect(await stored(store, artifact?.ref?.id)).toBe(seq(5000))
    expect(await stored(store, stderrArtifact?.ref?.id)).toBe(seq(4000))
    expect((await sh('echo out; echo err >&2', { separate: true })).text).toBe('out\n[standard error]\nerr\n')
  })

  it.each([
    ['a file where the folder should be', (path: string) => createFileStore({ directory: join(path, 'x') })],
    [
      'a store that throws',
      () => ({ ...createMemoryStore(), open: () => Promise.reject(new Error('full')) }),
    ],
  ])('never loses the result because of %s', async (_, storeAt) => {
    const path = join(directory, 'plain')
    writeFileSync(path, '')
    const { text, details } = await sh('seq 1 5000; exit 6', { store: storeAt(path) })
    expect(text).toMatch(/^1\n2\n[\s\S]*\n5000\n\[Exit code 6\. \d+ of 5000 lines\. Not kept\.\]$/)
    expect(details.artifact).toMatchObject({ complete: false, message: expect.any(String) })
  })

  it('hides secrets in the text, the artifact, its label and errors', async () => {
    const store = createMemoryStore()
    const redact = (line: string) => line.replaceAll('secret', '***')
    const { text, details } = await sh('yes secret | head -5000', { store, redact })
    expect(text).not.toContain('secret')
    expect(await stored(store, details.artifact?.ref?.id)).toBe('***\n'.repeat(5000))
    expect((await store.list())[0].label).toBe('sh -c yes *** | head -5000')
    await expect(runCommand('no-secret', [], { redact })).rejects.toThrow(
      'The command "no-***" was not found.',
    )
  })

  it('hides a private key of one stream whatever the other stream prints meanwhile', async () => {
    const script = [
      'echo -----BEGIN PRIVATE KEY-----',
      'sleep 0.1; echo -----END PRIVATE KEY----- >&2; echo shown >&2',
      'sleep 0.1; echo MIIEsecret; echo -----END PRIVATE KEY-----; echo after',
    ].join('; ')
    const { details } = await sh(script, { separate: true, redact: createSecretRedactor() })
    expect(details.truncation.text).toBe('[redacted private-key]\n\n\nafter\n')
    expect(details.stderr?.text).toContain('shown')
  })

  it('ends, and stores nothing, when `onOutput` throws', async () => {
    const store = createMemoryStore()
    const onOutput = () => {
      throw new Error('full')
    }
    await expect(sh('seq 1 50000; sleep 30', { store, onOutput })).rejects.toThrow('full')
    expect(await store.list()).toEqual([])
  })

  it.each([
    ['an empty command', '', [], {}],
    ['arguments that are no list', 'echo', 'x', {}],
    ['an argument that is no string', 'echo', [1], {}],
    ['a NUL character', 'echo', ['a\0'], {}],
    ['a time-out of 0', 'echo', [], { timeoutSeconds: 0 }],
    ['an unknown standard input', 'echo', [], { stdin: 'pipe' }],
    ['two standard inputs', 'echo', [], { stdin: 'inherit', input: '' }],
    ['an input that is no text', 'echo', [], { input: 1 }],
    ['a limit below 0', 'echo', [], { maxLines: -1 }],
    ['no limit of bytes', 'echo', [], { maxBytes: Infinity }],
  ])('refuses %s', async (_, command, args, options) => {
    await expect(runCommand(command, args as string[], options as RunCommandOptions)).rejects.toMatchObject({
      code: 'PITH_INVALID_OPTION',
    })
  })
})
