/** A part of a settings file that belongs to pith. */
export interface SettingsPart {
  /** Adds it. Adding it twice is adding it once. */
  apply(text: string): string
  /** Removes it, and nothing else. `before` is the text from before it was added, if that is known. */
  remove(text: string, before: string | undefined): string
  /** What the user should know before it is added, one sentence each. */
  remarks(text: string): string[]
}

/** Whether two values are equal as JSON. */
export const sameData = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
