import type { IncomingMessage } from 'node:http'
import type { Duplex, Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Head } from '../../core/hold/head-tail.ts'
import { shown } from '../../errors.ts'

/** More encodings on top of each other are not decoded. */
const MOST_ENCODINGS = 2

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
  // In one buffer, because a server can send millions of chunks of one byte, each an object of its own.
  const kept = new Head(mostBytes)
  const bytes = () => Buffer.from(kept.bytes.buffer, 0, kept.bytes.length)
  let total = 0
  const decoded = decodedBody(response)
  // Each stream of the chain reports its end to the next one only.
  const stop = () => decoded.stream.destroy(new Error('aborted'))
  signal.addEventListener('abort', stop, { once: true })
  try {
    if (signal.aborted) stop()
    for await (const chunk of decoded.stream as AsyncIterable<Buffer>) {
      kept.push(chunk)
      total += chunk.length
      if (total > mostBytes) return { bytes: bytes(), cutShort: 'size' }
    }
    if (decoded.unknown === undefined) return { bytes: bytes() }
    return { bytes: bytes(), failure: `its encoding ${shown(decoded.unknown)} is not known` }
  } catch (error) {
    if (signal.aborted) return { bytes: bytes(), cutShort: 'time' }
    const reason = error instanceof Error ? error.message : String(error)
    return { bytes: bytes(), cutShort: 'failure', failure: reason }
  } finally {
    signal.removeEventListener('abort', stop)
    response.destroy()
    decoded.stream.destroy()
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
