import type { CommandStatus, Source, Surface } from '../../options.ts'
import type { UnitName } from '../../truncation.ts'
import {
  type CalledGap,
  type CalledLines,
  callForGap,
  callForUnits,
  canShow,
  formatRange,
  isArtifact,
  isNamedBriefly,
  nameOf,
  orSearch,
  type Reader,
  writeShow,
} from './calls.ts'

// Writes every sentence that a model reads. calls.ts writes the calls in them, parse.ts reads them back, seal.ts signs
// them, and wording.ts says how wide they can be.

/** Where a page begins: a line and a column in code points, both 1-indexed. */
export interface PageBeginning {
  line: number
  column?: number
}

/** Bytes that were not kept, the end exclusive, and the lines that they are in. */
export interface MissingLines extends CalledLines {
  startByte: number
  endByte: number
}

export interface NoticeFacts extends Shown {
  source: Source | undefined
  reader: Reader
  status: CommandStatus | undefined
  /** The gap that the call of the notice shows. Undefined when nothing is shown of the input. */
  example: CalledGap | undefined
  /** How many errors are left out. 0 by default. */
  errors?: number
  /** Units that show that gap, if they have a name. */
  units?: UnitName | undefined
  /** Where the next page begins, if everything before it is shown. */
  next: PageBeginning | undefined
  /** A sentence on what the input is, if it is not text in UTF-8. */
  note?: string | undefined
}

export interface HowMuch {
  /** The lines that are shown, whole or in part, in order. Neighbours are merged. */
  ranges: readonly CalledLines[]
  totalLines: number
}

/** How much of an input is shown. */
export interface Shown extends HowMuch {
  /** False when the last line is shown and the input ends without LF. */
  terminated: boolean
}

export interface GapFacts extends CalledLines {
  /** The bytes left out, as `formatSize` writes them. */
  size: string
  errors: number
  /** True if there may be more errors in the gap. */
  isLeast?: boolean
}

/** Bytes for people, rounded down: one decimal from 1 KB to 10 KB, 1 MB to 10 MB, … 1 KB is 1024 bytes. */
export const formatBytes = (bytes: number): string => `${scaled(bytes, ' ')}B`

/** The same in a marker: `480B`, `9.9K`, `412K`. */
export const formatSize = (bytes: number): string => scaled(bytes, '') + (bytes < 1024 ? 'B' : '')

function scaled(bytes: number, space: string): string {
  if (bytes < 1024) return bytes + space
  const power = bytes < 1024 ** 2 ? 1 : bytes < 1024 ** 3 ? 2 : 3
  const tenths = Math.floor((bytes * 10) / 1024 ** power)
  return (tenths < 100 ? (tenths / 10).toFixed(1) : Math.floor(tenths / 10)) + space + 'KMG'[power - 1]
}

/** The marker line for a gap of whole lines, without its LF. */
export const writeMarker = (gap: GapFacts): string =>
  markerWith(gap, gap.errors > 0 ? `, ${errorsOf(gap)}` : '')

const errorsOf = ({ errors, isLeast }: GapFacts): string =>
  isLeast ? `${errors}+ errors` : countOf(errors, 'errors')

/** A marker that counts units: `{ files: 38, hunks: 412 }`. */
export function writeUnitMarker(
  gap: Omit<GapFacts, 'errors'>,
  units: Readonly<Record<string, number>>,
): string {
  const counts = Object.entries(units).filter(([, count]) => count > 0)
  const told = counts.map(([name, count]) => `, ${countOf(count, name)}`).join('')
  return markerWith(gap, told)
}

const markerWith = (gap: Omit<GapFacts, 'errors'>, told: string): string =>
  `[...${formatRange(gap)}: ${gap.size}${told}]`

/** A fold mark that does not say which lines its own are like. `core/clean/hidden-lines.ts` writes one that does. */
export const writeBareFoldMark = (hidden: string): string => `[...${hidden}]`

