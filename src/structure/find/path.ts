import { PithError } from '../../errors.ts'

/** One step of a path: a member by its name or its ordinal, a range of elements without its end, or all of both. */
export type Step =
  | { name: string }
  | { member: number }
  | { first: number; end: number; isSlice: boolean }
  | { isAny: true }

/** True for a step that more than one value may take. */
export const takesMany = (step: Step): boolean => 'isAny' in step || ('isSlice' in step && step.isSlice)

const NAME = /^\.([\p{L}_$][\p{L}\p{N}_$-]*)/u
const QUOTED = /^\[\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\s*\]/su
const INDEX = /^\[\s*(\d+)\s*\]/
const SLICE = /^\[\s*(\d*)\s*:\s*(\d*)\s*\]/
const ANY = /^(?:\.\*|\[\s*\*\s*\])/

/**
 * Parses the subset `$`, `.name`, `['name']`, `[n]`, `[a:b]`, `[*]` and `.*` of JSONPath (RFC 9535).
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 * @example
 * parsePath('$.items[42]') // [{ name: 'items' }, { first: 42, end: 43, isSlice: false }]
 */
export function parsePath(path: string): Step[] {
  if (!path.startsWith('$')) throw refused(path, 'it must begin with $')
  const steps: Step[] = []
  for (let rest = path.slice(1); rest !== ''; ) {
    const [whole, step] = stepAt(rest, path)
    steps.push(step)
    rest = rest.slice(whole.length)
  }
  return steps
}

function stepAt(rest: string, path: string): [string, Step] {
  const name = NAME.exec(rest)
  if (name) return [name[0], { name: name[1] }]
  const quoted = QUOTED.exec(rest)
  if (quoted) return [quoted[0], { name: unquoted(quoted[1], path) }]
  const index = INDEX.exec(rest)
  if (index) return [index[0], { first: Number(index[1]), end: Number(index[1]) + 1, isSlice: false }]
  const slice = SLICE.exec(rest)
  if (slice) {
    const end = slice[2] === '' ? Number.POSITIVE_INFINITY : Number(slice[2])
    return [slice[0], { first: Number(slice[1] || 0), end, isSlice: true }]
  }
  const any = ANY.exec(rest)
  if (any) return [any[0], { isAny: true }]
  if (/^\[[^\]'"]*-\s*\d/.test(rest)) {
    throw refused(path, 'negative positions count from an end that a stream does not know')
  }
  throw refused(
    path,
    `${JSON.stringify(rest.slice(0, 40))} is none of .name, ['name'], [n], [a:b], [*] and .*`,
  )
}

function unquoted(text: string, path: string): string {
  const inner = text
    .slice(1, -1)
    .replace(/\\.|"/gsu, (found) => (found === "\\'" ? "'" : found === '"' ? '\\"' : found))
  try {
    return JSON.parse(`"${inner}"`) as string
  } catch {
    throw refused(path, `${text.slice(0, 40)} is no quoted name`)
  }
}

const refused = (path: string, why: string): PithError =>
  new PithError(
    'PITH_INVALID_OPTION',
    `Expected a path such as $.items[42], got ${JSON.stringify(path.slice(0, 120))}: ${why}.`,
  )
