import { isatty } from 'node:tty'
import type { Parsed } from '../options/arguments.ts'
import { beforeOutput } from './output.ts'
import type { ProgressLine } from './progress-line.ts'

const STANDARD_OUTPUT = 1
const STANDARD_ERROR = 2

/**
 * Does some work, and shows how far it is on standard error, if that is a terminal and `--quiet` is not given. The line
 * goes away at the end of the work, and before anything else is printed on a terminal.
 */
export async function watched<Result>(
  { quiet }: Parsed['values'],
  work: (progress: ProgressLine | undefined) => Promise<Result>,
): Promise<Result> {
  // `process.stderr` would be opened, which takes time.
  if (quiet === true || process.env.TERM === 'dumb' || !isatty(STANDARD_ERROR)) return work(undefined)
  const { ProgressLine } = await import('./progress-line.ts')
  const progress = new ProgressLine()
  const isShared = isatty(STANDARD_OUTPUT)
  beforeOutput((isWarning) => {
    if (isWarning || isShared) progress.end()
  })
  try {
    return await work(progress)
  } finally {
    await signalsHandled()
    progress.end()
    beforeOutput(undefined)
  }
}

/**
 * Lets a signal that is pending end this process. Ctrl-C also ends the command in front of a pipe, so the end of its
 * output and the signal arrive together. Without this wait, pith would print half of an output as if it were all of it.
 */
async function signalsHandled(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve))
}