/** A count and what is counted, whose name is given in the plural: `1 file`, `2 files`. */
export const countOf = (count: number, name: string): string =>
  `${count} ${count === 1 ? name.replace(/ies$/, 'y').replace(/(?<=ch|sh|x)es$|s$/, '') : name}`

/** The mark for a clip inside a line: how many code points it stands for. */
export const writeClip = (codePoints: number): string => ` [...+${codePoints}]`

/** How a command failed or was interrupted. Undefined for a command that did neither. */
export function statusSentence(status: CommandStatus | undefined): string | undefined {
  const end = endSentence(status)
  if (status?.interruptedBy === undefined) return end
  return `Interrupted by ${status.interruptedBy}. ${end ?? 'Exit code 0.'}`
}

function endSentence(status: CommandStatus | undefined): string | undefined {
  if (status?.timedOutAfterSeconds !== undefined) return `Timed out after ${status.timedOutAfterSeconds} s.`
  if (status?.signal !== undefined) return `Killed by ${status.signal}.`
  if (status?.exitCode !== undefined && status.exitCode !== 0) return `Exit code ${status.exitCode}.`
  return undefined
}

/** Where the rest can be read if it cannot. */
export const NOT_KEPT = 'Not kept.'

/** Where the rest can be read. */
function wayToRest({ source, reader, example, errors = 0, units, next }: NoticeFacts): string {
  if (!source) return NOT_KEPT
  if (next && !isArtifact(source)) return writeContinue(next, reader.call)
  const call = callForUnits(source, reader, units) ?? (example && callForGap(source, reader, example))
  return call === undefined ? writeSource(source, reader) : MORE + call + orSearch(source, reader, errors)
}

/** Where the full output can be read. */
export function writeSource(source: Source, reader: Reader): string {
  const name = nameOf(source, reader)
  if (name === undefined) return 'The full output has a path that cannot be shown here.'
  if (!isArtifact(source) || !source.kept) return `Full output: ${name}`
  const { headBytes, tailBytes } = source.kept
  return `First ${formatBytes(headBytes)} and last ${formatBytes(tailBytes)} kept: ${name}`
}

/** The notice: the last line of a result, without a MAC. */
export function writeNotice(facts: NoticeFacts): string {
  const { status, ranges, note, source, terminated } = facts
  const way = wayToRest(facts)
  // Markers name every line that is left out, so the notice need not say how many there are.
  const isTold = ranges.length !== 1 && way.startsWith(MORE)
  return writeSentences([
    statusSentence(status),
    isTold ? undefined : `${howMuch(facts)}.`,
    source || terminated ? undefined : NO_NEWLINE,
    note,
    way,
  ])
}

/** The last line of a text that shows all lines but the folded ones. */
export const writeFolded = (
  source: Source | undefined,
  reader: Reader,
  status: CommandStatus | undefined,
  note: string | undefined,
): string => writeSentences([statusSentence(status), note, source && writeSource(source, reader)])

/** What a follower of an output has seen. */
export interface FollowedFacts {
  id: string
  artifact: string
  why: 'matched' | 'late' | 'ended' | 'lost' | 'running'
  ended?: string
  mark: number
  /** True if a line was waited for. */
  isWait: boolean
}

/** The last line of what is new of an output: how its command has ended, or the call for what comes later. */
export function writeFollowed(facts: FollowedFacts, reader: Reader): string {
  const { id, artifact, why, ended = 'The command has ended.', mark, isWait } = facts
  const match = why === 'matched' ? 'A line has matched.' : isWait ? 'No line has matched.' : undefined
  if (why === 'lost')
    return writeSentences([match, 'What has kept this output is gone, and its rest is lost.'])
  if (why === 'ended') return writeSentences([match, ended, writeSource({ artifact }, reader)])
  const later = canShow(reader) ? writeShow(reader.surface, id, { since: `+${mark}` }) : `+${mark}`
  return writeSentences([match ?? 'It goes on.', `What is new later: ${later}`])
}

/** The line that names an output which is still being written. */
export const writeSoFar = (id: string, reader: Reader): string =>
  `[So far: ${nameOf({ artifact: id }, reader)}]`

