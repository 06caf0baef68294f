import { createMatcher, type Matcher } from './linear/matcher.ts'
import type { PatternSource } from './linear/program.ts'
import type { Recording } from './linear/recording.ts'

/** A repeat of most characters that more follows: the pattern stays half matched over much of a line. */
const WIDE_REPEAT = /(?:\.|\\[wWSD]|\[\^[^\]]*\]|\[[^\]]*\\w[^\]]*\])(?:[*+]|\{\d+,\})[^$]/
/** Longer patterns are lists of words. */
const LIST_LENGTH = 300

/** Forms that were compiled when the package was built. */
export interface RecordedForms extends Recording {
  /** By form, a digit each. */
  readonly lanes: string
}

/** Patterns of one nature share a lane of the matcher, so that its states fit the cache. */
export function laneOf({ pattern }: PatternSource): number {
  if (!WIDE_REPEAT.test(pattern)) return 0
  if (pattern.startsWith('^')) return 1
  return pattern.length > LIST_LENGTH ? 2 : 3
}

/** Finds which of many patterns match a line; those that were `recorded` come behind the others. */
export const createFormMatcher = (forms: readonly PatternSource[], recorded?: RecordedForms): Matcher =>
  createMatcher(forms, {
    lanes: [...forms.map(laneOf), ...Array.from(recorded?.lanes ?? '', Number)],
    recorded,
  })
