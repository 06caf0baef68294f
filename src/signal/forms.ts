import { createMatcher } from './linear/matcher.ts'
import type { PatternSource } from './linear/program.ts'

/**
 * An unbounded repeat of most characters, with more after it. Such a pattern stays half matched over much of a line.
 */
const WIDE_REPEAT = /(?:\.|\\[wWSD]|\[\^[^\]]*\]|\[[^\]]*\\w[^\]]*\])(?:[*+]|\{\d+,\})[^$]/
/** Longer patterns are lists of words. */
const LIST_LENGTH = 300

/** Finds forms in a line. Its results are valid until the next `match`. */
export interface FormMatcher {
  /**
   * Reads the line `bytes[start, end)` and returns how many forms it holds. Matchers of tables find none if no form of
   * evidence and no location is among them, unless the line has evidence of another matcher.
   */
  match(bytes: Uint8Array, start: number, end: number, hasEvidence?: boolean): number
  /** The forms found, in the order of their numbers. Only as many entries as `match` returned are valid. */
  readonly ids: Uint16Array
  /** The end (exclusive) in the bytes of the form's match that ends first. Only valid for the forms found. */
  endOf(form: number): number
  /** Whether the form was found. */
  has(form: number): boolean
}

/** Similar patterns share a lane of the matcher, so that its states fit in the cache. */
function laneOf({ pattern }: PatternSource): number {
  if (!WIDE_REPEAT.test(pattern)) return 0
  if (pattern.startsWith('^')) return 1
  return pattern.length > LIST_LENGTH ? 2 : 3
}

/** Returns a matcher that compiles the patterns as lines need them. */
export function createFormMatcher(forms: readonly PatternSource[]): FormMatcher {
  const matcher = createMatcher(forms, { lanes: forms.map(laneOf) })
  return {
    match(bytes, start, end) {
      const count = matcher.match(bytes, start, end)
      if (count > 1) matcher.ids.subarray(0, count).sort()
      return count
    },
    ids: matcher.ids,
    endOf: (form) => matcher.ends[form],
    has: (form) => matcher.has(form),
  }
}

/** A hash of the forms, in their order: tables that were made of other forms are refused. */
export function digestOf(forms: readonly PatternSource[]): string {
  let even = 0x811c9dc5
  let odd = 0x1b873593
  for (const { pattern, flags = '' } of forms) {
    const text = `${flags}/${pattern}\n`
    for (let i = 0; i < text.length; i++) {
      even = Math.imul(even ^ text.charCodeAt(i), 0x01000193)
      odd = Math.imul(odd + text.charCodeAt(i), 0x85ebca6b) ^ (odd >>> 15)
    }
  }
  return [even, odd].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
}
