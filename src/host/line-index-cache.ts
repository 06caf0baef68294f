import { type FileIdentity, isSameFile, type LineIndex } from './line-index.ts'

/** A smaller file is read in less than a millisecond, so remembering it saves nothing. */
const LEAST_FILE_BYTES = 1024 * 1024

/** Most bytes of all cached entries, enough for 256 GiB of files. */
const MAX_CACHE_BYTES = 4 * 1024 * 1024

interface Kept {
  identity: FileIdentity
  index: LineIndex
}

/** The indexes of files, the most recently used last. */
const cache = new Map<string, Kept>()
let cachedBytes = 0

const keyOf = ({ dev, ino }: FileIdentity): string => `${dev}:${ino}`

/** Returns a copy of a file's index. Undefined if there is none or the file has changed. */
export function recallIndex(identity: FileIdentity): LineIndex | undefined {
  const key = keyOf(identity)
  const kept = cache.get(key)
  if (!kept) return undefined
  forgetIndex(identity)
  if (!isSameFile(kept.identity, identity)) return undefined
  put(key, kept)
  return { ...kept.index, entries: kept.index.entries.slice() }
}

/** Remembers a copy of an index until the file changes. */
export function rememberIndex(identity: FileIdentity, index: LineIndex): void {
  const { sizeBytes, entries } = index
  forgetIndex(identity)
  if (sizeBytes < LEAST_FILE_BYTES || entries.byteLength > MAX_CACHE_BYTES) return
  put(keyOf(identity), { identity, index: { sizeBytes, entries: entries.slice() } })
  for (const { identity: oldest } of cache.values()) {
    if (cachedBytes <= MAX_CACHE_BYTES) return
    forgetIndex(oldest)
  }
}

export function forgetIndex(identity: FileIdentity): void {
  const key = keyOf(identity)
  cachedBytes -= cache.get(key)?.index.entries.byteLength ?? 0
  cache.delete(key)
}

function put(key: string, kept: Kept): void {
  cache.set(key, kept)
  cachedBytes += kept.index.entries.byteLength
}

const FINE_CLOCK_NS = 50_000_000n
const COARSE_CLOCK_NS = 2_100_000_000n
const NS_PER_MS = 1_000_000n

/**
 * False if the file's last change is so recent that another change could leave the same times. File system clocks
 * advance in steps, in some of one or two seconds.
 */
export function isSettled({ mtimeNs, ctimeNs }: FileIdentity, nowMs: number): boolean {
  const changed = mtimeNs > ctimeNs ? mtimeNs : ctimeNs
  const isFine = mtimeNs % NS_PER_MS !== 0n || ctimeNs % NS_PER_MS !== 0n
  return BigInt(nowMs) * NS_PER_MS - changed > (isFine ? FINE_CLOCK_NS : COARSE_CLOCK_NS)
}
