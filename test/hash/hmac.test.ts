import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { equalConstantTime, hmacSha256 } from '../../src/core/bytes/hmac.ts'
import { toHex } from '../../src/core/bytes/sha256.ts'

const ascii = (text: string) => new TextEncoder().encode(text)
const filled = (length: number, byte: number) => new Uint8Array(length).fill(byte)
const hmacHex = (key: Uint8Array, ...parts: Uint8Array[]) => toHex(hmacSha256(key, ...parts))

describe('hmacSha256', () => {
  // RFC 4231, section 4; case 5 publishes 128 bits only.
  it.each([
    [
      1,
      filled(20, 0x0b),
      ascii('Hi There'),
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    ],
    [
      2,
      ascii('Jefe'),
      ascii('what do ya want for nothing?'),
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      3,
      filled(20, 0xaa),
      filled(50, 0xdd),
      '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
    ],
    [
      4,
      Uint8Array.from({ length: 25 }, (_, i) => i + 1),
      filled(50, 0xcd),
      '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
    ],
    [5, filled(20, 0x0c), ascii('Test With Truncation'), 'a3b6167473100ee06e0c796c2955552b'],
    [
      6,
      filled(131, 0xaa),
      ascii('Test Using Larger Than Block-Size Key - Hash Key First'),
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
    [
      7,
      filled(131, 0xaa),
      ascii(
        'This is a test using a larger than block-size key and a larger than block-size data. ' +
          'The key needs to be hashed before being used by the HMAC algorithm.',
      ),
      '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
    ],
  ])('gives the published code of RFC 4231 case %d', (_, key, message, code) => {
    expect(hmacHex(key, message).slice(0, code.length)).toBe(code)
  })

  it('agrees with the platform for every key length around the block size', () => {
    for (const length of [0, 1, 31, 32, 63, 64, 65, 127, 128, 129]) {
      const key = filled(length, 0x5a)
      const expected = createHmac('sha256', key).update('message').digest('hex')
      expect(hmacHex(key, ascii('message')), `key of ${length} bytes`).toBe(expected)
    }
  })

  it('takes the parts as one message', () => {
    const key = ascii('key')
    expect(hmacHex(key, ascii('ab'), ascii(''), ascii('c'))).toBe(hmacHex(key, ascii('abc')))
    expect(hmacHex(key)).toBe(hmacHex(key, ascii('')))
  })

  it('leaves the key as it was', () => {
    const key = filled(64, 7)
    hmacSha256(key, ascii('message'))
    expect(key).toEqual(filled(64, 7))
  })
})

describe('equalConstantTime', () => {
  it.each([
    ['', '', true],
    ['3f9a', '3f9a', true],
    ['3f9a', '3f9b', false],
    ['3f9a', '2f9a', false],
    ['3f9a', '3f9a0', false],
    ['3f9a\0', '3f9a', false],
    ['', '\0', false],
    ['a', 'á', false],
  ])('says of %j and %j: %s', (a, b, equal) => {
    expect(equalConstantTime(a, b)).toBe(equal)
    expect(equalConstantTime(b, a)).toBe(equal)
  })
})
