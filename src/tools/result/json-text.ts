import { invalidInput } from '../../errors.ts'
import { endOfString, endOfWord, stringAt } from './json-places.ts'

/** A value that is nested deeper stays in one line, because the blanks would grow with the square of the depth. */
const MOST_INDENTED_DEPTH = 64

/**
 * A value as `JSON.stringify` writes it. Undefined for a value that JSON leaves out.
 *
 * @throws {PithError} `PITH_INVALID_INPUT` for cycles, BigInt, getters that throw and values that are nested too deep
 */
export function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split('\n', 1)[0] : typeof cause
    throw invalidInput(`Expected a value that JSON can hold, got one that cannot: ${why}`, {
      cause,
    })
  }
}

/**
 * The same JSON in lines: one for each small item, and several for a large one. So it can be read by lines, and the line
 * of an error tells what it is about. Numbers, escapes and the order of names stay.
 *
 * @param json without blanks between its tokens
 */
export function inLines(json: string): string {
  const containers = containersOf(json)
  if (containers === undefined) return json
  let lines = ''
  let given = 0
  let indent = '\n'
  let opened = 0
  const write = (to: number, words: string) => {
    lines += json.slice(given, to) + words
    given = to
  }
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]
    if (sign === '"') at = endOfString(json, at) - 1
    else if (sign === '{' || sign === '[') {
      const { end, room } = containers[opened++]
      if (room < 0) {
        indent += '  '
        write(at + 1, indent)
      } else {
        while (containers[opened]?.start < end) opened++
        at = end - 1
      }
    } else if (sign === '}' || sign === ']') {
      indent = indent.slice(0, -2)
      write(at, indent)
    } else if (sign === ',') write(at + 1, indent)
    else if (sign === ':') write(at + 1, ' ')
  }
  return lines + json.slice(given)
}

/** A container of at most so many characters stands in one line. */
const SHORT = 200

interface Container {
  start: number
  end: number
  /** The characters that are left of a short line, if its escapes, numbers and words were short. */
  room: number
  isArray: boolean
}

/** The arrays and objects of a JSON text, by where they begin. Undefined if they are nested too deep to be indented. */
function containersOf(json: string): Container[] | undefined {
  const all: Container[] = []
  const open: Container[] = []
  let isName = false
  for (let at = 0; at < json.length; ) {
    const sign = json[at]
    const outer = open.at(-1)
    const start = at
    at++
    if (sign === ',') isName = outer?.isArray === false
    else if (sign === ':') isName = false
    else if (sign === '}' || sign === ']') {
      const one = open.pop() as Container
      one.end = at
      const around = open.at(-1)
      if (around) around.room -= SHORT - one.room
    } else {
      if (outer?.isArray) outer.room--
      if (sign === '{' || sign === '[') {
        const one = { start, end: json.length, room: SHORT - 2, isArray: sign === '[' }
        if (open.push(one) > MOST_INDENTED_DEPTH) return undefined
        all.push(one)
        isName = sign === '{'
        continue
      }
      at = sign === '"' ? endOfString(json, start) : endOfWord(json, start)
      const size = sign === '"' ? stringAt(json, start, at).length + (isName ? 4 : 2) : 5
      if (outer) outer.room -= size
    }
  }
  return all
}
