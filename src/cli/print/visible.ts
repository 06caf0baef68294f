// Shows characters that a reader would not see, or that a terminal would obey.

/**
 * C0 without LF and tab, DEL, C1, line separators, lone surrogates, and characters that are invisible or turn the
 * direction of writing. Not the signs of Arabic and Kaithi that have a shape, and not the joiners and variation
 * selectors that many scripts and emoji need.
 */
export const HIDDEN =
  /(?![\n\t])\p{Cc}|[\p{Zl}\p{Zp}\p{Cs}]|(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u200c\u{110bd}\u{110cd}])(?!\u200d)\p{Cf}|[\u115f\u1160\u2065\u3164\uffa0\ufff0-\ufff8\u{e0000}-\u{e0fff}]/gu

/** Writes hidden characters as `less` does: `^[` for ESC, `<U+202E>` beyond ASCII. Returns a clean text as it is. */
export const visible = (text: string): string => (isPlain(text) ? text : text.replace(HIDDEN, formOf))

/** Like `visible`, for text inside a line: LF and tab are hidden characters too. */
export const visibleInLine = (text: string): string => visible(text).replace(/[\n\t]/g, formOf)

/** Escapes hidden characters in JSON, so that it says the same without them. */
export const escaped = (json: string): string => (isPlain(json) ? json : json.replace(HIDDEN, escapeOf))

/** True for printable ASCII, tabs and line ends. Most text is plain, and this test takes a tenth of the time. */
const isPlain = (text: string): boolean => !/[^\n\t -~]/.test(text)

function formOf(hidden: string): string {
  const point = hidden.codePointAt(0) ?? 0
  return point < 0x80 ? `^${String.fromCharCode(point ^ 0x40)}` : `<U+${hex(point).toUpperCase()}>`
}

function escapeOf(hidden: string): string {
  let units = ''
  for (let at = 0; at < hidden.length; at++) units += `\\u${hex(hidden.charCodeAt(at))}`
  return units
}

const hex = (point: number): string => point.toString(16).padStart(4, '0')
