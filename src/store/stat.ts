import { toHex } from '../core/bytes/sha256.ts'
import { PithError, shown } from '../errors.ts'
import type { ArtifactMeta, ArtifactStat } from './store.ts'

/** Whether a value has the form of an id. Only such a value may become part of a path or a key. */
export const isArtifactId = (id: unknown): id is string => typeof id === 'string' && /^[0-9a-f]{16}$/.test(id)

/** The error for an id that is malformed or that no artifact has. */
export function unknownArtifact(id: unknown): PithError {
  const words = shown(typeof id === 'string' ? id.slice(0, 64) : id)
  return new PithError('PITH_UNKNOWN_ARTIFACT', `There is no artifact ${words}.`)
}

/** The error for an artifact whose bytes and manifest contradict each other. */
export function damagedArtifact(id: string): PithError {
  return new PithError(
    'PITH_STORE_FAILED',
    `Artifact ${id} is damaged: its bytes or its manifest were changed. Run the command again to keep its output anew.`,
  )
}

/** The error for an artifact in a form that this version does not know. */
export function newerArtifact(id: string): PithError {
  return new PithError('PITH_STORE_FAILED', `A newer pith wrote artifact ${id}. Update this one to read it.`)
}

/** Makes the stat of a complete output. */
export function newStat(meta: ArtifactMeta, digest: Uint8Array, bytes: number, lines: number): ArtifactStat {
  const sha256 = toHex(digest)
  return { id: sha256.slice(0, 16), sha256, bytes, lines, createdAt: Date.now(), ...pickMeta(meta) }
}

/**
 * Checks a parsed stat.
 *
 * @throws {PithError} `PITH_STORE_FAILED` for a value that `newStat` cannot have made.
 */
export function parseStat(found: unknown, id: string): ArtifactStat {
  const { sha256, bytes, lines, createdAt, tool, label } = (found ?? {}) as Record<string, unknown>
  const named = isSha256(sha256) && sha256.startsWith(id)
  if (!named || !isCount(bytes) || !isCount(lines) || !isCount(createdAt)) throw damagedArtifact(id)
  return { id, sha256, bytes, lines, createdAt, ...pickMeta({ tool, label }) }
}

export const isSha256 = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

/** Whether an artifact has all bytes that another one of the same output has, and more. */
export function hasMore({ missing: own }: ArtifactStat, { missing: other }: ArtifactStat): boolean {
  if (!own || !other) return other !== undefined && !own
  const isWithin = own.startByte >= other.startByte && own.endByte <= other.endByte
  return isWithin && own.endByte - own.startByte < other.endByte - other.startByte
}

type Dated = Pick<ArtifactStat, 'id' | 'createdAt'>

/** The order of `list()`: newest first, and by id where the times are equal. */
export const newestFirst = (a: Dated, b: Dated): number => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1)

export const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0

const pickMeta = ({ tool, label }: { tool?: unknown; label?: unknown }): ArtifactMeta => ({
  ...(typeof tool === 'string' ? { tool } : {}),
  ...(typeof label === 'string' ? { label } : {}),
})
