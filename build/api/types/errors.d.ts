type PithErrorCode = 'PITH_INVALID_OPTION' | 'PITH_INVALID_INPUT' | 'PITH_INVALID_PATTERN' | 'PITH_OFFSET_OUT_OF_RANGE' | 'PITH_NOT_A_REGULAR_FILE' | 'PITH_NOT_STARTED' | 'PITH_FILE_FAILED' | 'PITH_FETCH_FAILED' | 'PITH_ADDRESS_REFUSED' | 'PITH_NOT_RETAINED' | 'PITH_ENDED' | 'PITH_ABORTED' | 'PITH_UNKNOWN_ARTIFACT' | 'PITH_STORE_FAILED' | 'PITH_NOT_EXACT' | 'PITH_COUNTER_FAILED' | 'PITH_MISSING_PACKAGE' | 'PITH_CONFLICT';
declare class PithError extends Error {
  static readonly name: string;
  readonly name: 'PithError' | 'AbortError';
  readonly code: PithErrorCode;
  static [Symbol.hasInstance](value: unknown): boolean;
  constructor(code: PithErrorCode, message: string, options?: ErrorOptions);
}
export {
  PithError,
  PithErrorCode
};