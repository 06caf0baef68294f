import { kindNames } from '../../kinds/index.ts'
import { defaults } from '../../settings.ts'
import { toolNames, toolRow } from '../../tools/tools.ts'
import { takersOf } from '../options/options.ts'
import { profiles } from '../options/profile-table.ts'
import { listed, type OptionGroup, type OptionWords } from './words.ts'

/** The tools that take an option: `read`, or `read, grep`. */
const takers = (option: string): string => takersOf(option).join(', ')

/** What --limit counts, with its default: `read: lines; grep: matches (100)`. */
const limits = takersOf('limit')
  .map((tool) => {
    const { items, limit = Infinity } = toolRow(tool)
    return `${tool}: ${items}${limit === Infinity ? '' : ` (${limit})`}`
  })
  .join('; ')

/** The groups of options that several commands share, in the order of the help. */
export const optionGroups: readonly OptionGroup[] = [
  {
    title: 'limits, markers and notice included (Infinity turns one off)',
    options: {
      'max-lines': { value: 'N', says: `lines (${defaults.maxLines})` },
      'max-bytes': { value: 'N', says: `bytes of UTF-8 (${defaults.maxBytes})` },
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
        says: `the beginning, the end, or both (${defaults.keep})`,
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
        says: `cut the output as this kind; without --kind, pith recognises the kind; lines turns kinds off; the others are ${kindNames.join(', ')}`,
        completes: ['lines', ...kindNames],
      },
      'no-fold': { says: 'do not render terminal output, and do not fold repeated lines' },
      error: {
        value: 'RE',
        says: 'also treat lines that match as error lines, ignoring case; may be repeated',
      },
    },
  },
  {
    title: "a tool's output",
    options: {
      tool: { value: 'NAME', says: `cut it as the output of ${listed(toolNames())}`, completes: toolNames() },
      profile: {
        value: 'NAME',
        says: `show it as ${listed(Object.keys(profiles))} would`,
        completes: Object.keys(profiles),
      },
      limit: { value: 'N', says: limits },
      pattern: { value: 'TEXT', says: `${takers('pattern')}: the text around which a long line is clipped` },
      offset: { value: 'N', says: `${takers('offset')}: the line at which the page begins; counts from 1` },
      column: {
        value: 'N',
        says: `${takers('column')}: the character of that line at which the page begins; counts from 1`,
      },
      'no-totals': {
        says: `${takers('no-totals')}: read no further than the page; the number of lines stays unknown`,
      },
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
      yes: { says: 'install, uninstall: write without asking' },
      user: {
        says: 'install, uninstall: your own settings; default for install, and for uninstall together with --project',
      },
      project: { says: 'install, uninstall: the settings of the project in the working directory' },
      'print-config': {
        says: 'print every setting with its value and source. Options come first, then the environment (PITH_MAX_LINES, PITH_BASH_MAX_LINES, …), then the nearest pith.config.json from the working directory upwards, then ~/.config/pith/pith.config.json',
      },
      help: { says: 'print this; after a command, print its options' },
      version: { says: 'print the version' },
    },
  },
]

const shared: Readonly<Record<string, OptionWords>> = Object.assign(
  {},
  ...optionGroups.map(({ options }) => options),
)

/** What an option means for every command that does not say otherwise. */
export const sharedWords = (name: string): OptionWords | undefined => shared[name]

/** The options of each profile: `pi`, `read: --offset, --limit; grep, find, ls: --limit`. */
export const profileRows = (): [name: string, says: string][] =>
  Object.entries(profiles).map(([name, { takes }]) => {
    const groups = new Map<string, string[]>()
    for (const tool of toolNames()) {
      const options = takes(tool)
        .map((option) => `--${option}`)
        .join(', ')
      if (options !== '') groups.set(options, [...(groups.get(options) ?? []), tool])
    }
    const isOfAll = (its: readonly string[]) => its.length === toolNames().length
    const words = [...groups].map(([options, its]) =>
      isOfAll(its) ? options : `${its.join(', ')}: ${options}`,
    )
    return [name, words.join('; ')]
  })
