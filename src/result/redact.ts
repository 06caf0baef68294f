import { LineRedactor } from '../redact/line-redactor.ts'
import type { Redactor } from '../redact/redactor.ts'

const encoder = /* @__PURE__ */ new TextEncoder()
const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true })

/** The text with each of its lines redacted. The same string when the redactor changes nothing. */
export function redacted(text: string, redact: Redactor | undefined): string {
  if (redact === undefined || text === '') return text
  const lines = new LineRedactor(redact)
  const bytes = encoder.encode(text)
  const safe = [lines.write(bytes), lines.end()].map((part) => decoder.decode(part)).join('')
  return safe === decoder.decode(bytes) ? text : safe
}
