import { PithError } from '../../errors.ts'

// SHA-256 and HMAC without the platform, so that artifact ids and seals of notices are the same in every runtime.

const blockBytes = 64

// FIPS 180-4, 4.2.2: fractional parts of the cube roots of the first 64 primes.
const roundConstants = new Int32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
])

const compress = /* @__PURE__ */ createCompress(roundConstants)

/**
 * SHA-256 of bytes that arrive in pieces. It does not use the platform, so it is the same in every runtime.
 *
 * @example
 * toHex(new Sha256().update(Uint8Array.of(0x61, 0x62, 0x63)).digest()).slice(0, 8) // 'ba7816bf'
 */
export class Sha256 {
  readonly #state = new Int32Array([
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ])
  readonly #block = new Uint8Array(blockBytes)
  #blockLength = 0
  #totalBytes = 0
  #ended = false

  /**
   * Adds bytes. The caller may reuse them after the call.
   *
   * @throws PithError `PITH_ENDED` after `digest()`.
   */
  update(bytes: Uint8Array): this {
    if (this.#ended) throw new PithError('PITH_ENDED', 'Expected `update` before `digest`, got it after.')
    this.#totalBytes += bytes.length
    this.#absorb(bytes)
    return this
  }

  /** Ends the input and returns the 32 bytes of the digest. Later calls return the same bytes. */
  digest(): Uint8Array {
    if (!this.#ended) {
      this.#ended = true
      this.#absorb(sha256Padding(this.#totalBytes))
    }
    const digest = new Uint8Array(32)
    const view = new DataView(digest.buffer)
    for (let i = 0; i < 8; i++) view.setInt32(i * 4, this.#state[i])
    return digest
  }

  #absorb(bytes: Uint8Array): void {
    let at = 0
    if (this.#blockLength > 0) {
      at = Math.min(blockBytes - this.#blockLength, bytes.length)
      this.#block.set(bytes.subarray(0, at), this.#blockLength)
      this.#blockLength += at
      if (this.#blockLength < blockBytes) return
      compress(this.#state, this.#block, 0)
    }
    for (; at + blockBytes <= bytes.length; at += blockBytes) compress(this.#state, bytes, at)
    this.#block.set(bytes.subarray(at))
    this.#blockLength = bytes.length - at
  }
}

/** SHA-256 as 64 lower-case hex digits. */
export function sha256Hex(bytes: Uint8Array): string {
  return toHex(new Sha256().update(bytes).digest())
}

/** Two lower-case hex digits for each byte. */
export function toHex(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += (byte < 16 ? '0' : '') + byte.toString(16)
  return hex
}

/**
 * The bytes that SHA-256 appends to a message of `totalBytes`: 0x80, zeros, the length in bits as 64-bit big-endian.
 */
export function sha256Padding(totalBytes: number): Uint8Array {
  const used = totalBytes % blockBytes
  const padding = new Uint8Array((used < 56 ? 56 : 120) - used + 8)
  padding[0] = 0x80
  const view = new DataView(padding.buffer)
  // From 512 MiB on, bytes times 8 exceed 32 bits, so the halves are computed by division, not by shifts.
  view.setUint32(padding.length - 8, Math.floor(totalBytes / 0x20000000))
  view.setUint32(padding.length - 4, (totalBytes % 0x20000000) * 8)
  return padding
}

/**
 * Compresses the 64 bytes at `start` (FIPS 180-4, 6.2.2). It is a closure over its arrays, because bundlers turn module
 * constants into `var`, and engines check the bounds of a variable array in every round. Each sum is cut to 32 bits at
 * once, so that it stays an integer; three summands could make it a double.
 */
function createCompress(roundConstants: Int32Array) {
  // All instances share one schedule, because a block is finished before the call returns.
  const schedule = new Int32Array(64)
  return (state: Int32Array, bytes: Uint8Array, start: number): void => {
    expand(schedule, bytes, start)
    let a = state[0]
    let b = state[1]
    let c = state[2]
    let d = state[3]
    let e = state[4]
    let f = state[5]
    let g = state[6]
    let h = state[7]
    for (let i = 0; i < 64; i++) {
      const sum1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
      const chosen = (sum1 + (g ^ (e & (f ^ g)))) | 0
      const t1 = (((h + chosen) | 0) + ((roundConstants[i] + schedule[i]) | 0)) | 0
      const sum0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
      const t2 = (sum0 + ((a & b) | (c & (a | b)))) | 0
      h = g
      g = f
      f = e
      e = (d + t1) | 0
      d = c
      c = b
      b = a
      a = (t1 + t2) | 0
    }
    state[0] += a
    state[1] += b
    state[2] += c
    state[3] += d
    state[4] += e
    state[5] += f
    state[6] += g
    state[7] += h
  }
}

function expand(schedule: Int32Array, bytes: Uint8Array, start: number): void {
  for (let i = 0, at = start; i < 16; i++, at += 4)
    schedule[i] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]
  for (let i = 16; i < 64; i++) {
    const x = schedule[i - 15]
    const y = schedule[i - 2]
    const sigma0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const sigma1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    schedule[i] = (((schedule[i - 16] + sigma0) | 0) + ((schedule[i - 7] + sigma1) | 0)) | 0
  }
}
