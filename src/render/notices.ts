import type { CommandStatus, Source } from '../options.ts'
import { shellQuote } from './quote.ts'

// Writes every sentence that a model reads. parse.ts reads them back, seal.ts signs them, and wording.ts says how wide
// they can be.

/** Lines `first` to `last`, 1-indexed, inclusive. */
export interface LineRange {
  firstLine: number
  lastLine: number
}

/** Where a page begins: a line and a column in code points, both 1-indexed. */
export interface NextPage {
  line: number
  column?: number
}

/** Bytes that were not kept, the end exclusive, and the lines that they are in. */
export interface MissingRange extends LineRange {
  startByte: number
  endByte: number
}

export interface NoticeFacts {
  /** The lines that are shown, whole or in part, in order. Neighbours are merged. */
  ranges: readonly LineRange[]
  totalLines: number
  /** False when the last line is shown and the input ends without LF. */
  terminated: boolean
  source: Source | undefined
  /** The tools that the model can call. */
  tools: readonly string[]
  status: CommandStatus | undefined
  /** Where the next page begins, if everything before it is shown. */
  next: NextPage | undefined
  /** A sentence on what the input is, if it is not text in UTF-8. */
  note?: string | undefined
}

export interface GapFacts extends LineRange {
  /** The bytes left out, as `formatBytes` writes them. */
  size: string
  errors: number
  resume: string | undefined
}

/** Bytes for people: whole bytes under 1 KB, else one decimal. 1 KB is 1024 bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 ** 2) return `${(Math.floor((bytes * 10) / 1024) / 10).toFixed(1)} KB`
  if (bytes < 1024 ** 3) return `${(Math.floor((bytes * 10) / 1024 ** 2) / 10).toFixed(1)} MB`
  return `${(Math.floor((bytes * 10) / 1024 ** 3) / 10).toFixed(1)} GB`
}

const formatRange = ({ firstLine, lastLine }: LineRange): string =>
  firstLine === lastLine ? `${firstLine}` : `${firstLine}-${lastLine}`

const formatRanges = (ranges: readonly LineRange[]): string => ranges.map(formatRange).join(', ')

const showCommand = (id: string): string => `pith show ${id}`

/** The call that shows `count` lines. Undefined when no tool of the model can show them. */
export function resumeLines(
  source: Source | undefined,
  tools: readonly string[],
  { firstLine, lastLine }: LineRange,
  count = lastLine - firstLine + 1,
): string | undefined {
  if (!source) return undefined
  if ('path' in source) return namedPath(source.path) && `offset=${firstLine} limit=${count}`
  return tools.includes('pith') && !source.kept
    ? `${showCommand(source.artifact)} --lines ${firstLine}-${lastLine}`
    : undefined
}

/** The call that shows the rest of a file's line, from `column` on, in code points. */
export function resumeColumn(source: Source | undefined, line: number, column = 1): string | undefined {
  if (!source || !('path' in source)) return undefined
  return namedPath(source.path) && `offset=${line}${column > 1 ? ` column=${column}` : ''}`
}

/** The call that shows a clip: bytes from `startByte` up to, not including, `endByte`. */
export function resumeBytes(
  source: Source | undefined,
  tools: readonly string[],
  startByte: number,
  endByte: number,
): string | undefined {
  if (!source || 'path' in source || source.kept || !tools.includes('pith')) return undefined
  return `${showCommand(source.artifact)} --bytes ${startByte}-${endByte}`
}

/** A path quoted for the shell. Undefined when it contains a control character. */
function namedPath(path: string): string | undefined {
  // Such a path could forge a line of the output.
  return /[\p{Cc}\u2028\u2029]/u.test(path) || !isWellFormed(path) ? undefined : shellQuote(path)
}

const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text)

/** The marker line for a gap of whole lines, without its LF. */
export function writeMarker({ firstLine, lastLine, size, errors, resume }: GapFacts): string {
  const lines = firstLine === lastLine ? `line ${firstLine}` : `lines ${firstLine}-${lastLine}`
  const found = errors === 0 ? '' : errors === 1 ? ', 1 error' : `, ${errors} errors`
  return `[... ${lines} omitted (${size}${found})${resume ? `: ${resume}` : ''} ...]`
}

/** The mark for a clip inside a line. */
export const writeClip = (codePoints: number): string => ` [+${codePoints} chars]`

/** How a command failed or was interrupted. Undefined when it was neither. */
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

function sourceSentence({ source, tools, next }: NoticeFacts): string {
  if (!source) return 'Not kept.'
  return next && 'path' in source ? writeContinue(next) : writeSource(source, tools)
}

/** Where the full output can be read. */
export function writeSource(source: Source, tools: readonly string[]): string {
  if ('path' in source) {
    const path = namedPath(source.path)
    return path ? `Full output: ${path}` : 'The full output has a path that can not be shown here.'
  }
  const artifact = artifactName(source, tools)
  if (!source.kept) return `Full output: ${artifact}`
  const { headBytes, tailBytes } = source.kept
  return `First ${formatBytes(headBytes)} and last ${formatBytes(tailBytes)} kept: ${artifact}`
}

/** The notice: the last line of a result, without a MAC. */
export function writeNotice(facts: NoticeFacts): string {
  const { status, ranges, totalLines, terminated, note } = facts
  return writeSentences([
    statusSentence(status),
    ...writeShowing(ranges, totalLines, terminated),
    note,
    sourceSentence(facts),
  ])
}

