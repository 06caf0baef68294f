import { drivenClients } from '../install/clients.ts'
import { defaults } from '../settings.ts'
import { kindNames } from '../structure/index.ts'
import { type Tool, toolNames, toolRow } from '../tools/tools.ts'
import { takersOf } from './options.ts'
import { profiles } from './profile-table.ts'

const listed = (names: readonly string[]): string => `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`

/** The tools that take an option: `read`, or `read, grep`. */
const takers = (option: string): string => takersOf(option).join(', ')

/** The names of kinds, in lines below `--kind NAME`. */
const kindLines = `${kindNames.join(', ')}.`
  .replaceAll(/(.{1,86})(?:\s|$)/g, `${' '.repeat(28)}$1\n`)
  .trimEnd()

/** What --limit counts, with its default: `read: lines; grep: matches (100)`. */
const limits = takersOf('limit')
  .map((tool) => {
    const { items, limit = Infinity } = toolRow(tool)
    return `${tool}: ${items}${limit === Infinity ? '' : ` (${limit})`}`
  })
  .join('; ')

/** The options of each profile: `pi   read: --offset, --limit; grep, find, ls: --limit`. */
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

/** The agents whose settings `pith install` changes. */
const agents = listed(drivenClients.map(({ name }) => name))

/** The text that `pith --help` prints. */
export const help = `pith keeps what matters of a tool's output, inside a hard budget, with a way back to every byte left out.

  CMD | pith [options]                 truncate standard input
  CMD | pith --tool NAME [options]     as the output of ${listed(toolNames())}
  CMD | pith --profile NAME [--tool NAME]
                                       as ${listed(Object.keys(profiles))} would show it
  pith run [options] -- CMD ARGS...    run a command; exits with its status; on a terminal, shows all of its output
  pith -c CMD [ARGS...]                a shell for agents: runs CMD in your own shell, and cuts only what does not fit
  pith read FILE [--offset N] [--limit N] [--column N]
                                       a page of a file: from line --offset, and in it from character --column
  pith show ID [--lines A-B [--column N] | --bytes A-B]
                                       the full output that a notice names, or a part of it, one page at a time: lines
                                       count from 1; bytes count from 0, without B; A alone is one line or byte
  pith show ID [--lines A-B | --bytes A-B] --all
                                       the same without limits, byte for byte
  pith show ID --grep RE [--ignore-case] | --errors
                                       its lines that match, or its error lines, as grep -n prints them, one page at a
                                       time: takes --before, --after, --offset and limits; exits with 1 if none match
  pith show ID --items A-B | --path PATH | --file NAME | --rows A-B | --section TITLE
                                       items of JSON, a value such as $.items[42], a file of a diff or of grep, rows of a
                                       table with its header, a section of Markdown: takes --all, --offset and limits
  pith budget [--context N | --model NAME] [--add NAME=TOKENS] [--file NAME=PATH] [-]
                                       what fills a model's context, and how many tokens the next tool call may have;
                                       without --add and --file, or with -, reads lines of standard input such as
                                       {"component": "tool:bash", "tokens": 1200} or {"component": "user", "text": "…"}
  pith mcp wrap [options] -- SERVER ARGS...
                                       stand in front of an MCP server: its large results are cut, everything else passes
  pith mcp wrap --url URL [--header 'NAME: VALUE']
                                       the same for a server that is reached by streamable HTTP
  pith mcp [--root DIR] [--http PORT]  an MCP server: run commands, read files below each --root, show and search outputs;
                                       over standard input and output, or for this machine at http://127.0.0.1:PORT/mcp
  pith artifacts [--limit N]           the full outputs that are kept, the newest first
  pith hook claude-code | gemini       cut the result of a tool call that the hook of an agent passes on standard input
  pith gc [--dry-run]                  remove artifacts that are too old or too many, and files of dead processes
  pith events [--run NAME] [--tool NAME] [--since T] [--until T] [--truncated] [--failed] [--limit N]
                                       recorded tool calls, the newest last; T is 2h, 7d or a date
  pith events --recall                 by tool: how often omitted output was asked for later
  pith install [AGENT...] [--project] [--yes] [--print]
                                       show how the settings of each agent here, or of AGENT, would change, ask, and
                                       write it: ${agents}
  pith install mcp [CLIENT...]         put \`pith mcp wrap\` in front of the MCP servers that clients list
  pith uninstall [AGENT...] | mcp [CLIENT...] [--user | --project] [--yes]
                                       restore the settings, byte for byte if nobody has changed them since
  pith doctor [--json]                 run a failing command through each installed part, and show what was saved in
                                       seven days
  pith bench [--quick]                 time Wasm against JavaScript on this machine

limits, markers and notice included (Infinity turns one off):
  --max-lines N             lines (${defaults.maxLines})
  --max-bytes N             bytes of UTF-8 (${defaults.maxBytes})
  --max-tokens N            tokens, estimated unless there is a --tokenizer
  --tokenizer NAME          count as this OpenAI model or encoding does (gpt-5, o200k_base); needs gpt-tokenizer
  --max-line-length N       characters of one line
  --max-serialized-bytes N  bytes of the text as a JSON string

what is kept:
  --keep head|tail|ends     the beginning, the end, or both (${defaults.keep})
  --head-ratio R            the beginning's share with --keep ends (${defaults.headRatio})
  --spend worth|all         stop where the rest adds nothing that a reader would miss (for run and a pipe), or use
                            all of the limits
  --kind NAME               cut the output as this kind; default: what is recognised; lines: no kind; else one of
${kindLines}
  --no-errors               do not keep error lines from the middle
  --no-fold                 do not render terminal output, and do not fold repeated lines
  --error RE                also treat lines that match as error lines, ignoring case; may be repeated
  --before N, --after N     lines to keep around an error line, if they fit (${defaults.before}, ${defaults.after})

a tool's output:
  --limit N                 ${limits}
  --pattern TEXT            ${takers('pattern')}: the text around which a long line is clipped
  --offset N, --column N    ${takers('offset')}: where the page begins; both count from 1
  --no-totals               ${takers('no-totals')}: read no further than the page; the number of lines stays unknown

options of each profile (all other limits are fixed by that system, and refused):
${profileLines.join('\n')}

a budget (also set by PITH_CONTEXT_TOKENS, PITH_WARN_AT, PITH_ALERT_AT, PITH_FLOOR_TOKENS):
  --context N, --model NAME size of the context in tokens, or a model with a known size (128000)
  --add NAME=TOKENS         tokens of a component; may be repeated
  --file NAME=PATH          a file as a component, estimated or counted by --tokenizer; may be repeated
  --warn R, --alert R       shares of the context, 0 to 1, from which it counts as warn and alert (0.75, 0.85)
  --floor N                 tokens that a call may always have, however full the context is (1000)
  --share ID=WANT[:WEIGHT[:FLOOR]],...
                            tokens for each of several calls that run at once

  --raw                     on a terminal, print control characters and invisible characters as they are, not as ^[ or
                            <U+202E>
  --json                    the whole result as one line of JSON, or a line per entry of a list; no limit is "Infinity"
  --backend auto|wasm|js    which scanner runs (${defaults.backend})
  --artifacts DIR           where full outputs are kept
  --no-artifact             keep no full output
  --redact                  hide secrets of well-known forms in output, files, standard input and artifacts
                            (not with show --bytes)
  --timeout S               run: end the command and everything it started after S seconds
  --quiet                   run: no line on standard error about how the command ended
  --yes                     install, uninstall: write without asking
  --user, --project         install, uninstall: your own settings, or those of the project in the working directory;
                            default: --user for install, both for uninstall
  --print                   install: print the settings to paste, and write nothing
  --print-config            print every setting with its value and source. Options come first, then the environment
                            (PITH_MAX_LINES, PITH_BASH_MAX_LINES, …), then the nearest pith.config.json from the
                            working directory upwards, then ~/.config/pith/pith.config.json
  --help, --version

pith run exits with the command's status, or with 124 when it timed out, 125 when pith failed, 126 when the command
cannot be run, 127 when it was not found, 128+n when signal n ended it. Other commands exit with 2 on an error, pith
install and pith uninstall with 1 when there is no terminal to ask on, and pith doctor with 1 when an installed part
does not work.
`
