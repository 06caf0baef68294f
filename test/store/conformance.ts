import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ArtifactEnd, ArtifactMeta, ArtifactRef, ArtifactStore } from '../../src/store/store.ts'

/** A fresh, empty store and what removes it. */
export interface StoreUnderTest {
  store: ArtifactStore
  remove(): Promise<void>
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

export async function collect(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const part of parts) all.push(part)
  return new Uint8Array(Buffer.concat(all))
}

export async function writeAll(
  store: ArtifactStore,
  chunks: Iterable<Uint8Array>,
  meta: ArtifactMeta = {},
): Promise<ArtifactEnd> {
  const writer = await store.open(meta)
  for (const chunk of chunks) await writer.write(chunk)
  return writer.close()
}

export async function keep(
  store: ArtifactStore,
  bytes: Uint8Array,
  meta?: ArtifactMeta,
): Promise<ArtifactRef> {
  const end = await writeAll(store, [bytes], meta)
  if (!end.complete) throw new Error(end.message)
  return end.ref
}

/** Deterministic bytes with all values, LF more often than chance. */
export function noise(length: number): Uint8Array {
  if (sea.length < length) sea = moreNoise(Math.max(length, 2 * sea.length))
  return sea.slice(0, length)
}

/** Most suites want some megabytes, which take long to make. */
let sea: Uint8Array = new Uint8Array(0)

function moreNoise(length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let state = 12345
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    bytes[at] = state >>> 28 === 0 ? 0x0a : state >>> 16
  }
  return bytes
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const code = (name: string) => expect.objectContaining({ name: 'PithError', code: name })
const hostileIds = [
  '',
  '../../etc/passwd',
  '/etc/passwd',
  '..%2f',
  '0123456789ABCDEF',
  '0123456789abcde',
  'a\0b',
]

/** What every artifact store has to do, whatever it keeps its bytes in. */
export function describeStore(name: string, make: () => Promise<StoreUnderTest>): void {
  describe(`${name}, as every store`, () => {
    let store: ArtifactStore
    let remove: () => Promise<void>
    beforeEach(async () => {
      ;({ store, remove } = await make())
    })
    afterEach(() => remove())

    describeWriting(() => store)
    describeRanges(() => store)
    describeLines(() => store)
    describeIds(() => store)
  })
}

