/**
 * How much may be said of what was left out. A failed command's status is told in every form.
 *
 * | form | in a gap | last line |
 * |---|---|---|
 * | `full` | a line that says what was left out | what is shown, and the way to the rest |
 * | `short` | a line with `…` | the lines that are shown, and an artifact's name |
 * | `brief` | `…` before the next line | an artifact's name, else the lines that are shown |
 * | `name` | | an artifact's name; not without an artifact |
 * | `ellipsis` | `…` before the next line | |
 * | `none` | | |
 */
export type Form = 'full' | 'short' | 'brief' | 'name' | 'ellipsis' | 'none'

/** True for a form in which a bare `…` stands in a line of content. */
export const marksInLine = (form: Form): boolean => form === 'brief' || form === 'ellipsis'
