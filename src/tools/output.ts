import type { Truncation } from '../truncation.ts'

/** What a tool returns to its host: `text` for the model, `content` and `details` for programs. */
export interface ToolOutput<Details = unknown> {
  /** What the model reads: kept text, markers, and one notice as the last line. */
  text: string
  /** The kept text alone, without pith's markers and notice. Marks stand between the units of a known kind. */
  content: string
  /** The notice as it stands in `text`. */
  notice?: string
  details: Details
}

/** The engine's result as a tool's output. */
export function outputOf<Extra extends object>(
  truncation: Truncation,
  extra: Extra,
): ToolOutput<{ truncation: Truncation } & Extra> {
  const output = { text: truncation.text, content: contentOf(truncation), details: { truncation, ...extra } }
  return truncation.notice === undefined ? output : { ...output, notice: truncation.notice }
}

/** The kept text, without markers and notice. */
export function contentOf({ text, notice, segments, units }: Truncation): string {
  if (!units) return segments.map((s) => s.text).join('')
  return notice === undefined ? text : text.slice(0, text.lastIndexOf(notice))
}
