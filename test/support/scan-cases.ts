import { createRandom, type Random } from './random.ts'

/** Bytes that the kernels process together, as in assembly/memory.ts. */
export const BLOCK_BYTES = 2048

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const hex = (digits: string): Uint8Array => Uint8Array.from(Buffer.from(digits.replaceAll(' ', ''), 'hex'))

/** Fragments that scanners could get wrong at an edge: words, escapes, good and bad UTF-8. */
export const samples: readonly Uint8Array[] = [
  ...[
    'error',
    'ERROR',
    'eRrOr',
    'errors:',
    'Errors:x',
    'xerror',
    'hang',
    'hang_',
    'change',
    ' hang ',
    'company',
    'companys',
    'mirrors',
  ],
  ...['fatal: x', '!panic', 'x!panic', 'TypeError', 'mytype', 'myType', 'MYType', '9type', '_type'],
  ...['core dumped (core dumped', 'core dumped (core dumpe'],
  ...['\x1b[31merror', '\x1b[0;1;38:2merror', '\x1b[m\x1b[1merror', '\x1b[01234567890123456merror'],
  ...['\x1b[0123456789012345merror', '[31merror', 'xmerror', '\x1b31merror'],
  ...[
    'error\nerror',
    'error error\n',
    '\r\n',
    'a\rb',
    '\r\r\n',
    '\0',
    '\t',
    '\x1b',
    '\x07',
    '\x7f',
    'é',
    '€',
    '😀',
    '\ufffd',
    '\ufeff',
  ],
].map(utf8)

/** Malformed and incomplete sequences, with the bytes that reveal them. */
export const malformed: readonly Uint8Array[] = [
  ...[
    '80',
    'bf',
    'c0',
    'c0 80',
    'c1 bf',
    'c2',
    'c2 41',
    'e0 9f bf',
    'e0 a0',
    'e0 a0 41',
    'e2 82',
    'e2 82 e2 82',
  ],
  ...[
    'ed a0 80',
    'ed 9f',
    'ef bf',
    'f0 8f bf bf',
    'f0 90',
    'f0 90 80',
    'f0 90 80 41',
    'f0 80 80 80',
    'f0 f0 9f',
  ],
  ...[
    'f4 90 80 80',
    'f4 8f bf',
    'f5 80',
    'ff',
    'fe ff',
    'c2 c2 80',
    'e1 80 c2',
    'f1 80 80 e1',
    'f0 9f 98 0a',
  ],
].map(hex)

const noise: readonly Uint8Array[] = ['\n', '\n', ' ', 'a', 'x '.repeat(20), 'The quick brown fox'].map(utf8)
const fragments = [...samples, ...malformed, ...noise]

export interface ScanCase {
  bytes: Uint8Array
  /** Lengths of the windows in which it is scanned. */
  lengths: number[]
}

/** A case of up to 40 fragments in windows of any length. The same seed returns the same case. */
export function randomCase(seed: number): ScanCase {
  const random = createRandom(seed)
  return caseOf(random, random.below(41), random.pick([1, 10, 70, 300, 3000]))
}

/** A case of many blocks in few windows. */
export function randomLargeCase(seed: number): ScanCase {
  return caseOf(createRandom(seed), 2000, 30_000)
}

function caseOf(random: Random, fragmentCount: number, maxLength: number): ScanCase {
  const bytes = concat(Array.from({ length: fragmentCount }, () => random.pick(fragments)))
  const lengths: number[] = []
  for (let left = bytes.length; left > 0; left -= lengths[lengths.length - 1]) {
    lengths.push(Math.min(left, 1 + random.below(maxLength)))
  }
  return { bytes, lengths }
}

/** Every string over {LF, CR, a, 0xF0} of exactly `length` bytes. The array is reused. */
export function* tinyStrings(length: number): Generator<Uint8Array> {
  const alphabet = [0x0a, 0x0d, 0x61, 0xf0]
  const bytes = new Uint8Array(length)
  for (let n = 0; n < 4 ** length; n++) {
    for (let i = 0; i < length; i++) bytes[i] = alphabet[(n >> (2 * i)) & 3]
    yield bytes
  }
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts))
}
