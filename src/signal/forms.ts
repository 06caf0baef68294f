import { createMatcher } from './linear/matcher.ts'
import { compilePattern } from './linear/program.ts'

/** A pattern of the table, by the number its matches are told with. */
export interface Form {
  pattern: string
  flags: string
}

/** Finds which of many patterns match a line. */
export interface FormMatcher {
  /** Reads a line and says how many patterns it holds. */
  match(text: Uint8Array, from: number, to: number): number
  /** The patterns found, as many as `match` said. */
  readonly ids: Uint16Array
  has(form: number): boolean
  /** Where the first match of a pattern that was found ends. */
  endOf(form: number): number
}

/** Longer patterns are lists of words. */
const LIST_LENGTH = 300
/** A repeat without end that more follows: the pattern stays half matched over much of a line. */
const OPEN_REPEAT = /(?:\.|\\[wWSdD]|\])[*+][^$]/

/**
 * Patterns of one nature share a pass. In one pass for all, what is half matched of one would multiply with what is
 * half matched of the others, and the automaton's states would not fit its cache.
 */
const natureOf = ({ pattern }: Form): number =>
  pattern.length > LIST_LENGTH ? 0 : OPEN_REPEAT.test(pattern) ? 2 : 1

export function createFormMatcher(forms: readonly Form[]): FormMatcher {
  const ids = new Uint16Array(forms.length)
  const ends = new Int32Array(forms.length)
  const found = new Uint8Array(forms.length)
  const natures = forms.map(natureOf)
  const groups = [0, 1, 2].map((nature) => {
    const members = Uint16Array.from(natures.keys()).filter((form) => natures[form] === nature)
    const programs = Array.from(members, (form) => compilePattern(forms[form].pattern, forms[form].flags))
    return { members, matcher: createMatcher(programs) }
  })
  let count = 0
  return {
    ids,
    match(text, from, to) {
      for (let i = 0; i < count; i++) found[ids[i]] = 0
      count = 0
      for (let g = 0; g < groups.length; g++) {
        const { members, matcher } = groups[g]
        const matches = matcher.match(text, from, to)
        for (let i = 0; i < matches; i++) {
          const form = members[matcher.ids[i]]
          found[form] = 1
          ends[form] = matcher.ends[matcher.ids[i]]
          ids[count++] = form
        }
      }
      return count
    },
    has: (form) => found[form] === 1,
    endOf: (form) => ends[form],
  }
}
