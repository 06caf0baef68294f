import { invalidOption } from '../errors.ts'

const GIB = 1024 ** 3
const HOUR_MS = 3600 * 1000

/** The defaults of a store. The command prints them. */
export const storeDefaults = {
  maxArtifactBytes: GIB,
  maxSessionBytes: 2 * GIB,
  maxTotalBytes: 4 * GIB,
  ttlHours: 7 * 24,
} as const

/** How much a file store may hold, and for how long. Each limit is 0 to Infinity; Infinity turns it off. */
export interface FileStoreLimits {
  /** Bytes of one output. Of a longer one its start and its end are kept. Default: 1 GiB. */
  maxArtifactBytes?: number | undefined
  /** Bytes of all that one session writes. Default: 2 GiB. */
  maxSessionBytes?: number | undefined
  /** Bytes of all artifacts together. Those used longest ago make room for new ones. Default: 4 GiB. */
  maxTotalBytes?: number | undefined
  /** Bytes that the disk keeps free; 0 for no such limit. Default: 1 GiB, or a tenth of a disk of less than 10 GiB. */
  keepFreeBytes?: number | undefined
  /** Milliseconds after its last use at which an artifact is removed. Default: 7 days. */
  ttlMs?: number | undefined
}

/** The limits of a store, with the defaults filled in. */
export interface Limits {
  maxArtifactBytes: number
  maxSessionBytes: number
  maxTotalBytes: number
  /** Undefined: `usualFreeBytes` of the disk. */
  keepFreeBytes: number | undefined
  ttlMs: number
}

/** Throws `PITH_INVALID_OPTION`. */
export function resolveLimits(options: FileStoreLimits): Limits {
  const limits = {
    maxArtifactBytes: options.maxArtifactBytes ?? storeDefaults.maxArtifactBytes,
    maxSessionBytes: options.maxSessionBytes ?? storeDefaults.maxSessionBytes,
    maxTotalBytes: options.maxTotalBytes ?? storeDefaults.maxTotalBytes,
    keepFreeBytes: options.keepFreeBytes,
    ttlMs: options.ttlMs ?? storeDefaults.ttlHours * HOUR_MS,
  }
  for (const [name, value] of Object.entries(limits)) {
    if (value === undefined || (typeof value === 'number' && value >= 0)) continue
    throw invalidOption(name, 'a number from 0', value)
  }
  return limits
}

/** What a disk has. */
export interface Space {
  freeBytes: number
  sizeBytes: number
}

/** How exactly the last use of an artifact is known: reading it again earlier writes nothing. */
export const USE_STEP_MS = HOUR_MS

/** The bytes that a disk must keep free by default. */
export const usualFreeBytes = (diskBytes: number): number => Math.min(GIB, Math.floor(diskBytes / 10))
