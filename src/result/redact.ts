import { LineRedactor } from '../redact/line-redactor.ts'
import type { Redactor } from '../redact/redactor.ts'

const encoder = /* @__PURE__ */ new TextEncoder()
const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true })

/** Stands in the place of a text whose redaction failed. */
export const REFUSED = '[Not shown: redaction failed.]'

/** The text with each of its lines redacted. The same string when the redactor changes nothing. */
export function redacted(text: string, redact: Redactor | undefined): string {
  if (redact === undefined || text === '') return text
  const bytes = encoder.encode(text)
  if (redact.nextChange && redact.nextChange(bytes, 0) < 0) return text
  const lines = new LineRedactor(redact)
  const safe = [lines.write(bytes), lines.end()].map((part) => decoder.decode(part)).join('')
  return safe === decoder.decode(bytes) ? text : safe
}
