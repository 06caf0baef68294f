import { formatBytes } from '../../core/words/notices.ts'
import type { Purpose } from '../../options.ts'
import { defaults } from '../../settings.ts'
import { type Parsed, UsageError } from '../options/arguments.ts'
import { filterRow } from '../options/command-rows.ts'
import { truncateOptions } from '../options/options.ts'
import { agentBytesFor, purposeOf } from '../options/purpose.ts'
import { jsonLine, writeOut } from '../print/output.ts'
import { visibleInLine } from '../print/visible.ts'
import { mostBytesOf } from '../settings/command-rules.ts'
import { withConfig } from '../settings/config.ts'

/** What pith does with an output above its limits, by what it is for. */
const handling: Readonly<Record<Purpose, string>> = {
  read: 'the text of files: a page from the top and the end, or the units of a known kind',
  query: 'an answer: both ends, or the units of a known kind; errors count only if the command failed',
  log: 'lines of a service: both ends and the errors between them; only equal lines and progress are folded',
  run: 'the report of a job: the errors first, and no more than it is worth; lines that are alike are folded',
  unknown: 'not known: both ends and strong errors between them; only equal lines and progress are folded',
}

/** `pith explain -- CMD ARGS…`: what pith takes a command for, and its limits. A single word is a line for a shell. */
export async function explain({ values, positionals }: Parsed): Promise<number> {
  const [first, ...others] = positionals
  if (first === undefined) throw new UsageError('Expected a command after `pith explain --`, got none.')
  withConfig(values, filterRow.options, 'bash')
  const { for: asked, maxBytes } = truncateOptions(values)
  const { words, answers, rule, ...judged } = purposeOf(others.length === 0 ? first : positionals, asked)
  const { maxBytes: runBytes, isRaw } = mostBytesOf(rule, maxBytes, defaults.maxBytes)
  const { maxBytes: agentBytes } = mostBytesOf(rule, maxBytes, agentBytesFor('shell', judged.for))
  if (values.json) {
    const told = { for: judged.for, words, answers, runBytes, agentBytes, rule: rule?.words }
    await writeOut(jsonLine(told))
    return 0
  }
  const why =
    words.length === 0
      ? ''
      : ` (${visibleInLine(words.slice(0, 3).join(' '))}${words.length > 3 ? ' …' : ''})`
  const lines = [
    `for: ${judged.for}${why}`,
    ...(isRaw
      ? ['limits: none, it is not cut']
      : [
          `above the limits: ${handling[judged.for]}`,
          `limits: ${formatBytes(agentBytes)} in an agent's shell, ${formatBytes(runBytes)} in pith run`,
        ]),
    ...(rule ? [`because of: commands.${visibleInLine(rule.words)} in ${visibleInLine(rule.from)}`] : []),
    ...(answers.length > 0 ? [`exit codes that are answers: ${answers.join(', ')}`] : []),
  ]
  await writeOut(`${lines.join('\n')}\n`)
  return 0
}
