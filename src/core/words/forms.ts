/**
 * How much the text says about what was left out. Every form reports a failed command's status.
 *
 * | form | in a gap | last line |
 * |---|---|---|
 * | `full` | a line that says what was left out | how much is shown, and the way to the rest |
 * | `name` | | an artifact's name, else how much is shown |
 * | `none` | | |
 */
export type Form = 'full' | 'name' | 'none'
