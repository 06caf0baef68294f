// What each command does and optionLists. `commands.ts` has the code of each.
import type { IgnoredOptions } from './arguments.ts'
import { type Completes, type OptionRows, optionLists, optionRows } from './rows.ts'

export interface CommandRow {
  /** What it does, in a few words, as completions show it. */
  summary: string
  /** Each way to call it, as it is typed after `pith`, and what that does. */
  forms: readonly (readonly [usage: string, says: string])[]
  /** What its operands can be. */
  operands?: Completes
  options: OptionRows
  ignored?: IgnoredOptions
  /** Exit status if pith itself fails. 2 if it does not say. */
  failure?: number
  /** True if options end at the first operand, because the rest belongs to the command to run. */
  takesCommand?: true
  /** True for a command that reads its settings itself, because it does not always need them. */
  configuresItself?: true
}

const rows = <Name extends string>(all: Record<Name, CommandRow>): Readonly<Record<Name, CommandRow>> => all

/** `pith` without the name of a command: a tool's output on standard input. */
export const filterRow: CommandRow = {
  summary: 'truncate standard input',
  forms: [
    ['[options]', 'truncate standard input'],
    ['--tool NAME [options]', 'as the output of {tools}'],
    ['--profile NAME [--tool NAME]', 'as {profiles} would show it'],
  ],
  options: optionRows(
    `${optionLists.result} ${optionLists.page} tool pattern profile redact version print-config`,
  ),
}

/** What models add to `grep`, and what is so here anyway. */
const likeGrep: IgnoredOptions = { 'line-number': 'n', 'extended-regexp': 'E' }

/** Which files `grep`, `find` and `tree` look at. */
const place: OptionRows = {
  glob: {
    value: 'GLOB',
    says: "only paths that match, such as '*.ts' or 'src/**', also if they are hidden or ignored; '!GLOB' leaves out paths that match; may be repeated",
    short: 'g',
    repeats: true,
  },
  hidden: { says: 'also names that begin with a dot' },
  'no-ignore': { says: 'also what .gitignore, .ignore and .rgignore name' },
  depth: { value: 'N', says: 'levels of folders below each path' },
  follow: { says: 'follow links, but not in circles', short: 'L' },
  type: {
    value: 'TYPE',
    says: 'only files of this type, such as ts, py or md; may be repeated',
    short: 't',
    repeats: true,
    completes: ['{types}'],
  },
}

