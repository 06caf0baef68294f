import type { WeightedLiteral } from '../../../src/core/scan/literal-set.ts'
import { createRandom, type Random } from '../../support/random.ts'
import { malformed } from '../../support/scan-cases.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

const words = [
  'error',
  'errors: ',
  'erro',
  ' hang',
  '[warn]',
  'not found',
  'not a number',
  "can't open",
  'call stack',
  'http/1.1" 5',
  'ok":false',
  'what():',
  'core dumped (core dumped',
  '--- fail',
  'éfehler',
  'fehlermeldung é',
  'ошибка',
  'не найден',
  '失败',
  '接失',
  '[エラー',
  'x없습니다',
]

/** Literals that share letters, contain each other, or begin with signs; with weights that differ by context. */
export const literals: readonly WeightedLiteral[] = words.map((literal, id) => ({
  literal,
  weights: Uint8Array.from({ length: 16 }, (_, context) => 1 + ((id * 37 + context * 11) % 255)),
}))

const fragments: readonly Uint8Array[] = [
  ...words.map(utf8),
  ...words.map((word) => utf8(word.toUpperCase())),
  ...[
    '\x1b[31m',
    '\x1b[0;1m',
    '5m',
    '[m',
    'x',
    'X',
    'Type',
    'no ',
    '0 ',
    '10 ',
    'O ',
    'path/',
    '-',
    '.',
    '_',
  ].map(utf8),
  ...[': ', '!', ']', '(', '=', 'a:1', 'b(2', 'Z:9', ':', '1', ' ', '\t', 's', 'ing/', 'abcdefghijk:'].map(
    utf8,
  ),
  ...[
    'E  ',
    '** ',
    '1) ',
    'not ok',
    'got ',
    '✗ ',
    '2026-11-29T10:00:00.123Z ',
    '2026-11-29 10:00:00 ',
    'д',
    'Ошибка',
    '«',
    '数据库连接',
    '발',
  ].map(utf8),
  ...['\n', '\n', '\n', '\r\n', '\r', '\r\r\n', '\n\r', '\0', 'é', '😀', '\x80', '\xff'].map(utf8),
  ...malformed,
]

/** Bytes in which anything may stand beside anything, with runs that reach over the end of a part. */
export function randomBytes(seed: number, pieces: number): Uint8Array {
  const random = createRandom(seed)
  const parts = Array.from({ length: pieces }, () => pieceOf(random))
  return Uint8Array.from(Buffer.concat(parts))
}

function pieceOf(random: Random): Uint8Array {
  const kind = random.below(60)
  if (kind === 0) return utf8('x'.repeat(4070 + random.below(60)))
  if (kind === 1) return Uint8Array.from({ length: random.below(9) }, () => random.below(256))
  if (kind === 2) return utf8(`${random.below(1000)}`)
  return random.pick(fragments)
}

/** Lengths of windows that add up to `length`. Most are short, some are 0. */
export function randomLengths(seed: number, length: number): number[] {
  const random = createRandom(seed)
  const most = random.pick([3, 70, 200, 5000])
  const lengths: number[] = []
  for (let left = length; left > 0; ) {
    const next = Math.min(left, random.below(most + 1))
    lengths.push(next)
    left -= next
  }
  return lengths
}
