import { hintForBasic } from '../../host/basic-pattern.ts'
import type { FoundLine } from '../../host/found-line.ts'
import { rowsOf, writeNotSearched } from '../../host/found-rows.ts'
import { errorsOf, type SearchOptions, search } from '../../host/search.ts'
import type { ArtifactStore, MissingRange } from '../../store/store.ts'
import type { ToolOutput } from '../../tools/output.ts'
import { createReader, type ReadDetails } from '../../tools/read.ts'
import { readOptions } from '../commands/tool.ts'
import { queueEvent } from '../events/queue-event.ts'
import type { Parsed } from '../options/arguments.ts'
import { contextOf, notRegular, numberOption } from '../options/options.ts'
import { countedOptions } from '../options/tokenizer.ts'
import { type Written, warn, warnOfPage, writeOut, writeToolOutput } from '../print/output.ts'

type Values = Parsed['values']

/** Exit status if nothing was found, as for grep. */
const NOTHING_FOUND = 1
/** Most lines of a page that the event lists. Only a page without limits has more. */
const MOST_PLACES = 10_000

/** Prints a page of the lines that --grep or --errors finds, in the format of `grep -n`. */
export async function printFound(store: ArtifactStore, id: string, values: Values): Promise<number> {
  const options = searchOptions(values)
  const found =
    typeof values.grep === 'string'
      ? search(store, id, searchPattern('grep', values), options)
      : errorsOf(store, id, options)
  if (values.all) return showAllFound(id, found, values)
  const { 'max-line-length': _, ...limits } = values
  const asked = readOptions(values)
  const { options: counted } = await countedOptions(limits)
  const reader = createReader({ ...counted, ...asked })
  const encoder = new TextEncoder()
  const places: number[] = []
  let rows = 0
  for await (const row of rowsOf(found)) {
    rows++
    if (rows >= (asked.offset ?? 1) && places.length < MOST_PLACES) places.push(row.line)
    if (!reader.write(encoder.encode(row.text))) break
  }
  if (rows === 0) {
    queuePlaces(id, [], undefined)
    await reportNothingFound(values, found.notSearched)
    return NOTHING_FOUND
  }
  const output = await reader.endLater(found.notSearched && writeNotSearched(found.notSearched))
  const { truncation } = output.details
  const shown = truncation.segments.reduce(
    (sum, segment) => sum + segment.lastLine - segment.firstLine + 1,
    0,
  )
  const written = await writeFound(output, found.notSearched, values)
  warnOfPage(output.details.next)
  queuePlaces(id, written === 'written' ? places.slice(0, shown) : [], truncation)
  return 0
}

/** `--all`: prints every found line. */
async function showAllFound(id: string, found: FoundLines, values: Values): Promise<number> {
  const places: number[] = []
  let isFound = false
  for await (const { line, text } of rowsOf(found)) {
    isFound = true
    if ((await writeOut(text)) === 'closed') break
    if (places.length < MOST_PLACES) places.push(line)
  }
  queuePlaces(id, places, undefined)
  if (!isFound) await reportNothingFound(values, found.notSearched)
  else if (found.notSearched) warn(writeNotSearched(found.notSearched))
  return isFound ? 0 : NOTHING_FOUND
}

type FoundLines = AsyncIterable<FoundLine> & { notSearched: MissingRange | undefined }

async function reportNothingFound(values: Values, notSearched: MissingRange | undefined): Promise<void> {
  const what = values.errors ? 'is an error line' : 'matches'
  const hint = typeof values.grep === 'string' ? hintForBasic(values.grep) : undefined
  const none = notSearched ? `No kept line ${what}. ${writeNotSearched(notSearched)}` : `No line ${what}.`
  warn(hint === undefined ? none : `${none} ${hint}`)
  if (values.json) await writeFound(createReader().end(), notSearched, values)
}

async function writeFound(
  { details, ...output }: ToolOutput<ReadDetails>,
  notSearched: MissingRange | undefined,
  values: Values,
): Promise<Written> {
  const all = { ...output, details: notSearched ? { ...details, notSearched } : details }
  return writeToolOutput(all, values.json === true)
}

function queuePlaces(
  artifact: string,
  places: readonly number[],
  truncation: Parameters<typeof queueEvent>[1],
): void {
  const shown = { unit: 'lines', ranges: rangesOf(places) } as const
  queueEvent({ tool: 'show', status: 'ok', strategy: 'page', artifact, shown }, truncation)
}

function rangesOf(places: readonly number[]): [number, number][] {
  const ranges: [number, number][] = []
  for (const line of places) {
    const last = ranges[ranges.length - 1]
    if (last && line <= last[1] + 1) last[1] = line
    else if (line > 0) ranges.push([line, line])
  }
  return ranges
}

function searchOptions(values: Values): SearchOptions {
  const options: SearchOptions = contextOf(values)
  const maxLineLength = numberOption(values, 'max-line-length')
  return maxLineLength === undefined ? options : { ...options, maxLineLength }
}

export function searchPattern(name: 'grep' | 'wait', values: Values): RegExp {
  const source = String(values[name])
  try {
    return new RegExp(source, values['ignore-case'] ? 'iu' : 'u')
  } catch (error) {
    throw notRegular(name, source, error)
  }
}
