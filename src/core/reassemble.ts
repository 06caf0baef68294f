import { PithError } from '../errors.ts'
import type { Truncation } from '../truncation.ts'

/** Reads the bytes of the input from `start` (inclusive) to `end` (exclusive). */
export type ReadRange = (start: number, end: number) => Uint8Array | Promise<Uint8Array>

/** Most bytes requested from `readRange` at once. */
const CHUNK_BYTES = 1024 * 1024

/**
 * Rebuilds the whole input: exact segments come from the result, everything else from `readRange`.
 *
 * @throws {PithError} `PITH_NOT_EXACT` when `readRange` returns fewer or more bytes than requested.
 * @example
 * const input = new TextEncoder().encode('a\n'.repeat(9))
 * const t = truncate(input, { maxLines: 3 })
 * new TextDecoder().decode(await reassemble(t, (start, end) => input.subarray(start, end))) // 'a\n'.repeat(9)
 */
export async function reassemble(t: Truncation, readRange: ReadRange): Promise<Uint8Array> {
  const all = new Uint8Array(t.totalBytes)
  let at = 0
  for await (const bytes of reassembleStream(t, readRange)) {
    all.set(bytes, at)
    at += bytes.length
  }
  return all
}

/** Like `reassemble`, but yields the input piece by piece, in bounded memory. */
export async function* reassembleStream(t: Truncation, readRange: ReadRange): AsyncIterable<Uint8Array> {
  let at = 0
  for (const { startByte, endByte, exact, text } of t.segments) {
    if (!exact) continue
    yield* readAll(at, startByte, readRange)
    yield new TextEncoder().encode(text)
    at = endByte
  }
  yield* readAll(at, t.totalBytes, readRange)
}

async function* readAll(start: number, end: number, readRange: ReadRange): AsyncIterable<Uint8Array> {
  for (let at = start; at < end; at += CHUNK_BYTES) {
    const stop = Math.min(end, at + CHUNK_BYTES)
    const bytes = await readRange(at, stop)
    if (bytes.length !== stop - at) {
      throw new PithError(
        'PITH_NOT_EXACT',
        `Expected ${stop - at} bytes for the range ${at}-${stop}, got ${bytes.length}.`,
      )
    }
    yield bytes
  }
}
