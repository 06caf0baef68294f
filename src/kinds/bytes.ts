// Bytes that mean something in outputs.

export const TAB = 0x09
export const LF = 0x0a
export const CR = 0x0d
export const ESC = 0x1b
export const SPACE = 0x20
export const BANG = 0x21
export const QUOTE = 0x22
export const AMPERSAND = 0x26
export const STAR = 0x2a
export const PLUS = 0x2b
export const DASH = 0x2d
export const SLASH = 0x2f
export const SEMICOLON = 0x3b
export const LESS = 0x3c
export const EQUALS = 0x3d
export const GREATER = 0x3e
export const QUESTION = 0x3f
export const OPENING = 0x5b
export const BACKSLASH = 0x5c
export const CLOSING = 0x5d
export const BOM = [0xef, 0xbb, 0xbf]

export const isDigitByte = (byte: number): boolean => byte >= 0x30 && byte <= 0x39

/** True for the blanks of most formats: spaces, tabs and line breaks. */
export const isBlankByte = (byte: number): boolean => byte === SPACE || (byte >= TAB && byte <= 0x0d)
