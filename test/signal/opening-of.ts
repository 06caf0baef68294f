const encoder = new TextEncoder()

/** The opening of a line as the scanners give it: four bytes after a time stamp, blanks and colours. The line has no label. */
export function openingOf(text: string): number {
  const stamp = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d[^ ]{0,23} /.exec(text)
  const rest = text.slice(stamp?.[0].length ?? 0)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters.
  const blank = /^(?:[ \t]|\x1b\[[0-9:;]*m)*/.exec(rest)
  const bytes = encoder.encode(rest.slice(blank?.[0].length ?? 0)).subarray(0, 4)
  return bytes.reduce((opening, byte, index) => (opening | (byte << (8 * index))) >>> 0, 0)
}
