/** The kind of a file, judged by its first bytes. */
export type FileKind =
  | { kind: 'text'; encoding: TextEncodingName }
  | { kind: 'image' | 'document'; format: string }
  | { kind: 'binary' }

/** A text's encoding. UTF-16 is recognised only by its BOM. */
export type TextEncodingName = 'UTF-8' | 'UTF-8 with BOM' | 'UTF-16LE' | 'UTF-16BE'

/** Most bytes that `fileKindOf` reads. */
export const SNIFFED_BYTES = 8 * 1024

const BMP_HEADER_SIZES = [12, 40, 52, 56, 64, 108, 124]

/** Returns a file's kind from its first bytes. Reads at most `SNIFFED_BYTES` of them. */
export function fileKindOf(start: Uint8Array): FileKind {
  const has = (at: number, ...bytes: number[]) => bytes.every((byte, i) => start[at + i] === byte)
  const says = (at: number, text: string) => has(at, ...Array.from(text, (char) => char.charCodeAt(0)))
  if (has(0, 0xef, 0xbb, 0xbf))
    return hasNul(start) ? { kind: 'binary' } : { kind: 'text', encoding: 'UTF-8 with BOM' }
  if (has(0, 0xff, 0xfe)) return utf16(start, 'UTF-16LE')
  if (has(0, 0xfe, 0xff)) return utf16(start, 'UTF-16BE')
  if (says(0, '\x89PNG\r\n\x1a\n')) return { kind: 'image', format: 'PNG' }
  if (has(0, 0xff, 0xd8, 0xff)) return { kind: 'image', format: 'JPEG' }
  if (says(0, 'GIF87a') || says(0, 'GIF89a')) return { kind: 'image', format: 'GIF' }
  if (says(0, 'RIFF') && says(8, 'WEBP')) return { kind: 'image', format: 'WebP' }
  if (says(0, 'BM') && has(6, 0, 0, 0, 0) && BMP_HEADER_SIZES.includes(start[14]))
    return { kind: 'image', format: 'BMP' }
  if (has(0, 0, 0, 1, 0) && start[4] > 0 && start[5] === 0) return { kind: 'image', format: 'ICO' }
  if (says(0, 'II*\0') || says(0, 'MM\0*')) return { kind: 'image', format: 'TIFF' }
  if (says(0, '%PDF-')) return { kind: 'document', format: 'PDF' }
  return hasNul(start) ? { kind: 'binary' } : { kind: 'text', encoding: 'UTF-8' }
}

const hasNul = (start: Uint8Array): boolean => start.subarray(0, SNIFFED_BYTES).includes(0)

/** Treats a NUL character as binary. This includes UTF-32LE, whose BOM begins like that of UTF-16LE. */
function utf16(start: Uint8Array, encoding: TextEncodingName): FileKind {
  const end = Math.min(start.length, SNIFFED_BYTES) - 1
  for (let at = 2; at < end; at += 2) {
    if (start[at] === 0 && start[at + 1] === 0) return { kind: 'binary' }
  }
  return { kind: 'text', encoding }
}
