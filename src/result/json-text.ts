import { PithError } from '../errors.ts'

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
    throw new PithError(
      'PITH_INVALID_INPUT',
      `Expected a value that JSON can hold, got one that cannot: ${why}`,
      {
        cause,
      },
    )
  }
}

/**
 * The same JSON in lines: one for each small item, and several for a large one. So it can be read by lines, and the line
 * of an error tells what it is about.
 */
export function inLines(json: string): string {
  return depthOf(json) > MOST_INDENTED_DEPTH ? json : linesOf(JSON.parse(json), '')
}

/** A container of at most so many characters stands in one line. */
const SHORT = 200

function linesOf(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null || roomBehind(value, SHORT) >= 0)
    return JSON.stringify(value)
  const deeper = `${indent}  `
  const isArray = Array.isArray(value)
  const items = isArray
    ? value.map((item) => `\n${deeper}${linesOf(item, deeper)}`)
    : Object.entries(value).map(
        ([key, item]) => `\n${deeper}${JSON.stringify(key)}: ${linesOf(item, deeper)}`,
      )
  return `${isArray ? '[' : '{'}${items.join(',')}\n${indent}${isArray ? ']' : '}'}`
}

/** The characters that are left of a room behind a value, without its escapes. Stops early when they are too few. */
function roomBehind(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length - 2
  if (typeof value !== 'object' || value === null) return room - 5
  let left = room - 2
  for (const key in value) {
    left = roomBehind(value[key as never], left - (Array.isArray(value) ? 1 : key.length + 4))
    if (left < 0) break
  }
  return left
}

/** How deep a JSON text is nested. */
function depthOf(json: string): number {
  let most = 0
  let depth = 0
  for (const [bracket] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/g)) {
    if (bracket === '[' || bracket === '{') most = Math.max(most, ++depth)
    else if (bracket.length === 1) depth--
  }
  return most
}
