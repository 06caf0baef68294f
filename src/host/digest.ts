import { hmacSha256 } from '../core/bytes/hmac.ts'
import { sha256Hex, toHex } from '../core/bytes/sha256.ts'

// Digests of a few hundred bytes. All of a call take less time than the two milliseconds in which `node:crypto` loads.

const encoder = /* @__PURE__ */ new TextEncoder()

/** The first hex digits of the SHA-256 of a text. Events hold 16 of them instead of arguments and paths. */
export const digestOf = (text: string, digits = 16): string =>
  sha256Hex(encoder.encode(text)).slice(0, digits)

/** The first 16 hex digits of the HMAC of a text. */
export const keyedDigestOf = (key: Uint8Array, text: string): string =>
  toHex(hmacSha256(key, encoder.encode(text))).slice(0, 16)
