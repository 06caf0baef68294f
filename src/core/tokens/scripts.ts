/**
 * The first code point of each script or kind of sign, a multiple of 64. A range goes up to the next one. What a
 * character costs depends on how much of its script a vocabulary has learnt. The names are in the order of the weights
 * in coefficients.ts.
 */
const starts: readonly (readonly [codePoint: number, name: string])[] = [
  [0x0000, 'other'],
  [0x0080, 'latin'],
  [0x0300, 'marks'],
  [0x0340, 'marks'],
  [0x0380, 'greek'],
  [0x0400, 'cyrillic'],
  [0x0540, 'armenian'],
  [0x05c0, 'hebrew'],
  [0x0600, 'arabic'],
  [0x0780, 'other'],
  [0x0900, 'devanagari'],
  [0x0980, 'bengali'],
  [0x0a00, 'gujarati'],
  [0x0b00, 'other'],
  [0x0b80, 'tamil'],
  [0x0c00, 'telugu'],
  [0x0c80, 'kannada'],
  [0x0d00, 'malayalam'],
  [0x0d80, 'sinhala'],
  [0x0e00, 'thai'],
  [0x0e80, 'lao'],
  [0x0f00, 'tibetan'],
  [0x1000, 'burmese'],
  [0x1080, 'georgian'],
  [0x1100, 'other'],
  [0x1200, 'ethiopic'],
  [0x1380, 'other'],
  [0x1780, 'khmer'],
  [0x1800, 'other'],
  [0x1c80, 'georgian'],
  [0x1cc0, 'other'],
  [0x1e00, 'latin'],
  [0x1f00, 'greek'],
  [0x2000, 'punctuation'],
  [0x2080, 'signs'],
  [0x2500, 'boxes'],
  [0x25c0, 'signs'],
  [0x2c00, 'other'],
  [0x2d00, 'georgian'],
  [0x2d40, 'ethiopic'],
  [0x2e00, 'other'],
  [0x2e80, 'han'],
  [0x3000, 'punctuation'],
  [0x3040, 'kana'],
  [0x3100, 'han'],
  [0xa000, 'other'],
  [0xac00, 'hangul'],
  [0xd7c0, 'other'],
  [0xf900, 'han'],
  [0xfb00, 'arabic'],
  [0xfe00, 'marks'],
  [0xfe40, 'arabic'],
  [0xff00, 'punctuation'],
  [0xffc0, 'marks'],
  [0x10000, 'other'],
  [0x1f000, 'emoji'],
]

/** The names, each once, in the order of their first range. */
export const scripts: readonly string[] = [...new Set(starts.map(([, name]) => name))]

/**
 * The number of the script for each block of 64 code points, up to U+1FFFF. The last entry is for all code points
 * beyond.
 */
export function scriptsOfBlocks(): Uint8Array {
  const blocks = new Uint8Array(2048)
  for (const [codePoint, name] of starts) blocks.fill(scripts.indexOf(name), codePoint >> 6)
  blocks[blocks.length - 1] = scripts.indexOf('other')
  return blocks
}
