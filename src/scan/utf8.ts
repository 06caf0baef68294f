/** What a stretch of bytes decodes to, as the WHATWG decoder sees it. */
export interface Decoded {
  /** Code points that begin in the stretch; a malformed sequence is its one U+FFFD. */
  codePoints: number
  /** UTF-8 bytes of the text, less the bytes it was decoded from. */
  extraBytes: number
  invalid: boolean
}

/** UTF-8 bytes of U+FFFD. */
export const REPLACEMENT_BYTES = 3

/**
 * Bytes (0 to 3) of an unfinished sequence that ends right before `at`. Three bytes tell, because
 * a decoder's pending state never reaches further back. Reads from `at - 3`.
 */
export function pendingBytes(bytes: Uint8Array, at: number): number {
  const last = bytes[at - 1]
  if (last < 0x80) return 0
  if (last >= 0xc0) return sequenceLength(last) > 1 ? 1 : 0
  const second = bytes[at - 2]
  if (second >= 0xc0) return sequenceLength(second) > 2 && isSecondByte(second, last) ? 2 : 0
  const third = bytes[at - 3]
  return sequenceLength(third) === 4 && isSecondByte(third, second) ? 3 : 0
}

/**
 * Counts what bytes `from` to `to` decode to. A sequence that began before `from` goes on; one that
 * is unfinished at `to` is counted and not judged. Reads from `from - 3`.
 */
export function decode(bytes: Uint8Array, from: number, to: number, out: Decoded): void {
  let at = from - pendingBytes(bytes, from)
  let codePoints = at < from ? -1 : 0
  out.extraBytes = 0
  out.invalid = false
  while (at < to) {
    codePoints++
    const lead = bytes[at]
    if (lead < 0x80) {
      at++
      continue
    }
    const length = sequenceLength(lead)
    const end = sequenceEnd(bytes, at, Math.min(at + length, to))
    if (end < at + length && end < to) malformed(out, end - at)
    else if (length === 0) malformed(out, 1)
    at = length === 0 ? at + 1 : end
  }
  out.codePoints = codePoints
}

function malformed(out: Decoded, byteCount: number): void {
  out.extraBytes += REPLACEMENT_BYTES - byteCount
  out.invalid = true
}

/** Bytes that a sequence with this first byte takes; 0 when no sequence begins so. */
function sequenceLength(lead: number): number {
  if (lead < 0x80) return 1
  if (lead < 0xc2 || lead > 0xf4) return 0
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
}

/** The first offset after `at`, at most `limit`, that does not continue the sequence begun at `at`. */
function sequenceEnd(bytes: Uint8Array, at: number, limit: number): number {
  let end = at + 1
  if (end < limit && isSecondByte(bytes[at], bytes[end])) {
    end++
    while (end < limit && bytes[end] >> 6 === 2) end++
  }
  return end
}

/** Rules out overlong forms, surrogates and what is past U+10FFFF (Unicode, table 3-7). */
function isSecondByte(lead: number, byte: number): boolean {
  if (lead === 0xe0) return byte >= 0xa0 && byte <= 0xbf
  if (lead === 0xed) return byte >= 0x80 && byte <= 0x9f
  if (lead === 0xf0) return byte >= 0x90 && byte <= 0xbf
  if (lead === 0xf4) return byte >= 0x80 && byte <= 0x8f
  return byte >> 6 === 2
}
