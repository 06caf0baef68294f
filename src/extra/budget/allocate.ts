import { names } from '../../check/names.ts'
import { nonEmptyString, optionsOf, wholeNumber } from '../../check/values.ts'
import { invalidOption as invalid } from '../../errors.ts'

/** What one of several concurrent calls requests from a budget. */
export interface ShareRequest {
  /** Names the call. Must be unique among the requests. */
  id: string
  /** Tokens that the call could use, a whole number from 0, or Infinity. */
  want: number
  /** The size of its share relative to the others, 0.000001 to 1,000,000; 1 by default. */
  weight?: number
}

const requestNames = names<ShareRequest>()('id want weight')

interface Claim {
  id: string
  weight: number
  /** The most tokens that the call gets. */
  most: number
}

const LEAST_WEIGHT = 1e-6
const MOST_WEIGHT = 1e6

/**
 * Shares tokens among concurrent calls, by weight and in whole tokens. Tokens that one call does not want go to the
 * others. So the shares add up to the total, or to all that is wanted. The order of the requests does not matter. With a
 * larger total, no call gets less.
 *
 * @param total a whole number from 0.
 * @returns tokens by id.
 * @throws {PithError} `PITH_INVALID_OPTION`, also when two requests have the same id.
 * @example
 * const requests = [{ id: 'grep', want: 1000 }, { id: 'bash', want: 50_000 }, { id: 'read', want: 50_000, weight: 2 }]
 * allocate(25_000, requests) // { grep: 1000, bash: 8000, read: 16_000 }
 */
export function allocate(total: number, requests: readonly ShareRequest[]): Record<string, number> {
  const tokens = wholeNumber('total', total)
  const claims = claimsOf(tokens, requests)
  const shares = fill(tokens, claims)
  return Object.fromEntries(claims.map(({ id }, i) => [id, shares[i]]))
}

function claimsOf(total: number, requests: readonly ShareRequest[]): Claim[] {
  if (!Array.isArray(requests)) throw invalid('requests', 'an array of { id, want }', requests)
  // Not `map`, because it would skip holes in the array.
  const claims = Array.from(requests, (request, i) => claimOf(total, request, `requests[${i}]`))
  const ids = new Set<string>()
  for (const { id } of claims) {
    if (ids.has(id)) throw invalid('id', 'unique among the requests', id)
    ids.add(id)
  }
  return claims
}

function claimOf(total: number, request: ShareRequest | undefined, name: string): Claim {
  if (request === undefined) throw invalid(name, 'an object', request)
  const { id, want, weight } = optionsOf(request, requestNames, name)
  const most = want === Infinity ? total : Math.min(total, wholeNumber(`${name}.want`, want))
  return { id: nonEmptyString(`${name}.id`, id), weight: weightOf(`${name}.weight`, weight), most }
}

function weightOf(name: string, value: unknown): number {
  if (value === undefined) return 1
  if (typeof value === 'number' && value >= LEAST_WEIGHT && value <= MOST_WEIGHT) return value
  throw invalid(name, `a number from ${LEAST_WEIGHT} to ${MOST_WEIGHT}`, value)
}

/**
 * Gives out tokens in a fixed order. The nth token of a claim is due at level n / weight. Tokens with a lower level go
 * first. Tokens with the same level go in the order of the ids. The total only decides how many tokens are given out.
 */
function fill(total: number, claims: readonly Claim[]): Float64Array {
  let low = 0
  let high = claims.reduce((level, { most, weight }) => Math.max(level, most / weight), 0)
  const shares = Float64Array.from(claims, (claim) => claimedAt(low, claim))
  const next = Float64Array.from(claims, (claim) => claimedAt(high, claim))
  if (sumOf(next) <= total) return next
  // A claim that has the same share at `low` and at `high` is settled. Only the open ones are computed at each level.
  let open = Uint32Array.from(claims, (_, i) => i)
  const counts = new Float64Array(claims.length)
  let settled = 0
  // Bisects until no number lies between the two. The total covers all tokens due at `low`, but not those at `high`.
  for (let level = high / 2; level > low && level < high; level = low + (high - low) / 2) {
    let sum = settled
    for (const i of open) {
      counts[i] = claimedAt(level, claims[i])
      sum += counts[i]
    }
    const isGiven = sum <= total
    if (isGiven) low = level
    else high = level
    const changed = isGiven ? shares : next
    let stillOpen = 0
    for (const i of open) {
      changed[i] = counts[i]
      if (shares[i] === next[i]) settled += shares[i]
      else open[stillOpen++] = i
    }
    open = open.subarray(0, stillOpen)
  }
  let left = total - sumOf(shares)
  const byId = Array.from(open).sort((a, b) => (claims[a].id < claims[b].id ? -1 : 1))
  for (const i of byId) {
    const more = Math.min(left, next[i] - shares[i])
    shares[i] += more
    left -= more
  }
  return shares
}

const claimedAt = (level: number, claim: Claim): number => Math.min(claim.most, dueAt(level, claim))

/** The largest n with n / weight <= level. The product alone may be off by one because of rounding. */
function dueAt(level: number, { weight }: Claim): number {
  const count = Math.floor(level * weight)
  if (count / weight > level) return count - 1
  return (count + 1) / weight <= level ? count + 1 : count
}

function sumOf(values: Iterable<number>): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}
