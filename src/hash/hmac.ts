import { Sha256 } from './sha256.ts'

const blockBytes = 64

/** HMAC-SHA-256 (RFC 2104) of the parts joined: 32 bytes. A key of any length is taken. */
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
 * Whether two strings are equal, in a time that depends on their lengths alone: comparing a MAC
 * with `===` tells how many characters of a guess were right.
 */
export function equalConstantTime(a: string, b: string): boolean {
  const length = Math.max(a.length, b.length)
  let difference = a.length ^ b.length
  // charCodeAt past the end is NaN, which `^` takes as 0; the lengths differ by then.
  for (let i = 0; i < length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}
