// The one error class of pith, and the words that its messages share.

/** What went wrong, for programs. These codes do not change. New ones may be added. */
export type PithErrorCode =
  | 'PITH_INVALID_OPTION'
  | 'PITH_INVALID_INPUT'
  | 'PITH_INVALID_PATTERN'
  | 'PITH_OFFSET_OUT_OF_RANGE'
  | 'PITH_NOT_A_REGULAR_FILE'
  | 'PITH_NOT_STARTED'
  | 'PITH_FILE_FAILED'
  | 'PITH_FETCH_FAILED'
  | 'PITH_ADDRESS_REFUSED'
  | 'PITH_NOT_RETAINED'
  | 'PITH_ENDED'
  | 'PITH_ABORTED'
  | 'PITH_UNKNOWN_ARTIFACT'
  | 'PITH_STORE_FAILED'
  | 'PITH_NOT_EXACT'
  | 'PITH_COUNTER_FAILED'
  | 'PITH_MISSING_PACKAGE'
  | 'PITH_CONFLICT'

/**
 * The error that pith throws. `code` is for programs. The message says what was expected and what pith got. `name` is
 * `PithError`, or `AbortError` for `PITH_ABORTED`, because programs expect this name when a signal ends a call.
 *
 * @example
 * new PithError('PITH_ENDED', 'It ended.').code // 'PITH_ENDED'
 */
export class PithError extends Error {
  /** Runtimes print a thrown error by this name, even when a bundler has shortened the name of the class. */
  static override readonly name: string = 'PithError'
  override readonly name: 'PithError' | 'AbortError'
  readonly code: PithErrorCode

  /** Bundling entry points separately creates several copies of this class. An error of one copy is one of all. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (!(value instanceof Error)) return false
    return value.name === 'PithError' || ('code' in value && value.code === 'PITH_ABORTED')
  }

  constructor(code: PithErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = code === 'PITH_ABORTED' ? 'AbortError' : 'PithError'
    this.code = code
  }
}

/** A value as an error message shows it. Never throws. */
export function shown(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value)
  }
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'function') return 'a function'
  // String() throws for an object without a prototype.
  if (typeof value !== 'object' || value === null) return String(value)
  return Array.isArray(value) ? 'an array' : 'an object'
}

/** Most UTF-16 units of a string that an error message shows. */
const MAX_SHOWN = 200

const errorOf = (code: PithErrorCode) => (message: string, options?: ErrorOptions) =>
  new PithError(code, message, options)

export const wrongOption = errorOf('PITH_INVALID_OPTION')
export const invalidInput = errorOf('PITH_INVALID_INPUT')
export const fileFailed = errorOf('PITH_FILE_FAILED')
export const outOfRange = errorOf('PITH_OFFSET_OUT_OF_RANGE')

/** The error for an option with a wrong value. */
export const invalidOption = (name: string, expected: string, value: unknown): PithError =>
  wrongOption(`Expected \`${name}\` to be ${expected}, got ${shown(value)}.`)
