import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ArtifactStat, ArtifactStore } from '../../../src/store/store.ts'
import { seq, useCommand } from '../../support/command.ts'
import { bytesOf, collect, keep, noise, writeAll } from '../conformance.ts'
import { dataOf, kindsIn, storeIn, useFolder } from './support.ts'

const everything = { startByte: 0, endByte: Infinity }
const damaged = { code: 'PITH_STORE_FAILED', message: expect.stringContaining('is damaged: its bytes') }

/** Changes one bit of a file, as a bad disk would: size and times in the manifest stay. */
function flip(path: string, at: number): void {
  const bytes = readFileSync(path)
  bytes[at] ^= 1
  writeFileSync(path, bytes)
}

/** The bytes that a reader gets before it fails. */
async function readUntilError(parts: AsyncIterable<Uint8Array>): Promise<{ bytes: number; error: unknown }> {
  let bytes = 0
  try {
    for await (const part of parts) bytes += part.length
    return { bytes, error: undefined }
  } catch (error) {
    return { bytes, error }
  }
}

describe('an artifact of which a bit changed', () => {
  const box = useFolder()

  it.each([
    [1, [0]],
    [700, [0, 350, 699]],
    [600_000, [0, 262_143, 262_144, 599_999]],
  ])('of %i bytes is not adopted, but kept anew', async (length, places) => {
    const store = storeIn(box.directory)
    const bytes = noise(length)
    const ref = await keep(store, bytes)
    for (const at of places) {
      flip(dataOf(box.directory, ref.id), at)
      expect(await keep(store, bytes)).toEqual(ref)
      expect(Buffer.compare(await collect(store.read(ref.id, everything)), bytes)).toBe(0)
      expect(kindsIn(box.directory)).toEqual({ bin: 1, json: 1 })
    }
  })

  it('is adopted while it is whole', async () => {
    const store = storeIn(box.directory)
    const { id } = await keep(store, noise(300_000))
    const before = dataOf(box.directory, id)
    await keep(store, noise(300_000))
    expect(dataOf(box.directory, id)).toBe(before)
  })

  it.each([
    [700, 0],
    [600_000, 2 * 262_144],
  ])('of %i bytes gives at most %i of them to one who reads it whole', async (length, most) => {
    const store = storeIn(box.directory)
    const { id } = await keep(store, noise(length))
    const { lines } = await store.stat(id)
    flip(dataOf(box.directory, id), 10)
    const readings = [
      store.read(id, everything),
      store.read(id, { startByte: 0, endByte: length }),
      store.lines(id, { firstLine: 1, lastLine: lines }),
      store.lines(id, { firstLine: 1, lastLine: Infinity }),
    ]
    for (const reading of readings) {
      const { bytes, error } = await readUntilError(reading)
      expect(error).toMatchObject(damaged)
      expect(bytes).toBe(most)
    }
    const part = await collect(store.read(id, { startByte: 20, endByte: 30 }))
    expect(part).toEqual(noise(30).slice(20))
  })

  it('is told when one of its ends is read, where only the ends were kept, and is kept anew', async () => {
    const store = storeIn(box.directory, { maxArtifactBytes: 300_000 })
    const bytes = noise(1_000_000)
    const first = await writeAll(store, [bytes])
    const [head, tail] = first.complete ? [] : (first.kept ?? [])
    const id = first.ref?.id ?? ''
    for (const [at, hit, other] of [
      [10, head, tail],
      [299_999, tail, head],
      [head.endByte, tail, head],
    ] as const) {
      flip(dataOf(box.directory, id), at)
      await expect(collect(store.read(id, hit))).rejects.toMatchObject(damaged)
      expect((await collect(store.read(id, other))).length).toBe(other.endByte - other.startByte)
      expect(await writeAll(store, [bytes])).toEqual(first)
      for (const range of [head, tail])
        expect(
          Buffer.compare(
            await collect(store.read(id, range)),
            bytes.subarray(range.startByte, range.endByte),
          ),
        ).toBe(0)
    }
  })

  it('is read unchecked where an older version kept its ends, and is kept anew', async () => {
    const store = storeIn(box.directory, { maxArtifactBytes: 1000 })
    const { ref } = await writeAll(store, [noise(5000)])
    const manifest = join(box.directory, `${ref?.id}.json`)
    const { ends, ...older } = JSON.parse(readFileSync(manifest, 'utf8'))
    expect(ends).toEqual({ head: expect.any(String), tail: expect.any(String) })
    writeFileSync(manifest, JSON.stringify(older))
    const before = dataOf(box.directory, ref?.id ?? '')
    expect(await collect(store.read(ref?.id ?? '', { startByte: 0, endByte: 500 }))).toEqual(
      noise(500).slice(),
    )
    await writeAll(store, [noise(5000)])
    expect(dataOf(box.directory, ref?.id ?? '')).not.toBe(before)
  })

  it.each([
    ['digest', ({ sha256, id }: ArtifactStat) => [sha256, `${id}${'0'.repeat(48)}`]],
    ['number of lines', ({ lines }: ArtifactStat) => [`"lines":${lines}`, `"lines":${lines + 1}`]],
  ])('in the %s of its manifest is kept anew', async (_, change) => {
    const store = storeIn(box.directory)
    const ref = await keep(store, bytesOf('a\nb\n'))
    const manifest = join(box.directory, `${ref.id}.json`)
    const [from, to] = change(await store.stat(ref.id))
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(from, to))
    expect(await keep(store, bytesOf('a\nb\n'))).toEqual(ref)
    expect(await store.stat(ref.id)).toMatchObject({ sha256: ref.sha256, lines: 2 })
  })

  it('makes way where more of it is kept, and stays where less of it would be', async () => {
    const capped = (maxArtifactBytes: number): ArtifactStore => storeIn(box.directory, { maxArtifactBytes })
    const bytes = noise(5000)
    const sizes: number[] = []
    for (const most of [1000, 2000, 500]) {
      const { ref } = await writeAll(capped(most), [bytes])
      const { missing } = await capped(most).stat(ref?.id ?? '')
      sizes.push(5000 - ((missing?.endByte ?? 0) - (missing?.startByte ?? 0)))
    }
    expect(sizes).toEqual([1000, 2000, 2000])
    expect(kindsIn(box.directory)).toEqual({ bin: 1, json: 1 })
  })
})

describe.runIf(process.platform === 'linux')('pith run, where a bit of the kept output changed', () => {
  const box = useCommand({ alone: true })

  it('names an artifact that is whole again', async () => {
    const artifacts = join(box.folder, 'kept')
    const env = { PITH_ARTIFACTS: artifacts }
    const run = () => box.pith(['run', '--', 'seq', '20000'], { env })
    const [, id] =
      /pith show (\w+) --lines [\d-]+, or --grep RE\]\n$/.exec((await run()).stdout.toString()) ?? []
    flip(dataOf(artifacts, id), 12_345)
    const store = storeIn(artifacts)
    await expect(collect(store.read(id, everything))).rejects.toMatchObject(damaged)
    expect((await run()).stdout.toString()).toContain(`pith show ${id} --lines `)
    expect(Buffer.from(await collect(store.read(id, everything))).toString()).toBe(seq(1, 20_000))
  })
})
