// @deep

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesOf, collect, keep, noise, writeAll } from '../conformance.ts'
import { useFakeServer } from './support.ts'

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `line ${at + 1} of all\n`)

describe('an output longer than an artifact may be', () => {
  const box = useFakeServer()

  it('keeps its start and its end, and says which', async () => {
    const bytes = noise(700_000)
    const store = box.hasty({ maxArtifactBytes: 200_000 })
    const end = await writeAll(store, [bytes])
    const kept = [
      { startByte: 0, endByte: 100_000 },
      { startByte: 600_000, endByte: 700_000 },
    ]
    expect(end).toMatchObject({
      complete: false,
      code: 'PITH_ARTIFACT_CAPPED',
      kept,
      ref: { bytes: 700_000 },
    })
    const { id, missing } = await store.stat(end.ref?.id ?? '')
    expect(missing).toMatchObject({ startByte: 100_000, endByte: 600_000 })
    for (const range of kept) {
      const found = await collect(box.hasty().read(id, range))
      expect(Buffer.compare(found, bytes.subarray(range.startByte, range.endByte))).toBe(0)
    }
    for (const range of [
      { startByte: 99_999, endByte: 100_001 },
      { startByte: 0, endByte: 700_000 },
      { startByte: 599_999, endByte: 600_001 },
    ]) {
      await expect(collect(store.read(id, range))).rejects.toMatchObject({ code: 'PITH_NOT_RETAINED' })
    }
    expect(box.server.objects.get(box.server.keysOf('data')[0])?.body).toHaveLength(200_000)
  })

  it('gives every line that is known to be whole, and no other', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(40), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 2, max: 400 }),
        fc.boolean(),
        async (lengths, maxArtifactBytes, endsInLineFeed) => {
          const text = lengths.map((length) => 'x'.repeat(length)).join('\n') + (endsInLineFeed ? '\n' : '.')
          const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? []
          const store = box.hasty({ maxArtifactBytes })
          const end = await writeAll(store, [bytesOf(text)])
          expect(end.complete).toBe(text.length <= maxArtifactBytes)
          const { id, missing } = await store.stat(end.ref?.id ?? '')
          const offsetOf = (line: number) => lines.slice(0, line).join('').length
          for (let line = 1; line <= lines.length; line++) {
            const part = collect(store.lines(id, { firstLine: line, lastLine: line }))
            const isWhole =
              !missing || offsetOf(line) <= missing.startByte || offsetOf(line - 1) > missing.endByte
            if (isWhole) expect(Buffer.from(await part).toString()).toBe(lines[line - 1])
            else
              await part.then(
                // That a line begins where the tail does is not known.
                (bytes) => expect(Buffer.from(bytes).toString()).toBe(lines[line - 1]),
                (error) => expect(error).toMatchObject({ code: 'PITH_NOT_RETAINED' }),
              )
          }
          await store.delete(id)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('is read by the index, at both ends', async () => {
    const lines = numbered(600_000)
    const store = box.store({ maxArtifactBytes: 6 * 1024 ** 2 })
    const { ref } = await writeAll(store, [bytesOf(lines.join(''))])
    let asked = 0
    box.server.fault = ({ headers }) => {
      const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
      asked += Number(last) - Number(first) + 1
      return undefined
    }
    for (const [firstLine, lastLine] of [
      [1, 5],
      [90_000, 90_100],
      [530_000, 530_010],
      [599_990, 600_000],
    ]) {
      asked = 0
      const found = await collect(store.lines(ref?.id ?? '', { firstLine, lastLine }))
      expect(Buffer.from(found).toString()).toBe(lines.slice(firstLine - 1, lastLine).join(''))
      expect(asked).toBeLessThanOrEqual(512 * 1024)
    }
  })

  it('is whole again once it was written where there is room', async () => {
    const bytes = noise(50_000)
    const { ref } = await writeAll(box.hasty({ maxArtifactBytes: 10_000 }), [bytes])
    expect(await keep(box.hasty(), bytes)).toEqual(ref)
    expect([box.server.keysOf('ids').length, box.server.keysOf('data').length]).toEqual([1, 1])
    expect(await writeAll(box.hasty({ maxArtifactBytes: 10_000 }), [bytes])).toEqual({ complete: true, ref })
    expect(
      Buffer.compare(
        await collect(box.hasty().read(ref?.id ?? '', { startByte: 0, endByte: 50_000 })),
        bytes,
      ),
    ).toBe(0)
  })

  it('is written anew where the bytes of one as long are gone', async () => {
    const store = box.hasty({ maxArtifactBytes: 10_000 })
    const first = await writeAll(store, [noise(50_000)])
    box.server.objects.delete(box.server.keysOf('data')[0])
    expect(await writeAll(store, [noise(50_000)])).toEqual(first)
    expect(
      await collect(
        box.hasty().read(first.complete ? '' : (first.ref?.id ?? ''), { startByte: 0, endByte: 9 }),
      ),
    ).toHaveLength(9)
  })

  it('never takes the place of a whole one that comes meanwhile', async () => {
    const bytes = noise(50_000)
    const { id, ...rest } = await keep(box.hasty(), bytes)
    const whole = new Map(box.server.objects)
    box.server.objects.clear()
    const store = box.hasty({ maxArtifactBytes: 10_000 })
    await writeAll(store, [bytes])
    box.server.objects.delete(box.server.keysOf('data')[0])
    box.server.fault = ({ method, headers }) => {
      if (method === 'PUT' && headers['if-match']) for (const one of whole) box.server.objects.set(...one)
      return undefined
    }
    expect(await writeAll(store, [bytes])).toEqual({ complete: true, ref: { id, ...rest } })
    expect(new Map(box.server.objects)).toEqual(whole)
  })

  it('has no artifact where that may have no bytes at all', async () => {
    const store = box.hasty({ maxArtifactBytes: 0 })
    expect(await writeAll(store, [bytesOf('a')])).toMatchObject({ complete: false, code: 'PITH_STORE_FULL' })
    expect(await writeAll(store, [new Uint8Array()])).toMatchObject({ complete: true })
  })
})
