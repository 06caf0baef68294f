import { isOddControl } from '../core/bytes/odd.ts'
import { wholeUnits } from '../core/bytes/utf8.ts'

/** What a file or an output is, judged by its first bytes. */
export type ContentKind =
  | { kind: 'text'; encoding: TextEncodingName }
  | { kind: 'image' | 'document'; format: string }
  | { kind: 'binary' }

/** A text's encoding. UTF-16 without a BOM is recognised only where most characters are ASCII. */
export type TextEncodingName = 'UTF-8' | 'UTF-8 with BOM' | 'UTF-16LE' | 'UTF-16BE'

/** A content that is not text, in words. `what` is `file` or `output`. */
export const contentName = (content: Exclude<ContentKind, { kind: 'text' }>, what: string): string =>
  content.kind === 'binary' ? `Binary ${what}` : `${content.format} ${content.kind}`

/** Most bytes that `contentKindOf` and `encodingOf` read. */
export const SNIFFED_BYTES = 8 * 1024

const BMP_HEADER_SIZES = [12, 40, 52, 56, 64, 108, 124]

/** Where a tar archive has the name of its format. */
const TAR_MAGIC_AT = 257

/**
 * Returns the kind of a content from its first bytes. Reads at most `SNIFFED_BYTES` of them.
 *
 * A content without a known format is binary if it is mostly NULs, or if it has a NUL and more than a few odd
 * characters. Other control characters are odd. If there are more than a few NULs, malformed UTF-8 is odd too. So a text
 * with some NULs is text.
 */
export function contentKindOf(bytes: Uint8Array): ContentKind {
  const start = bytes.subarray(0, SNIFFED_BYTES)
  const encoding = encodingOf(start)
  if (encoding === 'UTF-16LE' || encoding === 'UTF-16BE') return { kind: 'text', encoding }
  const format = formatOf(start)
  if (format) return format
  return isBinary(start) ? { kind: 'binary' } : { kind: 'text', encoding }
}

/** The bytes that begin each known format. */
const magics: readonly (readonly [start: string, Exclude<ContentKind, { kind: 'text' }>])[] = [
  ['\x89PNG\r\n\x1a\n', { kind: 'image', format: 'PNG' }],
  ['\xff\xd8\xff', { kind: 'image', format: 'JPEG' }],
  ['GIF87a', { kind: 'image', format: 'GIF' }],
  ['GIF89a', { kind: 'image', format: 'GIF' }],
  ['II*\0', { kind: 'image', format: 'TIFF' }],
  ['MM\0*', { kind: 'image', format: 'TIFF' }],
  ['%PDF-', { kind: 'document', format: 'PDF' }],
]

function formatOf(start: Uint8Array): Exclude<ContentKind, { kind: 'text' }> | undefined {
  for (const [magic, format] of magics) if (says(start, 0, magic)) return format
  if (says(start, 0, 'RIFF') && says(start, 8, 'WEBP')) return { kind: 'image', format: 'WebP' }
  if (says(start, 0, 'BM') && says(start, 6, '\0\0\0\0') && BMP_HEADER_SIZES.includes(start[14]))
    return { kind: 'image', format: 'BMP' }
  if (says(start, 0, '\0\0\x01\0') && start[4] > 0 && start[5] === 0) return { kind: 'image', format: 'ICO' }
  // The header of an archive is text and NULs, and so are the files in it.
  return says(start, TAR_MAGIC_AT, 'ustar') ? { kind: 'binary' } : undefined
}

/** Whether bytes have the characters of a string, as Latin-1, at a place. */
function says(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false
  return true
}

/** A text may have `FEW_ODD` odd characters, and one more for every `CHARACTERS_PER_ODD` characters. */
const FEW_ODD = 2
const CHARACTERS_PER_ODD = 100

function isBinary(start: Uint8Array): boolean {
  // `includes` takes twice as long.
  if (start.indexOf(0) < 0) return false
  const text = new TextDecoder().decode(start.subarray(0, wholeUnits(start, start.length)))
  let nuls = 0
  let odd = 0
  let malformed = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 0) nuls++
    else if (unit === 0xfffd) malformed++
    else if (isOddControl(unit)) odd++
  }
  // A text in another encoding is malformed all over. Binary data has more NULs, or other control characters too.
  if (nuls > FEW_ODD) odd += malformed
  return 2 * nuls > text.length || odd > FEW_ODD + text.length / CHARACTERS_PER_ODD
}

/** Least UTF-16 units without a BOM that are recognised, and the share of them that must be ASCII. */
const LEAST_UNITS = 4
const ASCII_SHARE = 0.75

/**
 * The encoding of a content, if it is text. Reads at most `SNIFFED_BYTES` bytes.
 *
 * Without a BOM, it is UTF-16 if its first character and three quarters of the others are ASCII, and none is NUL. The
 * BOM of UTF-32 is not recognised, so such a content counts as binary.
 */
export function encodingOf(bytes: Uint8Array): TextEncodingName {
  const start = bytes.subarray(0, SNIFFED_BYTES)
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return 'UTF-8 with BOM'
  if (start[0] === 0xff && start[1] === 0xfe) {
    return start.length >= 4 && start[2] === 0 && start[3] === 0 ? 'UTF-8' : 'UTF-16LE'
  }
  if (start[0] === 0xfe && start[1] === 0xff) return 'UTF-16BE'
  if (start[1] === 0 && isMostlyAscii(start, 0)) return 'UTF-16LE'
  if (start[0] === 0 && isMostlyAscii(start, 1)) return 'UTF-16BE'
  return 'UTF-8'
}

/** Whether UTF-16 units are mostly ASCII. `low` is the place of the low byte in a unit: 0 or 1. */
function isMostlyAscii(start: Uint8Array, low: 0 | 1): boolean {
  const units = start.length >> 1
  let ascii = 0
  for (let at = 0; at < 2 * units; at += 2) {
    const unit = start[at + low]
    if (start[at + 1 - low] !== 0) continue
    if (unit === 0) return false
    if (isAsciiText(unit)) ascii++
  }
  return units >= LEAST_UNITS && isAsciiText(start[low]) && ascii >= ASCII_SHARE * units
}

/** True for an ASCII character that texts have. */
export const isAsciiText = (byte: number): boolean => byte < 0x7f && !isOddControl(byte)

/** A decoder for UTF-16. Undefined for UTF-8, which needs none. */
export const decoderOf = (encoding: TextEncodingName): TextDecoder | undefined =>
  encoding.startsWith('UTF-16') ? new TextDecoder(encoding) : undefined
