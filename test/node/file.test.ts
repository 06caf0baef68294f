import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type FileDetails, readFile, type TextFileDetails } from '../../src/host/file.ts'
import type { ToolOutput } from '../../src/tools/output.ts'
import { type ReadOptions, read } from '../../src/tools/read.ts'

const backend = inject('backend')
const isLinux = process.platform === 'linux'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pith-file-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** What a text file gives. */
async function readText(path: string, options: ReadOptions = {}): Promise<ToolOutput<TextFileDetails>> {
  const output = await readFile(path, { backend, ...options })
  if (output.details.kind !== 'text') throw new Error(`${path} is no text`)
  return { ...output, details: output.details }
}

const numbered = (count: number, end = '\n') =>
  Array.from({ length: count }, (_, i) => `line ${i + 1} ${'.'.repeat(i % 60)}${end}`).join('')

const utf16 = (text: string, order: 'LE' | 'BE'): Buffer => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return order === 'LE' ? bytes : bytes.swap16()
}

describe('a page of a file', () => {
  it.each([{}, { offset: 700, limit: 20 }, { totals: false }, { offset: 20_000, column: 4 }])(
    'is the page of its bytes, for %j',
    async (options) => {
      const text = numbered(30_000)
      const path = file('plain', text)
      const { details, ...output } = await readText(path, options)
      const expected = read(text, { backend, source: { path }, ...options })
      expect(output).toEqual({ text: expected.text, content: expected.content, notice: expected.notice })
      expect(details).toEqual({ kind: 'text', encoding: 'UTF-8', ...expected.details })
    },
  )

  it('of an empty file is empty', async () => {
    const { text, details } = await readText(file('empty', ''))
    expect(text).toBe('')
    expect(details).toMatchObject({ encoding: 'UTF-8', totalLines: 0 })
  })

  it('keeps a BOM as content, and names it', async () => {
    const { text, details } = await readText(file('bom', '\ufeffa\n'))
    expect(text).toBe('\ufeffa\n')
    expect(details.encoding).toBe('UTF-8 with BOM')
  })

  it.each(['LE', 'BE'] as const)('of UTF-16%s is its text, and the notice says so', async (order) => {
    const { text, content, details } = await readText(file('utf16', utf16('é\n👍🏽\r\nb', order)))
    expect(content).toBe('é\n👍🏽\r\nb')
    expect(text).toBe(`${content}\n[Lines 1-3 of 3. No newline at end. Decoded from UTF-16${order}.]`)
    expect(details.encoding).toBe(`UTF-16${order}`)
  })

  it('has U+FFFD for half a pair and half a character of UTF-16', async () => {
    const bytes = Buffer.concat([utf16('a\ud800b', 'LE'), Buffer.from([0x41])])
    expect((await readText(file('broken16', bytes))).content).toBe('a\ufffdb\ufffd')
  })

  it.each([
    ['UTF-16LE', utf16('line 1 é\nb\0\nc 👍\n'.repeat(5000), 'LE')],
    ['UTF-16BE', utf16('line 1 é\nb\0\nc 👍\n'.repeat(5000), 'BE')],
    ['UTF-16LE', utf16('line 1 é\nb 2\nc 👍\n'.repeat(5000), 'LE').subarray(2)],
    ['UTF-8', Buffer.from('line 1 é\nb\0\nc 👍\n'.repeat(5000))],
  ])('of a text with NULs, or in %s, follows page by page to the end', async (encoding, bytes) => {
    const text = new TextDecoder(encoding).decode(bytes)
    const path = file('paged', bytes)
    let shown = ''
    let next: ReadOptions | undefined = {}
    while (next !== undefined) {
      const { content, details } = await readText(path, next)
      expect(details).toMatchObject({ encoding, totalLines: 15_000 })
      expect(details.truncation.segments.every(({ exact }) => exact === (encoding === 'UTF-8'))).toBe(true)
      shown += content
      next = details.next
    }
    expect(shown === text).toBe(true)
  })

  it.runIf(isLinux)('of /proc is read to its end, though its size is said to be 0', async () => {
    const status = await readText('/proc/self/status')
    expect(status.text).toMatch(/^Name:\t.*\n[\s\S]*nonvoluntary_ctxt_switches:\t\d+\n$/)
    expect(status.details.changed).toBeUndefined()
  })

  it.runIf(isLinux)('of /sys ends where it ends, though its size is said to be a page', async () => {
    const { text, details } = await readText('/sys/kernel/mm/transparent_hugepage/enabled').catch(() =>
      readText('/sys/devices/system/cpu/online'),
    )
    expect(text.length).toBeLessThan(200)
    expect(details.changed).toBeUndefined()
  })
})

