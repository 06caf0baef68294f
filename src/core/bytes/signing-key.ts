import { nonEmptySecret } from '../../check/values.ts'
import { hmacSha256 } from './hmac.ts'

/** Keeps what is derived here apart from the MACs of notices. */
const PURPOSE = 'pith notice nonce: '

/**
 * The key that signs the notices of one call. Without a nonce it is the caller's key.
 *
 * @param within the prefix of the names in messages, such as `notice.`
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function signingKey(key: unknown, nonce: unknown, within = ''): Uint8Array {
  const whole = bytesOf(nonEmptySecret(`${within}key`, key))
  if (nonce === undefined) return whole
  return hmacSha256(whole, bytesOf(PURPOSE), bytesOf(nonEmptySecret(`${within}nonce`, nonce)))
}

const bytesOf = (value: string | Uint8Array): Uint8Array =>
  typeof value === 'string' ? new TextEncoder().encode(value) : value
