import type { IncomingMessage } from 'node:http'
import type { Duplex, Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { shown } from '../../errors.ts'

/** More encodings on top of each other are not decoded. */
const MOST_ENCODINGS = 2
const FIRST_BYTES = 64 * 1024

/** Why a body ended early. */
export type CutShort = 'size' | 'time' | 'failure'

export interface Body {
  bytes: Buffer
  /** Undefined if all of it came. */
  cutShort?: CutShort
  /** What went wrong, in words. */
  failure?: string
}

const decoders: Readonly<Record<string, () => Duplex>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/**
 * Reads a body up to a size, decoded. What came before a failure or the end of the time is kept. A body that is small on
 * the way and large when it is decoded is stopped at the same size.
 */
export async function readBody(
  response: IncomingMessage,
  mostBytes: number,
  signal: AbortSignal,
): Promise<Body> {
  const kept = new GrowingBytes(mostBytes)
  const decoded = decodedBody(response)
  // Each stream of the chain reports its end to the next one only.
  const stop = () => decoded.stream.destroy(new Error('aborted'))
  signal.addEventListener('abort', stop, { once: true })
  try {
    if (signal.aborted) stop()
    for await (const chunk of decoded.stream as AsyncIterable<Buffer>) {
      if (!kept.add(chunk)) return { bytes: kept.bytes(), cutShort: 'size' }
    }
    if (decoded.unknown === undefined) return { bytes: kept.bytes() }
    return { bytes: kept.bytes(), failure: `its encoding ${shown(decoded.unknown)} is not known` }
  } catch (error) {
    if (signal.aborted) return { bytes: kept.bytes(), cutShort: 'time' }
    const reason = error instanceof Error ? error.message : String(error)
    return { bytes: kept.bytes(), cutShort: 'failure', failure: reason }
  } finally {
    signal.removeEventListener('abort', stop)
    response.destroy()
    decoded.stream.destroy()
  }
}

/** Bytes in one buffer, because a server can send millions of chunks of one byte, each an object of its own. */
class GrowingBytes {
  #buffer = Buffer.alloc(0)
  #length = 0
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** False if not all of it has room. What has room is kept. */
  add(chunk: Buffer): boolean {
    const part = chunk.subarray(0, this.#most - this.#length)
    const needed = this.#length + part.length
    if (needed > this.#buffer.length) {
      const larger = Buffer.alloc(
        Math.min(this.#most, Math.max(needed, 2 * this.#buffer.length, FIRST_BYTES)),
      )
      this.#buffer.copy(larger, 0, 0, this.#length)
      this.#buffer = larger
    }
    this.#buffer.set(part, this.#length)
    this.#length = needed
    return part.length === chunk.length
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }
}

function decodedBody(response: IncomingMessage): { stream: Readable; unknown?: string } {
  const encodings = String(response.headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  const unknown = encodings.find((name) => !Object.hasOwn(decoders, name))
  if (unknown !== undefined || encodings.length > MOST_ENCODINGS)
    return { stream: response, unknown: unknown ?? encodings.join(', ') }
  let stream: Readable = response
  for (const name of encodings.toReversed()) {
    const next = decoders[name]()
    stream.on('error', (error) => next.destroy(error))
    stream = stream.pipe(next)
  }
  return { stream }
}
