// Finds where the values of a JSON text are, so that one value can be replaced while every other byte stays as it was.
// The text must be valid JSON. No function calls itself, so that no nesting is too deep.

/** The place of a value: from `start`, up to, not including, `end`, in UTF-16 units. */
export interface JsonPlace {
  start: number
  end: number
}

/** A member of an object. `at` is where its name begins. */
export interface Member extends JsonPlace {
  name: string
  at: number
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** The members of the object at `at`. The last one of several with the same name counts for a parser. */
export function membersOf(text: string, at: number): Member[] {
  const members: Member[] = []
  let next = blanksFrom(text, at)
  if (text[next] !== '{') return members
  next = blanksFrom(text, next + 1)
  while (text.charCodeAt(next) === QUOTE) {
    const nameEnd = endOfString(text, next)
    const start = blanksFrom(text, blanksFrom(text, nameEnd) + 1)
    const end = endOfValue(text, start)
    members.push({ name: stringAt(text, next, nameEnd), at: next, start, end })
    next = blanksFrom(text, end)
    if (text[next] === ',') next = blanksFrom(text, next + 1)
  }
  return members
}

/** The place of a member's value in the object at `at`. The last one of several with the same name, as for a parser. */
export const memberOf = (text: string, at: number, name: string): Member | undefined =>
  membersOf(text, at).findLast((member) => member.name === name)

/** The places of the elements of the array at `at`. */
export function elementsOf(text: string, at: number): JsonPlace[] {
  const places: JsonPlace[] = []
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
export const replaced = (text: string, { start, end }: JsonPlace, words: string): string =>
  text.slice(0, start) + words + text.slice(end)

/** The string between two places, which are those of its quotation marks. */
export function stringAt(text: string, start: number, end: number): string {
  const inside = text.slice(start + 1, end - 1)
  return inside.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : inside
}

/** The text without the blanks between its tokens. */
export function compacted(text: string): string {
  let compact = ''
  let given = 0
  for (let at = 0; at < text.length; ) {
    if (text.charCodeAt(at) === QUOTE) at = endOfString(text, at)
    else if (!isBlank(text.charCodeAt(at))) at++
    else {
      compact += text.slice(given, at)
      at = blanksFrom(text, at)
      given = at
    }
  }
  return compact + text.slice(given)
}

const isBlank = (unit: number): boolean => unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09

export function blanksFrom(text: string, at: number): number {
  let next = at
  while (isBlank(text.charCodeAt(next))) next++
  return next
}

function endOfValue(text: string, start: number): number {
  if (text.charCodeAt(start) === QUOTE) return endOfString(text, start)
  if (text[start] !== '{' && text[start] !== '[') return endOfWord(text, start)
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

/** The end of a number, or of `true`, `false` or `null`. */
export function endOfWord(text: string, start: number): number {
  let end = start
  while (end < text.length && !',:]} \t\r\n'.includes(text[end])) end++
  return end
}

/** The end of the string at `start`, after its last quotation mark. */
export function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return at + 1
  }
  return text.length
}
