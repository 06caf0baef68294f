import { tellsFailure } from './failure-words.ts'

// Lines of text around JSON documents: the headers of a transfer, or what a command says before it prints its report.

/** More text than this is no text beside documents. */
export const MOST_TEXT_LINES = 64
/** How a document begins that has lines above it. */
const OPENING = /^(?:\{|\[\{?)\r?$|^(?:\{"|\[\{"|\[")/
/** The line below `{` or `[`. */
const SECOND = /^\s+(?:["{[\]}]|-?\d|true|false|null)/
/** Begins a line of Markdown, or a statement. */
const OTHER_TEXT = /^(?:```|~~~|#)|[({=>]$/

/** True for a JSON document below lines of text, none of which tells of a failure. */
export function isBelowText(lines: readonly string[]): boolean {
  const first = lines.findIndex((line) => OPENING.test(line))
  if (first < 1 || first > MOST_TEXT_LINES) return false
  const isOpen = /^[{[]{1,2}\r?$/.test(lines[first])
  if (isOpen && !SECOND.test(lines[first + 1] ?? '')) return false
  return !lines.slice(0, first).some((line) => OTHER_TEXT.test(line.trimEnd()) || tellsFailure(line))
}
