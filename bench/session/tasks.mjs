// The tasks of the A/B: what the session's programs print, asked of a model.
import { CALLS } from './calls.mjs'

export const ARMS = ['alone', 'pith', 'tokenjuice']

/** The calls of programs whose facts are written down; a server's rows are no task. */
export const TASKS = CALLS.filter(({ command, facts }) => command && facts).map(
  ({ group, command, facts }) => ({
    name: command,
    command,
    facts,
    prompt: `Run this command once in the folder work: ${command}
Then write the file answer.txt in this folder. ${
      group === 'success'
        ? 'Copy into it, exactly, the line of the output that says what the command achieved.'
        : 'Copy into it, exactly, the lines of the output that say what went wrong and where.'
    } Change nothing else.`,
  }),
)
