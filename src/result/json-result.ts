import type { Redactor } from '../redact/redactor.ts'
import { cutJson } from './cut-json.ts'
import { inLines, jsonOf } from './json-text.ts'
import { redacted } from './redact.ts'
import { type Call, counted, type TruncatedResult } from './result.ts'
import { costOf, fitsShares } from './shares.ts'
import { resultOfTexts } from './text-result.ts'

/** The result for an array or object that has no content parts. */
export async function resultOfJson(value: object, call: Call): Promise<TruncatedResult<unknown>> {
  const json = jsonOf(value)
  if (json === undefined) return { value, truncations: [], artifacts: [] }
  const safe = redactedJson(json, call.cutting.redact)
  const shownValue = safe === json ? value : JSON.parse(safe)
  return counted(call, async ({ settings, cutting }) => {
    const limits = { ...settings, maxLines: Infinity }
    if (fitsShares(await costOf(safe, limits), limits))
      return { value: shownValue, truncations: [], artifacts: [] }
    // `toJSON` may have made a string of it.
    if (!/^[[{]/.test(safe)) {
      const text = String(JSON.parse(safe))
      return resultOfTexts(text, [{ path: [], text, item: [] }], { settings, cutting })
    }
    const cut = await cutJson(safe, cutting, limits)
    return {
      value: cut.value,
      truncations: [{ path: '', truncation: cut.truncation, limits: cut.limits }],
      artifacts: cut.artifact ? [cut.artifact] : [],
    }
  })
}

/** The JSON with its strings redacted, and then its lines, because a key may tell that its value is a secret. */
export function redactedJson(json: string, redact: Redactor | undefined): string {
  if (redact === undefined) return json
  const clean = JSON.stringify(
    JSON.parse(json, (_, each) => (typeof each === 'string' ? redacted(each, redact) : each)),
  )
  const lines = inLines(clean)
  const safe = redacted(lines, redact)
  if (safe === lines) return clean
  try {
    return JSON.stringify(JSON.parse(safe))
  } catch {
    // The redactor's text may break the JSON, so each string is redacted by itself.
    return clean
  }
}
