// Regular expressions on text. With one character per byte, an index is a byte offset. latin1 is also the fastest
// decoding.
import { alternation } from '../oracle.mjs'

/** The two forms of `\b(…)`: for a whole text, and for a single line. */
export function regexesFor(patterns) {
  const source = `\\b(?:${alternation(patterns)})`
  return {
    global: new RegExp(source, 'gi'),
    perLine: new RegExp(source, 'i'),
    idOf: new Map(patterns.map(({ literal }, id) => [literal, id])),
  }
}

/** Each line's first match, as offset and pattern in turns; with `hasLines` the line (1-indexed) follows. */
export function matchesByRegex(text, { global, idOf }, hasLines) {
  const found = []
  let line = 1
  let lineStart = 0
  global.lastIndex = 0
  for (let match = global.exec(text); match; match = global.exec(text)) {
    found.push(match.index, idOf.get(match[0].toLowerCase()))
    if (hasLines) {
      for (;;) {
        const lineEnd = text.indexOf('\n', lineStart)
        if (lineEnd < 0 || lineEnd > match.index) break
        lineStart = lineEnd + 1
        line++
      }
      found.push(line)
    }
    const end = text.indexOf('\n', global.lastIndex)
    if (end < 0) break
    global.lastIndex = end + 1
  }
  return found
}

/** How many lines hold a match. */
export function countByRegex(text, { global }) {
  let count = 0
  global.lastIndex = 0
  while (global.test(text)) {
    count++
    const end = text.indexOf('\n', global.lastIndex)
    if (end < 0) break
    global.lastIndex = end + 1
  }
  return count
}

/** Lines (1-indexed) that hold a match. */
export function linesByRegex(text, { perLine }) {
  const lines = text.split('\n')
  const found = []
  for (let i = 0; i < lines.length; i++) if (perLine.test(lines[i])) found.push(i + 1)
  return found
}
