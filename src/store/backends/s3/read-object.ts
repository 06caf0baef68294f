import { PithError } from '../../../errors.ts'
import { type Manifest, sizeOf } from '../../manifest.ts'
import type { ByteStream } from '../../reading.ts'
import { damagedArtifact } from '../../stat.ts'
import type { ArtifactStat, ByteRange } from '../../store.ts'
import type { Bucket } from './bucket.ts'
import { timeout } from './client.ts'
import { S3Failure, unanswered } from './failures.ts'

/** How many answers in a row may break off before their first byte. */
const MOST_BREAKS = 3

/** Where a range of the output is in its object. The object does not contain the missing bytes. */
export function inObject({ startByte, endByte }: ByteRange, { missing }: ArtifactStat): ByteRange {
  const shift = missing && startByte >= missing.endByte ? missing.endByte - missing.startByte : 0
  return { startByte: startByte - shift, endByte: endByte - shift }
}

/** The bytes of a range that has no missing bytes. When an answer breaks off, requests the rest. */
export async function* readObject(bucket: Bucket, manifest: Manifest, range: ByteRange): ByteStream {
  const { startByte, endByte } = inObject(range, manifest.stat)
  let breaks = 0
  for (let at = startByte; at < endByte; ) {
    const before = at
    try {
      for await (const piece of bodyOf(bucket, manifest, { startByte: at, endByte })) {
        at += piece.length
        yield piece
      }
      if (at < endByte) throw new S3Failure('BadAnswer', 'the answer of the object store is too short')
    } catch (error) {
      if (error instanceof PithError) throw error
      const failure = unanswered(error, bucket.client.settings.origin)
      breaks = at > before ? 1 : breaks + 1
      if (!failure.isTransient || failure.status !== 0 || breaks > MOST_BREAKS) throw failure
    }
  }
}

/** The bytes of one answer, at most as many as were requested. */
async function* bodyOf(
  { client, keys }: Bucket,
  manifest: Manifest,
  { startByte, endByte }: ByteRange,
): ByteStream {
  const { timeoutMs, origin } = client.settings
  const reader = await client.send({
    method: 'GET',
    key: keys.data(manifest.data),
    headers: { range: `bytes=${startByte}-${endByte - 1}` },
    read: async ({ status, headers, body }) => {
      const [, first, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? []
      const isWhole = status === 200 && startByte === 0 && endByte === sizeOf(manifest)
      const isPart = status === 206 && Number(first) === startByte && Number(size) === sizeOf(manifest)
      if (body && (isPart || isWhole)) return body.getReader()
      await body?.cancel()
      throw damagedArtifact(manifest.stat.id)
    },
  })
  try {
    for (let left = endByte - startByte; left > 0; ) {
      const { done, value } = await within(timeoutMs, reader.read(), origin)
      if (done) return
      yield value.subarray(0, left)
      left -= value.length
    }
  } finally {
    // Not awaited, because this call may hang too.
    void reader.cancel().catch(() => {})
  }
}

/** Rejects when the promise takes longer. Measures only the store's time, not the time between two reads. */
function within<T>(milliseconds: number, promise: Promise<T>, origin: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(timeout(origin)), milliseconds)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
