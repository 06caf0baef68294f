import { PithError } from '../../../errors.ts'

/** The error for a pattern outside the subset. Cuts a long pattern to 200 characters. */
export function notInSubset(what: string, source: string): PithError {
  const shown = JSON.stringify(source.length > 200 ? `${source.slice(0, 200)}…` : source)
  return new PithError(
    'PITH_INVALID_PATTERN',
    `Expected a pattern of the linear subset, got ${what} of ${shown}.`,
  )
}

/** Kinds of groups that JavaScript has but a linear scan without captures cannot have, by their first characters. */
const refusedGroups: readonly (readonly [RegExp, string])[] = [
  [/^\?[=!]/, 'a lookahead'],
  [/^\?<[=!]/, 'a lookbehind'],
  [/^\?<|^\?P</, 'a named group'],
  [/^\?[a-z-]+[:)]/, 'flags inside the pattern'],
  [/^\?/, 'an unknown kind of group'],
]

/** Name of the kind of group whose text after the parenthesis begins with `text`; `undefined` for a plain group. */
export function nameOfGroup(text: string): string | undefined {
  return refusedGroups.find(([form]) => form.test(text))?.[1]
}

/** Name of an escape that the subset does not have. */
export function nameOfEscape(letter: string): string {
  if (/[0-9k]/.test(letter)) return 'a backreference'
  if (/[pP]/.test(letter)) return 'a Unicode property escape'
  if (/[xu]/.test(letter)) return 'an unterminated escape'
  return `the unknown escape "\\${letter}"`
}
