import type { Kind, Outline } from '../../kinds/kind.ts'
import type { CommandStatus } from '../../options.ts'
import type { Settings } from '../../settings.ts'
import type { Facts, Structured, ValuedLine } from '../hold/facts.ts'
import type { FoundError } from '../hold/found.ts'
import { asLog } from '../hold/log-text.ts'
import { asFindings } from './verdict.ts'

// An input of a known kind is data, unless its command failed. It is cut by its units, as it is in the input.

/**
 * The facts of an output that answers a question: its errors count only if the command failed. The words of an answer
 * are data.
 */
function asAnswer(given: Facts, { errors }: Settings): Facts {
  if (!errors?.onlyIfFailed || !isAnswer(given)) return given
  const silent = <Counted extends { errors: number }>(counted: Counted): Counted => ({
    ...counted,
    errors: 0,
  })
  return {
    ...given,
    ...NO_ERRORS,
    errorMatches: [],
    values: () => given.values().flatMap(asQueried),
    regions: given.regions.map(({ lineStart, lineEnd, ...region }) => ({
      ...silent(region),
      ...(lineStart && { lineStart: silent(lineStart) }),
      ...(lineEnd && { lineEnd: silent(lineEnd) }),
      matches: [],
    })),
    ...(given.anchors && { anchors: given.anchors.map(silent) }),
  }
}

/** A line that answers a query, without what it is worth as an error. Nothing for any other line. */
export const asQueried = (line: ValuedLine): ValuedLine[] =>
  line.queryValue ? [{ ...line, value: 0, isError: false }] : []

/** The facts of an output with the errors that are told of: none of an answer, and findings where nothing failed. */
export const asTold = (given: Facts, settings: Settings): Facts =>
  asFindings(asAnswer(given, settings), settings)

/** An error of a lower value is weak: a log whose best line has one is quiet. */
export const STRONG_VALUE = 13

/** The share of the top of a page. People and agents also look at the end of a file. */
const PAGE_SHARE = 2 / 3

/** The settings for what turned out to be a log, and for a read, which shows most of its top unless its command failed. */
export function settingsFor(facts: Facts, settings: Settings): Settings {
  if (facts.isLog) return asLog(settings)
  return settings.isPage && isAnswer(facts) ? { ...settings, headRatio: PAGE_SHARE } : settings
}

/** True unless the command is known to have failed. */
export const isAnswer = ({ status }: Pick<Facts, 'status'>): boolean => !status || succeeded({}, status)

/** True when the status says that the command did what it should. */
const succeeded = (
  { exitCodes = [] }: Pick<Kind, 'exitCodes'>,
  { exitCode, signal, timedOutAfterSeconds, isAnswer }: CommandStatus,
): boolean =>
  signal === undefined &&
  timedOutAfterSeconds === undefined &&
  (exitCode === undefined || exitCode === 0 || isAnswer === true || exitCodes.includes(exitCode))

/** True for a kind that is cut as lines, because of what it is for: a page, or an answer that fills the limits. */
export const isLines = ({ isPage, isOpaque }: Kind, settings: Settings): boolean =>
  (settings.isPage && isPage) || (wasAskedFor(settings) && isOpaque) || false

/** True for an output that is known to be no run: somebody asked for all of it. */
const wasAskedFor = ({ purpose }: Settings): boolean => purpose !== undefined && purpose !== 'run'

/** Longer lines, in bytes, say more by their units. */
const MOST_LINE_BYTES = 2048

/** True for the units of an answer, of which lines may show more. Those of a tree make a whole of its own. */
export const mayShowLess = (
  { units, structured, totalBytes, totalLines }: Facts,
  settings: Settings,
): boolean =>
  wasAskedFor(settings) &&
  units?.outline !== undefined &&
  !structured?.kind.isTree &&
  totalBytes <= MOST_LINE_BYTES * totalLines

/**
 * The facts of an input whose units are shown. Undefined for one that is read as lines: its command failed, it is not
 * valid UTF-8, or it has escape sequences, which no unit may leave open.
 */
export function asUnits(given: Facts, outline: Outline | undefined): Facts | undefined {
  const { structured, status, mayBeMalformed } = given
  if (!structured || mayBeMalformed || structured.hasEscapes) return undefined
  const isData = status && succeeded(structured.kind, status)
  const { kind } = structured
  if (kind.isNoise && !isData) return undefined
  if (status && !isData && !tellsFailures(structured, given.totalErrors)) return undefined
  const units = { kind: kind.name, outline, colourBytes: structured.colourBytes, leads: [] }
  // Of data, no word is an error. Without a status, errors are still counted.
  const answers = () => structured.answers()
  const facts = { ...given, units, answers, ...(isData && NO_ERRORS) }
  if (!outline) return facts
  const placed = inInput(facts)
  return kind.showsLeads ? { ...placed, units: { ...units, leads: leadsIn(placed) } } : placed
}

/** Where the two strongest statements are, as in a log. */
const leadsIn = ({ statements = [] }: Facts): number[] =>
  statements.slice(0, 2).map(({ startByte }) => startByte)

/** True when the units of a failed command's output show its failures, or it has none. */
const tellsFailures = (structured: Structured, totalErrors: number): boolean => {
  const { tellsFailures, isClosed } = structured.kind
  if (tellsFailures || !isClosed) return tellsFailures === true
  return totalErrors === 0 || structured.outline()?.tellsFailures === true
}

/** The facts of the input instead of those of its view. */
export function inInput({ view, folded: _, ...facts }: Facts): Facts {
  if (!view) return { ...facts, textBytes: facts.totalBytes }
  const { totalBytes, totalLines, terminated } = view.input
  return {
    ...facts,
    totalBytes,
    totalLines,
    terminated,
    textBytes: totalBytes,
    ...errorsInInput(facts),
  }
}

/** The errors of a view at their places in the input. Folding hides no line of it, so that a hidden one is like any other. */
export const errorsInInput = ({ errorLines, hiddenErrors = [], statements = [], totalErrors }: Facts) => ({
  errorLines: [...errorLines.map(placedInInput), ...hiddenErrors].sort((a, b) => a.startByte - b.startByte),
  hiddenErrors: [],
  statements: statements.map(placedInInput),
  totalErrors,
})

const NO_ERRORS = { errorLines: [], hiddenErrors: [], statements: [], totalErrors: 0 }

/** An error at its place in the input. */
const placedInInput = <Found extends FoundError>({ input, ...found }: Found): Found =>
  ({ ...found, ...input }) as Found

/** The facts of an input that is read as lines after all. Says so when it began as another kind. */
export function readAsLines(given: Facts, { maxBytes }: Settings): Facts {
  if (!given.structured) return given
  const { structured, ...facts } = given
  const isTried =
    !structured.kind.fallsBackQuietly &&
    (facts.view?.input ?? facts).totalBytes > maxBytes &&
    structured.outline() === undefined
  return isTried
    ? {
        ...facts,
        note: `The output begins like ${structured.kind.name} but ${whyNot(structured)}. It was cut as lines.`,
      }
    : facts
}

/** The levels are those of MOST_NESTED in kinds/tree.ts. */
const whyNot = ({ isTooDeep }: Structured): string =>
  isTooDeep ? 'is nested more than 10,000 levels deep' : 'is not'
