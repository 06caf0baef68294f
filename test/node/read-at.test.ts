import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it, vi } from 'vitest'
import { readFile } from '../../src/host/file.ts'
import { readAt } from '../../src/host/read-at.ts'
import { truncateFile } from '../../src/host/truncate-file.ts'
import { read } from '../../src/tools/read.ts'
import { truncate } from '../support/checked.ts'
import { countLines, largeText, useFolder } from '../support/large-file.ts'

/** Every read brings less than was asked for, as when a signal interrupts it. */
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  let reads = 0
  return {
    ...fs,
    readSync: (file: number, into: Uint8Array, at: number, length: number, position: number) =>
      fs.readSync(file, into, at, Math.min(length, 1 + ((7919 * ++reads) % 50_000)), position),
  }
})

const backend = inject('backend')
const folder = useFolder()

describe('reads that bring less than was asked for', () => {
  it('fill what is to be filled, up to the end of the file', () => {
    const path = join(folder.path, 'short')
    const bytes = largeText(1, 200_000)
    writeFileSync(path, bytes)
    const file = openSync(path, 'r')
    const into = new Uint8Array(150_010)
    expect(readAt(file, into, 10, 150_010, 1000)).toBe(150_010)
    expect(Buffer.compare(into.subarray(10), bytes.subarray(1000, 151_000))).toBe(0)
    expect(readAt(file, into, 5, 150_010, 190_000)).toBe(10_005)
    expect(readAt(file, into, 7, 100, 200_000)).toBe(7)
    closeSync(file)
  })

  it('give the same pages and results', async () => {
    const path = join(folder.path, 'same')
    const bytes = largeText(2, 1_500_000)
    writeFileSync(path, bytes)
    const source = { path }
    const offset = countLines(bytes) >> 1
    expect((await readFile(path, { backend, offset })).text).toBe(
      read(bytes, { backend, source, offset }).text,
    )
    expect((await truncateFile(path, { backend })).text).toBe(truncate(bytes, { backend, source }).text)
  })
})
