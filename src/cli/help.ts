import { defaults } from '../settings.ts'
import { type Tool, toolNames, toolRow } from '../tools/tools.ts'
import { takersOf } from './options.ts'
import { profiles } from './profile-table.ts'

const listed = (names: readonly string[]): string => `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`

/** `read`, or `read, grep`: the tools that take an option. */
const takers = (option: string): string => takersOf(option).join(', ')

/** `read: lines; grep: matches (100)` */
const limits = takersOf('limit')
  .map((tool) => {
    const { items, limit = Infinity } = toolRow(tool)
    return `${tool}: ${items}${limit === Infinity ? '' : ` (${limit})`}`
  })
  .join('; ')

/** `pi   read: --offset, --limit; grep, find, ls: --limit` */
const profileLines = Object.entries(profiles).map(([name, { takes }]) => {
  const groups = new Map<string, Tool[]>()
  for (const tool of toolNames()) {
    const options = takes(tool).map((option) => `--${option}`)
    if (options.length > 0) groups.set(options.join(', '), [...(groups.get(options.join(', ')) ?? []), tool])
  }
  const isOfAll = (its: readonly Tool[]) => its.length === toolNames().length
  const words = [...groups].map(([options, its]) =>
    isOfAll(its) ? options : `${its.join(', ')}: ${options}`,
  )
  return `  ${name.padEnd(26)}${words.join('; ')}`
})

/** What `pith --help` prints. */
export const help = `pith keeps what matters of a tool's output, inside a hard budget, with a way back to every byte left out.

  CMD | pith [options]                 truncate standard input
  CMD | pith --tool NAME [options]     as the output of ${listed(toolNames())}
  CMD | pith --profile NAME [--tool NAME]
                                       as ${listed(Object.keys(profiles))} would show it
  pith run [options] -- CMD ARGS...    run a command; exits with its status
  pith read FILE [--offset N] [--limit N] [--column N]
                                       a page of a file: lines from N on, the first one from a column on
  pith show ID [--lines A-B | --bytes A-B]
                                       the full output that a notice names, or a part of it;
                                       bytes count from 0, and B is not included; A alone is one
  pith show ID --grep RE [--ignore-case] | --errors
                                       lines of it that match, or that tell of errors, as grep -n prints them: a page,
                                       with --before, --after, --offset and the limits; 1 where there are none
  pith budget [--context N | --model NAME] [--add NAME=TOKENS] [--file NAME=PATH] [-]
                                       what fills a model's context, as bars, and what the next tool call may have;
                                       without --add and --file, or with -, from lines of standard input such as
                                       {"component": "tool:bash", "tokens": 1200} or {"component": "user", "text": "…"}
  pith artifacts [--limit N]           the full outputs that are kept, the newest first
  pith gc [--dry-run]                  removes artifacts that are too old or too many, and what dead processes left
  pith events [--run NAME] [--tool NAME] [--since T] [--until T] [--truncated] [--failed] [--limit N]
                                       tool calls in figures, the last at the end; T is 2h, 7d or a date
  pith events --recall                 by tool: how often what was omitted was asked for later
  pith bench [--quick]                 this machine: Wasm against JavaScript, same answers first

limits, markers and notice included (Infinity turns one off):
  --max-lines N             lines (${defaults.maxLines})
  --max-bytes N             bytes of UTF-8 (${defaults.maxBytes})
  --max-tokens N            tokens, estimated; or else counted:
  --tokenizer NAME          as a model or an encoding of OpenAI counts them (gpt-5, o200k_base); needs gpt-tokenizer
  --max-line-length N       characters of one line
  --max-serialized-bytes N  bytes of the text as a JSON string

what is kept:
  --keep head|tail|ends     the beginning, the end, or both (${defaults.keep})
  --head-ratio R            the beginning's share under ends (${defaults.headRatio})
  --no-errors               do not keep lines from the middle that tell of errors
  --error RE                what else tells of an error, in either case; may be given again
  --before N, --after N     lines around such a line that may be kept with it (${defaults.before}, ${defaults.after})

a tool's output:
  --limit N                 ${limits}
  --pattern TEXT            ${takers('pattern')}: what a long line is clipped around
  --offset N, --column N    ${takers('offset')}: where the page begins, both from 1
  --no-totals               ${takers('no-totals')}: no further than the page; how many lines there are stays unknown

another system's output (--profile; every other limit is that system's own, and refused):
${profileLines.join('\n')}

a budget (the environment may say it too: PITH_CONTEXT_TOKENS, PITH_WARN_AT, PITH_ALERT_AT, PITH_FLOOR_TOKENS):
  --context N, --model NAME tokens of the context, or a model that has so many (128000)
  --add NAME=TOKENS         what a component holds; --file NAME=PATH counts a file; both may be given again;
                            texts are estimated, or counted by --tokenizer NAME
  --warn R, --alert R       how full, 0 to 1, is called warn and alert (0.75, 0.85)
  --floor N                 what a call may have however full it is (1000)
  --share ID=WANT[:WEIGHT[:FLOOR]],...
                            what calls that run at once may have each

  --json                    the whole result as one line of JSON, of lists a line each; no limit is "Infinity" in it
  --backend auto|wasm|js    which scanner runs (${defaults.backend})
  --artifacts DIR           where full outputs are kept
  --no-artifact             keep no full output
  --redact                  what comes from a command, a file, standard input or an artifact (but for show --bytes)
                            without well-known forms of secrets
  --timeout S               run: end the command and all it started after S seconds
  --quiet                   run: no line on standard error about how the command ended
  --print-config            every setting with its value and who says so: an option goes before the environment
                            (PITH_MAX_LINES, PITH_BASH_MAX_LINES, …), that before the nearest pith.config.json upwards,
                            that before ~/.config/pith/pith.config.json
  --help, --version

pith run exits with the command's status, or with 124 when it timed out, 125 when pith failed, 126 when the command
can't be run, 127 when it was not found, 128+n when signal n ended it. Other commands exit with 2 on a bad option.
`