/** In the order of the help. */
export const commandRows = rows({
  run: {
    summary: 'run a command and show what a model should see',
    forms: [
      [
        'run [options] -- CMD ARGS...',
        'run a command and exit with its status; on a terminal, all of its output is shown',
      ],
      ['-c CMD [ARGS...]', 'a shell for agents: runs CMD in your own shell, and cuts only what does not fit'],
    ],
    operands: 'command',
    options: optionRows(`${optionLists.result} redact`, {
      since: {
        value: 'last',
        says: 'show only what changed since the last run of this command in this folder and session, if most is equal and the exit status is the same',
        completes: ['last'],
      },
      timeout: { value: 'S', says: 'end the command and everything it started after S seconds' },
      quiet: { says: 'print no line on standard error about how the command ended', short: 'q' },
    }),
    failure: 125,
    takesCommand: true,
  },
  explain: {
    summary: 'say what pith takes a command for',
    forms: [
      [
        'explain [--for CLASS] -- CMD ARGS...',
        'what the output of a command is for, what is kept of it above the limits, and the limits; a single word is a line for a shell',
      ],
    ],
    operands: 'command',
    options: optionRows('for json help'),
    takesCommand: true,
  },
  read: {
    summary: 'show a page of a file',
    forms: [
      [
        'read FILE [--offset N] [--limit N] [--column N]',
        'a page of a file: from line --offset, and in it from character --column',
      ],
    ],
    operands: 'file',
    options: optionRows(`query ${optionLists.limits} error json raw help ${optionLists.page} redact`, {
      lines: { value: 'A-B', says: 'these lines; in place of --offset and --limit' },
    }),
  },
  grep: {
    summary: 'search files for a pattern',
    forms: [
      [
        'grep PATTERN [PATH...] [-i] [-F] [-C N] [-t TYPE] [-g GLOB] [-l | -c]',
        'lines of files that match: every file gets its first match before any file gets a second one, and all matches are counted; exits with 1 if nothing matches',
      ],
    ],
    operands: 'file',
    options: optionRows(optionLists.list, {
      ...place,
      'ignore-case': { says: 'match upper and lower case alike', short: 'i' },
      literal: { says: 'search for PATTERN as plain text', short: 'F' },
      before: { value: 'N', says: 'lines to show before each match, 0 to 50', short: 'B' },
      after: { value: 'N', says: 'lines to show after each match, 0 to 50', short: 'A' },
      context: { value: 'N', says: 'lines to show before and after each match', short: 'C' },
      files: { says: 'only the names of the files that match', short: 'l' },
      count: { says: 'how many lines of each file match', short: 'c' },
      limit: { value: 'N', says: 'show at most N matches (100), or files (1000)' },
    }),
    ignored: { ...likeGrep, recursive: 'r' },
  },
  find: {
    summary: 'find files by name, type, size and time',
    forms: [
      [
        'find [PATH...] [-g GLOB] [-t TYPE] [--min-size N] [--max-size N] [--newer T] [--older T] [--newest] [--long]',
        'files by name, type, size (10K, 1.5M) and last change (2h, 7d or a date)',
      ],
    ],
    operands: 'file',
    options: optionRows(optionLists.list, {
      ...place,
      type: {
        ...place.type,
        says: 'only file, folder or link, or only files of a type such as ts, py or md; may be repeated',
        completes: ['file', 'folder', 'link', '{types}'],
      },
      'min-size': { value: 'N', says: 'the least size of a file: 512, 10K, 1.5M' },
      'max-size': { value: 'N', says: 'the greatest size of a file' },
      newer: { value: 'T', says: 'only what changed since then: 90s, 30m, 2h or 7d ago, or a date' },
      older: { value: 'T', says: 'only what did not change since then' },
      newest: { says: 'list the last changed first' },
      long: { says: 'each path with its size and the time of its last change, in UTC' },
      limit: { value: 'N', says: 'show at most N paths (1000)' },
    }),
  },
  ls: {
    summary: 'list a folder',
    forms: [
      [
        'ls [FOLDER] [--hidden]',
        'a folder: sizes of files, how many entries each folder has, where links lead',
      ],
    ],
    operands: 'file',
    options: optionRows(optionLists.list, {
      hidden: { ...place.hidden, short: 'a' },
      limit: { value: 'N', says: 'show at most N entries (500)' },
    }),
    ignored: { long: 'l' },
  },
  tree: {
    summary: 'draw a folder and those in it',
    forms: [
      ['tree [FOLDER] [--depth N] [-g GLOB]', 'a folder and those in it, with the number of files in each'],
    ],
    operands: 'file',
    options: optionRows(optionLists.list, {
      glob: place.glob,
      hidden: place.hidden,
      'no-ignore': place['no-ignore'],
      depth: { value: 'N', says: 'levels to show; what is deeper is counted' },
      limit: { value: 'N', says: 'show at most N entries (200)' },
    }),
  },
  fetch: {
    summary: 'show a page of the web as Markdown',
    forms: [
      [
        'fetch URL [--allow-private] [--timeout S]',
        'a page over http or https; HTML becomes Markdown, and the body is kept; exits with 1 if the server answers with an error',
      ],
    ],
    options: optionRows(optionLists.result, {
      timeout: { value: 'S', says: 'seconds for the whole call, 1 to 3600 (30)' },
      'allow-private': { says: 'also addresses of this machine and of private networks' },
      'allow-host': {
        value: 'HOST',
        says: 'a host that may have such an address, as localhost:8080; may be repeated',
        repeats: true,
      },
      quiet: { says: 'print no line on standard error about where the body is', short: 'q' },
    }),
  },
  show: {
    summary: 'show an artifact, or a part of it',
    forms: [
      [
        'show ID [--lines A-B [--column N] [--raw] | --bytes A-B]',
        'the full output that a notice names, or a part of it, one page at a time: lines as a terminal would show them, or byte for byte with --raw; they count from 1; bytes count from 0, without B; A alone is one line or byte',
      ],
      ['show ID --since ID2', 'how it differs from an older one, as a unified diff; both of at most 8 MiB'],
      [
        'show ID --follow | --wait RE | --since +N [--timeout S]',
        'an output that may still be being written: until its command ends, until a line matches, or what is new behind byte N, which the call before has named; exits with 1 if the command ends without a match, and with 124 if the time is over',
      ],
      ['show ID [--lines A-B | --bytes A-B] --all', 'the same without limits, byte for byte'],
      [
        'show ID --grep RE [--ignore-case] | --errors',
        'its lines that match, or its error lines, as grep -n prints them, one page at a time: takes --before, --after, --offset and limits; exits with 1 if no line matches',
      ],
      [
        'show ID --items A-B | --path PATH [--count] | --file NAME | --rows A-B | --section TITLE',
        'items of JSON, the values at a path such as $.items[*].name, or how often each of them came, a file of a diff or of grep, rows of a table with its header, a section of Markdown: takes --all, --offset and limits',
      ],
    ],
    operands: 'artifact',
    options: optionRows(`${optionLists.limits} json help ${optionLists.page} redact artifacts`, {
      since: {
        value: 'ID2',
        says: 'how it differs from an older artifact, as a unified diff; +N: what is new behind byte N',
      },
      follow: { says: 'what is new until the command ends', short: 'f' },
      wait: { value: 'RE', says: 'until a line matches: that line, and those around it' },
      timeout: { value: 'S', says: 'seconds that --follow and --wait may take' },
      lines: { value: 'A-B', says: 'these lines; they count from 1, and B is shown too' },
      bytes: { value: 'A-B', says: 'these bytes; they count from 0, and B is not shown' },
      grep: { value: 'RE', says: 'the lines that match, in linear time' },
      'ignore-case': { says: 'ignore case in --grep', short: 'i' },
      before: { value: 'N', says: 'lines to show before each found line, 0 to 50', short: 'B' },
      after: { value: 'N', says: 'lines to show after each found line, 0 to 50', short: 'A' },
      context: { value: 'N', says: 'lines to show before and after each found line', short: 'C' },
      errors: { says: 'the error lines' },
      items: { value: 'A-B', says: 'these items of JSON, or of JSON lines; they count from 1' },
      path: {
        value: 'PATH',
        says: 'the values of JSON at a path of RFC 9535, such as $.items[42] or \'$.items[?@.state != "ok"].name\'',
      },
      count: { says: 'how often each value at --path came, the most frequent first' },
      file: { value: 'NAME', says: "a file of a diff, or of grep's matches" },
      rows: { value: 'A-B', says: 'these rows of a table, below its header' },
      section: { value: 'TITLE', says: 'a section of Markdown' },
      all: { says: "without limits, byte for byte; what other programs and files read inside pith's shell" },
      raw: { says: 'lines byte for byte, with their control sequences, on a terminal too' },
      limit: { value: 'N', says: 'lines of a page' },
    }),
    ignored: likeGrep,
  },
  view: {
    summary: 'look at an artifact in a pager',
    forms: [
      [
        'view ID [--raw]',
        'an artifact in a pager for people: a map of the whole, marked errors, n and p for the next and previous one, / to search, : for a line, f for the output as it came, ? for all keys',
      ],
    ],
    operands: 'artifact',
    options: optionRows('redact artifacts help', {
      raw: { says: 'begin with the output as it came, not as a terminal would show it' },
    }),
  },
  mcp: {
    summary: 'serve tools to MCP clients, or cut the results of an MCP server',
    forms: [
      [
        'mcp wrap [options] -- SERVER ARGS...',
        'stand in front of an MCP server: its large results are cut, everything else passes',
      ],
      [
        "mcp wrap --url URL [--header 'NAME: VALUE']",
        'the same for a server that is reached by streamable HTTP',
      ],
      [
        'mcp [--root DIR]',
        'an MCP server: run commands, read files below each --root, show and search outputs',
      ],
    ],
    operands: ['wrap'],
    options: optionRows(optionLists.call, {
      root: {
        value: 'DIR',
        says: 'a folder that the server may read; may be repeated',
        repeats: true,
        completes: 'folder',
      },
      'max-turn-bytes': { value: 'N', says: 'wrap: bytes of all results of calls side by side (Infinity)' },
      url: { value: 'URL', says: 'wrap: the address of the server' },
      header: {
        value: "'NAME: VALUE'",
        says: 'wrap: a header for the server; may be repeated',
        repeats: true,
      },
    }),
    failure: 125,
    takesCommand: true,
  },
  artifacts: {
    summary: 'list the full outputs that are kept',
    forms: [['artifacts [--limit N]', 'the full outputs that are kept, the newest first']],
    options: optionRows('artifacts json help', {
      limit: { value: 'N', says: 'show at most N rows (100)' },
    }),
  },
  hook: {
    summary: "cut the result of an agent's tool call",
    forms: [
      [
        'hook claude-code | codex | gemini',
        'cut the result of a tool call that the hook of an agent passes on standard input',
      ],
    ],
    operands: ['claude-code', 'codex', 'gemini'],
    options: optionRows('help'),
    // For Claude Code, 2 would mean that the call is refused.
    failure: 1,
    configuresItself: true,
  },
  gc: {
    summary: 'remove artifacts that are too old or too many',
    forms: [['gc [--dry-run]', 'remove artifacts that are too old or too many, and files of dead processes']],
    options: optionRows('artifacts json help', {
      'dry-run': { says: 'say what would be removed, and remove nothing', short: 'n' },
    }),
  },
  events: {
    summary: 'list recorded tool calls',
    forms: [
      [
        'events [--run NAME] [--tool NAME] [--since T] [--truncated] [--limit N]',
        'recorded tool calls, the newest last; T is 2h, 7d or a date',
      ],
      ['events --recall', 'by tool: how often omitted output was asked for later'],
      ['events --verify', 'find records that were changed, removed or inserted'],
      ['events --otlp', 'all of them as logs of OpenTelemetry, in JSON'],
    ],
    options: optionRows('json help', {
      run: { value: 'NAME', says: 'only the calls of this run' },
      tool: { value: 'NAME', says: 'only the calls of this tool', completes: ['{tools}', 'show'] },
      since: { value: 'T', says: 'from this time on: 90s, 30m, 2h or 7d ago, or a date' },
      truncated: { says: 'only calls that left something out or folded it' },
      recall: { says: 'by tool: how often omitted output was asked for later' },
      verify: { says: 'find records that were changed, removed or inserted' },
      otlp: { says: 'print logs of OpenTelemetry, in JSON, a request on each line' },
      limit: { value: 'N', says: 'show at most N rows (100)' },
    }),
  },
  install: {
    summary: 'add pith to the settings of agents',
    forms: [
      [
        'install [AGENT...] [--project] [--yes] [--print]',
        'show how the settings of each agent here, or of AGENT, would change, ask, and write it: {agents}',
      ],
      ['install mcp [CLIENT...]', 'put `pith mcp wrap` in front of the MCP servers that clients list'],
    ],
    operands: ['{clients}', 'mcp'],
    options: optionRows('user project yes help', {
      print: { says: 'print the settings to paste, and write nothing' },
    }),
  },
  uninstall: {
    summary: 'restore the settings of agents',
    forms: [
      [
        'uninstall [AGENT...] | mcp [CLIENT...] [--user | --project] [--yes]',
        'restore the settings, byte for byte if nobody has changed them since',
      ],
    ],
    operands: ['{clients}', 'mcp'],
    options: optionRows('user project yes help'),
  },
  doctor: {
    summary: 'check each installed part',
    forms: [
      [
        'doctor [--json]',
        'run a failing command through each installed part, and show what was saved in seven days',
      ],
    ],
    options: optionRows('json help'),
  },
  completion: {
    summary: 'print the completions for a shell',
    forms: [
      [
        'completion bash | zsh | fish',
        'print a script that completes commands, options, artifacts and kinds',
      ],
      ['completion words WORD...', 'print what can stand for the last word, as that script asks for it'],
    ],
    operands: ['bash', 'zsh', 'fish'],
    options: optionRows('help'),
    takesCommand: true,
    configuresItself: true,
  },
})

export type CommandName = keyof typeof commandRows
