// What options mean: the one source of the parser, the help and the completions of shells. Loaded for every command, so
// it imports nothing. `{tools}` and the like stand for words that only the help needs.

/** What can stand for a value or an operand: one of these words, or what a shell finds. */
export type Completes = readonly string[] | 'artifact' | 'file' | 'folder' | 'command'

export interface OptionRow {
  /** How the help writes its value, such as `N`. An option that takes no value has none. */
  value?: string
  says: string
  short?: string
  /** True if it may be given more than once. */
  repeats?: true
  completes?: Completes
}

export type OptionRows = Readonly<Record<string, OptionRow>>

/** The options that several commands share, under their headings, in the order of the help. */
export const optionGroups: readonly { title: string; options: OptionRows }[] = [
  {
    title: 'limits, markers and notice included (Infinity turns one off)',
    options: {
      'max-lines': { value: 'N', says: 'lines ({maxLines})' },
      'max-bytes': { value: 'N', says: 'bytes of UTF-8 ({maxBytes})' },
      'max-tokens': { value: 'N', says: 'tokens, estimated unless there is a --tokenizer' },
      tokenizer: {
        value: 'NAME',
        says: 'count as this OpenAI model or encoding does (gpt-5, o200k_base); needs gpt-tokenizer',
      },
      'max-line-length': { value: 'N', says: 'characters of one line' },
      'max-serialized-bytes': { value: 'N', says: 'bytes of the text as a JSON string' },
    },
  },
  {
    title: 'what is kept',
    options: {
      keep: {
        value: 'head|tail|ends',
        says: 'the beginning, the end, or both ({keep})',
        completes: ['head', 'tail', 'ends'],
      },
      for: {
        value: 'read|query|log|run',
        says: 'what the output is for: the text of files, an answer, lines of a service, or the report of a job; pith run judges it by the command',
        completes: ['read', 'query', 'log', 'run', 'unknown'],
      },
      query: {
        value: 'WORDS',
        says: 'what you want to know: of an output that is cut, lines that hold these words are kept too',
      },
      kind: {
        value: 'NAME',
        says: 'cut the output as this kind; without --kind, pith recognises the kind; lines turns kinds off; the others are {kinds}',
        completes: ['lines', '{kinds}'],
      },
      'no-fold': { says: 'do not render terminal output, and do not fold repeated lines' },
      error: {
        value: 'RE',
        says: 'also treat lines that match as error lines, ignoring case; may be repeated',
        repeats: true,
      },
    },
  },
  {
    title: "a tool's output",
    options: {
      tool: { value: 'NAME', says: 'cut it as the output of {tools}', completes: ['{tools}'] },
      profile: { value: 'NAME', says: 'show it as {profiles} would', completes: ['{profiles}'] },
      limit: { value: 'N', says: '{limits}' },
      pattern: { value: 'TEXT', says: 'grep: the text around which a long line is clipped' },
      offset: { value: 'N', says: 'read: the line at which the page begins; counts from 1' },
      column: {
        value: 'N',
        says: 'read: the character of that line at which the page begins; counts from 1',
      },
      'no-totals': { says: 'read: read no further than the page; the number of lines stays unknown' },
    },
  },
  {
    title: 'others',
    options: {
      raw: {
        says: 'on a terminal, print control characters and invisible characters as they are, not as ^[ or <U+202E>',
      },
      json: {
        says: 'print the whole result as one line of JSON, or one line for each entry of a list; no limit is "Infinity"',
      },
      artifacts: { value: 'DIR', says: 'where full outputs are kept', completes: 'folder' },
      'no-artifact': { says: 'keep no full output' },
      redact: {
        says: 'hide secrets of well-known forms in output, files, standard input and artifacts (not with show --bytes)',
      },
      yes: { says: 'install, uninstall: write without asking', short: 'y' },
      user: {
        says: 'install, uninstall: your own settings; default for install, and for uninstall together with --project',
      },
      project: { says: 'install, uninstall: the settings of the project in the working directory' },
      'print-config': {
        says: 'print every setting with its value and source. Options come first, then the environment (PITH_MAX_LINES, …), then the nearest pith.config.json from the working directory upwards, then ~/.config/pith/pith.config.json',
      },
      help: { says: 'print this; after a command, print its options', short: 'h' },
      version: { says: 'print the version', short: 'V' },
    },
  },
]

const shared: OptionRows = Object.assign({}, ...optionGroups.map(({ options }) => options))

/** True for an option that only one command has, or that means something else there than elsewhere. */
export const isOwn = (name: string, row: OptionRow): boolean => shared[name] !== row

const LIMITS = Object.keys(optionGroups[0].options).join(' ')
const OUTPUT = 'artifacts no-artifact json raw help'
const KEPT = `${LIMITS} no-fold error`

/** Lists of shared options, by their names. */
export const optionLists = {
  limits: LIMITS,
  /** How a list of files is limited and printed. */
  list: `${LIMITS} redact ${OUTPUT}`,
  page: 'offset limit column no-totals',
  /** What every result takes that has a beginning and an end. */
  result: `keep for query ${KEPT} ${OUTPUT} kind`,
  /** The same where each call of a tool has its own question, and a client reads the result. */
  call: `keep for ${KEPT} artifacts no-artifact help kind redact`,
} as const

/** Shared options by their names, and those of one command alone. */
export const optionRows = (names: string, own: OptionRows = {}): OptionRows => ({
  ...Object.fromEntries(names.split(' ').map((name) => [name, shared[name]])),
  ...own,
})
