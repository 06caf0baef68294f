/**
 * Replaces what nobody may see. It takes one line without its LF and returns what stands there instead. A line above
 * 64 KiB comes in pieces that overlap by 4 KiB. Any function from text to text is a redactor.
 *
 * A redactor that remembers earlier lines has a `state`. A function that calls such a redactor passes its state on, or
 * the memory fails within lines above 64 KiB: see `createSecretRedactor`.
 */
export interface Redactor {
  (text: string): string
  /** Absent for a redactor that remembers nothing. */
  readonly state?: RedactorState | undefined
  /**
   * False where the redactor would return each of these lines unchanged, LFs between them, and remember nothing of them.
   * Such lines are not passed to it one by one.
   */
  mayChange?(lines: string): boolean
}

/** What a redactor remembers from line to line. */
export interface RedactorState {
  /** Takes a snapshot, and returns the function that restores it: parts of a long line are passed twice. */
  save(): () => void
  /**
   * UTF-16 units at the end of the last text that were removed because their end is still to come, as of a private key
   * that has begun. Undefined where nothing is open.
   */
  openUnits(): number | undefined
}