/** What is told of a command that takes long. */
export const writeGoesOn = (surface: Surface, id: string): string =>
  `The command goes on: ${writeShow(surface, id, { follow: true })}`

const writeSentences = (sentences: readonly (string | undefined)[]): string =>
  `[${sentences.filter((s) => s !== undefined).join(' ')}]`

/** How much is shown: a single range of lines, or the number of lines, because markers lead to more ranges. */
function howMuch({ ranges, totalLines }: HowMuch): string {
  const [range] = ranges
  const isOnly = ranges.length === 1 && linesIn(ranges) < totalLines
  return isOnly ? writeLines(range, totalLines) : howMany({ ranges, totalLines })
}

/** How many lines are shown: some, or all of them, but not whole. */
function howMany({ ranges, totalLines }: HowMuch): string {
  const count = linesIn(ranges)
  if (count < totalLines) return `${count} of ${totalLines} lines`
  return `${countOf(totalLines, 'lines')}, clipped`
}

const linesIn = (ranges: readonly CalledLines[]): number =>
  ranges.reduce((sum, { firstLine, lastLine }) => sum + lastLine - firstLine + 1, 0)

const writeLines = (range: CalledLines, totalLines: number | undefined): string => {
  const lines = range.firstLine === range.lastLine ? 'Line' : 'Lines'
  return `${lines} ${formatRange(range)}${totalLines === undefined ? '' : ` of ${totalLines}`}`
}

const MORE = 'More: '

const NO_NEWLINE = 'No newline at end.'

/** Where the next page begins: the whole call for it, or the parameters of a tool. */
function writeContinue({ line, column }: PageBeginning, call: string | undefined): string {
  if (call === undefined)
    return `Use offset=${line}${column === undefined ? '' : ` column=${column}`} to continue.`
  return `Next: ${call} --offset ${line}${column === undefined ? '' : ` --column ${column}`}`
}

/** What the notice of a page says. */
export interface PageNotice {
  /** Empty when not one character fits the page. */
  ranges: readonly CalledLines[]
  /** Undefined when the input was not read to its end. */
  totalLines: number | undefined
  terminated: boolean
  next: PageBeginning | undefined
  /** A sentence on how the input was read. */
  note: string | undefined
  /** The call of the page, without the place where it begins. */
  call?: string | undefined
}

/** The notice of a page of a file: what is shown, of how much, and the call for the next page. */
export const writePageNotice = ({ ranges, totalLines, terminated, next, note, call }: PageNotice): string =>
  writeSentences([
    `${writePageLines(ranges, totalLines)}.`,
    terminated ? undefined : NO_NEWLINE,
    note,
    next && writeContinue(next, call),
  ])

/** The lines of a page when there is little room. */
export const writeShortPageNotice = (ranges: readonly CalledLines[], totalLines: number): string =>
  `[${writePageLines(ranges, totalLines)}]`

function writePageLines([range]: readonly CalledLines[], totalLines: number | undefined): string {
  if (range) return writeLines(range, totalLines)
  return totalLines === undefined ? 'No lines' : `0 of ${totalLines} lines`
}

/** A part of an artifact that is shown page by page. */
export interface ArtifactPart {
  artifact: string
  unit: 'lines' | 'bytes'
  /** The first line or byte that was asked for. */
  first: number
  /** The last line, or the end of the bytes, exclusive. */
  last: number
  /** Lines or bytes of the artifact. */
  total: number
  /** The lines or bytes of the part that were not kept, the end exclusive. */
  lost?: { start: number; end: number }
  /** True if the call for the next page has to hide secrets too. */
  isRedacted: boolean
  /** True if the call for the next page has to show bytes too, not what a terminal shows of them. */
  isRaw?: boolean
}

/** What the notice of a page of an artifact says. */
export interface PartNotice {
  part: ArtifactPart
  /** The lines that are shown. */
  ranges: readonly CalledLines[]
  /** Where the shown bytes of a part in bytes end. */
  endByte: number
  terminated: boolean
  resume: string | undefined
  note: string | undefined
}