describe('a file that changes while it is read', () => {
  /** Runs once in the middle of the reading: an abort signal is looked at before each read. */
  const during = (act: () => void): AbortSignal => {
    let looks = 0
    return {
      get aborted() {
        if (++looks === 2) act()
        return false
      },
    } as AbortSignal
  }

  it('is read as far as it went at first when it grows', async () => {
    const path = file('grows', 'a line\n'.repeat(100_000))
    const signal = during(() => appendFileSync(path, 'more\n'.repeat(100_000)))
    const output = await readFile(path, { backend, limit: 1, signal })
    expect(output.text).toBe(
      'a line\n[Line 1 of 100000. The file grew while it was read. Use offset=2 to continue.]',
    )
    expect(output.details).toMatchObject({ changed: 'grew', totalLines: 100_000 })
  })

  it('is read as far as it goes when it shrinks', async () => {
    const path = file('shrinks', 'a line\n'.repeat(100_000))
    const signal = during(() => truncateSync(path, 300_000 - (300_000 % 7)))
    const output = await readFile(path, { backend, limit: 1, signal })
    expect(output.details).toMatchObject({ changed: 'shrank', totalLines: Math.floor(300_000 / 7) })
    expect(output.text).toContain('The file shrank while it was read.')
  })

  it('is the one that was opened when it is deleted or replaced', async () => {
    const path = file('vanishes', 'a line\n'.repeat(100_000))
    const signal = during(() => {
      unlinkSync(path)
      writeFileSync(path, 'another\n')
    })
    const output = await readFile(path, { backend, limit: 1, signal })
    expect(output.details).toMatchObject({ totalLines: 100_000 })
  })
})

describe('a file that is no text', () => {
  const nul = Buffer.alloc(3000)
  it.each<[string, FileDetails['kind'], Buffer]>([
    ['PNG image', 'image', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['JPEG image', 'image', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['GIF image', 'image', Buffer.from('GIF89a')],
    ['WebP image', 'image', Buffer.from('RIFF\x10\x20\x30\x40WEBPVP8 ', 'latin1')],
    ['BMP image', 'image', Buffer.from('BM\x36\x0c\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0', 'latin1')],
    ['ICO image', 'image', Buffer.from([0, 0, 1, 0, 2, 0])],
    ['TIFF image', 'image', Buffer.from('II*\0', 'latin1')],
    ['PDF document', 'document', Buffer.from('%PDF-1.7\n')],
    ['Binary file', 'binary', Buffer.from('\x7fELF', 'latin1')],
    ['Binary file', 'binary', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])],
    ['Binary file', 'binary', Buffer.from('#!/bin/sh\n')],
  ])('is named as a %s, not shown', async (name, kind, start) => {
    const bytes = Buffer.concat([start, nul])
    const { text, content, notice, details } = await readFile(file('other', bytes), { backend })
    const size = `${(Math.floor((bytes.length * 10) / 1024) / 10).toFixed(1)} KB`
    expect({ text, content, notice }).toEqual({
      text: `[${name}, ${size}, not shown.]`,
      content: '',
      notice: `[${name}, ${size}, not shown.]`,
    })
    expect(details).toMatchObject({ kind, sizeBytes: bytes.length })
  })

  it('is not even named where that has no room, or is not wanted', async () => {
    const path = file('binary', nul)
    expect((await readFile(path, { backend, maxBytes: 20 })).text).toBe('')
    expect((await readFile(path, { backend, notice: false })).text).toBe('')
  })

  it('is told by the first 8 KiB: what only begins like an image, or has a NUL later, is text', async () => {
    for (const text of ['BM is no bitmap\n', 'GIF\n', 'RIFF raff\n', `${'a line\n'.repeat(1500)}\0\n`]) {
      expect((await readText(file('text', text))).content).toBe(text)
    }
  })
})

