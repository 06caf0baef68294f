import { judgeCommand } from '../command/judge.ts'
import { type Parsed, UsageError } from './arguments.ts'
import { writeOut } from './output.ts'

/** What each class says of an output. */
const classes = {
  read: 'the text of files',
  query: 'an answer',
  log: 'lines that a service or a build wrote',
  run: 'the report of a build, a test or another job',
  unknown: 'no row of the table names the command, or its line could not be read',
} as const

/** Most words of a command that are shown. */
const MOST_WORDS = 3

/** `pith explain -- CMD ARGS…`: what pith takes a command for. A single word is a line for a shell. */
export async function explain({ values, positionals }: Parsed): Promise<number> {
  const [first, ...others] = positionals
  if (first === undefined) throw new UsageError('Expected a command after `pith explain --`, got none.')
  const judged = judgeCommand(others.length === 0 ? first : positionals)
  if (values.json) {
    await writeOut(`${JSON.stringify(judged)}\n`)
    return 0
  }
  const { words, answers } = judged
  const shown = words.length > MOST_WORDS ? [...words.slice(0, MOST_WORDS), '…'] : words
  await writeOut(`for: ${judged.for}, ${classes[judged.for]}\n`)
  if (words.length > 0) await writeOut(`because of: ${shown.join(' ')}\n`)
  if (answers.length > 0) await writeOut(`exit codes that are answers: ${answers.join(', ')}\n`)
  return 0
}