/** The notice of a page of an artifact: what is shown, of how much, and the call for the next page. */
export function writePartNotice({ part, ranges, endByte, terminated, resume, note }: PartNotice): string {
  const { unit, first, total } = part
  const shown = unit === 'lines' ? writePageLines(ranges, total) : `Bytes ${first}-${endByte} of ${total}`
  return writeSentences([`${shown}.`, terminated ? undefined : NO_NEWLINE, note, resume && `Next: ${resume}`])
}

/** The call for the rest of a part, from `next` on. Undefined if there is none. */
export function resumePart(part: ArtifactPart, next: PageBeginning, surface: Surface): string | undefined {
  const { artifact, unit, last, lost, isRedacted, isRaw = false } = part
  const isLost = lost && next.line >= lost.start && next.line < lost.end
  const from = isLost ? lost.end : next.line
  if (unit === 'lines' ? from > last : from >= last) return undefined
  return writeShow(surface, artifact, {
    [unit]: unit === 'lines' ? formatRange({ firstLine: from, lastLine: last }) : `${from}-${last}`,
    ...(next.column !== undefined && !isLost && { column: next.column }),
    ...(isRedacted && { redact: true }),
    ...(isRaw && { raw: true }),
  })
}

/** Says which part of an output was not kept, for the notice of its page. */
export const writeLost = ({ firstLine, lastLine, startByte, endByte }: MissingLines): string =>
  `Bytes ${startByte}-${endByte} (lines ${firstLine}-${lastLine}) were not kept.`

/** Replaces the content of a binary file. */
export const writeNotText = (kind: string, bytes: number): string =>
  `[${kind}, ${formatBytes(bytes)}, not shown.]`

/** How a file or an output was decoded. */
export const writeEncoding = (encoding: string): string => `Decoded from ${encoding}.`

/** Says what an output is, when nothing of it is shown. */
export const writeContent = (content: string, bytes: number): string => `${content}, ${formatBytes(bytes)}.`

/** Says which lines of an output are not shown because they are not text. */
export const writeBinaryLines = (firstLine: number, lastLine: number): string =>
  firstLine === lastLine
    ? `Line ${firstLine} holds binary data.`
    : `Lines ${firstLine}-${lastLine} hold binary data.`

/** What an input is, if it is not text in UTF-8. */
export interface OtherThanText {
  decodedFrom?: string | undefined
  notText?: CalledLines
  /** What of pith failed, as `Failure.what`. */
  failed?: string | undefined
}

/** What the notice says of an input that is not text in UTF-8, and of what failed. */
export function contentSentence({ decodedFrom, notText, failed }: OtherThanText): string | undefined {
  const content = notText
    ? writeBinaryLines(notText.firstLine, notText.lastLine)
    : decodedFrom && writeEncoding(decodedFrom)
  if (failed === undefined) return content
  return content === undefined ? writeFailure(failed) : `${writeFailure(failed)} ${content}`
}

/** Says which part of pith failed, and what was done instead. */
export function writeFailure(what: string): string {
  if (what === 'redaction') return 'Not shown: redaction failed.'
  const failed = `${what.slice(0, 1).toUpperCase()}${what.slice(1)} failed.`
  return `${failed} ${insteadOf[what] ?? 'Shown as lines.'}`
}

const insteadOf: Readonly<Record<string, string>> = {
  folding: 'Shown unfolded.',
  judging: 'Both ends shown.',
  cutting: 'First and last bytes shown.',
  listing: 'First bytes shown.',
  'short path': 'Nothing is lost.',
  scanning: 'Nothing is lost.',
}

/**
 * The last line of a text that pith made with almost nothing of itself. The fullest comes first. `way` says where the
 * full output can be read.
 */
export function writeFailures(
  what: string,
  status: CommandStatus | undefined,
  way: string | undefined,
): string[] {
  const told = [statusSentence(status), writeFailure(what)]
  const brief = writeSentences(told)
  return way === undefined ? [brief] : [writeSentences([...told, way]), brief]
}

/** Says that a file changed while it was read, for the notice of its page. */
export const writeChanged = (changed: 'grew' | 'shrank'): string => `The file ${changed} while it was read.`

