import type { Truncation } from '../truncation.ts'

/** What a tool hands to its host: `text` for the model, `content` for programs, `details` for both sides of the host. */
export interface ToolOutput<Details = unknown> {
  /** What the model reads: kept text, markers, and one notice as the last line. */
  text: string
  /** The kept text alone, with nothing of pith's in it. */
  content: string
  /** The notice as it stands in `text`. */
  notice?: string
  details: Details
}

/** A result of the engine as a tool's output. */
export function outputOf<Extra extends object>(
  truncation: Truncation,
  extra: Extra,
): ToolOutput<{ truncation: Truncation } & Extra> {
  const output = { text: truncation.text, content: contentOf(truncation), details: { truncation, ...extra } }
  return truncation.notice === undefined ? output : { ...output, notice: truncation.notice }
}

/** The kept text alone. */
export const contentOf = (truncation: Truncation): string => truncation.segments.map((s) => s.text).join('')
