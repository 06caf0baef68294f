import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFileStore } from '../../../src/store/backends/files.ts'
import type { ArtifactEnd, ByteRange } from '../../../src/store/store.ts'
import { bytesOf, collect, keep, noise, writeAll } from '../conformance.ts'
import { bytesIn, storeIn, useFolder } from './support.ts'

const KIB = 1024
const MIB = 1024 * KIB
const SMALL_FILES = 64 * KIB

const linesOf = (bytes: Uint8Array): Uint8Array[] => {
  const lines: Uint8Array[] = []
  for (let at = 0; at < bytes.length; ) {
    const feed = bytes.indexOf(0x0a, at)
    const end = feed < 0 ? bytes.length : feed + 1
    lines.push(bytes.subarray(at, end))
    at = end
  }
  return lines
}

function* piecesOf(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

function cappedEnd(end: ArtifactEnd): { id: string; kept: ByteRange[]; message: string } {
  if (end.complete || !end.ref || !end.kept) throw new Error('Expected a capped artifact.')
  expect(end.code).toBe('PITH_ARTIFACT_CAPPED')
  return { id: end.ref.id, kept: end.kept, message: end.message }
}

describe('an output longer than an artifact may be', () => {
  const box = useFolder()

  it.each([
    [1000, 1001, 7],
    [1000, 1500, 300],
    [1000, 12_345, 12_345],
    [2, 9, 4],
    [3, 100_000, 999],
    [600_001, 600_002, 70_000],
    [600_001, 2_000_000, 65_536],
    [2 * MIB, 3 * MIB - 1, 65_536],
    [2 * MIB, 4 * MIB, 1_000_000],
    [2 * MIB + 5, 7 * MIB + 3, 262_144],
  ])(
    '(%i bytes, of %i in pieces of %i) has its start and its end kept',
    async (maxArtifactBytes, length, size) => {
      const store = storeIn(box.directory, { maxArtifactBytes })
      const bytes = noise(length)
      const { id, kept } = cappedEnd(await writeAll(store, piecesOf(bytes, size)))
      expect(kept.reduce((sum, { startByte, endByte }) => sum + endByte - startByte, 0)).toBe(
        maxArtifactBytes,
      )
      for (const range of kept)
        expect(
          Buffer.compare(
            await collect(store.read(id, range)),
            bytes.subarray(range.startByte, range.endByte),
          ),
        ).toBe(0)
      const stat = await store.stat(id)
      const lines = linesOf(bytes)
      expect(stat).toMatchObject({ bytes: length, lines: lines.length })
      expect(stat.missing).toMatchObject({ startByte: kept[0].endByte, endByte: kept[1].startByte })
      const { firstLine, lastLine } = stat.missing ?? { firstLine: 0, lastLine: 0 }
      const before = lines.slice(0, firstLine - 1)
      const after = lines.slice(lastLine)
      expect(before.reduce((sum, line) => sum + line.length, 0)).toBeLessThanOrEqual(kept[0].endByte)
      expect(
        (lines[firstLine - 1]?.length ?? 0) + before.reduce((sum, line) => sum + line.length, 0),
      ).toBeGreaterThan(kept[0].endByte)
      expect(after.reduce((sum, line) => sum + line.length, 0)).toBeLessThanOrEqual(
        length - kept[1].startByte,
      )
      const wanted = [
        1,
        2,
        firstLine - 1,
        lastLine + 1,
        lastLine + 2,
        Math.floor((lastLine + lines.length) / 2),
        lines.length,
      ]
      for (const line of wanted.filter(
        (at) => (at >= 1 && at < firstLine) || (at > lastLine && at <= lines.length),
      ))
        expect(await collect(store.lines(id, { firstLine: line, lastLine: line })), `line ${line}`).toEqual(
          lines[line - 1],
        )
    },
  )

  it('refuses to show what is missing, by name', async () => {
    const store = storeIn(box.directory, { maxArtifactBytes: 10 })
    const { id, message } = cappedEnd(await writeAll(store, [bytesOf('1\n2\n3\n4\n5\n6\n7\n8\n9\n')]))
    expect(message).toBe(
      `The full output could not be kept, because an artifact may have 10 bytes: the first 5 and the last 5 of its 18 bytes are artifact ${id}.`,
    )
    expect((await store.stat(id)).missing).toEqual({ startByte: 5, endByte: 13, firstLine: 3, lastLine: 7 })
    const refusal = {
      code: 'PITH_NOT_RETAINED',
      message: expect.stringContaining('Bytes 5 to 13 were not kept'),
    }
    for (const [startByte, endByte] of [
      [0, 6],
      [5, 6],
      [12, 13],
      [0, Infinity],
    ])
      await expect(collect(store.read(id, { startByte, endByte }))).rejects.toMatchObject(refusal)
    for (const [firstLine, lastLine] of [
      [1, 3],
      [3, 3],
      [7, 8],
      [1, Infinity],
    ])
      await expect(collect(store.lines(id, { firstLine, lastLine }))).rejects.toMatchObject({
        code: 'PITH_NOT_RETAINED',
        message: expect.stringContaining('Lines 3-7 were not kept whole'),
      })
    expect(Buffer.from(await collect(store.lines(id, { firstLine: 8, lastLine: 9 }))).toString()).toBe(
      '8\n9\n',
    )
  })

  it('is complete at the limit itself', async () => {
    const store = storeIn(box.directory, { maxArtifactBytes: 1000 })
    expect(await writeAll(store, [noise(1000)])).toMatchObject({ complete: true })
  })

  it('never takes more of the disk than its limit and what is written beside it', async () => {
    const store = createFileStore({ directory: box.directory, maxArtifactBytes: 4 * MIB, keepFreeBytes: 0 })
    const writer = await store.open({})
    const chunk = noise(100_000)
    let most = 0
    for (let at = 0; at < 200; at++) {
      await writer.write(chunk)
      most = Math.max(most, bytesIn(box.directory))
    }
    cappedEnd(await writer.close())
    const blocks = readdirSync(box.directory).map((name) => statSync(join(box.directory, name)).blocks * 512)
    expect(most).toBeGreaterThan(4 * MIB - KIB * 256)
    expect(
      Math.max(
        most,
        blocks.reduce((sum, bytes) => sum + bytes, 0),
      ),
    ).toBeLessThanOrEqual(4 * MIB + SMALL_FILES)
  })

  it('makes way when the same output is kept whole, and is not kept where that is there', async () => {
    const small = storeIn(box.directory, { maxArtifactBytes: 1000 })
    const large = storeIn(box.directory)
    const bytes = noise(3000)
    const { id } = cappedEnd(await writeAll(small, [bytes]))
    expect(cappedEnd(await writeAll(small, [bytes])).id).toBe(id)
    expect(await keep(large, bytes)).toMatchObject({ id })
    expect((await small.stat(id)).missing).toBeUndefined()
    expect(await writeAll(small, [bytes])).toMatchObject({ complete: true, ref: { id } })
    expect(readdirSync(box.directory)).toHaveLength(2)
  })
})

describe('the limits of all artifacts', () => {
  const box = useFolder()

  it('hold for a session, whose room comes back with what it deletes', async () => {
    const store = storeIn(box.directory, { maxSessionBytes: 300 * KIB })
    const first = await keep(store, noise(200 * KIB))
    const { kept, message } = cappedEnd(await writeAll(store, [noise(300 * KIB)]))
    expect(kept.reduce((sum, { startByte, endByte }) => sum + endByte - startByte, 0)).toBe(100 * KIB)
    expect(message).toContain('because the artifacts of a session may have 307200 bytes')
    expect(await writeAll(store, [noise(100)])).toEqual({
      complete: false,
      code: 'PITH_STORE_FULL',
      message: 'The full output could not be kept: the artifacts of a session may have 307200 bytes.',
    })
    await store.delete(first.id)
    await keep(store, noise(150 * KIB))
  })

  it('hold for all stores of a session that has a name, and for no other', async () => {
    const maxSessionBytes = 100 * KIB
    await keep(storeIn(box.directory, { maxSessionBytes, session: 'a' }), noise(60 * KIB))
    const second = storeIn(box.directory, { maxSessionBytes, session: 'a' })
    expect(await writeAll(second, [noise(50 * KIB)])).toMatchObject({ code: 'PITH_STORE_FULL' })
    await keep(storeIn(box.directory, { maxSessionBytes, session: 'b' }), noise(50 * KIB))
  })

  it('count outputs that are written at once, aborted and equal ones', async () => {
    const store = storeIn(box.directory, { maxTotalBytes: 1000 * KIB })
    const first = await store.open({})
    await first.write(noise(600 * KIB))
    const second = await store.open({})
    await second.write(noise(601 * KIB))
    second.abort()
    expect(await second.close()).toMatchObject({ code: 'ABORTED' })
    expect(await first.close()).toMatchObject({ complete: true })
    for (let round = 0; round < 3; round++) await keep(store, noise(600 * KIB))
    await keep(store, noise(390 * KIB))
    expect(await writeAll(store, [noise(100 * KIB)])).toMatchObject({
      code: 'PITH_STORE_FULL',
      message: expect.stringContaining('all artifacts together may have 1024000 bytes'),
    })
  })

  it('leave the disk what it must have free', async () => {
    const store = storeIn(box.directory, { keepFreeBytes: 2 ** 60 })
    expect(await writeAll(store, [noise(1000)])).toMatchObject({
      code: 'PITH_STORE_FULL',
      message: expect.stringMatching(/ \d+ bytes of the disk have to stay free\.$/),
    })
    expect(readdirSync(box.directory)).toEqual([])
  })

  it.each(['maxArtifactBytes', 'maxSessionBytes', 'maxTotalBytes', 'keepFreeBytes', 'ttlMs'])(
    'refuse a bad %s by name',
    (name) => {
      for (const value of [-1, Number.NaN]) {
        expect(() => createFileStore({ [name]: value })).toThrow(
          expect.objectContaining({ code: 'PITH_INVALID_OPTION', message: expect.stringContaining(name) }),
        )
      }
    },
  )
})
