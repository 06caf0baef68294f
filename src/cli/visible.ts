// Shows characters that a reader would not see, or that a terminal would obey.

import { HIDDEN, isPlainAscii } from '../text/hidden.ts'

/** Writes hidden characters as `less` does: `^[` for ESC, `<U+202E>` beyond ASCII. Returns a clean text as it is. */
export const visible = (text: string): string => (isPlainAscii(text) ? text : text.replace(HIDDEN, formOf))

/** Like `visible`, for text inside a line: LF and tab are hidden characters too. */
export const visibleInLine = (text: string): string => visible(text).replace(/[\n\t]/g, formOf)

function formOf(hidden: string): string {
  const point = hidden.codePointAt(0) ?? 0
  return point < 0x80
    ? `^${String.fromCharCode(point ^ 0x40)}`
    : `<U+${point.toString(16).toUpperCase().padStart(4, '0')}>`
}