const writeSentences = (sentences: readonly (string | undefined)[]): string =>
  `[${sentences.filter((s) => s !== undefined).join(' ')}]`

const writeShowing = (
  ranges: readonly LineRange[],
  totalLines: number | undefined,
  terminated: boolean,
): (string | undefined)[] => [
  `Showing ${ranges.length === 0 ? 'no lines' : `lines ${formatRanges(ranges)}`}${totalLines === undefined ? '' : ` of ${totalLines}`}.`,
  terminated ? undefined : 'No newline at end.',
]

const writeContinue = ({ line, column }: NextPage): string =>
  `Use offset=${line}${column === undefined ? '' : ` column=${column}`} to continue.`

/** What the notice of a page says. */
export interface PageNotice {
  /** Empty when not one character fits the page. */
  ranges: readonly LineRange[]
  /** Undefined when the input was not read to its end. */
  totalLines: number | undefined
  terminated: boolean
  next: NextPage | undefined
  /** A sentence on how the input was read. */
  note: string | undefined
}

/** The notice of a page of a file: what is shown, of how much, and the call for the next page. */
export const writePageNotice = ({ ranges, totalLines, terminated, next, note }: PageNotice): string =>
  writeSentences([...writeShowing(ranges, totalLines, terminated), note, next && writeContinue(next)])

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
}

/** What the notice of a page of an artifact says. */
export interface PartNotice {
  part: ArtifactPart
  /** The lines that are shown. */
  ranges: readonly LineRange[]
  /** Where the shown bytes of a part in bytes end. */
  endByte: number
  terminated: boolean
  resume: string | undefined
  note: string | undefined
}

/** The notice of a page of an artifact: what is shown, of how much, and the call for the next page. */
export function writePartNotice({ part, ranges, endByte, terminated, resume, note }: PartNotice): string {
  const { unit, first, total } = part
  const showing =
    unit === 'lines'
      ? writeShowing(ranges, total, terminated)
      : [`Showing bytes ${first}-${endByte} of ${total}.`, terminated ? undefined : 'No newline at end.']
  return writeSentences([...showing, note, resume && `Next: ${resume}`])
}

/** The call for the rest of a part, from `next` on. Undefined if there is none. */
export function resumePart(part: ArtifactPart, next: NextPage): string | undefined {
  const { artifact, unit, last, lost, isRedacted } = part
  const isLost = lost && next.line >= lost.start && next.line < lost.end
  const from = isLost ? lost.end : next.line
  if (unit === 'lines' ? from > last : from >= last) return undefined
  const column = next.column === undefined || isLost ? '' : ` --column ${next.column}`
  return `${showCommand(artifact)} --${unit} ${from}-${last}${column}${isRedacted ? ' --redact' : ''}`
}

/** Says which part of an output was not kept, for the notice of its page. */
export const writeLost = ({ firstLine, lastLine, startByte, endByte }: MissingRange): string =>
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
  notText?: LineRange
}

/** What the notice says of an input that is not text in UTF-8. */
export function contentSentence({ decodedFrom, notText }: OtherThanText): string | undefined {
  if (notText) return writeBinaryLines(notText.firstLine, notText.lastLine)
  return decodedFrom && writeEncoding(decodedFrom)
}

/** Says that a file changed while it was read, for the notice of its page. */
export const writeChanged = (changed: 'grew' | 'shrank'): string => `The file ${changed} while it was read.`

/** Says that more was found than a tool lists. */
export function writeLimitReached(limit: number, what: string, canRefine: boolean): string {
  const refine = canRefine ? ', or refine pattern' : ''
  return `${limit} ${what} limit reached. Use limit=${2 * limit} for more${refine}`
}

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

/** Heading above the output of one of a command's streams. */
export const writeStream = (name: string): string => `[${name}]`

/** How much of a list is shown, when there is little room. */
export const writeShown = (shown: number, total: number): string => `${shown} of ${total} shown`

/** The notice of a list, which is its last line. */
export const writeListNotice = (sentences: readonly string[]): string => `[${sentences.join('. ')}]`

/** What a notice says when there is little room. */
export interface ShortNotice {
  /** The lines that are shown. Left out when there is only room for an artifact's name. */
  ranges?: readonly LineRange[]
  totalLines: number
  source?: Source | undefined
  tools: readonly string[]
  status?: CommandStatus | undefined
}

/** The notice when there is little room: the lines that are shown, and the name of the artifact. */
export function writeShortNotice({ ranges, totalLines, source, tools, status }: ShortNotice): string {
  const name = source && artifactName(source, tools)
  const shown = ranges || name === undefined ? `${formatRanges(ranges ?? [])} of ${totalLines}` : undefined
  const words = [shown, name].filter((part) => part !== undefined).join('. ')
  return `[${[statusSentence(status), words].filter((part) => part !== undefined).join(' ')}]`
}

/** The short name of an artifact. A file has none. */
function artifactName(source: Source, tools: readonly string[]): string | undefined {
  if ('path' in source) return undefined
  return tools.includes('pith') ? showCommand(source.artifact) : `artifact ${source.artifact}`
}

/** True for a source that a short notice can name. */
export const isNamedBriefly = (source: Source | undefined): boolean =>
  source !== undefined && 'artifact' in source

/** How a command failed, as a line of its own. Undefined for a command that did not fail. */
export function writeStatus(status: CommandStatus | undefined): string | undefined {
  const sentence = statusSentence(status)
  return sentence && `[${sentence}]`
}
