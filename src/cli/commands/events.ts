import { countOf, formatBytes } from '../../core/words/notices.ts'
import { wrongOption } from '../../errors.ts'
import { leftOut, type ToolEvent } from '../../extra/events/events.ts'
import { writeOtlp } from '../../extra/events/otlp.ts'
import { isWorthIt, type RecallFigures } from '../../extra/events/recall.ts'
import { type ReadEventsOptions, readEvents, verifyEvents } from '../../host/event-files.ts'
import { countRecalls } from '../events/count-recalls.ts'
import { type Parsed, refuseOperands } from '../options/arguments.ts'
import { numberOption } from '../options/options.ts'
import { jsonLine, warn, writeOut } from '../print/output.ts'
import { drawTable, screenColumns, type TableColumn } from '../print/table.ts'
import { timeOption } from '../print/times.ts'
import { eventsFolder } from '../settings/config.ts'

const MOST_ROWS = 100

/** `pith events`: lists the recorded tool calls and their figures. */
export async function events({ values, positionals }: Parsed): Promise<number> {
  refuseOperands('pith events', positionals)
  if (values.verify) return verify(values.json === true)
  const filter = filterOf(values)
  const limit = numberOption(values, 'limit')
  if (limit !== undefined && !(limit >= 1)) {
    throw wrongOption(`Expected --limit to be a number from 1, got ${limit}.`)
  }
  if (values.recall) return recall(filter, values.json === true)
  const write = values.otlp ? writeOtlp : values.json ? jsonLines : undefined
  if (write && limit === undefined) return all(filter, write)
  const { found, total } = await last(filter, limit ?? MOST_ROWS)
  if (write) await writeOut(write(found))
  else if (total === 0) warn('There are no such events.')
  else await writeOut(drawTable(COLUMNS, found.map(rowOf), screenColumns()))
  if (!write && total > found.length) {
    warn(`Showing the last ${found.length} of ${total}; use --limit N for more, or --json for all.`)
  }
  return 0
}

function filterOf(values: Parsed['values']): ReadEventsOptions {
  const now = Date.now()
  const { run, tool } = values
  return {
    directory: eventsFolder(),
    run: typeof run === 'string' ? run : undefined,
    tool: typeof tool === 'string' ? tool : undefined,
    since: timeOption(values, 'since', now),
    truncated: values.truncated ? true : undefined,
  }
}

const jsonLines = (events: readonly ToolEvent[]): string => events.map(jsonLine).join('')

/** Events that are written at once. */
const BATCH = 500

async function all(
  filter: ReadEventsOptions,
  write: (events: readonly ToolEvent[]) => string,
): Promise<number> {
  const reading = readEvents(filter)
  let batch: ToolEvent[] = []
  for await (const event of reading) {
    if (batch.push(event) < BATCH) continue
    if ((await writeOut(write(batch))) === 'closed') return 0
    batch = []
  }
  if (batch.length > 0) await writeOut(write(batch))
  warnOfBadLines(reading.badLines)
  return 0
}

/** The last `limit` events by time. Holds at most twice as many in memory. */
async function last(
  filter: ReadEventsOptions,
  limit: number,
): Promise<{ found: ToolEvent[]; total: number }> {
  const reading = readEvents(filter)
  let found: ToolEvent[] = []
  let total = 0
  const trimmed = () => found.sort((a, b) => a.time - b.time).slice(-Math.min(limit, found.length))
  for await (const event of reading) {
    total++
    if (found.push(event) >= 2 * limit) found = trimmed()
  }
  warnOfBadLines(reading.badLines)
  return { found: trimmed(), total }
}

function warnOfBadLines(badLines: number): void {
  if (badLines > 0)
    warn(
      `${badLines} ${badLines === 1 ? 'line is not an event and was' : 'lines are not events and were'} skipped.`,
    )
}

/** Tells whether the chain of the log holds. The status is 1 if not. */
async function verify(isJson: boolean): Promise<number> {
  const chain = verifyEvents(eventsFolder())
  const { records, last, incomplete, endsIncomplete, problems } = chain
  if (isJson) await writeOut(jsonLine(chain))
  else {
    const places = problems.map(({ file, line, what }) => `${file}:${line}: ${PROBLEMS[what]}\n`)
    const head = records > 0 ? `, the last with the hash ${last}` : ''
    await writeOut(`${places.join('')}${countOf(records, 'records')} in the chain${head}.\n`)
    if (endsIncomplete) warn('The log ends in an incomplete record.')
    else if (incomplete > 0) warn(`${countOf(incomplete, 'records')} were cut off while they were written.`)
  }
  return problems.length > 0 ? 1 : 0
}

