import { PithError } from '../../../errors.ts'
import { wellFormed } from '../text.ts'

export interface Success<T> {
  ok: true
  data: T
}

export interface Failure {
  ok: false
  error: { code: string; message: string; details?: string }
}

/** What zdx sends to the model for every tool call. */
export type Envelope<T> = Success<T> | Failure

/**
 * Puts a tool's data, or an error, into the envelope of zdx.
 *
 * An error is reported by its code and message, never with its stack. A mistake in the call has the code
 * `invalid_input`.
 *
 * @example
 * envelope({ content: 'a\n' }) // { ok: true, data: { content: 'a\n' } }
 */
export function envelope(error: Error): Failure
export function envelope<T>(data: T): Success<T>
export function envelope<T>(value: T | Error): Envelope<T> {
  return value instanceof Error ? failure(codeOf(value), value.message) : { ok: true, data: value }
}

/** The envelope of an error. `details` is absent when there are none. */
export function failure(code: string, message: string, details?: string): Failure {
  const error = { code: wellFormed(code), message: wellFormed(message) }
  return { ok: false, error: details ? { ...error, details: wellFormed(details) } : error }
}

/** PITH_OFFSET_OUT_OF_RANGE becomes `offset_out_of_range`, ENOENT becomes `enoent`. */
function codeOf(error: Error): string {
  if (error instanceof PithError) {
    return error.code.startsWith('PITH_INVALID_') ? 'invalid_input' : error.code.slice(5).toLowerCase()
  }
  const code = 'code' in error ? error.code : undefined
  return typeof code === 'string' && code !== '' ? code.toLowerCase() : 'error'
}
