/**
 * How much the text says about what was left out. Every form reports a failed command's status.
 *
 * | form | in a gap | last line |
 * |---|---|---|
 * | `full` | a line that says what was left out | how much is shown, and the way to the rest |
 * | `brief` | `…` before the next line | an artifact's name, else how much is shown |
 * | `name` | | an artifact's name; used only with an artifact |
 * | `ellipsis` | `…` before the next line | |
 * | `none` | | |
 */
export type Form = 'full' | 'brief' | 'name' | 'ellipsis' | 'none'

/** True for the forms that put a bare `…` into a content line. */
export const marksInLine = (form: Form): boolean => form === 'brief' || form === 'ellipsis'
