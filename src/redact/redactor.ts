/**
 * Replaces secrets in a line. It takes one line without its LF, and returns the line to show. A line above 64 KiB comes
 * in pieces that overlap by 4 KiB. Any function from text to text is a redactor.
 *
 * A redactor that remembers earlier lines has a `state`. A function that calls such a redactor must also have its
 * `state`. Otherwise secrets in lines above 64 KiB may be missed. `createSecretRedactor` has an example.
 */
export interface Redactor {
  (text: string): string
  /** Absent for a redactor that remembers nothing. */
  readonly state?: RedactorState | undefined
  /**
   * The offset of a byte in the first line, at or after the line that begins at `from`, that the redactor might change
   * or must see to remember it. -1 when there is none. The other lines are not passed to the redactor. The lines are
   * UTF-8, separated by LFs. Absent for a redactor that must see every line.
   */
  nextChange?(lines: Uint8Array, from: number): number
}

/** What a redactor remembers from line to line. */
export interface RedactorState {
  /**
   * Takes a snapshot, and returns the function that restores it. Needed because parts of a long line are passed twice.
   */
  save(): () => void
  /**
   * How many UTF-16 units at the end of the last text were removed as the start of a secret that has not ended yet,
   * such as a private key. Undefined when no secret is open.
   */
  openUnits(): number | undefined
}
