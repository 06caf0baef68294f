import { type JsonChange, withJsonChanges } from './json-changes.ts'
import { compacted } from './json-places.ts'
import { jsonResultOf } from './json-result.ts'
import type { TruncatedResult } from './result.ts'
import { type Change, textsOf } from './shape.ts'
import { type Changes, changesOfTexts } from './text-result.ts'
import { callOf, type TruncateResultOptions } from './truncate-result.ts'

// Cuts a tool's result that came as JSON, and keeps everything else in it byte for byte. A parser would round its
// numbers.

/**
 * What must change in the texts of a value, which are content parts or one string. Undefined for another value, and for
 * one in which nothing must change.
 *
 * @throws {PithError} as `truncateResult`
 */
export async function textChanges(
  value: unknown,
  options: TruncateResultOptions,
): Promise<Changes | undefined> {
  const texts = typeof value === 'string' ? [{ path: [], text: value, item: [] }] : textsIn(value)
  if (texts === undefined) return undefined
  const found = await changesOfTexts(texts, callOf(options))
  return found.changes.length > 0 ? found : undefined
}

const textsIn = (value: unknown) => (typeof value === 'object' && value !== null ? textsOf(value) : undefined)

/** The same changes in the value as JSON. */
export const jsonChanges = (changes: readonly Change[]): JsonChange[] =>
  changes.map((change) =>
    'text' in change ? { path: change.path, json: JSON.stringify(change.text) } : change,
  )

/**
 * Cuts a result as `truncateResult` does. The same string if it fits.
 *
 * @param json valid JSON, without secrets if there must be none
 * @param value the value of the JSON; parts of other types than those of the JSON stay as they are
 * @throws {PithError} as `truncateResult`
 */
export async function truncateJson(
  json: string,
  options: Omit<TruncateResultOptions, 'redact'>,
  value: unknown = JSON.parse(json),
): Promise<TruncatedResult<string>> {
  const unchanged = { value: json, truncations: [], artifacts: [] }
  if (typeof value === 'string' || textsIn(value) !== undefined) {
    const found = await textChanges(value, options)
    if (!found) return unchanged
    const { changes, ...rest } = found
    const [first] = changes
    if (first.path.length === 0 && 'text' in first) return { value: JSON.stringify(first.text), ...rest }
    return { value: withJsonChanges(json, jsonChanges(changes)), ...rest }
  }
  if (typeof value !== 'object' || value === null) return unchanged
  const compact = compacted(json)
  const result = await jsonResultOf(compact, callOf(options))
  return result.value === compact ? unchanged : result
}
