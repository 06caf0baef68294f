import { cutJson } from './cut-json.ts'
import { jsonOf } from './json-text.ts'
import { redactedJson } from './redact-json.ts'
import { type Call, counted, type TruncatedResult } from './result.ts'
import { costOf, fitsShares } from './shares.ts'
import { resultOfTexts } from './text-result.ts'

/** The result for an array or object that has no content parts. */
export async function resultOfJson(value: object, call: Call): Promise<TruncatedResult<unknown>> {
  const json = jsonOf(value)
  if (json === undefined) return { value, truncations: [], artifacts: [] }
  const safe = redactedJson(json, call.cutting.redact)
  // `toJSON` may have made a string of it.
  if (!/^[[{]/.test(safe)) return resultOfScalar(value, json, safe, call)
  const { value: shown, ...rest } = await jsonResultOf(safe, call)
  return { value: shown === json ? value : JSON.parse(shown), ...rest }
}

async function resultOfScalar(
  value: object,
  json: string,
  safe: string,
  call: Call,
): Promise<TruncatedResult<unknown>> {
  const scalar: unknown = JSON.parse(safe)
  const text = typeof scalar === 'string' ? scalar : safe
  const result = await resultOfTexts(text, [{ path: [], text, item: [] }], call)
  const isSame = result.value === text
  return isSame ? { ...result, value: safe === json ? value : scalar } : result
}

/**
 * The result for an array or object as JSON, which is redacted already.
 *
 * @param json without blanks between its tokens
 */
export function jsonResultOf(json: string, call: Call): Promise<TruncatedResult<string>> {
  return counted(call, async ({ settings, cutting }) => {
    const limits = { ...settings, maxLines: Infinity }
    if (fitsShares(await costOf(json, limits), limits)) return { value: json, truncations: [], artifacts: [] }
    const cut = await cutJson(json, cutting, limits)
    return {
      value: cut.json,
      truncations: [{ path: '', truncation: cut.truncation, limits: cut.limits }],
      artifacts: cut.artifact ? [cut.artifact] : [],
    }
  }) as Promise<TruncatedResult<string>>
}
