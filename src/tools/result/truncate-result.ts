import { refuseDetached } from '../../check/bytes.ts'
import { names } from '../../check/names.ts'
import type { Chunks } from '../../core/chunks.ts'
import { checkSignal } from '../../core/fit/abort.ts'
import { checkStore, checkStoreTimeout, type TruncateStreamOptions } from '../../core/stream.ts'
import { invalidInput, shown, wrongOption } from '../../errors.ts'
import type { TruncateOptions } from '../../options.ts'
import { checkNames, forStore, settingsOf } from '../../settings.ts'
import { cutText } from './cut-text.ts'
import { resultOfJson } from './json-result.ts'
import { type Call, type CutText, isCut, type TruncatedResult } from './result.ts'
import { textsOf } from './shape.ts'
import { resultOfTexts } from './text-result.ts'

/** The options of `truncateStream`, without `source`: each text that is cut becomes an artifact of its own. */
export type TruncateResultOptions = Omit<TruncateStreamOptions, 'source' | 'status'>

const ownNames = names<TruncateResultOptions, Omit<TruncateOptions, 'source'>>()(
  'store storeTimeoutMs redact signal',
)

/**
 * Cuts the texts in a tool's result, and keeps the shape that the host expects.
 *
 * - A string is cut as `truncate` cuts it.
 * - Content parts (`text`, `resource` with a text, `input_text`, `output_text`), in a list or in the `content`,
 *   `contents` or `messages` of an MCP result, share the limits: small texts stay as they are, large ones get equal
 *   shares of the rest. Images, audio, links and unknown parts are neither counted nor changed. If a share would be
 *   below 512 bytes, 5 lines or 128 tokens, all texts are joined in the first part, and the other text parts are left
 *   out.
 * - Any other array or object is a JSON value. With `structure`, its items and keys are cut, and the notice is its last
 *   item, or the value of a last key `…`. Without `structure`, it becomes an array or object that holds the cut text. It
 *   has no lines: `maxLines` and `maxLineLength` do not limit it.
 * - A `ReadableStream` or async iterable becomes its text.
 * - Numbers, booleans, null, undefined and binary data (`ArrayBuffer`, its views, `Blob`) stay as they are.
 *
 * A value within the limits is returned itself, whatever `fold` and `spend` say, unless `redact` changes it. Each text
 * that is cut goes to `store` in full: a text as it is, a JSON value in lines. A store that fails
 * loses nothing but the way back.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` (also for `maxBytes: Infinity`), `PITH_ABORTED`; `PITH_INVALID_INPUT` for a
 *   value that JSON cannot hold, a property that cannot be read, a stream that is locked, and detached bytes
 * @example
 * const parts = [{ type: 'text', text: 'a long line\n'.repeat(999) }, { type: 'image', data: 'iVBORw0=', mimeType: 'image/png' }]
 * const { value, truncations } = await truncateResult(parts, { maxBytes: 8192, store: createMemoryStore() })
 * value[1] === parts[1] && truncations[0].path // '/0/text'
 */
export async function truncateResult<Value>(
  value: Value,
  options?: TruncateResultOptions,
): Promise<TruncatedResult<Value>> {
  const call = callOf(options)
  checkSignal(call.cutting.signal)
  const result = await resultOf(value, call)
  checkSignal(call.cutting.signal)
  return result as TruncatedResult<Value>
}

/**
 * Refuses options that `truncateResult` would refuse, before there is a result.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 */
export function checkResultOptions(options: TruncateResultOptions): void {
  callOf(options)
}

/** @throws {PithError} `PITH_INVALID_OPTION` */
export function callOf(options: TruncateResultOptions & Pick<TruncateStreamOptions, 'source'> = {}): Call {
  checkNames(options, ownNames)
  const { store, storeTimeoutMs, redact, signal, source, ...given } = options
  if (source !== undefined) {
    throw wrongOption('Expected no `source`, because a result may have several texts. Use `store`.')
  }
  const limits = forStore(given, checkStore(store))
  const settings = settingsOf(limits)
  if (settings.maxBytes === Infinity) {
    throw wrongOption('Expected `maxBytes` to be finite, got Infinity.')
  }
  if (redact !== undefined && typeof redact !== 'function') {
    throw wrongOption(`Expected \`redact\` to be a function, got ${shown(redact)}.`)
  }
  return {
    settings,
    cutting: {
      options: limits,
      redact,
      store,
      storeTimeoutMs: checkStoreTimeout(storeTimeoutMs),
      signal,
    },
  }
}

async function resultOf(value: unknown, call: Call): Promise<TruncatedResult<unknown>> {
  if (typeof value === 'string') return resultOfTexts(value, [{ path: [], text: value, item: [] }], call)
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') {
    throw invalidInput(`Expected a value that JSON can hold, got a ${typeof value}.`)
  }
  if (typeof value !== 'object' || value === null || isBinary(value)) return unchanged(value)
  if (isStream(value)) return resultOfStream(value, call)
  const texts = textsOf(value)
  return texts ? resultOfTexts(value, texts, call) : resultOfJson(value, call)
}

const unchanged = (value: unknown): TruncatedResult<unknown> => ({ value, truncations: [], artifacts: [] })

function isBinary(value: object): boolean {
  if (value instanceof Uint8Array) refuseDetached(value)
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value) || value instanceof Blob
}

const isStream = (value: object): value is Chunks =>
  value instanceof ReadableStream || Symbol.asyncIterator in value

async function resultOfStream(stream: Chunks, { settings, cutting }: Call): Promise<TruncatedResult<string>> {
  if (stream instanceof ReadableStream && stream.locked) {
    throw invalidInput('Expected a stream that nobody else reads, got one that is locked.')
  }
  const { truncation, artifact } = await cutText(stream, cutting)
  const cut: CutText = { path: '', truncation, limits: settings }
  return {
    value: truncation.text,
    truncations: isCut(truncation) ? [cut] : [],
    artifacts: artifact ? [artifact] : [],
  }
}
