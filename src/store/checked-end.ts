import { StoreError } from './failures.ts'
import { isArtifactId, isSha256 } from './stat.ts'
import type { ArtifactEnd, ArtifactRef, ByteRange } from './store.ts'

/** Most UTF-16 units of a message that a store gives. */
const MOST_UNITS = 500

/**
 * A copy of what a store's `close` returned, each part read once. A malformed reference names no artifact, and neither
 * does one with another number of bytes than were written: a notice must not tell a model to read it.
 *
 * @param given what the store returned. Reading it may throw.
 * @param bytes how many bytes were written.
 * @throws {StoreError} for a complete artifact without such a reference.
 */
export function checkedEnd(given: unknown, bytes: number): ArtifactEnd {
  const { complete, ref, kept, code, message } = (given ?? {}) as Record<string, unknown>
  const named = checkedRef(ref, bytes)
  if (complete === true) {
    if (named) return { complete, ref: named }
    throw new StoreError(
      'PITH_STORE_FAILED',
      `\`close\` of the store did not name the artifact by \`ref\`: its id, sha256 and size of ${bytes} bytes`,
    )
  }
  const ends = named && checkedKept(kept, bytes)
  return {
    complete: false,
    ...(named && ends && { ref: named, kept: ends }),
    code: typeof code === 'string' && /^\w{1,64}$/.test(code) ? code : 'UNKNOWN',
    message: sentence(message) ?? 'The full output could not be kept: the store does not say why.',
  }
}

function checkedRef(given: unknown, written: number): ArtifactRef | undefined {
  const { id, sha256, bytes } = (given ?? {}) as Record<string, unknown>
  const isNamed = isArtifactId(id) && isSha256(sha256) && sha256.startsWith(id)
  return isNamed && bytes === written ? { id, sha256, bytes: written } : undefined
}

/** The first and the last bytes that were kept. Undefined unless they are two ranges at the output's ends. */
function checkedKept(given: unknown, bytes: number): ByteRange[] | undefined {
  if (!Array.isArray(given) || given.length !== 2) return undefined
  // By index, because an array of the store may have a `map` or an iterator of its own.
  const head = copied(given[0])
  const tail = copied(given[1])
  const offsets = [head.startByte, head.endByte, tail.startByte, tail.endByte]
  const isRising = offsets.every((at, i) => Number.isSafeInteger(at) && at >= (i === 0 ? 0 : offsets[i - 1]))
  return isRising && head.startByte === 0 && tail.endByte === bytes ? [head, tail] : undefined
}

function copied(range: unknown): ByteRange {
  const { startByte, endByte } = (range ?? {}) as ByteRange
  return { startByte, endByte }
}

/** A message for people, as one line without control characters. */
function sentence(message: unknown): string | undefined {
  if (typeof message !== 'string' || message === '') return undefined
  const line = message.slice(0, MOST_UNITS).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
  return message.length > MOST_UNITS ? `${line}…` : line
}
