import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  closeSources,
  closeWriteEnds,
  openEnds,
  openPipes,
  openPipesAhead,
} from '../../src/host/named-pipe.ts'
import { PipeReader } from '../../src/host/pipe-reader.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pith-test-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const openFiles = () => readdirSync('/proc/self/fd').length

describe.runIf(process.platform === 'linux')('a named pipe', () => {
  it('is read by Node itself, with no process in between', async () => {
    const pipes = (await openPipes(2)) ?? []
    expect(pipes).toEqual(
      [1, 2].map(() => ({ source: { readFd: expect.any(Number) }, writeFd: expect.any(Number) })),
    )
    closeWriteEnds(pipes)
    closeSources(pipes)
  })

  it('is the one that was opened ahead, once', async () => {
    const before = openFiles()
    openPipesAhead(1)
    const two = (await openPipes(2)) ?? []
    const first = (await openPipes(1)) ?? []
    const second = (await openPipes(1)) ?? []
    const all = [...two, ...first, ...second]
    expect(new Set(all.map(({ writeFd }) => writeFd)).size).toBe(4)
    closeWriteEnds(all)
    closeSources(all)
    expect(openFiles()).toBe(before)
  })

  it('leaves nothing open', async () => {
    const before = openFiles()
    const pipes = (await openPipes(2)) ?? []
    closeWriteEnds(pipes)
    closeSources(pipes)
    expect(openFiles()).toBe(before)
  })

  it('is refused when something else stands in its place, and nothing stays open', () => {
    const at = (name: string) => join(folder, name)
    execFileSync('mkfifo', ['-m', '600', at('pipe')])
    execFileSync('mkfifo', ['-m', '622', at('open to others')])
    symlinkSync(at('pipe'), at('link'))
    writeFileSync(at('file'), '', { mode: 0o600 })
    const before = openFiles()
    for (const name of ['open to others', 'link', 'file']) expect(() => openEnds([at(name)]), name).toThrow()
    expect(openFiles()).toBe(before)
    for (const { readFd, writeFd } of openEnds([at('pipe')]))
      for (const fd of [readFd, writeFd]) closeSync(fd)
  })

  it('gives all bytes from the first on', async () => {
    const [{ source, writeFd }] = (await openPipes(1)) ?? []
    const child = spawn('sh', ['-c', 'echo first; sleep 0.05; echo last > /dev/stderr'], {
      stdio: ['ignore', writeFd, writeFd],
    })
    closeSync(writeFd)
    let text = ''
    const reader = new PipeReader(source, (chunk) => {
      text += Buffer.from(chunk).toString()
    })
    await Promise.all([reader.closed, once(child, 'exit')])
    expect(text).toBe('first\nlast\n')
  })
})
