import { PithError } from '../../errors.ts'

/** The refusal of a pattern, with the beginning of a long one. */
export function notInSubset(what: string, source: string): PithError {
  const shown = JSON.stringify(source.length > 200 ? `${source.slice(0, 200)}…` : source)
  return new PithError(
    'PITH_INVALID_PATTERN',
    `Expected a pattern of the linear subset, got ${what} of ${shown}.`,
  )
}

/** Groups that JavaScript has and a linear scan without captures has not, by how they begin. */
const refusedGroups: readonly (readonly [RegExp, string])[] = [
  [/^\?[=!]/, 'a lookahead'],
  [/^\?<[=!]/, 'a lookbehind'],
  [/^\?<|^\?P</, 'a named group'],
  [/^\?[a-z-]+[:)]/, 'flags inside the pattern'],
  [/^\?/, 'an unknown kind of group'],
]

/** What a group is that begins with `text` behind its parenthesis; `undefined` when it is no more than a group. */
export function nameOfGroup(text: string): string | undefined {
  return refusedGroups.find(([form]) => form.test(text))?.[1]
}

/** What an escape is that the subset doesn't have. */
export function nameOfEscape(letter: string): string {
  if (/[0-9k]/.test(letter)) return 'a backreference'
  if (/[pP]/.test(letter)) return 'a Unicode property escape'
  if (/[xu]/.test(letter)) return 'an unterminated escape'
  return `the unknown escape "\\${letter}"`
}
