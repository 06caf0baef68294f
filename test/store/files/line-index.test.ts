// @deep

import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type FileSystem, nodeFileSystem } from '../../../src/store/backends/files/file-system.ts'
import { bytesOf, collect, keep, noise, writeAll } from '../conformance.ts'
import { storeIn, useFolder } from './support.ts'

const MIB = 1024 * 1024

/** Counts the bytes that are read. */
function watched(): { fileSystem: FileSystem; readBytes(): number } {
  let total = 0
  const open: FileSystem['open'] = async (...words) => {
    const file = await nodeFileSystem.open(...words)
    const read: typeof file.read = async (...range) => {
      const result = await file.read(...range)
      total += result.bytesRead
      return result
    }
    const rest = {
      truncate: (bytes: number) => file.truncate(bytes),
      stat: () => file.stat(),
      datasync: () => file.datasync(),
      sync: () => file.sync(),
    }
    return { ...rest, read, write: (...range) => file.write(...range), close: () => file.close() }
  }
  return { fileSystem: { ...nodeFileSystem, open }, readBytes: () => total }
}

const made = new Map<number, Uint8Array>()

/** Numbered lines of 10 bytes. */
function numbered(lines: number): Uint8Array {
  const known = made.get(lines)
  if (known) return known
  const bytes = new Uint8Array(Array.from({ length: 10 }, () => 0x30))
  const all = Buffer.alloc(10 * lines)
  bytes[9] = 0x0a
  for (let line = 1; line <= lines; line++) {
    for (let digit = 8; digit >= 0 && ++bytes[digit] > 0x39; digit--) bytes[digit] = 0x30
    all.set(bytes, 10 * (line - 1))
  }
  made.set(lines, all)
  return all
}

describe('the line index', () => {
  const box = useFolder()
  const manifest = (id: string) => join(box.directory, `${id}.json`)

  it('is in the manifest of a long artifact, and takes less than a thousandth of it', async () => {
    const store = storeIn(box.directory)
    const { id } = await keep(store, noise(5 * MIB))
    expect(JSON.parse(readFileSync(manifest(id), 'utf8'))).toMatchObject({ index: { strideBytes: MIB / 4 } })
    expect(statSync(manifest(id)).size).toBeLessThan(5000)
    const short = await keep(store, noise(MIB - 1))
    expect(JSON.parse(readFileSync(manifest(short.id), 'utf8'))).not.toHaveProperty('index')
  })

  it('leads to any page without reading what comes before it', async () => {
    const { fileSystem, readBytes } = watched()
    const store = storeIn(box.directory, { fileSystem })
    const lines = 2_000_000
    const { id } = await keep(store, numbered(lines))
    for (const firstLine of [1, 2, 26_215, 26_216, 999_999, 1_999_000, lines]) {
      const before = readBytes()
      const lastLine = Math.min(lines, firstLine + 1000)
      const page = Buffer.from(await collect(store.lines(id, { firstLine, lastLine }))).toString()
      expect(page.slice(0, 10)).toBe(`${String(firstLine).padStart(9, '0')}\n`)
      expect(page.length).toBe(10 * (lastLine - firstLine + 1))
      expect(readBytes() - before).toBeLessThan(MIB)
    }
  })

  it('tells the same lines as none does, giant ones and ends of strides among them', async () => {
    const store = storeIn(box.directory)
    const pieces = [
      noise(262_143),
      bytesOf('\n'),
      bytesOf('x'.repeat(900_000)),
      noise(3 * MIB),
      bytesOf('\n\nend'),
    ]
    const bytes = new Uint8Array(Buffer.concat(pieces))
    const { id } = await keep(store, bytes)
    const total = (await store.stat(id)).lines
    const lines: [number, Uint8Array][] = []
    for (let firstLine = 1; firstLine <= total; firstLine += 9973)
      lines.push([firstLine, await collect(store.lines(id, { firstLine, lastLine: firstLine + 3 }))])
    for (const firstLine of [total - 2, total])
      lines.push([firstLine, await collect(store.lines(id, { firstLine, lastLine: total }))])
    const starts = [0]
    for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) starts.push(at + 1)
    const offset = (line: number) => starts[line - 1] ?? bytes.length
    for (const [firstLine, found] of lines) {
      const last = firstLine > total - 3 ? total : firstLine + 3
      expect(
        Buffer.compare(found, bytes.subarray(offset(firstLine), offset(last + 1))),
        `line ${firstLine}`,
      ).toBe(0)
    }
  })

  it.each<[string, unknown]>([
    ['gone', undefined],
    ['of an older version', 'AAAA'],
    ['of another artifact', { strideBytes: MIB / 4, head: [1, 2], tail: [], tailStart: 0, tailLineFeeds: 0 }],
    ['no index', { strideBytes: MIB / 4, head: [1, -2], tail: 7 }],
  ])('that is %s is not trusted, and the lines are right all the same', async (_, damaged) => {
    const store = storeIn(box.directory)
    const { id } = await keep(store, numbered(450_000))
    const { index, ...rest } = JSON.parse(readFileSync(manifest(id), 'utf8'))
    expect(index.head.length).toBeGreaterThan(2)
    writeFileSync(manifest(id), JSON.stringify({ ...rest, index: damaged }))
    const page = await collect(store.lines(id, { firstLine: 449_999, lastLine: 450_000 }))
    expect(Buffer.from(page).toString()).toBe('000449999\n000450000\n')
  })

  it('of an output with a gap leads to both ends', async () => {
    const { fileSystem, readBytes } = watched()
    const store = storeIn(box.directory, { fileSystem, maxArtifactBytes: 9 * MIB + 4321 })
    const bytes = numbered(2_000_000)
    const end = await writeAll(store, [bytes.subarray(0, 12_345_678), bytes.subarray(12_345_678)])
    const id = end.ref?.id ?? ''
    const { missing } = await store.stat(id)
    if (!missing) throw new Error('Expected a gap.')
    for (const line of [1, missing.firstLine - 1, missing.lastLine + 1, 1_700_000, 1_999_999]) {
      const before = readBytes()
      const page = await collect(store.lines(id, { firstLine: line, lastLine: line }))
      expect(Buffer.from(page).toString()).toBe(`${String(line).padStart(9, '0')}\n`)
      expect(readBytes() - before).toBeLessThan(MIB)
    }
  })

  // More than 4 GiB, in the deep suite alone.
  it.each([4200])('leads into an artifact of %i MiB', async (blocks) => {
    const store = storeIn(box.directory, {
      maxArtifactBytes: Infinity,
      maxSessionBytes: Infinity,
      maxTotalBytes: Infinity,
    })
    const writer = await store.open({})
    const line = bytesOf(`${'x'.repeat(1023)}\n`)
    const block = new Uint8Array(Buffer.concat(Array.from({ length: 1024 }, () => line)))
    for (let at = 0; at < blocks; at++) await writer.write(block)
    await writer.write(bytesOf('the end'))
    const end = await writer.close()
    const lines = blocks * 1024 + 1
    const page = await collect(store.lines(end.ref?.id ?? '', { firstLine: lines - 1, lastLine: lines }))
    expect(Buffer.from(page).toString().slice(1000)).toBe(`${'x'.repeat(23)}\nthe end`)
  })
})
