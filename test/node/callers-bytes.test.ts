// @deep

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { unshared } from '../../src/check/bytes.ts'
import { truncateStream } from '../../src/core/stream.ts'
import { attractor } from '../../src/extra/profiles/index.ts'
import { runCommand } from '../../src/host/run-command.ts'
import { createFileStore } from '../../src/store/backends/files.ts'

const directory = mkdtempSync(join(tmpdir(), 'pith-test-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const transfer = ({ buffer }: Uint8Array): void => {
  structuredClone(buffer, { transfer: [buffer as ArrayBuffer] })
}

/** What Node 20 has, and ES2022 not. */
type ResizableBuffer = new (
  bytes: number,
  options: { maxByteLength: number },
) => ArrayBuffer & { resize(bytes: number): void }

describe('runCommand', () => {
  it('refuses an input whose memory was transferred', async () => {
    const input = new Uint8Array(9)
    transfer(input)
    await expect(runCommand('cat', [], { input })).rejects.toMatchObject({
      code: 'PITH_INVALID_INPUT',
      message: expect.stringContaining('whose buffer was transferred'),
    })
  })

  it('gives a command all its input, though the caller transfers it meanwhile', async () => {
    const input = new Uint8Array(3_000_000)
    const running = runCommand('wc', ['-c'], { input, store: false })
    transfer(input)
    expect((await running).text.trim()).toBe('3000000')
  })

  it.each([true, false])(
    'survives a receiver that transfers the output, streams apart: %s',
    async (separate) => {
      const running = runCommand('sh', ['-c', 'yes | head -n 300000'], {
        separate,
        store: false,
        onOutput: transfer,
      })
      await expect(running).rejects.toMatchObject({ code: 'PITH_INVALID_INPUT' })
    },
  )
})

describe('a Buffer, whose slice() does not copy', () => {
  it('may be used again for the next chunk, with `redact` too', async () => {
    const reused = Buffer.alloc(10)
    const parts = (async function* () {
      for (const letter of 'abc') yield reused.fill(letter)
    })()
    const { text } = await truncateStream(parts, { redact: (line) => line })
    expect(text).toBe('a'.repeat(10) + 'b'.repeat(10) + 'c'.repeat(10))
  })

  it('may be used again while a session stores it', async () => {
    const output = Buffer.alloc(60_000, 'a')
    const session = attractor.createSession()
    const recorded = session.record('run_command', output)
    output.fill('b')
    expect(new Set(await session.output((await recorded).sequence))).toEqual(new Set([0x61]))
  })

  it('is copied if another thread can change it', () => {
    const memory = Buffer.from(new SharedArrayBuffer(8))
    expect(unshared(memory).buffer).toBeInstanceOf(ArrayBuffer)
  })
})

describe('a store of files', () => {
  it('keeps no output whose bytes are transferred before they are written', async () => {
    const store = createFileStore({ directory })
    const writer = await store.open({})
    const large = new Uint8Array(3_000_000).fill(0x61)
    const waits = writer.write(large)
    transfer(large)
    await waits
    expect(await writer.close()).toMatchObject({ complete: false, code: 'EFAULT' })
    expect(await store.list()).toEqual([])
  })

  it.each([0, 100, 5_000_000])(
    'keeps what it was given, though the buffer gets another size meanwhile: %i',
    async (size) => {
      const store = createFileStore({ directory: join(directory, String(size)) })
      const writer = await store.open({})
      const buffer = new (ArrayBuffer as unknown as ResizableBuffer)(3_000_000, { maxByteLength: 5_000_000 })
      const waits = writer.write(new Uint8Array(buffer).fill(0x61))
      buffer.resize(size)
      await waits
      const end = await writer.close()
      expect(end).toMatchObject({ complete: true, ref: { bytes: 3_000_000 } })
      let read = 0
      for await (const bytes of store.read(end.ref?.id ?? '', { startByte: 0, endByte: 3_000_000 }))
        read += bytes.filter((byte) => byte === 0x61).length
      expect(read).toBe(3_000_000)
    },
  )
})
