import { setTimeout as sleep } from 'node:timers/promises'
import type { AsyncTruncateOptions } from '../options.ts'
import type { ArtifactStore, RunEnd } from '../store/store.ts'
import { type Followed, type FollowOptions, News } from './news.ts'

const POLL_MS = 100
const READ_BYTES = 64 * 1024

/**
 * What is new of an output that may still be being written.
 *
 * @throws {PithError} `PITH_UNKNOWN_ARTIFACT`, `PITH_OFFSET_OUT_OF_RANGE` for a mark behind the end,
 *   `PITH_NOT_RETAINED`, `PITH_INVALID_PATTERN`, `PITH_STORE_FAILED`
 */
export async function follow(
  store: ArtifactStore,
  id: string,
  given: FollowOptions,
  options: AsyncTruncateOptions,
): Promise<Followed> {
  const news = new News(given, options)
  const { follow: toEnd, wait, timeoutSeconds = Number.POSITIVE_INFINITY, signal } = given
  const waits = toEnd === true || wait !== undefined
  const until = performance.now() + timeoutSeconds * 1000
  const pieces = piecesOf(store, id)
  try {
    for (;;) {
      const next = await pieces.next()
      if (next.done) return await news.end(id, next.value.artifact ? 'ended' : 'lost', next.value)
      const { value } = next
      const isOver = performance.now() >= until || signal?.aborted === true
      if (value) await news.take(value)
      else if (!waits) return await news.end(id, 'running')
      else if (!isOver) await news.pause()
      if (news.isMatched) return await news.end(id, 'matched')
      if (waits && isOver) return await news.end(id, 'late')
      if (!value)
        await sleep(Math.min(POLL_MS, until - performance.now()), undefined, { signal }).catch(() => {})
    }
  } finally {
    await pieces.return({})
  }
}

/** All pieces of an output; undefined whenever nothing more has come yet. */
async function* piecesOf(store: ArtifactStore, id: string): AsyncGenerator<Uint8Array | undefined, RunEnd> {
  let at = 0
  let end: RunEnd | undefined
  const running = await store.watch?.(id)
  if (running) {
    try {
      for (;;) {
        const bytes = new Uint8Array(READ_BYTES)
        const length = await running.readInto(bytes, at)
        // Only then are these bytes sure.
        end = await running.end()
        if (end?.artifact !== undefined || (end && length === 0)) break
        at += length
        yield length > 0 ? bytes.subarray(0, length) : undefined
      }
    } finally {
      await running.close()
    }
    if (end.artifact === undefined) return end
  }
  const { artifact = id, ended } = end ?? {}
  const { bytes } = await store.stat(artifact)
  if (at < bytes) yield* store.read(artifact, { startByte: at, endByte: bytes })
  return { artifact, ...(ended !== undefined && { ended }) }
}
