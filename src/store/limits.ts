import { invalidOption } from '../errors.ts'

const GIB = 1024 ** 3
const HOUR_MS = 3600 * 1000

/** The default limits of a store. `pith --print-config` shows them. */
export const storeDefaults = {
  maxArtifactBytes: GIB,
  maxSessionBytes: 2 * GIB,
  maxTotalBytes: 4 * GIB,
  ttlHours: 7 * 24,
} as const

/** How much a file store may hold, and for how long. Each limit is a number from 0. `Infinity` turns it off. */
export interface FileStoreLimits {
  /** Most bytes of one output. The store keeps only the start and the end of a longer output. Default: 1 GiB. */
  maxArtifactBytes?: number | undefined
  /** Most bytes that one session may write. Default: 2 GiB. */
  maxSessionBytes?: number | undefined
  /** Most bytes of all artifacts together. The least recently used artifacts make room for new ones. Default: 4 GiB. */
  maxTotalBytes?: number | undefined
  /** Bytes that stay free on the disk; 0 turns this off. Default: 1 GiB, or a tenth of a disk of less than 10 GiB. */
  keepFreeBytes?: number | undefined
  /** Milliseconds after its last use after which an artifact may be removed. Default: 7 days. */
  ttlMs?: number | undefined
}

/** The limits of a store, with the defaults filled in. */
export interface StoreLimits {
  maxArtifactBytes: number
  maxSessionBytes: number
  maxTotalBytes: number
  /** When undefined, `usualFreeBytes` of the disk applies. */
  keepFreeBytes: number | undefined
  ttlMs: number
}

/** @throws {PithError} `PITH_INVALID_OPTION` */
export function resolveLimits(options: FileStoreLimits): StoreLimits {
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

/** The free and the total bytes of a disk. */
export interface Space {
  freeBytes: number
  sizeBytes: number
}

/** The last use of an artifact is recorded with this precision. Reading it again sooner writes nothing. */
export const USE_STEP_MS = HOUR_MS

/** The bytes that a disk must keep free by default. */
export const usualFreeBytes = (diskBytes: number): number => Math.min(GIB, Math.floor(diskBytes / 10))
