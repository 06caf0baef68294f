import { plainSizer, QUOTES } from '../../core/fit/sizes.ts'
import { tokensIn } from '../../core/fit/within-limits.ts'
import { mostCountedBytes } from '../../core/tokens/counter.ts'
import type { Limits } from '../../options.ts'
import type { Settings } from '../../settings.ts'

// Divides one set of limits among several texts.

/** The limits that texts share. The length of a line is a matter of each text alone. */
export type SharedLimits = Pick<Limits, Shared>
type Shared = (typeof shared)[number]

export const shared = ['maxLines', 'maxBytes', 'maxTokens', 'maxSerializedBytes'] as const

/** Least share of a text that is cut. With less, markers and notice would take most of it. */
const leastShare: SharedLimits = { maxLines: 5, maxBytes: 512, maxTokens: 128, maxSerializedBytes: 512 }

/**
 * What a text takes of each limit. Infinity for tokens that need not be counted, because they are more than the limit.
 *
 * @throws {PithError} `PITH_COUNTER_FAILED`
 */
export async function costOf(text: string, settings: Settings): Promise<SharedLimits> {
  if (text === '') return { maxLines: 0, maxBytes: 0, maxTokens: 0, maxSerializedBytes: QUOTES }
  const { lines, bytes, serializedBytes } = plainSizer.measureText(text)
  return {
    maxLines: lines + (text.endsWith('\n') ? 0 : 1),
    maxBytes: bytes,
    maxTokens: await tokensOf(text, bytes, settings),
    maxSerializedBytes: serializedBytes + QUOTES,
  }
}

async function tokensOf(text: string, bytes: number, settings: Settings): Promise<number> {
  if (settings.maxTokens === Infinity) return 0
  if (bytes > mostCountedBytes(settings.maxTokens)) return Infinity
  return settings.tokens ? settings.tokens.countLater(text) : tokensIn(text, settings)
}

export const fitsShares = (cost: SharedLimits, limits: SharedLimits): boolean =>
  shared.every((limit) => cost[limit] <= limits[limit])

export function sumOfShares(costs: readonly SharedLimits[]): SharedLimits {
  const sum: SharedLimits = { maxLines: 0, maxBytes: 0, maxTokens: 0, maxSerializedBytes: 0 }
  for (const cost of costs) for (const limit of shared) sum[limit] += cost[limit]
  return sum
}

export function minusShares(a: SharedLimits, b: SharedLimits): SharedLimits {
  const left = { ...a }
  for (const limit of shared) if (a[limit] !== Infinity) left[limit] = Math.max(0, a[limit] - b[limit])
  return left
}

/** The most that each text may have of every limit: what small texts do not use goes to the larger ones. */
export function fairShares(costs: readonly SharedLimits[], limits: SharedLimits): SharedLimits {
  const share = { ...limits }
  for (const limit of shared)
    share[limit] = fairShare(
      costs.map((cost) => cost[limit]),
      limits[limit],
    )
  return share
}

/** Equal parts of a room. */
export function equalShares(room: SharedLimits, count: number): SharedLimits {
  const share = { ...room }
  for (const limit of shared)
    share[limit] = room[limit] === Infinity ? Infinity : Math.floor(room[limit] / count)
  return share
}

/** The largest whole number for which the sizes, each cut to it, are within the limit together. */
function fairShare(sizes: readonly number[], limit: number): number {
  let left = limit
  const sorted = [...sizes].sort((a, b) => (a < b ? -1 : 1))
  for (const [at, size] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - at))
    if (size > share) return share
    left -= size
  }
  return limit
}

export const sharesOf = ({ maxLines, maxBytes, maxTokens, maxSerializedBytes }: Limits): SharedLimits => ({
  maxLines,
  maxBytes,
  maxTokens,
  maxSerializedBytes,
})

/** Whether a share is enough to show something of a text. */
export const isUseful = (share: SharedLimits, limits: SharedLimits): boolean =>
  shared.every((limit) => share[limit] >= Math.min(leastShare[limit], limits[limit]))
