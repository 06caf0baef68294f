// @deep

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fstatSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { openPipes } from '../../src/host/named-pipe.ts'
import { type OnBytes, PipeReader } from '../../src/host/pipe-reader.ts'
import { PolledPipe } from '../../src/host/polled-pipe.ts'

/** Runs a script whose output is read by looking for it. */
async function reading(script: string, onBytes: OnBytes) {
  const [pipe] = (await openPipes(1)) ?? []
  if (!pipe || !('readFd' in pipe.source)) throw new Error('Expected a pipe with a descriptor.')
  const { readFd } = pipe.source
  const stdio = ['ignore', pipe.writeFd, pipe.writeFd] as const
  const child: ChildProcess = spawn('sh', ['-c', script], { stdio: [...stdio], detached: true })
  closeSync(pipe.writeFd)
  return { child, readFd, reader: new PipeReader(new PolledPipe(readFd), onBytes) }
}

describe.runIf(process.platform === 'linux')('a pipe that is looked into', () => {
  it('gives what is written at once, later, and last', async () => {
    let text = ''
    const { child, reader } = await reading('echo a; sleep 0.1; echo b >&2; sleep 0.3; printf c', (chunk) => {
      text += Buffer.from(chunk).toString()
    })
    await Promise.all([reader.closed, once(child, 'exit')])
    expect(text).toBe('a\nb\nc')
    expect(reader.ended).toBe(true)
  })

  it('gives every byte of a large output in turn, also to a slow consumer', async () => {
    let bytes = 0
    let sum = 0
    let overlaps = 0
    let pending = 0
    const { reader } = await reading('seq 1000000', async (chunk) => {
      overlaps += pending++
      if (bytes % 3 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
      for (const byte of chunk) sum = (sum * 31 + byte) | 0
      bytes += chunk.length
      pending--
    })
    await reader.closed
    const expected = Buffer.from(Array.from({ length: 1_000_000 }, (_, at) => `${at + 1}\n`).join(''))
    expect({ bytes, overlaps }).toEqual({ bytes: expected.length, overlaps: 0 })
    expect(sum).toBe(expected.reduce((total, byte) => (total * 31 + byte) | 0, 0))
  })

  it('is closed when nobody wants the rest, although a process still holds it', async () => {
    const { child, readFd, reader } = await reading('echo a; sleep 60', () => {})
    while (reader.bytes === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await reader.destroy()
    expect(reader.ended).toBe(false)
    expect(() => fstatSync(readFd)).toThrow('EBADF')
    process.kill(-(child.pid as number), 'SIGKILL')
    await once(child, 'exit')
  })

  it('ends when it cannot be read', async () => {
    const reader = new PipeReader(new PolledPipe(openSync(tmpdir(), 'r')), () => {})
    await reader.closed
    expect(reader.ended).toBe(false)
  })
})
