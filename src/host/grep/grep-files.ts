import { ofCaller } from '../../check/failure.ts'
import { literalPattern } from '../../check/literal-pattern.ts'
import { names } from '../../check/names.ts'
import { oneOf, wholeNumber, wholeOrInfinity } from '../../check/values.ts'
import { checkSignal } from '../../core/fit/abort.ts'
import { isSecretRedactor } from '../../core/redaction.ts'
import { invalidOption, PithError } from '../../errors.ts'
import type { AsyncTruncateOptions, TruncateOptions } from '../../options.ts'
import type { Redactor } from '../../redact/redactor.ts'
import { resolveSettings, type Settings } from '../../settings.ts'
import { listLines } from '../../tools/entries.ts'
import { FIND_LIMIT } from '../../tools/find.ts'
import { GREP_LIMIT, GREP_LINE_LENGTH } from '../../tools/grep.ts'
import { searchList } from '../../tools/grep-search.ts'
import type { PreparedList } from '../../tools/listing.ts'
import type { ToolOutput } from '../../tools/output.ts'
import { safeName } from '../../tools/text.ts'
import { type KeepOptions, type KeptOutput, keepNames } from '../kept-output.ts'
import { createLineFinder } from '../line-finders.ts'
import { type KeptDetails, keptList } from '../list/kept-list.ts'
import type { ShowName } from '../walk/hidden-names.ts'
import { type FilesOptions, filesNames, strings, walkOptionsOf } from '../walk/walk-options.ts'
import { Matches, MOST_MATCHES } from './matches.ts'
import { type FileSearch, type Finding, type Printed, type SearchSink, searchFiles } from './search-files.ts'

const printedForms = ['matches', 'files', 'counts'] as const
const MOST_CONTEXT = 50

export interface GrepFilesOptions extends AsyncTruncateOptions, FilesOptions, KeepOptions {
  /** Types of files such as `ts` or `python`. */
  types?: readonly string[]
  /** True makes no difference between upper and lower case. */
  ignoreCase?: boolean
  /** True: the pattern stands for itself. */
  literal?: boolean
  /** Lines before and after each match, 0 to 50. Default: 0. */
  before?: number
  after?: number
  /** What is shown: lines, names of files, or how many lines of each file match. Default: `'matches'`. */
  print?: Printed
  /** Most matches shown, 1 to 100,000; without `print: 'matches'` most files. Default: 100, or 1000 files. */
  limit?: number
  /** Hides secrets before the search. */
  redact?: Redactor
}

const grepFilesNames = {
  ...filesNames,
  ...names<GrepFilesOptions, TruncateOptions & FilesOptions & KeepOptions>()(
    'types ignoreCase literal before after print limit redact',
  ),
  ...keepNames,
}

export interface GrepFilesDetails extends KeptDetails {
  /** Number of all matches, or of all files, and of those shown. */
  total: number
  shown: number
  /** Number of files with a match, and of files with a shown match. Only for `print: 'matches'`. */
  files?: number
  filesShown?: number
  /** The limit, if there is more. */
  limitReached?: number
  /** Number of shown lines that were clipped. Absent if none was. */
  linesClipped?: number
}

/**
 * Searches files for a pattern.
 *
 * The pattern is one of the linear subset, as in `search`: a lookahead, a lazy quantifier or a back-reference is refused.
 * `.gitignore` is respected as ripgrep does it, hidden files and binary files are left out, and every file gets its first
 * match before any file gets a second one. All matches are counted. A line of the full output has at most 32 KiB around
 * its match.
 *
 * @throws {PithError} `PITH_INVALID_PATTERN`, `PITH_INVALID_OPTION`, `PITH_FILE_FAILED` for a path that is not there,
 *   `PITH_NOT_A_REGULAR_FILE`, `PITH_ABORTED`
 * @example
 * const { details } = await grepFiles('"name": "pith"', { paths: ['package.json'], store: false })
 * details.total // 1
 */
export async function grepFiles(
  pattern: string | RegExp,
  options: GrepFilesOptions = {},
): Promise<ToolOutput<GrepFilesDetails>> {
  const given = checked(pattern, options)
  const { search, settings, limit } = given
  return keptList({ tool: 'grep', options, settings, limit }, async (output, failures, show) => {
    const listing = (search.printed === 'matches' ? listMatches : listFiles)(output, show, given)
    const take = (finding: Finding) => listing.take(finding)
    await searchFiles(search, { take, onFailure: (failure) => failures.add(failure) })
    return listing.list(failures.total)
  })
}

