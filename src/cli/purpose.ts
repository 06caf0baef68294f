import { type Judgement, judgeCommand } from '../command/judge.ts'
import type { CommandStatus, Purpose } from '../options.ts'

/** Most bytes of a run on its way to an agent, if no setting says otherwise. */
const RUN_MAX_BYTES = 8 * 1024
/**
 * Most bytes of any other output of a command: the least that agents with a shell of pith show by themselves, which are
 * the 30,000 characters of Claude Code.
 */
const ANSWER_MAX_BYTES = 30_000

/** What the output of a command is for: as a setting says, else by the words of the command. */
export function purposeOf(command: string | readonly string[], asked: Purpose | undefined): Judgement {
  const judged = judgeCommand(command)
  return asked === undefined ? judged : { ...judged, for: asked }
}

/** The limit of an agent's shell, unless a setting names one. */
export const shellBytesFor = (purpose: Purpose): number =>
  purpose === 'run' ? RUN_MAX_BYTES : ANSWER_MAX_BYTES

/** A status, told to be an answer if it is one of those with which a command answers. */
export const asAnswer = (status: CommandStatus, { answers }: Judgement): CommandStatus =>
  status.exitCode !== undefined && answers.includes(status.exitCode) ? { ...status, isAnswer: true } : status
