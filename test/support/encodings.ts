/** Texts as bytes in the encodings that pith reads. Runs in browsers too. */

export type ByteOrder = 'LE' | 'BE'

/** UTF-16, without a BOM unless the text begins with U+FEFF. */
export function utf16(text: string, order: ByteOrder): Uint8Array {
  const bytes = new Uint8Array(2 * text.length)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < text.length; at++) view.setUint16(2 * at, text.charCodeAt(at), order === 'LE')
  return bytes
}

export const withBom = (text: string, order: ByteOrder): Uint8Array => utf16(`\ufeff${text}`, order)

export function joined(...parts: readonly (string | Uint8Array | readonly number[])[]): Uint8Array {
  const all = parts.map((part) =>
    typeof part === 'string' ? new TextEncoder().encode(part) : Uint8Array.from(part),
  )
  const bytes = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of all) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Bytes like those of a program: numbers in 32 bits, with some names between them. */
export function programBytes(length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; at++) {
    const step = (at * 7919) % 251
    bytes[at] = at % 4 === 3 ? 0 : at % 64 < 8 ? 0x61 + (at % 26) : step
  }
  return bytes
}