interface Checked {
  search: FileSearch
  settings: Settings
  limit: number
}

function checked(pattern: string | RegExp, options: GrepFilesOptions): Checked {
  const settings = resolveSettings({ ...options }, grepFilesNames)
  const { types, redact, signal, maxLineLength = GREP_LINE_LENGTH } = options
  const { paths, walk } = walkOptionsOf(options, strings('types', types, []))
  const printed = oneOf('print', options.print, printedForms, 'matches')
  const isOfLines = printed === 'matches'
  const limit = wholeOrInfinity('limit', options.limit, isOfLines ? GREP_LIMIT : FIND_LIMIT, 1)
  const context = (name: 'before' | 'after') =>
    isOfLines ? wholeNumber(name, options[name], 0, 0, MOST_CONTEXT) : 0
  if (redact !== undefined && typeof redact !== 'function')
    throw invalidOption('redact', 'a function', redact)
  checkSignal(signal)
  return {
    settings: { ...settings, maxLineLength },
    limit: Math.min(limit, MOST_MATCHES),
    search: {
      ...{ expression: expressionOf(pattern, options), paths, walk, printed, signal },
      ...{ before: context('before'), after: context('after') },
      redact: redact && redactorOf(redact),
    },
  }
}

/** A redactor whose errors are those of the caller, if it is the caller's. */
const redactorOf = (redact: Redactor): Redactor =>
  isSecretRedactor(redact) ? redact : Object.assign(ofCaller(redact), redact.state && { state: redact.state })

/** The pattern as an expression of the linear subset. */
function expressionOf(pattern: unknown, { ignoreCase, literal }: GrepFilesOptions): RegExp {
  const isExpression = pattern instanceof RegExp
  if (!isExpression && typeof pattern !== 'string')
    throw invalidOption('pattern', 'a string or a RegExp', pattern)
  const source = isExpression ? pattern.source : pattern
  const text = literal ? literalPattern(source) : source
  // Models often write a flag of other engines at the beginning.
  const [flag = ''] = /^\(\?i\)/.exec(text) ?? []
  const isFolded = ignoreCase === true || flag !== '' || (isExpression && pattern.ignoreCase)
  return asExpression(text.slice(flag.length), isFolded ? 'i' : '')
}

function asExpression(source: string, flags: string): RegExp {
  try {
    const expression = new RegExp(source, flags)
    createLineFinder(expression)
    return expression
  } catch (error) {
    if (error instanceof PithError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new PithError('PITH_INVALID_PATTERN', `Expected a regular expression. ${reason}.`)
  }
}

type Details = Omit<GrepFilesDetails, keyof KeptDetails>

/** Collects what a search finds. `list` makes the list, which tells how many paths could not be read. */
interface Listing extends Pick<SearchSink, 'take'> {
  list(unread: number): PreparedList<Details>
}

type MakeListing = (output: KeptOutput, show: ShowName, given: Checked) => Listing

const listMatches: MakeListing = (output, show, { settings, limit, search }) => {
  const hasContext = search.before + search.after > 0
  const matches = new Matches(output, { limit, maxLineLength: settings.maxLineLength, hasContext })
  let last: string | undefined
  return {
    take(finding) {
      if (!('found' in finding)) return undefined
      if (finding.path !== last) matches.beginFile(show(finding.path))
      last = finding.path
      return matches.add(finding.found)
    },
    list(unread) {
      const totals = { matches: matches.total, files: matches.files }
      return searchList({ rows: matches.rows(), totals, limit, unread }, settings)
    },
  }
}

const listFiles: MakeListing = (output, show, { settings, limit, search }) => {
  const lines: string[] = []
  let total = 0
  return {
    take(finding) {
      if (!('count' in finding)) return undefined
      const { path, count } = finding
      const line = `${safeName(show(path))}${search.printed === 'counts' ? `:${count}` : ''}\n`
      total++
      if (lines.length < limit) lines.push(line)
      return output.write(line)
    },
    list: (unread) =>
      listLines({ lines, total, unread }, limit, { what: 'files', canRefine: true }, settings),
  }
}
