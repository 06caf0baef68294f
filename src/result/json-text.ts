import { PithError } from '../errors.ts'

/** Deeper values are not indented, because the blanks would grow with the square of the depth. */
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

/** The same JSON with a line for each item, so that it can be read by lines. */
export function indented(json: string): string {
  if (depthOf(json) > MOST_INDENTED_DEPTH) return json
  return JSON.stringify(JSON.parse(json), null, 2)
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
