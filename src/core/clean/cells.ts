import { codePointAt } from '../bytes/graphemes.ts'
import { unitLength } from '../bytes/size.ts'
import { isDigit } from '../judge/bytes.ts'

// A cell of a row is a number: a code point, or one of these.

/** A cell that nothing was written to. */
export const EMPTY = 0
/** The second cell of a wide character. */
export const TAIL = 0x200000
/** Added to a byte that is not UTF-8. Such a byte stays as it is. */
export const MALFORMED = 0x110000
const ZERO = 0x30
const HASH_PRIME = 0x01000193

/** Each letter's own byte, 0 for other bytes. */
const LETTERS = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte > 0x40 && byte < 0x80 && (byte & 0x1f) > 0 && (byte & 0x1f) <= 26 ? byte : 0,
)

/** The shape of a text in `bytes[from, to)`. See `Row.shape`. */
export function shapeOfText(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0
  for (let at = from; at < to; at++) {
    const byte = bytes[at]
    const letter = LETTERS[byte]
    if (letter > 0) hash = Math.imul(hash + letter, HASH_PRIME)
    else if (byte === ZERO) {
      if (isZeroAt(bytes, at, from, to)) hash = Math.imul(hash + byte, HASH_PRIME)
    } else if (byte >= 0x80) {
      const length = unitLength(bytes, at, to)
      const point = length > 0 ? codePointAt(bytes, at) : MALFORMED
      if (!isSign(point)) hash = Math.imul(hash + point, HASH_PRIME)
      at += Math.abs(length) - 1
    }
  }
  return hash | 0
}

/** The shape of a text in cells. */
export function shapeOfCells(cells: Uint32Array, from: number, to: number): number {
  let hash = 0
  for (let at = from; at < to; at++) {
    const cell = cells[at]
    if (cell >= 0x80) {
      if (!isSign(cell)) hash = Math.imul(hash + cell, HASH_PRIME)
    } else if (LETTERS[cell] > 0 || (cell === ZERO && isZeroAt(cells, at, from, to)))
      hash = Math.imul(hash + cell, HASH_PRIME)
  }
  return hash | 0
}

/** True when the digit 0 at a place is a number. */
const isZeroAt = (cells: Uint8Array | Uint32Array, at: number, from: number, to: number): boolean =>
  !(at > from && isDigit(cells[at - 1])) && !(at + 1 < to && isDigit(cells[at + 1]))

/** True for what bars and spinners are made of: arrows, boxes, blocks, Braille. Also the second cell of a character. */
const isSign = (cell: number): boolean => (cell >= 0x2000 && cell < 0x2c00) || cell >= MALFORMED

/** Writes a cell that is not ASCII as UTF-8, or as the byte that it stands for. Returns the offset behind it. */
export function putCell(target: Uint8Array, offset: number, cell: number): number {
  let at = offset
  if (cell >= MALFORMED) target[at++] = cell - MALFORMED
  else if (cell < 0x800) {
    target[at++] = 0xc0 | (cell >> 6)
    target[at++] = 0x80 | (cell & 0x3f)
  } else if (cell < 0x10000) {
    target[at++] = 0xe0 | (cell >> 12)
    target[at++] = 0x80 | ((cell >> 6) & 0x3f)
    target[at++] = 0x80 | (cell & 0x3f)
  } else {
    target[at++] = 0xf0 | (cell >> 18)
    target[at++] = 0x80 | ((cell >> 12) & 0x3f)
    target[at++] = 0x80 | ((cell >> 6) & 0x3f)
    target[at++] = 0x80 | (cell & 0x3f)
  }
  return at
}
