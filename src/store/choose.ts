import { type Limits, usualFreeBytes } from './limits.ts'
import type { Space } from './quota.ts'
import type { GcReason } from './store.ts'

/** An artifact as a clean-up sees it. */
export interface Listed {
  id: string
  bytes: number
  usedAtMs: number
  /** Somebody who still runs relies on it. */
  held: boolean
}

export interface Holdings<T extends Listed> {
  artifacts: readonly T[]
  /** Of files that are being written. */
  otherBytes: number
  /** Undefined where the disk does not tell. */
  space: Space | undefined
}

/** What goes: first the expired, then those not used for longest, until there is room. Nothing that is held. */
export function choose<T extends Listed>(
  { artifacts, otherBytes, space }: Holdings<T>,
  limits: Limits,
  roomBytes: number,
): (T & { reason: GcReason })[] {
  const oldestAt = Date.now() - limits.ttlMs
  const free = artifacts.filter(({ held }) => !held).sort((a, b) => a.usedAtMs - b.usedAtMs)
  let excess = otherBytes - limits.maxTotalBytes
  for (const { bytes } of artifacts) excess += bytes
  let lacking = space ? (limits.keepFreeBytes ?? usualFreeBytes(space.sizeBytes)) - space.freeBytes : 0
  const chosen: (T & { reason: GcReason })[] = []
  for (const artifact of free) {
    const tooMuch = excess + roomBytes > 0 ? 'over-total' : lacking + roomBytes > 0 ? 'keep-free' : undefined
    const reason = artifact.usedAtMs < oldestAt ? 'expired' : tooMuch
    if (reason === undefined) break
    chosen.push({ ...artifact, reason })
    excess -= artifact.bytes
    lacking -= artifact.bytes
  }
  return chosen
}
