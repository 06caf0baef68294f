import type { Source, Surface } from '../../options.ts'
import type { UnitName } from '../../truncation.ts'
import { shellQuote } from './quote.ts'

// Writes the calls that show what was left out, in the words of the place where the text is read.

/** Lines `first` to `last`, 1-indexed, inclusive. */
export interface CalledLines {
  firstLine: number
  lastLine: number
}

/** Bytes that are left out, the end exclusive, and the lines that they are in. */
export interface CalledGap extends CalledLines {
  startByte: number
  endByte: number
  /** True if these bytes are a part of a line. */
  isInLine: boolean
}

export const formatRange = ({ firstLine, lastLine }: CalledLines): string =>
  firstLine === lastLine ? `${firstLine}` : `${firstLine}-${lastLine}`

/** Who reads the text: in which place, and with which tools. */
export interface Reader {
  surface: Surface
  tools: readonly string[]
  /** True if the limits have room for words that teach another way than the call. */
  teaches?: boolean
  /** True if the reader calls pith on a command line, with options. */
  isCommandLine?: boolean
  /** The call of which the text is a page, without the place where the page begins. */
  call?: string
}

/** `parse.ts` reads them back. */
const OR_SEARCH = ', or --grep RE'
const OR_ERRORS = ', or --errors'

type ArtifactSource = Extract<Source, { artifact: string }>

/** What a call shows of an artifact. Without any of these, it shows all of it. */
export interface Wanted {
  lines?: string
  bytes?: string
  /** What is new behind this mark. */
  since?: string
  /** True waits until the output has ended. */
  follow?: boolean
  column?: number | undefined
  redact?: boolean
  raw?: boolean
  unit?: UnitName | undefined
  /** The name of the MCP tool, where another server has taken `pith_show`. */
  tool?: string
}

/** The call that shows an artifact, or a part of it. */
export function writeShow(surface: Surface, id: string, wanted: Wanted = {}): string {
  const { lines, bytes, since, follow, column, redact, raw, unit, tool = 'pith_show' } = wanted
  if (surface === 'mcp')
    return `${tool} ${JSON.stringify({ id, lines, bytes, since, follow, ...unit, column, redact })}`
  const options = [
    lines && ` --lines ${lines}`,
    bytes && ` --bytes ${bytes}`,
    since && ` --since ${since}`,
    follow && ' --follow',
    ...Object.entries(unit ?? {}).map(([name, value]) => ` --${name} ${shellQuote(value)}`),
    column && ` --column ${column}`,
    redact && ' --redact',
    raw && ' --raw',
  ]
  return `${commandOf(surface)} show ${id}${options.filter(Boolean).join('')}`
}

/**
 * How the command is called. Without a network, npx runs only what is installed. It asks the registry for any other name,
 * also with `--no`. build/pack.mjs puts the name of the package here.
 */
export const commandOf = (surface: Surface): string => (surface === 'npx' ? 'npx --offline pith' : 'pith')

/** The call that shows lines. Undefined when the reader cannot see them. */
export function callForLines(
  source: Source | undefined,
  reader: Reader,
  range: CalledLines,
): string | undefined {
  if (!source) return undefined
  const path = pathOf(source, reader)
  if (path !== undefined)
    return `${path} offset=${range.firstLine} limit=${range.lastLine - range.firstLine + 1}`
  return isShowable(source, reader)
    ? writeShow(reader.surface, source.artifact, { lines: formatRange(range) })
    : undefined
}

/**
 * The other way to lines that are left out, behind the call for them: their errors, or a search. Empty where there is
 * none, or little room.
 */
export function orSearch(source: Source, reader: Reader, errors: number): string {
  const { surface, teaches = false } = reader
  const isCommand = surface === 'command' || surface === 'npx'
  if (!teaches || !isCommand || !isShowable(source, reader)) return ''
  return errors > 0 ? OR_ERRORS : OR_SEARCH
}

/** The call that shows a gap: by its lines, or by its bytes if it begins or ends inside a line. A path has no bytes. */
export function callForGap(source: Source | undefined, reader: Reader, gap: CalledGap): string | undefined {
  const { isInLine, startByte, endByte } = gap
  const bytes = isInLine ? callForBytes(source, reader, startByte, endByte) : undefined
  return bytes ?? callForLines(source, reader, gap)
}

/** The call that shows units. Undefined when the reader cannot see them by a name. */
export function callForUnits(
  source: Source | undefined,
  reader: Reader,
  unit: UnitName | undefined,
): string | undefined {
  if (!source || !unit || pathOf(source, reader) !== undefined || !isShowable(source, reader))
    return undefined
  return writeShow(reader.surface, source.artifact, { unit })
}

/** The call that shows bytes from `startByte` up to, not including, `endByte`. A path has none. */
export function callForBytes(
  source: Source | undefined,
  reader: Reader,
  startByte: number,
  endByte: number,
): string | undefined {
  if (!source || pathOf(source, reader) !== undefined || !isShowable(source, reader)) return undefined
  return writeShow(reader.surface, source.artifact, { bytes: `${startByte}-${endByte}` })
}

/** The lines of a page of a file, whose path the reader knows. */
export function pageOfLines(
  source: Source | undefined,
  { firstLine, lastLine }: CalledLines,
): string | undefined {
  return isPageable(source) ? `offset=${firstLine} limit=${lastLine - firstLine + 1}` : undefined
}

/** The rest of a line of a page, from `column` on, in code points. */
export function pageOfColumn(source: Source | undefined, line: number, column = 1): string | undefined {
  if (!isPageable(source)) return undefined
  return `offset=${line}${column > 1 ? ` column=${column}` : ''}`
}

const isPageable = (source: Source | undefined): boolean =>
  source !== undefined && !isArtifact(source) && namedPath(source.path) !== undefined

/** The name of a complete output: a path, or an artifact. Undefined for a path that cannot be named. */
export function nameOf(source: Source, reader: Reader): string | undefined {
  const path = pathOf(source, reader)
  if (path !== undefined || !isArtifact(source)) return path
  return canShow(reader) ? writeShow(reader.surface, source.artifact) : `artifact ${source.artifact}`
}

/** True for an output that a brief notice can name. A path may be long, and alone it may be a line of the input. */
export const isNamedBriefly = (source: Source | undefined, reader: Reader): source is ArtifactSource =>
  source !== undefined && isArtifact(source) && pathOf(source, reader) === undefined

export const isArtifact = (source: Source): source is ArtifactSource => 'artifact' in source

const isShowable = (source: Source, reader: Reader): source is ArtifactSource =>
  isArtifact(source) && !source.kept && canShow(reader)

/** True when the reader has the tool that shows artifacts on this surface. */
export const canShow = ({ surface, tools }: Reader): boolean =>
  surface !== 'file' && tools.includes(surface === 'mcp' ? 'pith_show' : 'pith')

/** The path by which the reader reads the output, quoted for the shell. */
function pathOf(source: Source, { surface }: Reader): string | undefined {
  if (isArtifact(source) && (surface !== 'file' || source.kept)) return undefined
  return source.path === undefined ? undefined : namedPath(source.path)
}

/** A path quoted for the shell. Undefined when it contains a control character. */
function namedPath(path: string): string | undefined {
  // Such a path could forge a line of the output.
  return /[\p{Cc}\u2028\u2029]/u.test(path) || !isWellFormed(path) ? undefined : shellQuote(path)
}

const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text)
