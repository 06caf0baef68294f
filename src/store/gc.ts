import { type Limits, type Space, usualFreeBytes } from './limits.ts'
import type { GcReason, GcReport } from './store.ts'

/** How much one run of the clean-up does. */
export interface GcBounds {
  /** Artifacts that it removes at most. */
  maxRemovals: number
  /** Bytes that it makes free besides, where there is too much. */
  roomBytes: number
}

/** A run that the user asked for. */
export const UNBOUNDED: GcBounds = { maxRemovals: Infinity, roomBytes: 0 }
/** A run that nobody asked for. */
const BACKGROUND: GcBounds = { maxRemovals: 256, roomBytes: 0 }
/** Made free at once, so that not every write has to. */
const ROOM_BYTES = 32 * 1024 * 1024

/** The run of a writer that needs room for more bytes. */
export const boundsForRoom = (bytes: number, { maxTotalBytes }: Limits): GcBounds => ({
  ...BACKGROUND,
  roomBytes: Math.max(bytes, Math.min(ROOM_BYTES, maxTotalBytes / 8)),
})

const collected = new Set<string>()

/** Cleans up once per process for each directory. No result waits for it. What fails is left for the next process. */
export function collectOnce(directory: string, collect: (bounds: GcBounds) => Promise<unknown>): void {
  if (collected.has(directory)) return
  collected.add(directory)
  void collect(BACKGROUND).catch(() => {})
}

/** An artifact as the clean-up sees it. */
export interface StoredArtifact {
  id: string
  /** Bytes of its files. */
  bytes: number
  usedAtMs: number
  /** Somebody who still runs relies on it. */
  isHeld: boolean
}

export type DueArtifact<Artifact extends StoredArtifact> = Artifact & { reason: GcReason }

/** What a backend found, and how it removes an artifact. */
export interface Cleanup<Artifact extends StoredArtifact> {
  artifacts: readonly Artifact[]
  /** Bytes of files that are being written. */
  busyBytes: number
  /** Undefined where the system does not tell. */
  space: Space | undefined
  /** Files that nobody needed any more. They are gone already, unless this is a dry run. */
  abandoned: GcReport['abandoned']
  /** Removes those that nobody has come to need meanwhile, and returns them. In a dry run it only returns them. */
  remove(due: readonly DueArtifact<Artifact>[]): Promise<GcReport['removed']>
}

/** Removes what has expired or is too much, as far as the bounds allow, and reports it. */
export async function collectGarbage<Artifact extends StoredArtifact>(
  cleanup: Cleanup<Artifact>,
  limits: Limits,
  { maxRemovals, roomBytes }: GcBounds,
): Promise<GcReport> {
  const due = artifactsDue(cleanup, limits, roomBytes)
  const batch = due.slice(0, maxRemovals)
  const removed = await cleanup.remove(batch)
  const ids = new Set(removed.map(({ id }) => id))
  // Of the files: a capped artifact has fewer bytes than its stat says.
  const gone = [...cleanup.abandoned, ...batch.filter(({ id }) => ids.has(id))]
  return {
    removed,
    abandoned: cleanup.abandoned,
    bytes: sumOfBytes(gone),
    finished: due.length <= maxRemovals,
  }
}

export const sumOfBytes = (files: readonly { bytes: number }[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0)

/** First the expired, then those not used for longest, until there is room. Nothing that is held. */
function artifactsDue<Artifact extends StoredArtifact>(
  { artifacts, busyBytes, space }: Cleanup<Artifact>,
  limits: Limits,
  roomBytes: number,
): DueArtifact<Artifact>[] {
  const oldestAt = Date.now() - limits.ttlMs
  const free = artifacts.filter(({ isHeld }) => !isHeld).sort((a, b) => a.usedAtMs - b.usedAtMs)
  let excess = sumOfBytes(artifacts) + busyBytes - limits.maxTotalBytes
  let lacking = space ? (limits.keepFreeBytes ?? usualFreeBytes(space.sizeBytes)) - space.freeBytes : 0
  const due: DueArtifact<Artifact>[] = []
  for (const artifact of free) {
    const tooMuch = excess + roomBytes > 0 ? 'over-total' : lacking + roomBytes > 0 ? 'keep-free' : undefined
    const reason = artifact.usedAtMs < oldestAt ? 'expired' : tooMuch
    if (reason === undefined) break
    due.push({ ...artifact, reason })
    excess -= artifact.bytes
    lacking -= artifact.bytes
  }
  return due
}
