/** From these limits on, the words of a second way take less than a percent of each. */
const TEACHING_BYTES = 8 * 1024
const TEACHING_TOKENS = 2048

/** Whether limits have room for a notice that teaches another way than its call. */
export const teachesWithin = (bytes: number, tokens: number): boolean =>
  bytes >= TEACHING_BYTES && tokens >= TEACHING_TOKENS
