// The right answers, by the plainest code there is: no scanner, no rival.

const LF = 0x0a

export function countLines(bytes) {
  let count = 0
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === LF) count++
  return count
}

/** Offset after the nth LF. */
export function lineEnd(bytes, n) {
  let left = n
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === LF && --left === 0) return i + 1
  return -1
}

/** The patterns' alternation. With one byte a character, as here, `\w` is pith's word byte. */
export function alternation(patterns) {
  const quoted = (literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return patterns.map(({ literal, wholeWord }) => quoted(literal) + (wholeWord ? '(?!\\w)' : '')).join('|')
}

/**
 * Each line's first match: offset, pattern id and line (1-indexed). `hidden` tells those that come right after a word
 * byte, at a CamelCase hump or a colour escape: the ones that `\b` does not see.
 */
export function firstMatches(bytes, patterns) {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).latin1Slice()
  const regex = new RegExp(alternation(patterns), 'gi')
  const found = []
  let line = 1
  let lineStart = 0
  while (lineStart < text.length) {
    const end = text.indexOf('\n', lineStart)
    const match = firstIn(text.slice(lineStart, end), regex)
    if (match) {
      const id = patterns.findIndex(({ literal }) => literal === match[0].toLowerCase())
      found.push({ offset: lineStart + match.index, id, line, hidden: match.hidden })
    }
    lineStart = end + 1
    line++
  }
  return found
}

function firstIn(line, regex) {
  regex.lastIndex = 0
  for (let match = regex.exec(line); match; match = regex.exec(line)) {
    const before = line.slice(0, match.index)
    if (!/\w$/.test(before)) return Object.assign(match, { hidden: false })
    const isHump = /[a-z]$/.test(before) && /^[A-Z]/.test(match[0])
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a colour escape begins with one
    if (isHump || /\x1b\[[0-9:;]*m$/.test(before)) return Object.assign(match, { hidden: true })
    regex.lastIndex = match.index + 1
  }
  return undefined
}
