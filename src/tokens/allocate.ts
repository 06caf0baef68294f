import { invalid, nonEmptyString, optionsOf, tokenAmount } from './check.ts'

/** What one of several calls that run at once asks of a budget. */
export interface ShareRequest {
  /** Names the call; each once. */
  id: string
  /** Tokens that it could use, a whole number from 0, or Infinity. */
  want: number
  /** Its size beside the others', 0.000001 to 1,000,000; 1 by default. */
  weight?: number
  /** Tokens that it gets first, before the rest is shared out, where it wants so many; 0 by default. */
  floor?: number
}

interface Claim {
  id: string
  weight: number
  /** What it gets at the least and at the most. */
  least: number
  most: number
}

const LEAST_WEIGHT = 1e-6
const MOST_WEIGHT = 1e6

/**
 * Shares tokens out among calls that run at once: by weight, in whole tokens, and what one does not want goes to the
 * others. All of the total is given, or all that is wanted. Floors come first; where the total is below their sum it is
 * shared among them in the same way. The order of the requests never matters, and more total is never less for anyone.
 *
 * @param total a whole number from 0.
 * @returns tokens by id.
 * @throws {PithError} `PITH_INVALID_OPTION`, also for an id that comes twice.
 * @example
 * const requests = [{ id: 'grep', want: 1000 }, { id: 'bash', want: 50_000 }, { id: 'read', want: 50_000, weight: 2 }]
 * allocate(25_000, requests) // { grep: 1000, bash: 8000, read: 16_000 }
 */
export function allocate(total: number, requests: readonly ShareRequest[]): Record<string, number> {
  const tokens = tokenAmount('total', total)
  const claims = claimsOf(tokens, requests)
  const floors = sumOf(claims.map(({ least }) => least))
  const shares =
    floors > tokens
      ? fill(
          tokens,
          claims.map((claim) => ({ ...claim, least: 0, most: claim.least })),
        )
      : fill(tokens, claims)
  return Object.fromEntries(claims.map(({ id }, i) => [id, shares[i]]))
}

function claimsOf(total: number, requests: readonly ShareRequest[]): Claim[] {
  if (!Array.isArray(requests)) throw invalid('requests', 'an array of { id, want }', requests)
  const claims = requests.map((request, i) => {
    const name = (key: string) => `requests[${i}].${key}`
    const given = optionsOf<ShareRequest>(request, `requests[${i}]`)
    const most = given.want === Infinity ? total : Math.min(total, tokenAmount(name('want'), given.want))
    const least = Math.min(most, given.floor === undefined ? 0 : tokenAmount(name('floor'), given.floor))
    const weight = weightOf(name('weight'), given.weight)
    return { id: nonEmptyString(name('id'), given.id), weight, least, most }
  })
  const ids = claims.map(({ id }) => id)
  const twice = ids.find((id, i) => ids.indexOf(id) < i)
  if (twice !== undefined) throw invalid('id', 'different in each request', twice)
  return claims
}

function weightOf(name: string, value: unknown): number {
  if (value === undefined) return 1
  if (typeof value === 'number' && value >= LEAST_WEIGHT && value <= MOST_WEIGHT) return value
  throw invalid(name, `a number from ${LEAST_WEIGHT} to ${MOST_WEIGHT}`, value)
}

/**
 * The nth token of a claim is due at level n / weight; tokens go out in the order in which they are due, those due at
 * once in the order of ids. That order is the same for every total, which says only how far it goes.
 */
function fill(total: number, claims: readonly Claim[]): number[] {
  const tokensAt = (level: number) => claims.map((claim) => clamp(dueAt(level, claim), claim))
  let low = 0
  let high = Math.max(0, ...claims.map(({ most, weight }) => most / weight))
  if (sumOf(tokensAt(high)) <= total) return tokensAt(high)
  // Halved until no number lies between: at `low` all that is due can be given, at `high` it can't.
  for (let level = high / 2; level > low && level < high; level = low + (high - low) / 2) {
    if (sumOf(tokensAt(level)) <= total) low = level
    else high = level
  }
  const shares = tokensAt(low)
  const last = tokensAt(high)
  let left = total - sumOf(shares)
  const byId = claims.map((_, i) => i).sort((a, b) => (claims[a].id < claims[b].id ? -1 : 1))
  for (const i of byId) {
    const more = Math.min(left, last[i] - shares[i])
    shares[i] += more
    left -= more
  }
  return shares
}

/** The most n with n / weight up to a level; the product alone may be off by one. */
function dueAt(level: number, { weight }: Claim): number {
  const count = Math.floor(level * weight)
  if (count / weight > level) return count - 1
  return (count + 1) / weight <= level ? count + 1 : count
}

const clamp = (count: number, { least, most }: Claim): number => Math.min(most, Math.max(least, count))

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
