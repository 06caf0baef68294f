import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Sha256, sha256Hex, sha256Padding, toHex } from '../../src/core/bytes/sha256.ts'

const ascii = (text: string) => new TextEncoder().encode(text)
const platform = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const pattern = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 167 + (i >> 3)) & 0xff)

describe('sha256Hex', () => {
  // FIPS 180-2 appendix B and NIST's example values.
  it.each([
    ['nothing', '', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['one block', 'abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'a length that pushes the padding into a second block',
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    [
      'two blocks',
      'abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu',
      'cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1',
    ],
    [
      'a million bytes',
      'a'.repeat(1_000_000),
      'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0',
    ],
  ])('gives the published digest of %s', (_, message, digest) => {
    expect(sha256Hex(ascii(message))).toBe(digest)
  })

  it('agrees with the platform at every length from 0 to 200', () => {
    for (let length = 0; length <= 200; length++) {
      const bytes = pattern(length)
      expect(sha256Hex(bytes), `${length} bytes`).toBe(platform(bytes))
    }
  })

  it('reads a view where it lies in its buffer', () => {
    const buffer = pattern(300)
    expect(sha256Hex(buffer.subarray(13, 250))).toBe(platform(buffer.slice(13, 250)))
  })
})

describe('Sha256', () => {
  it('gives the same digest for every split of 150 bytes in two', () => {
    const bytes = pattern(150)
    const whole = platform(bytes)
    for (let split = 0; split <= bytes.length; split++) {
      const hash = new Sha256().update(bytes.subarray(0, split)).update(bytes.subarray(split))
      expect(toHex(hash.digest()), `split at ${split}`).toBe(whole)
    }
  })

  it('gives the same digest for every size of equal chunks', () => {
    const bytes = pattern(400)
    const whole = platform(bytes)
    for (let size = 1; size <= 130; size++) {
      const hash = new Sha256()
      for (let at = 0; at < bytes.length; at += size) hash.update(bytes.subarray(at, at + size))
      expect(toHex(hash.digest()), `chunks of ${size}`).toBe(whole)
    }
  })

  it('keeps no reference to a chunk that its caller uses again', () => {
    const chunk = ascii('first')
    const hash = new Sha256().update(chunk)
    chunk.fill(0)
    expect(toHex(hash.digest())).toBe(platform(ascii('first')))
  })

  it('keeps instances apart', () => {
    const one = new Sha256().update(pattern(70))
    const two = new Sha256().update(ascii('abc'))
    one.update(pattern(70))
    expect(toHex(two.digest())).toBe(platform(ascii('abc')))
    expect(toHex(one.digest())).toBe(
      createHash('sha256').update(pattern(70)).update(pattern(70)).digest('hex'),
    )
  })

  it('gives its digest again, in a fresh array', () => {
    const hash = new Sha256().update(ascii('abc'))
    const first = hash.digest()
    const copy = toHex(first)
    first.fill(0)
    expect(toHex(hash.digest())).toBe(copy)
  })

  it('refuses more bytes after the digest', () => {
    const hash = new Sha256()
    hash.digest()
    expect(() => hash.update(ascii('late'))).toThrow(expect.objectContaining({ code: 'PITH_ENDED' }))
  })
})

describe('sha256Padding', () => {
  const bitsIn = (padding: Uint8Array) => new DataView(padding.buffer).getBigUint64(padding.length - 8)

  it.each([
    0,
    1,
    55,
    56,
    63,
    64,
    119,
    120,
    2 ** 29 - 1,
    2 ** 29,
    2 ** 31 + 7,
    2 ** 32 - 1,
    2 ** 32,
    2 ** 32 + 5,
    2 ** 40 + 61,
    2 ** 52 + 1,
  ])('fills the last block after %d bytes and counts their bits exactly', (totalBytes) => {
    const padding = sha256Padding(totalBytes)
    expect((BigInt(totalBytes) + BigInt(padding.length)) % 64n).toBe(0n)
    expect(padding.length).toBeLessThanOrEqual(72)
    expect(padding[0]).toBe(0x80)
    expect(padding.subarray(1, -8).every((byte) => byte === 0)).toBe(true)
    expect(bitsIn(padding)).toBe(BigInt(totalBytes) * 8n)
  })
})
