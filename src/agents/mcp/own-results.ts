import { PithError } from '../../errors.ts'
import type { JsonObject } from './messages.ts'

/** What a tool of pith answers. */
export interface ToolResult extends JsonObject {
  content: JsonObject[]
  structuredContent?: JsonObject
  isError?: boolean
}

export const textResult = (text: string, structuredContent?: JsonObject): ToolResult => ({
  content: [{ type: 'text', text }],
  ...(structuredContent && { structuredContent }),
})

/** An error that the model reads: what happened, and what to do next. */
const errorResult = (text: string): ToolResult => ({ ...textResult(text), isError: true })

const nextSteps: Readonly<Record<string, string>> = {
  PITH_UNKNOWN_ARTIFACT:
    'Use the id that a notice names. If it is from an earlier day, call that tool again, and its output is kept again.',
  PITH_NOT_RETAINED: 'Ask for lines outside of that range.',
  PITH_STORE_FAILED: 'Call the tool that printed the output again.',
}

/** The answer for a call that failed. */
export function failureResult(error: unknown): ToolResult {
  const message = error instanceof Error ? error.message : String(error)
  const next = error instanceof PithError ? nextSteps[error.code] : undefined
  return errorResult(next === undefined ? message : `${message} ${next}`)
}
