import { createMatcher, type Matcher } from './linear/matcher.ts'
import type { PatternSource } from './linear/program.ts'
import type { Recording } from './linear/recording.ts'

/**
 * An unbounded repeat of most characters, with more after it. Such a pattern stays half matched over much of a line.
 */
const WIDE_REPEAT = /(?:\.|\\[wWSD]|\[\^[^\]]*\]|\[[^\]]*\\w[^\]]*\])(?:[*+]|\{\d+,\})[^$]/
/** Longer patterns are lists of words. */
const LIST_LENGTH = 300

/** Forms that were compiled when the package was built. */
export interface RecordedForms extends Recording {
  /** One digit for each form. */
  readonly lanes: string
}

/** Similar patterns share a lane of the matcher, so that its states fit in the cache. */
export function laneOf({ pattern }: PatternSource): number {
  if (!WIDE_REPEAT.test(pattern)) return 0
  if (pattern.startsWith('^')) return 1
  return pattern.length > LIST_LENGTH ? 2 : 3
}

/** Returns a matcher for many patterns at once. Patterns that were `recorded` follow the others. */
export const createFormMatcher = (forms: readonly PatternSource[], recorded?: RecordedForms): Matcher =>
  createMatcher(forms, {
    lanes: [...forms.map(laneOf), ...Array.from(recorded?.lanes ?? '', Number)],
    recorded,
  })
