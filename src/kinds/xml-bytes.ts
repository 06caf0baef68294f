// Bytes that mean something in XML.

export const LF = 0x0a
export const BANG = 0x21
export const DASH = 0x2d
export const SLASH = 0x2f
export const LESS = 0x3c
export const GREATER = 0x3e
export const QUESTION = 0x3f
export const OPENING = 0x5b
export const CLOSING = 0x5d
export const AMPERSAND = 0x26
export const SEMICOLON = 0x3b
export const BOM = [0xef, 0xbb, 0xbf]

export const isBlank = (byte: number): boolean =>
  byte === 0x20 || byte === LF || byte === 0x0d || byte === 0x09

/** A name ends at these. */
export const endsName = (byte: number): boolean => isBlank(byte) || byte === SLASH || byte === GREATER

/** Letters, `_`, `:` and all that is not ASCII. */
export const beginsName = (byte: number): boolean =>
  byte >= 0x80 || byte === 0x3a || byte === 0x5f || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a)

export const hashedName = (hash: number, byte: number): number => (Math.imul(hash, 31) + byte) | 0

export const nameHash = (name: string): number =>
  [...name].reduce((hash, letter) => hashedName(hash, letter.charCodeAt(0)), 0)

/** The name of a value in a property list: one unit with the element behind it. */
export const KEY = nameHash('key')

export const isQuote = (byte: number): boolean => byte === 0x22 || byte === 0x27