describe('what is no regular file', () => {
  const refusal = (kind: string) => ({
    code: 'PITH_NOT_A_REGULAR_FILE',
    message: expect.stringContaining(`it is ${kind}.`),
  })

  it('is refused by its kind: a directory, also behind a link', async () => {
    mkdirSync(join(folder, 'directory'))
    symlinkSync('directory', join(folder, 'link'))
    await expect(readFile(join(folder, 'directory'))).rejects.toMatchObject(refusal('a directory'))
    await expect(readFile(join(folder, 'link'))).rejects.toMatchObject(refusal('a directory'))
  })

  it.runIf(isLinux)('is refused without waiting: a FIFO, a device, a socket', async () => {
    execFileSync('mkfifo', [join(folder, 'fifo')])
    await expect(readFile(join(folder, 'fifo'))).rejects.toMatchObject(refusal('a FIFO'))
    await expect(readFile('/dev/zero')).rejects.toMatchObject(refusal('a device'))
    const server = createServer().listen(join(folder, 'socket'))
    await once(server, 'listening')
    await expect(readFile(join(folder, 'socket'))).rejects.toMatchObject({ code: 'PITH_NOT_A_REGULAR_FILE' })
    server.close()
  })
})

describe('a file that can not be read', () => {
  it.each([
    ['nowhere', 'there is no such file (ENOENT).'],
    ['plain/below', 'a part of the path is not a directory (ENOTDIR).'],
    [`${'long'.repeat(100)}`, 'the name is too long (ENAMETOOLONG).'],
    ['', 'there is no such file (ENOENT).'],
    ['a\0b', 'the path contains a NUL character (ERR_INVALID_ARG_VALUE).'],
  ])('is told of in one sentence: %j', async (name, reason) => {
    file('plain', 'a\n')
    const path = name === '' ? '' : join(folder, name)
    await expect(readFile(path)).rejects.toMatchObject({
      code: 'PITH_FILE_FAILED',
      message: `The file ${JSON.stringify(path)} could not be read: ${reason}`,
    })
  })

  it.each([undefined, null, 7, {}])('is no path at all: %j', async (path) => {
    await expect(readFile(path as never)).rejects.toMatchObject({ code: 'PITH_INVALID_INPUT' })
  })

  it('is not opened when the options are wrong', async () => {
    await expect(readFile(join(folder, 'nowhere'), { offset: 0 })).rejects.toMatchObject({
      code: 'PITH_INVALID_OPTION',
    })
  })

  it('is given up with its signal', async () => {
    const path = file('given up', 'a\n')
    await expect(readFile(path, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'PITH_ABORTED',
    })
  })
})

describe.runIf(isLinux)('descriptors and memory', () => {
  it('leaves no descriptor open, however the reading ends', async () => {
    const path = file('plain', numbered(9000))
    const image = file('image', Buffer.from('GIF89a'))
    const open = () => readdirSync('/proc/self/fd').length
    await readFile(path, { backend })
    const before = open()
    for (let i = 0; i < 20; i++) {
      await readFile(path, { backend, totals: false })
      await readFile(image, { backend })
      await readFile(path, { backend, offset: 1e6 }).catch(() => {})
      await readFile(folder, { backend }).catch(() => {})
      await readFile(path, { backend, signal: AbortSignal.abort() }).catch(() => {})
    }
    expect(open()).toBe(before)
  })
})
