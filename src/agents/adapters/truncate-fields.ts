import { jsonOf } from '../../tools/result/json-text.ts'
import type { TruncatedResult } from '../../tools/result/result.ts'
import { type Path, pointerTo, textsOf, withChanges } from '../../tools/result/shape.ts'
import { type TruncateResultOptions, truncateResult } from '../../tools/result/truncate-result.ts'

/** A shorter string is not worth a marker and a notice, in UTF-16 units. */
const LEAST_TEXT = 512

/** The library's default for `maxBytes`. */
const DEFAULT_BYTES = 30_720

interface Field {
  path: Path
  text: string
}

/**
 * Cuts the long texts in an object, such as `{ stdout, stderr, exitCode }`, and keeps its other fields. The limits hold
 * for the object as JSON. Undefined for any other value, and for one whose size is not in its long texts.
 *
 * @throws {PithError} as `truncateResult`
 */
export async function truncateFields(
  value: unknown,
  options: TruncateResultOptions,
): Promise<TruncatedResult<unknown> | undefined> {
  if (!isPlain(value) || textsOf(value) !== undefined) return undefined
  const fields = longTexts(value)
  if (fields.length === 0) return undefined
  const { maxBytes = DEFAULT_BYTES, maxSerializedBytes = Infinity } = options
  const most = Math.min(maxBytes, maxSerializedBytes)
  const rest = bytesOf(
    withChanges(
      value,
      fields.map(({ path }) => ({ path, text: '' })),
    ),
  )
  if (rest > most / 2) return undefined
  // Each part has the quotes of its own that `rest` has already.
  const room = Math.floor(most - rest)
  const parts = fields.map(({ text }) => ({ type: 'text', text }))
  const result = await truncateResult(parts, { ...options, maxSerializedBytes: room })
  if (result.truncations.length === 0 && result.value === parts)
    return { value, truncations: [], artifacts: result.artifacts }
  return {
    ...result,
    // When the texts are joined, the first one holds them all.
    value: withChanges(
      value,
      fields.map(({ path }, at) => ({ path, text: result.value[at]?.text ?? '' })),
    ),
    truncations: result.truncations.map((cut) => ({ ...cut, path: pathIn(fields, cut.path) })),
  }
}

/** The place of a cut text in the object: `/0/text` is that of the first field. */
const pathIn = (fields: readonly Field[], path: string): string => {
  const at = Number(path.split('/')[1] ?? 0)
  return pointerTo(fields[at]?.path ?? [])
}

function longTexts(value: object, path: Path = [], found: Field[] = []): Field[] {
  for (const [key, inner] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key]
    if (typeof inner === 'string') {
      if (inner.length >= LEAST_TEXT && inner.includes('\n')) found.push({ path: at, text: inner })
    } else if (isPlain(inner) && at.length < MOST_DEPTH) longTexts(inner, at, found)
  }
  return found
}

/** Texts that are deeper are part of the JSON around them. */
const MOST_DEPTH = 8

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return true
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** The bytes of a result that a model reads. Images and the like are not counted. */
export function shownBytes(value: unknown): number {
  if (typeof value === 'string') return encoder.encode(value).length
  if (typeof value !== 'object' || value === null) return 0
  const texts = textsOf(value)
  return texts ? texts.reduce((sum, { text }) => sum + encoder.encode(text).length, 0) : bytesOf(value)
}

const encoder = /* @__PURE__ */ new TextEncoder()
const bytesOf = (value: unknown): number => encoder.encode(jsonOf(value)).length
