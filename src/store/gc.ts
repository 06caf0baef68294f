import { type Space, type StoreLimits, usualFreeBytes } from './limits.ts'
import type { GcReason, GcReport } from './store.ts'

/** How much one run of the clean-up may do. */
export interface GcBounds {
  /** The largest number of artifacts that the run removes, unless an eighth of all is more. */
  maxRemovals: number
  /** Bytes of room that the run makes below each limit. */
  roomBytes: number
}

/** For a run that the user asked for. */
export const UNBOUNDED: GcBounds = { maxRemovals: Infinity, roomBytes: 0 }
/** For a run that the store starts itself. */
const BACKGROUND: GcBounds = { maxRemovals: 256, roomBytes: 0 }
/** Bytes that one run frees for a writer, so that the next writes need no run. */
const ROOM_BYTES = 32 * 1024 * 1024

/** The bounds for a writer that needs room for more bytes. */
export const boundsForRoom = (bytes: number, { maxTotalBytes }: StoreLimits): GcBounds => ({
  ...BACKGROUND,
  roomBytes: Math.max(bytes, Math.min(ROOM_BYTES, maxTotalBytes / 8)),
})

/** A run looks at all artifacts. So many removals make that worth while. */
const LEAST_SHARE = 8

type Collect = (bounds: GcBounds) => Promise<unknown>

const collected = new Set<string>()
const running = new Set<string>()

/** Cleans up each directory once per process, in the background. Ignores failures: the next process tries again. */
export function collectOnce(directory: string, collect: Collect): void {
  if (collected.has(directory)) return
  collected.add(directory)
  runBackground(directory, collect)
}

/** Cleans up in the background, unless that runs. Ignores failures. */
export function runBackground(directory: string, collect: Collect): void {
  if (running.has(directory)) return
  running.add(directory)
  void collect(BACKGROUND)
    .catch(() => {})
    .then(() => running.delete(directory))
}

/** An artifact as the clean-up sees it. */
export interface StoredArtifact {
  id: string
  /** Bytes of the artifact's files. */
  bytes: number
  usedAtMs: number
  /** True while a running process, tab or worker relies on the artifact. */
  isHeld: boolean
}

export type DueArtifact<Artifact extends StoredArtifact> = Artifact & { reason: GcReason }

/** What a backend found in its place, and how it removes artifacts. */
export interface Cleanup<Artifact extends StoredArtifact> {
  artifacts: readonly Artifact[]
  /** Bytes of files that are being written. */
  busyBytes: number
  /** Undefined when the system does not report it. */
  space: Space | undefined
  /** Files that nobody needed. They are already removed, except in a dry run. */
  abandoned: GcReport['abandoned']
  /** Removes the artifacts that are still not needed, and returns them. A dry run only returns them. */
  remove(due: readonly DueArtifact<Artifact>[]): Promise<GcReport['removed']>
}

/** Removes expired artifacts, and the oldest ones when a limit is exceeded, within the bounds. Returns the report. */
export async function collectGarbage<Artifact extends StoredArtifact>(
  cleanup: Cleanup<Artifact>,
  limits: StoreLimits,
  { maxRemovals, roomBytes }: GcBounds,
): Promise<GcReport> {
  const due = artifactsDue(cleanup, limits, roomBytes)
  const most = Math.max(maxRemovals, Math.floor(cleanup.artifacts.length / LEAST_SHARE))
  const batch = due.slice(0, most)
  const removed = await cleanup.remove(batch)
  const ids = new Set(removed.map(({ id }) => id))
  // The sizes of the files, because a capped artifact has fewer bytes than its stat says.
  const gone = [...cleanup.abandoned, ...batch.filter(({ id }) => ids.has(id))]
  return {
    removed,
    abandoned: cleanup.abandoned,
    bytes: bytesOfFiles(gone),
    finished: due.length <= most,
  }
}

export const bytesOfFiles = (files: readonly { bytes: number }[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0)

/** The expired artifacts, then the least recently used ones until there is room. Never a held one. */
function artifactsDue<Artifact extends StoredArtifact>(
  { artifacts, busyBytes, space }: Cleanup<Artifact>,
  limits: StoreLimits,
  roomBytes: number,
): DueArtifact<Artifact>[] {
  const oldestAt = Date.now() - limits.ttlMs
  const free = artifacts.filter(({ isHeld }) => !isHeld).sort((a, b) => a.usedAtMs - b.usedAtMs)
  let excess = bytesOfFiles(artifacts) + busyBytes - limits.maxTotalBytes
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