/** Says that more was found than a tool lists. */
export function writeLimitReached(limit: number, what: string, canRefine: boolean, reader: Reader): string {
  const refine = canRefine ? ', or refine pattern' : ''
  return `${limit} ${what} limit reached. Use ${twice(limit, reader)} for more${refine}`
}

/** The next limit of a list: an option of a command, else a parameter of a tool. */
const twice = (limit: number, { isCommandLine }: Reader): string =>
  isCommandLine ? `--limit ${2 * limit}` : `limit=${2 * limit}`

/** A limit of the whole text. */
export function writeBudget(kind: 'lines' | 'bytes' | 'tokens', limit: number): string {
  return kind === 'bytes' ? formatBytes(limit) : `${limit} ${kind}`
}

/** Says that the budget ended a list before the tool's own limit did. `budget` comes from `writeBudget`. */
export const writeBudgetReached = (budget: string, shown: number, total: number, what: string): string =>
  `${budget} limit reached (${shown} of ${total} ${what} shown)`

/** Says that lines of a list were clipped. */
export const writeLinesClipped = (maxLineLength: number): string =>
  `Some lines clipped to ${maxLineLength} chars. Read the file to see them whole`

/** The heading above one stream of a command: its standard output or its standard error. */
export const writeStream = (name: string): string => `[${name}]`

/** How many matches of a search are shown, and of how many files. */
export const writeMatchesShown = (
  shown: number,
  total: number,
  { files, filesShown }: { files: number; filesShown: number },
): string => `${shown} of ${total} matches in ${filesShown} of ${files} files`

/** How to see more of a list than its limit. */
export const writeMore = (limit: number, reader: Reader): string =>
  `Use ${twice(limit, reader)} for more, or refine pattern`

/** Says that a limit of the text ended a list. `budget` comes from `writeBudget`. */
export const writeBudgetEnded = (budget: string): string => `${budget} limit reached`

/** Says that a command printed the same as in its last run. */
export const writeSameAsBefore = (lines: number): string =>
  `The same ${countOf(lines, 'lines')} as in the last run.`

/** Says how many lines changed since the last run of a command. */
export const writeChangesSince = (added: number, removed: number, lines: number): string =>
  `Changes since the last run: +${added} -${removed} of ${countOf(lines, 'lines')}.`

/** Says that nothing was found. */
export const writeNone = (what: string): string => `No ${what}`

/** Says that a tool could not look everywhere. */
export const writeUnread = (paths: number): string => `${countOf(paths, 'paths')} could not be read`

/** How much of a list is shown, when there is little room. */
export const writeShown = (shown: number, total: number): string => `${shown} of ${total} shown`

/** The notice of a list, which is its last line. */
export const writeListNotice = (sentences: readonly string[]): string => `[${sentences.join('. ')}]`

/** The notice when there is little room: the name of the artifact, else how much is shown. */
export function writeBriefNotice({
  ranges,
  totalLines,
  source,
  reader,
  status,
}: Omit<NoticeFacts, 'terminated' | 'example' | 'errors' | 'next'>): string {
  const name = isNamedBriefly(source, reader) ? nameOf(source, reader) : undefined
  const words = [statusSentence(status), name ?? howMany({ ranges, totalLines })]
  return writeSentences(words)
}

/** How a command failed, as a line of its own. Undefined for a command that did not fail. */
export function writeStatus(status: CommandStatus | undefined): string | undefined {
  const sentence = statusSentence(status)
  return sentence && `[${sentence}]`
}

/** The end of a text in structured data that was cut. `call` shows all of the data. */
export const writeCutData = (call: string | undefined): string =>
  call === undefined ? '[...]' : `[Full output: ${call}]`

/** The description of a link to a full output. */
export const LINK_DESCRIPTION = 'The full output of this call. Add ?lines=A-B to the URI to read a part.'

/** Tells of an error in a part of a value that is left out. The line is one of the full output. */
export const errorSentence = (line: number, message: string): string => `… line ${line}: ${message}`
