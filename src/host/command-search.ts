import { literalPattern } from '../check/literal-pattern.ts'
import { createMatcher, type Matcher } from '../core/judge/linear/matcher.ts'
import type { Search } from '../kinds/kind.ts'

/** How many bytes are searched first. Each search without a match doubles them. */
const FIRST_SPAN_BYTES = 256
/** Few, because a pattern is searched in few lines. */
const MOST_STATES = 1024

/** Finds the matches of a command's pattern in linear time. A pattern outside the linear subset is searched as a text. */
export function searchFor({ pattern, flags }: { pattern: string; flags: string }): Search {
  let matcher: Matcher | undefined
  return (bytes, start, end) => {
    matcher ??= matcherFor(pattern, flags)
    for (let span = FIRST_SPAN_BYTES; start < end; span *= 2) {
      const to = Math.min(end, start + span)
      const found = matcher.match(bytes, start, to) > 0 ? matcher.ends[0] : -1
      // A match at the end of the span may be one because of that end.
      if (to === end || (found >= 0 && found < to)) return found
    }
    return -1
  }
}

function matcherFor(pattern: string, flags: string): Matcher {
  const options = { maxStates: MOST_STATES }
  try {
    return createMatcher([{ pattern, flags }], options)
  } catch {
    return createMatcher([{ pattern: literalPattern(pattern), flags }], options)
  }
}
