import type { CommandStatus, Purpose } from '../../options.ts'
import { type CommandJudgement, judgeCommand } from '../../tools/command/judge.ts'
import { rowOf } from '../../tools/command/table.ts'
import type { Tool } from '../../tools/tools.ts'
import { AGENT_MAX_BYTES, answerBytesOf, failedBytesHere, type Host } from '../hooks/agent-limit.ts'
import { type CommandRule, mostBytesOf, ruleFor, UNCUT_BYTES } from '../settings/command-rules.ts'
import { configured } from '../settings/config.ts'

/** What is known of a command before it runs. */
export interface Judged extends CommandJudgement {
  /** What a configuration file says of it. */
  rule?: CommandRule
}

/**
 * What the output of a command is for: as an option or a variable says, else as a file says of this command or of all,
 * else by its words.
 */
export function purposeOf(command: string | readonly string[], asked: Purpose | undefined): Judged {
  const judged = judgeCommand(command)
  const rule = ruleFor(judged.words)
  const said = configured('for', 'bash')
  const isOfFile = said?.value === asked && (said?.level === 'user' || said?.level === 'project')
  const purpose = isOfFile ? (rule?.for ?? asked) : (asked ?? rule?.for)
  return { ...judged, ...(purpose && { for: purpose }), ...(rule && { rule }) }
}

/** The program that prints an output, if it is one that pith knows. Others may be named after what nobody should know. */
export function programOf({ words: [name = ''] }: Pick<CommandJudgement, 'words'>): string | undefined {
  const base = name.slice(name.lastIndexOf('/') + 1)
  return rowOf(base) && base
}

/** What is kept of it, unless an option or a setting says so: the end of a file whose last lines were asked for. */
export const keepFor = ({
  for: purpose,
  isEnd,
}: {
  for: Purpose | undefined
  isEnd?: true | undefined
}): { keep?: 'tail' } => (purpose === 'read' && isEnd ? { keep: 'tail' } : {})

/** Tools of pith that show an answer, whatever is asked of them. */
const ofTools: Readonly<Partial<Record<Tool, Purpose>>> = {
  read: 'read',
  grep: 'query',
  find: 'query',
  ls: 'query',
  web: 'query',
}

/** What the result of an agent's tool is for, if anything tells it, and the words of its command. */
export function purposeOfTool(
  tool: Tool | undefined,
  command: unknown,
  asked: Purpose | undefined,
  exitCode: unknown,
): Omit<Judged, 'for' | 'answers'> & { for: Purpose | undefined } {
  if (tool === 'bash' && typeof command === 'string') {
    const judged = purposeOf(command, asked)
    // The errors of an answer count if its command failed.
    const hasFailed = typeof exitCode === 'number' && exitCode !== 0 && !judged.answers.includes(exitCode)
    const isAnswer = judged.for === 'read' || judged.for === 'query'
    return hasFailed && isAnswer && asked === undefined ? { ...judged, for: 'unknown' } : judged
  }
  return { for: asked ?? (tool && ofTools[tool]), words: [] }
}

/**
 * The limit of a result on its way to an agent, unless a setting names one. An agent reads files as its own tools show
 * them.
 */
export const agentBytesFor = (host: Host, purpose: Purpose | undefined, tool?: Tool): number =>
  tool === 'read' ? UNCUT_BYTES : purpose === 'run' ? AGENT_MAX_BYTES : answerBytesOf(host)

/** The limit of an agent's shell for a command that failed, unless a setting names one. */
export const failedBytesFor = (judged: Judged, given: number | undefined): number =>
  mostBytesOf(judged.rule, given, failedBytesHere()).maxBytes

/** A status, told to be an answer if it is one of those with which a command answers. */
export const asAnswer = (status: CommandStatus, { answers }: CommandJudgement): CommandStatus =>
  status.exitCode !== undefined && answers.includes(status.exitCode) ? { ...status, isAnswer: true } : status
