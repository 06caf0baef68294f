/** The form of one kind of secret. All its patterns are in the linear subset. */
export interface SecretForm {
  name: string
  /**
   * A regular expression for the secret itself. A `\b` at its beginning or end only asks for no other ASCII letter or
   * digit there, so that `_` does not hide a secret. At its beginning it also matches after a terminal code, an escape
   * in a string such as `\n`, and a percent escape, whose last letter would otherwise join the secret to a word.
   */
  pattern: string
  /** What stands immediately before the secret and stays, such as its name. */
  before?: string
  /** What stands immediately behind the secret and stays. */
  behind?: string
  /** Values that are no secrets, such as `null` or the name of a variable. It matches the whole value, in its own case. */
  except?: string
  /** True if capital and small letters are the same in the other patterns. */
  ignoreCase?: boolean
  /** A line that has none of these texts, in capital or small letters, is not searched. */
  heads?: readonly Head[]
}

/**
 * A text; or a text behind which one of the characters of `next` follows within some bytes, and before any `/`; or a text
 * in its own case, behind which at least so many letters follow, given as a class of a regular expression, `0-9a-f`.
 */
export type Head =
  | string
  | { readonly text: string; readonly next: string; readonly within: number }
  | { readonly text: string; readonly letters: string; readonly least: number }

export const textOfHead = (head: Head): string => (typeof head === 'string' ? head : head.text)