const PROBLEMS = {
  changed: 'this record was changed',
  'out of place': 'a record before this one was removed, or this one was inserted',
  'no record': 'this is no record of pith',
} as const

const COLUMNS: readonly TableColumn[] = [
  { title: 'time' },
  { title: 'tool', drop: 1 },
  { title: 'status', drop: 2 },
  { title: 'ms', align: 'right', drop: 6 },
  { title: 'own ms', align: 'right', drop: 6 },
  { title: 'bytes', align: 'right', drop: 5 },
  { title: 'shown', align: 'right', drop: 7 },
  { title: 'omitted', align: 'right', drop: 3 },
  { title: 'tokens', align: 'right', drop: 9 },
  { title: 'errors', align: 'right', drop: 8 },
  { title: 'artifact', drop: 4 },
  { title: 'run', drop: 10 },
]

const rowOf = (event: ToolEvent): string[] => [
  localTime(event.time),
  event.tool,
  event.status,
  String(event.durationMs),
  String(event.ownMs ?? ''),
  formatBytes(event.totalBytes),
  formatBytes(event.outputBytes),
  leftOut(event) ? formatBytes(event.omittedBytes) : '',
  `${event.scaled ? '~' : ''}${event.totalTokens}>${event.outputTokens}`,
  event.errorsKept + event.errorsOmitted === 0
    ? ''
    : `${event.errorsKept} of ${event.errorsKept + event.errorsOmitted}`,
  event.artifact ?? '',
  event.run,
]

/** `2026-05-01 14:30:05`, in the user's time zone. */
function localTime(time: number): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const date = new Date(time)
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`
}

async function recall(filter: ReadEventsOptions, isJson: boolean): Promise<number> {
  const { counting, badLines } = await countRecalls(filter)
  const found = counting.result()
  if (isJson) await writeOut(found.map(jsonLine).join(''))
  else if (found.length === 0) warn('There are no such events.')
  else await writeOut(drawTable(RECALL_COLUMNS, found.map(recallRow), screenColumns()))
  warnOfBadLines(badLines)
  if (counting.forgotten > 0)
    warn(
      `${counting.forgotten} truncated calls were too many to hold in memory; requests for their output are not counted.`,
    )
  return 0
}

const RECALL_COLUMNS: readonly TableColumn[] = [
  { title: 'tool' },
  { title: 'program' },
  { title: 'strategy', drop: 3 },
  { title: 'calls', align: 'right', drop: 4 },
  { title: 'truncated', align: 'right', drop: 1 },
  { title: 'linked', align: 'right', drop: 8 },
  { title: 'recalled', align: 'right', drop: 1 },
  { title: 'share', align: 'right', drop: 1 },
  { title: 'own ms', align: 'right', drop: 2 },
  { title: 'fetched', align: 'right', drop: 2 },
  { title: 'tokens saved', align: 'right', drop: 1 },
  { title: 'omitted', align: 'right', drop: 6 },
  { title: 'asked for', align: 'right', drop: 5 },
  { title: 'share of bytes', align: 'right', drop: 7 },
  { title: 'missed', align: 'right', drop: 9 },
  { title: 'worth it', drop: 1 },
]

const recallRow = (figures: RecallFigures): string[] => [
  figures.tool,
  figures.program,
  figures.strategy,
  String(figures.calls),
  String(figures.truncated),
  String(figures.linked),
  String(figures.recalled),
  percent(figures.recalled, figures.linked),
  String(figures.ownMs),
  formatBytes(figures.fetchedBytes),
  String(figures.savedTokens - figures.fetchedTokens),
  formatBytes(figures.omittedBytes),
  formatBytes(figures.recalledBytes),
  percent(figures.recalledBytes, figures.linkedBytes),
  String(figures.missed),
  isWorthIt(figures) ? '' : 'no',
]

const percent = (part: number, whole: number): string =>
  whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`
