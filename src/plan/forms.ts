/**
 * How much the text says about what was left out. Every form reports a failed command's status.
 *
 * | form | in a gap | last line |
 * |---|---|---|
 * | `full` | a line that says what was left out | what is shown, and the way to the rest |
 * | `short` | a line with `…` | the lines that are shown, and an artifact's name |
 * | `brief` | `…` before the next line | an artifact's name, else the lines that are shown |
 * | `name` | | an artifact's name; used only with an artifact |
 * | `ellipsis` | `…` before the next line | |
 * | `none` | | |
 */
export type Form = 'full' | 'short' | 'brief' | 'name' | 'ellipsis' | 'none'

/** True for the forms that put a bare `…` into a content line. */
export const marksInLine = (form: Form): boolean => form === 'brief' || form === 'ellipsis'