function describeWriting(store: () => ArtifactStore): void {
  it('names an artifact by the first 16 hex digits of its sha256', async () => {
    const bytes = bytesOf('hello\n')
    const end = await writeAll(store(), [bytes])
    const digest = sha256(bytes)
    expect(end).toEqual({ complete: true, ref: { id: digest.slice(0, 16), bytes: 6, sha256: digest } })
  })

  it('keeps an empty output', async () => {
    const ref = await keep(store(), new Uint8Array())
    expect(await store().stat(ref.id)).toMatchObject({ bytes: 0, lines: 0 })
    expect(await collect(store().read(ref.id, { startByte: 0, endByte: 10 }))).toEqual(new Uint8Array())
  })

  it('tells what it knows of an artifact', async () => {
    const before = Date.now()
    const ref = await keep(store(), bytesOf('a\nb'), { tool: 'bash', label: 'make "all"' })
    const stat = await store().stat(ref.id)
    expect(stat).toEqual({ ...ref, lines: 2, tool: 'bash', label: 'make "all"', createdAt: stat.createdAt })
    expect(stat.createdAt).toBeGreaterThanOrEqual(before)
  })

  it.each([
    ['\n', 1],
    ['a', 1],
    ['a\n', 1],
    ['a\nb', 2],
    ['\n\n\n', 3],
    ['a\r\nb\rc\u2028d', 2],
  ])('counts the lines of %j', async (text, lines) => {
    const ref = await keep(store(), bytesOf(text))
    expect((await store().stat(ref.id)).lines).toBe(lines)
  })

  it('keeps the same artifact however the bytes are cut into chunks', async () => {
    const bytes = noise(700_001)
    const whole = await keep(store(), bytes)
    const lines = (await store().stat(whole.id)).lines
    for (const size of [997, 65_536, 262_143, 262_144, 262_145, 600_000]) {
      await store().delete(whole.id)
      const chunks = []
      for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size))
      expect(await writeAll(store(), chunks)).toEqual({ complete: true, ref: whole })
      expect(
        Buffer.compare(await collect(store().read(whole.id, { startByte: 0, endByte: Infinity })), bytes),
      ).toBe(0)
      expect((await store().stat(whole.id)).lines).toBe(lines)
    }
  })

  it('lets a chunk be reused once it was taken', async () => {
    const expected = noise(1_000_000)
    const writer = await store().open({})
    const chunk = new Uint8Array(100_000)
    for (let at = 0; at < expected.length; at += chunk.length) {
      chunk.set(expected.subarray(at, at + chunk.length))
      await writer.write(chunk)
      chunk.fill(0xee)
    }
    expect(await writer.close()).toMatchObject({ complete: true, ref: { sha256: sha256(expected) } })
  })

  it('keeps the order for a caller that does not wait', async () => {
    const bytes = noise(3_000_000)
    const writer = await store().open({})
    for (let at = 0; at < bytes.length; at += 70_001) void writer.write(bytes.subarray(at, at + 70_001))
    expect(await writer.close()).toMatchObject({ complete: true, ref: { sha256: sha256(bytes) } })
    const kept = await collect(
      store().read(sha256(bytes).slice(0, 16), { startByte: 0, endByte: bytes.length }),
    )
    expect(sha256(kept)).toBe(sha256(bytes))
  })

  it('keeps the order when a write settles while another one waits', async () => {
    const bytes = noise(900_000)
    const writer = await store().open({})
    let third: Promise<void> | undefined
    const first = writer.write(bytes.subarray(0, 600_000)) ?? Promise.resolve()
    const afterFirst = first.then(() => {
      third = writer.write(bytes.subarray(800_000))
    })
    const second = writer.write(bytes.subarray(600_000, 800_000))
    await Promise.all([afterFirst, second])
    await third
    const end = await writer.close()
    if (!end.complete) throw new Error(end.message)
    const kept = await collect(store().read(end.ref.id, { startByte: 0, endByte: bytes.length }))
    expect(Buffer.compare(kept, bytes)).toBe(0)
  })

  it('lets equal outputs share one artifact, also when they are written at once', async () => {
    const bytes = noise(400_000)
    const ends = await Promise.all([1, 2, 3].map(() => writeAll(store(), [bytes])))
    expect(new Set(ends.map((end) => JSON.stringify(end))).size).toBe(1)
    expect(ends[0].complete).toBe(true)
    expect(await store().list()).toHaveLength(1)
    await keep(store(), bytes)
    expect(await store().list()).toHaveLength(1)
  })

  it('shows an artifact only once it is complete', async () => {
    const bytes = bytesOf('not yet')
    const writer = await store().open({})
    await writer.write(bytes)
    expect(await store().list()).toEqual([])
    await expect(store().stat(sha256(bytes).slice(0, 16))).rejects.toEqual(code('PITH_UNKNOWN_ARTIFACT'))
    await writer.close()
    expect(await store().list()).toHaveLength(1)
  })

  it('keeps nothing of an aborted output and tells so', async () => {
    const writer = await store().open({})
    await writer.write(noise(600_000))
    writer.abort()
    expect(writer.write(bytesOf('late'))).toBeUndefined()
    expect(await writer.close()).toEqual({
      complete: false,
      code: 'ABORTED',
      message: 'The full output was not kept: its writing was aborted.',
    })
    expect(await store().list()).toEqual([])
  })

  it('passes over what comes after the end', async () => {
    const writer = await store().open({})
    await writer.write(bytesOf('a'))
    const end = await writer.close()
    expect(writer.write(bytesOf('b'))).toBeUndefined()
    writer.abort()
    expect(await writer.close()).toEqual(end)
    expect(await store().list()).toHaveLength(1)
  })

  it('lists the newest artifact first and leaves out deleted ones', async () => {
    const old = await keep(store(), bytesOf('1'))
    await new Promise((resolve) => setTimeout(resolve, 5))
    const young = await keep(store(), bytesOf('2'), { tool: 'read' })
    expect((await store().list()).map(({ id }) => id)).toEqual([young.id, old.id])
    await store().delete(young.id)
    expect(await store().list()).toEqual([await store().stat(old.id)])
    await expect(store().delete(young.id)).rejects.toEqual(code('PITH_UNKNOWN_ARTIFACT'))
  })
}

function describeRanges(store: () => ArtifactStore): void {
  it('reads any range of bytes', async () => {
    const bytes = noise(600_000)
    const { id } = await keep(store(), bytes)
    const edges = [0, 1, 4095, 4096, 4097, 262_143, 262_144, 262_145, 599_999, 600_000]
    for (const startByte of edges) {
      for (const endByte of [...edges.filter((edge) => edge >= startByte), 700_000, Infinity]) {
        const part = await collect(store().read(id, { startByte, endByte }))
        expect(Buffer.compare(part, bytes.subarray(startByte, endByte)), `${startByte}-${endByte}`).toBe(0)
      }
    }
  })

  it('refuses a start past the end and names the size', async () => {
    const { id } = await keep(store(), bytesOf('12345'))
    await expect(collect(store().read(id, { startByte: 6, endByte: 7 }))).rejects.toMatchObject({
      code: 'PITH_OFFSET_OUT_OF_RANGE',
      message: 'Byte 6 is past the end: the artifact has 5 bytes.',
    })
  })

  it.each([
    [-1, 2],
    [Number.NaN, 2],
    [0.5, 2],
    [3, 2],
    [Infinity, Infinity],
    [0, Number.NaN],
  ])('refuses the byte range %d-%d', async (startByte, endByte) => {
    const { id } = await keep(store(), bytesOf('12345'))
    await expect(collect(store().read(id, { startByte, endByte }))).rejects.toEqual(
      code('PITH_INVALID_OPTION'),
    )
  })

  it('gives bytes whose change does not change the artifact', async () => {
    const { id } = await keep(store(), bytesOf('12345'))
    for await (const part of store().read(id, { startByte: 0, endByte: 5 })) part.fill(0)
    expect(await collect(store().read(id, { startByte: 0, endByte: 5 }))).toEqual(bytesOf('12345'))
  })
}

