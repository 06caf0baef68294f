import { Sha256 } from './sha256.ts'

const blockBytes = 64

/** HMAC-SHA-256 (RFC 2104) of the joined parts: 32 bytes. The key may have any length. */
export function hmacSha256(key: Uint8Array, ...parts: Uint8Array[]): Uint8Array {
  const block = new Uint8Array(blockBytes)
  block.set(key.length > blockBytes ? new Sha256().update(key).digest() : key)
  const inner = new Sha256().update(block.map((byte) => byte ^ 0x36))
  for (const part of parts) inner.update(part)
  return new Sha256()
    .update(block.map((byte) => byte ^ 0x5c))
    .update(inner.digest())
    .digest()
}

/**
 * Whether two strings are equal. The time depends only on their lengths. A MAC compared with `===` would reveal how
 * many characters of a guess are right.
 */
export function equalConstantTime(a: string, b: string): boolean {
  const length = Math.max(a.length, b.length)
  let difference = a.length ^ b.length
  // Past the end, charCodeAt returns NaN, which `^` treats as 0. The lengths already differ then.
  for (let i = 0; i < length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}
