import { createRandom } from './random.ts'
import { concat, type ScanCase } from './scan-cases.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Line parts that scanners could get wrong: prefixes skipped before an opening, near misses of them, and locations. */
export const lineParts: readonly string[] = [
  ...['2024-05-11T12:34:56.1234567Z ', '2024-05-11 12:34:56,789 ', '2024-05-11 12:34 ', '2024-05-11T12:34Z '],
  ...['2024-05-11T12:34', '2024-05-11T12:3x ', '2024-05-11x12:34 ', '2024/05/11 12:34 ', '2024-05-11T12-34 '],
  ...['2024-05-11T12:34:56.12345678901234567890 ', '2024-05-11T12:34:56.123456789012345678901 ', '12:34:56 '],
  ...[
    ' ',
    '\t',
    '    ',
    ' '.repeat(15),
    ' '.repeat(63),
    '\t \t',
    '\x1b[31m',
    '\x1b[0;1;38:2m',
    '\x1b[m',
    '\x1b[K',
  ],
  ...['\x1b[3', '\x1b', `\x1b[${'1;'.repeat(28)}m`, 'a.c:1', 'Z:9', 'a(0', 'z(9', '@:1', '[(1', '`:5', '{:5'],
  ...[
    'a:',
    ':1',
    'a:/',
    'a::',
    'é:1',
    'f00d',
    'ABCDEFabcdef0123456789',
    'GHIJ',
    'ghij',
    '\r',
    '\0',
    'É',
    'ÿ',
  ],
  ...['x'.repeat(60), 'y'.repeat(130), '.'.repeat(123), 'Overfull \\hbox', '--- FAIL: '],
]

/** Lines made of such parts, in windows of any length. The same seed returns the same case. */
export function randomLines(seed: number): ScanCase {
  const random = createRandom(seed)
  const parts = Array.from({ length: 1 + random.below(60) }, () => {
    return bytesOf(random.below(4) === 0 ? '\n' : random.pick(lineParts))
  })
  const bytes = concat(parts)
  const longest = random.pick([1, 7, 60, 200, 5000])
  const lengths: number[] = []
  for (let left = bytes.length; left > 0; left -= lengths[lengths.length - 1]) {
    lengths.push(Math.min(left, 1 + random.below(longest)))
  }
  return { bytes, lengths }
}
