import type { Kind, Piece } from '../../src/kinds/kind.ts'

/** The text of a cut, read in chunks of one size. Undefined when the reader falls back. */
export function cutOf(
  kind: Kind,
  input: string,
  bytes: number,
  lines = 1e6,
  chunk = 1 << 16,
): string | undefined {
  const all = new TextEncoder().encode(input)
  const reader = kind.read(bytes, { bytes: 1 << 20 })
  for (let at = 0; at < all.length; at += chunk) reader.write(all.slice(at, at + chunk), false)
  const pieces = reader.end()?.choose(bytes, lines)
  return pieces && joined(pieces, all, bytes, lines)
}

function joined(pieces: readonly Piece[], all: Uint8Array, bytes: number, lines: number): string {
  let at = 0
  let text = ''
  for (const piece of pieces) {
    if (piece.from.byte !== at) throw new Error(`a piece begins at ${piece.from.byte}, not ${at}`)
    at = piece.to.byte
    if ('mark' in piece) text += piece.mark
    else {
      const own = new TextDecoder().decode(piece.bytes)
      const right = new TextDecoder().decode(all.subarray(piece.from.byte, at))
      if (own !== right) throw new Error(`bytes ${piece.from.byte}-${at} are not those of the input`)
      text += own
    }
  }
  if (at !== all.length) throw new Error(`the pieces end at ${at}, not ${all.length}`)
  if (new TextEncoder().encode(text).length > bytes) throw new Error('too many bytes')
  if (text.split('\n').length - 1 > lines) throw new Error('too many lines')
  return text
}
