/** Classes of bytes, as bits of `byteClass`. */
export const LETTER = 1
export const IS_DIGIT = 2
/** Bytes of a path or a flag: letters, digits and `_ . $ + / \ ~ -`. */
export const PATH = 4
export const BLANK = 8

export const byteClass: Uint8Array = (() => {
  const table = new Uint8Array(256)
  for (let byte = 0x61; byte <= 0x7a; byte++) table[byte] = LETTER | PATH
  for (let byte = 0x41; byte <= 0x5a; byte++) table[byte] = LETTER | PATH
  for (let byte = 0x30; byte <= 0x39; byte++) table[byte] = IS_DIGIT | PATH
  for (const byte of '_.$+/\\~-') table[byte.charCodeAt(0)] = PATH
  table[0x20] = BLANK
  table[0x09] = BLANK
  return table
})()

export const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39

const decoder = /* @__PURE__ */ new TextDecoder()

/** Some bytes as a text of one character for each. */
export function latin1Of(bytes: Uint8Array, start: number, end: number): string {
  let all = 0
  for (let at = start; at < end; at++) all |= bytes[at]
  return latin1Text(bytes, start, end, all < 0x80)
}

/** The same where it is known whether they are ASCII: to decode is faster then. */
export function latin1Text(bytes: Uint8Array, start: number, end: number, areAscii: boolean): string {
  const part = bytes.subarray(start, end)
  return areAscii ? decoder.decode(part) : Reflect.apply(String.fromCharCode, undefined, part)
}
