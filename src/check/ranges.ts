/**
 * Parses `A-B` (or `A:B`), `A-` or `A` as two numbers. The second is Infinity for `A-`. `A` alone is one line, or one byte if the
 * second number is not included. Undefined for anything else.
 */
export function parseRange(value: unknown, includesLast: boolean): [number, number] | undefined {
  const match = typeof value === 'string' ? /^(\d+)([-:](\d*))?$/.exec(value) : null
  if (!match) return undefined
  const first = Number(match[1])
  const only = includesLast ? first : first + 1
  const last = match[2] === undefined ? only : match[3] === '' ? Number.POSITIVE_INFINITY : Number(match[3])
  return first <= last ? [first, last] : undefined
}
