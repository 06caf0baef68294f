/** What went wrong, for programs. Names are stable; new ones may come. */
export type PithErrorCode =
  | 'PITH_INVALID_OPTION'
  | 'PITH_INVALID_INPUT'
  | 'PITH_INVALID_PATTERN'
  | 'PITH_OFFSET_OUT_OF_RANGE'
  | 'PITH_NOT_A_REGULAR_FILE'
  | 'PITH_NOT_STARTED'
  | 'PITH_FILE_FAILED'
  | 'PITH_NOT_RETAINED'
  | 'PITH_ENDED'
  | 'PITH_ABORTED'
  | 'PITH_UNKNOWN_ARTIFACT'
  | 'PITH_STORE_FAILED'
  | 'PITH_NOT_EXACT'
  | 'PITH_COUNTER_FAILED'
  | 'PITH_MISSING_PACKAGE'

/**
 * The only error that pith throws for a caller's mistake. `code` is for programs; the message
 * says what was expected and what came.
 *
 * @example
 * new PithError('PITH_ENDED', 'It ended.').code // 'PITH_ENDED'
 */
export class PithError extends Error {
  /** Also where the class itself was given a shorter name: what is thrown is printed by it. */
  static override readonly name: string = 'PithError'
  override readonly name = 'PithError'
  readonly code: PithErrorCode

  /** Who bundles entry points apart has a class for each; an error of one is an error of all. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'PithError'
  }

  constructor(code: PithErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** A value in an error's words; never throws, whatever it is. */
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

/** UTF-16 units of a string in an error's words. */
const MAX_SHOWN = 200

/** The error of an option that is not what it should be. */
export function invalidOption(name: string, expected: string, value: unknown): PithError {
  return new PithError('PITH_INVALID_OPTION', `Expected \`${name}\` to be ${expected}, got ${shown(value)}.`)
}
