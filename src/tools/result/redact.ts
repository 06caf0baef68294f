import { Redaction } from '../../core/redaction.ts'
import { writeFailure } from '../../core/words/notices.ts'
import type { Redactor } from '../../redact/redactor.ts'

const encoder = /* @__PURE__ */ new TextEncoder()
const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true })

/** Stands in the place of a text whose redaction failed. */
export const REFUSED = `[${writeFailure('redaction')}]`

/** True when the bytes surely have no secret. A redactor that fails is asked again where its failure is told. */
export function isSurelyClean(bytes: Uint8Array, { nextChange }: Redactor): boolean {
  try {
    return nextChange !== undefined && nextChange(bytes, 0) < 0
  } catch {
    return false
  }
}

/**
 * The text with each of its lines redacted. The same string when the redactor changes nothing. If pith's own redaction
 * fails, nothing of the text is in what stands in its place.
 */
export function redacted(text: string, redact: Redactor | undefined): string {
  if (redact === undefined || text === '') return text
  const bytes = encoder.encode(text)
  if (isSurelyClean(bytes, redact)) return text
  const lines = new Redaction(redact)
  const safe = [lines.write(bytes), lines.end()].map((part) => decoder.decode(part)).join('')
  if (lines.refusal) return REFUSED
  return safe === decoder.decode(bytes) ? text : safe
}
