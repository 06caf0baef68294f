// Finds where the values of a JSON text are, so that one value can be replaced while every other byte stays as it was.
// The text must be valid JSON.

/** The place of a value: from `start`, up to, not including, `end`, in UTF-16 units. */
export interface Place {
  start: number
  end: number
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** The place of a member's value in the object at `at`. The last one of several with the same name, as for a parser. */
export function memberOf(text: string, at: number, name: string): Place | undefined {
  let found: Place | undefined
  let next = blanksFrom(text, at)
  if (text[next] !== '{') return undefined
  next = blanksFrom(text, next + 1)
  while (text[next] === '"') {
    const keyEnd = endOfString(text, next)
    const key: unknown = JSON.parse(text.slice(next, keyEnd))
    const start = blanksFrom(text, blanksFrom(text, keyEnd) + 1)
    const end = endOfValue(text, start)
    if (key === name) found = { start, end }
    next = blanksFrom(text, end)
    if (text[next] === ',') next = blanksFrom(text, next + 1)
  }
  return found
}

/** The places of the elements of the array at `at`. */
export function elementsOf(text: string, at: number): Place[] {
  const places: Place[] = []
  let next = blanksFrom(text, at)
  if (text[next] !== '[') return places
  next = blanksFrom(text, next + 1)
  while (next < text.length && text[next] !== ']') {
    const end = endOfValue(text, next)
    places.push({ start: next, end })
    next = blanksFrom(text, end)
    if (text[next] === ',') next = blanksFrom(text, next + 1)
  }
  return places
}

/** The text with other words at a place. */
export const replaced = (text: string, { start, end }: Place, words: string): string =>
  text.slice(0, start) + words + text.slice(end)

function blanksFrom(text: string, at: number): number {
  let next = at
  while (next < text.length && ' \t\r\n'.includes(text[next])) next++
  return next
}

function endOfValue(text: string, start: number): number {
  if (text[start] === '"') return endOfString(text, start)
  if (text[start] !== '{' && text[start] !== '[') {
    const end = text.slice(start, start + 1024).search(/[,\]}\s]/)
    return end >= 0 ? start + end : endOfLongNumber(text, start)
  }
  const marks = /["[\]{}]/g
  marks.lastIndex = start
  let depth = 0
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    if (mark[0] === '"') marks.lastIndex = endOfString(text, mark.index)
    else depth += mark[0] === '{' || mark[0] === '[' ? 1 : -1
    if (depth === 0) return marks.lastIndex
  }
  return text.length
}

function endOfLongNumber(text: string, start: number): number {
  let end = start
  while (end < text.length && !',]} \t\r\n'.includes(text[end])) end++
  return end
}

/** The end of the string at `start`, after its last quotation mark. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0 && text.charCodeAt(at) === QUOTE) return at + 1
  }
  return text.length
}
