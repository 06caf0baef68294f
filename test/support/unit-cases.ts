import { createRandom, type Random } from './random.ts'
import { concat, malformed, type ScanCase } from './scan-cases.ts'

/** Fragments whose token units scanners could get wrong: runs, repeats, control characters, scripts. */
export const unitParts: readonly Uint8Array[] = [
  ...[
    'bcd',
    'bcdf',
    'bcdfgh',
    'BcdF',
    'xkcdqw',
    '123',
    '1234',
    '1234567',
    'bc12',
    'bcd4f',
    '12b34',
    'b1c2d3',
  ],
  ...[
    'aaaa',
    'bbbbb',
    '00000',
    '....',
    '    ',
    '\t\t\t',
    '\n\n',
    '\r\n',
    '\r\n\r\n',
    '\n\r\r',
    '\v\f',
    '@@[[``{{',
  ],
  ...['a', 'Z', 'words of text', 'AnIdentifier_1', 'qaeiouy', '/:9', 'x=1;\n', '\x7f\x7f'],
  ...[
    '\x01',
    '\x00\x00',
    '\x08\x08\x08',
    '\x0e\x0f',
    '\x1f ',
    '\x07b',
    '\x1b[0m',
    '\x1b\x1b',
    '\x01bcd',
    'bcd\x02f',
  ],
  ...[
    'é',
    'éé',
    'ÿa',
    'naïve',
    'приветт',
    '中中文',
    '한국어',
    'ああ',
    '😀😀',
    '😀👍🏽',
    '\u{20000}\u{20000}',
    '\u{10ffff}',
  ],
  ...[
    '\ufffd',
    '\ufffd\ufffd',
    '\ufeff',
    '…—',
    'bcdé',
    'bcéd',
    'é123',
    'é1234',
    '中\n',
    '\n中',
    'a中a',
    '\u2028',
  ],
].map((text) => new TextEncoder().encode(text))

/** A case of up to 60 parts, with plain text of any length between them. The same seed returns the same case. */
export function randomUnitCase(seed: number): ScanCase {
  const random = createRandom(seed)
  const plainness = random.pick([2, 5, 30])
  const bytes = concat(Array.from({ length: random.below(61) }, () => randomPart(random, plainness)))
  const longest = random.pick([1, 9, 70, 600, 5000])
  const lengths: number[] = []
  for (let left = bytes.length; left > 0; left -= lengths[lengths.length - 1]) {
    lengths.push(Math.min(left, 1 + random.below(longest)))
  }
  return { bytes, lengths }
}

function randomPart(random: Random, plainness: number): Uint8Array {
  if (random.below(plainness) > 0) {
    return Uint8Array.from({ length: random.below(140) }, () => 0x20 + random.below(95))
  }
  return random.pick(random.below(3) === 0 ? malformed : unitParts)
}