function describeLines(store: () => ArtifactStore): void {
  it.each(['a\nbb\n\nccc\n', 'a\nbb\n\nccc', '\n', 'x'])(
    'reads any range of the lines of %j',
    async (text) => {
      const { id } = await keep(store(), bytesOf(text))
      const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? []
      for (let firstLine = 1; firstLine <= lines.length; firstLine++) {
        for (const lastLine of [firstLine, firstLine + 1, lines.length + 5, Infinity]) {
          const part = await collect(store().lines(id, { firstLine, lastLine }))
          expect(Buffer.from(part).toString(), `${firstLine}-${lastLine}`).toBe(
            lines.slice(firstLine - 1, lastLine).join(''),
          )
        }
      }
    },
  )

  it('reads lines from all over a large artifact, a giant line among them', async () => {
    const lines = Array.from({ length: 90_000 }, (_, at) => `line ${at + 1}\n`)
    lines[40_000] = `${'x'.repeat(700_000)}\n`
    const { id } = await keep(store(), bytesOf(lines.join('')))
    for (const [firstLine, lastLine] of [
      [1, 1],
      [1, 90_000],
      [23_456, 23_460],
      [40_000, 40_002],
      [40_001, 40_001],
      [89_999, 90_000],
    ]) {
      const part = await collect(store().lines(id, { firstLine, lastLine }))
      expect(sha256(part), `${firstLine}-${lastLine}`).toBe(
        sha256(bytesOf(lines.slice(firstLine - 1, lastLine).join(''))),
      )
    }
  })

  it('gives raw bytes, whatever encoding they are in', async () => {
    const bytes = Uint8Array.of(0xff, 0x0d, 0x0a, 0x00, 0xc3, 0x0a, 0xf0, 0x9f)
    const { id } = await keep(store(), bytes)
    expect(await collect(store().lines(id, { firstLine: 2, lastLine: 3 }))).toEqual(bytes.subarray(3))
  })

  it('refuses a first line past the last one and names the number of lines', async () => {
    const { id } = await keep(store(), bytesOf('a\n'))
    await expect(collect(store().lines(id, { firstLine: 2, lastLine: 9 }))).rejects.toMatchObject({
      code: 'PITH_OFFSET_OUT_OF_RANGE',
      message: 'Line 2 is past the end: the artifact has 1 line.',
    })
    const empty = await keep(store(), new Uint8Array())
    await expect(collect(store().lines(empty.id, { firstLine: 1, lastLine: 1 }))).rejects.toEqual(
      code('PITH_OFFSET_OUT_OF_RANGE'),
    )
  })

  it.each([
    [0, 2],
    [Number.NaN, 2],
    [1.5, 2],
    [3, 2],
  ])('refuses the line range %d-%d', async (firstLine, lastLine) => {
    const { id } = await keep(store(), bytesOf('a\nb\nc\n'))
    await expect(collect(store().lines(id, { firstLine, lastLine }))).rejects.toEqual(
      code('PITH_INVALID_OPTION'),
    )
  })
}

function describeIds(store: () => ArtifactStore): void {
  it.each([...hostileIds, '0123456789abcdef'])('knows no artifact %j', async (id) => {
    await keep(store(), bytesOf('a'))
    const unknown = code('PITH_UNKNOWN_ARTIFACT')
    await expect(store().stat(id)).rejects.toEqual(unknown)
    await expect(store().delete(id)).rejects.toEqual(unknown)
    await expect(collect(store().read(id, { startByte: 0, endByte: 1 }))).rejects.toEqual(unknown)
    await expect(collect(store().lines(id, { firstLine: 1, lastLine: 1 }))).rejects.toEqual(unknown)
  })

  it('knows no artifact whose id is not text', async () => {
    const { id } = await keep(store(), bytesOf('a'))
    await expect(store().stat([id] as unknown as string)).rejects.toEqual(code('PITH_UNKNOWN_ARTIFACT'))
  })
}
