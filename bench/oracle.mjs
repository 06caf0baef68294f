// Computes the right answers with the simplest code possible, without any scanner or rival.

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

/** The kinds of byte in the input, and whether it is valid UTF-8. */
export function kindsOf(bytes) {
  const seen = new Uint8Array(256)
  for (let i = 0; i < bytes.length; i++) seen[bytes[i]] = 1
  return {
    isUtf8: isUtf8(bytes),
    isAscii: !seen.subarray(0x80).includes(1),
    hasCr: seen[0x0d] === 1,
    hasEsc: seen[0x1b] === 1,
    hasNul: seen[0x00] === 1,
  }
}

/** The patterns as a regex alternation. With one character per byte, as here, `\w` matches pith's word bytes. */
export function alternation(patterns) {
  const quoted = (literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return patterns.map(({ literal, wholeWord }) => quoted(literal) + (wholeWord ? '(?!\\w)' : '')).join('|')
}

/**
 * Each line's first match: offset, pattern id and line (1-indexed). `all` follows pith's rule. `plain` follows `\b`,
 * which finds no match right after a word byte, such as at a CamelCase hump or after a colour escape.
 */
export function firstMatches(bytes, patterns) {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).latin1Slice()
  const regex = new RegExp(alternation(patterns), 'gi')
  const all = []
  const plain = []
  let lineStart = 0
  for (const [index, line] of text.split('\n').entries()) {
    const found = { all: undefined, plain: undefined }
    for (const match of line.matchAll(regex)) note(found, match)
    for (const [list, match] of [
      [all, found.all],
      [plain, found.plain],
    ]) {
      if (match === undefined) continue
      const id = patterns.findIndex(({ literal }) => literal === match[0].toLowerCase())
      list.push({ offset: lineStart + match.index, id, line: index + 1 })
    }
    lineStart += line.length + 1
  }
  return { all, plain }
}

function isUtf8(bytes) {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function note(found, match) {
  const before = match.input.slice(Math.max(0, match.index - 20), match.index)
  const isPlain = !/\w$/.test(before)
  const isHump = /[a-z]$/.test(before) && /^[A-Z]/.test(match[0])
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a colour escape begins with one
  const isColoured = /\x1b\[[0-9:;]{0,16}m$/.test(before)
  if (isPlain) found.plain ??= match
  if (isPlain || isHump || isColoured) found.all ??= match
}
