import type { Stretch } from './stretches.ts'

/** This many UTF-16 units of a log's end are searched for in the text. A profile's notice may follow them. */
const NEEDLE_UNITS = 64

/**
 * Finds the beginning and the end of a log in a text, for profiles that return only text. They keep nothing else.
 *
 * @param content the text without its envelope.
 */
export function foundAgain(input: string, text: string, content: string): Stretch[] {
  if (input === '') return []
  const { headEnd, tail } = endsIn(input, content)
  const cursor = new Cursor(input)
  const shown = shownIn(text, content)
  const stretches: Stretch[] = []
  if (headEnd > 0) stretches.push({ ...cursor.take('head', headEnd), ...shown(0, headEnd) })
  if (tail.start > headEnd) stretches.push(cursor.take('omitted', tail.start))
  if (tail.start < input.length) {
    const end = tail.shownAt + input.length - tail.start
    stretches.push({ ...cursor.take('tail', input.length), ...shown(tail.shownAt, end) })
  }
  return stretches
}

/**
 * Where a part of the content is in the text, which may hold it as it is or as a JSON string. Empty if it does neither.
 */
function shownIn(text: string, content: string): (start: number, end: number) => Pick<Stretch, 'shown'> {
  const plainAt = text.indexOf(content)
  if (plainAt >= 0) return (start, end) => ({ shown: { start: plainAt + start, end: plainAt + end } })
  const quotedAt = text.indexOf(JSON.stringify(content))
  if (quotedAt < 0) return () => ({})
  const place = (at: number) => quotedAt + JSON.stringify(content.slice(0, at)).length - 1
  return (start, end) => ({ shown: { start: place(start), end: place(end) } })
}

interface Ends {
  headEnd: number
  tail: { start: number; shownAt: number }
}

/**
 * Finds the ends that the content holds. Lines often begin alike, so a common prefix may really belong to the log's
 * end.
 */
function endsIn(input: string, content: string): Ends {
  const headEnd = commonPrefix(input, content)
  const tail = tailIn(input, content, 0)
  const isTailAlone = tail.shownAt === 0 && input.length - tail.start > headEnd
  const isPartOfLine = headEnd < NEEDLE_UNITS && !input.slice(0, headEnd).includes('\n')
  return tail.start < input.length && headEnd < input.length && (isTailAlone || isPartOfLine)
    ? { headEnd: 0, tail }
    : { headEnd, tail: tailIn(input, content, headEnd) }
}

function commonPrefix(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length++
  return length
}

function tailIn(input: string, content: string, headEnd: number): Ends['tail'] {
  let start = Math.max(headEnd, input.length - NEEDLE_UNITS)
  const needle = input.slice(start)
  let shownAt = needle === '' ? -1 : content.lastIndexOf(needle)
  if (shownAt < headEnd) return { start: input.length, shownAt: content.length }
  while (start > headEnd && shownAt > headEnd && content[shownAt - 1] === input[start - 1]) {
    start--
    shownAt--
  }
  // The line end before the first line belongs to the marker.
  const isBetween = start > headEnd && shownAt > 0 && input[start] === '\n' && start < input.length - 1
  return isBetween ? { start: start + 1, shownAt: shownAt + 1 } : { start, shownAt }
}

/** Walks through a text and counts its bytes and lines. */
class Cursor {
  readonly #input: string
  #at = 0
  #byte = 0
  #line = 1

  constructor(input: string) {
    this.#input = input
  }

  take(kind: Stretch['kind'], end: number): Stretch {
    const startByte = this.#byte
    const firstLine = this.#line
    const part = this.#input.slice(this.#at, end)
    let newlines = 0
    for (let at = part.indexOf('\n'); at >= 0; at = part.indexOf('\n', at + 1)) newlines++
    this.#byte += new TextEncoder().encode(part).length
    this.#line += newlines
    this.#at = end
    const lastLine = part.endsWith('\n') ? this.#line - 1 : this.#line
    return { kind, startByte, endByte: this.#byte, firstLine, lastLine }
  }
}
