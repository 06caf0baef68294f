import { collectOnce, type GcBounds, runBackground } from '../../gc.ts'
import { USE_STEP_MS } from '../../limits.ts'
import { isTrue } from './changes.ts'
import type { Folder } from './folder.ts'
import { type Ledger, withLedger } from './ledger.ts'

/** So many changes cost as much to read as they save, and many times less than looking at so many files. */
const LEAST_CHANGES = 512
/** One look at 16 artifacts for each new one. */
const CHANGED_SHARE = 16
/** Files of processes on other machines count as left after a day. */
const LONGEST_MS = 24 * 3600 * 1000
/** A clean-up that removes too little must not begin with each artifact. */
const LEAST_MS = 60_000
/** An artifact that was not used for `ttlMs` stays for another eighth of it at most. */
const TTL_SHARE = 8

/**
 * Cleans up in the background when the ledger says that it is due. Without a ledger, the store is small, and each
 * process does so once.
 */
export async function collectWhenDue(
  folder: Folder,
  ttlMs: number,
  collect: (bounds: GcBounds) => Promise<unknown>,
): Promise<void> {
  const believed = await isTrue(folder)
  const due = await withLedger(folder, (ledger) => isDue(ledger, ttlMs, believed, Date.now()))
  if (due === undefined) collectOnce(folder.directory, collect)
  else if (due) runBackground(folder.directory, collect)
}

function isDue({ head, tail, artifacts }: Ledger, ttlMs: number, believed: boolean, now: number): boolean {
  const { collectedAtMs, oldestUsedAtMs, isFinished } = head
  const sinceMs = now - collectedAtMs
  // The clock has jumped back.
  if (sinceMs < 0 || sinceMs >= LONGEST_MS) return true
  if (tail.length >= Math.max(LEAST_CHANGES, artifacts / CHANGED_SHARE)) return true
  if (sinceMs < LEAST_MS) return false
  // The last use is recorded by the hour, so looking more often finds nothing.
  if (now - oldestUsedAtMs > ttlMs && sinceMs >= Math.min(USE_STEP_MS, ttlMs / TTL_SHARE)) return true
  if (!isFinished) return true
  return !believed && sinceMs >= USE_STEP_MS
}
