import { writeLost } from '../../core/words/notices.ts'
import { PithError, shown, wrongOption } from '../../errors.ts'
import { type AskedRange, partOf } from '../../host/artifact-part.ts'
import { hintForBasic } from '../../host/basic-pattern.ts'
import { follow } from '../../host/follow.ts'
import { rowsOf, writeNotSearched } from '../../host/found-rows.ts'
import type { FollowOptions } from '../../host/news.ts'
import { redactedStore } from '../../host/redacted-store.ts'
import { errorsOf, type FoundLines, search } from '../../host/search.ts'
import { type Unit, unitsOf } from '../../host/units.ts'
import type { ArtifactStore } from '../../store/store.ts'
import type { ToolOutput } from '../../tools/output.ts'
import { createReader, type ReadDetails } from '../../tools/read.ts'
import { type Arguments, argumentsOf, onlyOneOf, rangeOf } from './arguments.ts'
import type { Context } from './context.ts'
import { failureResult, type ToolResult, textResult } from './own-results.ts'
import { type OwnTool, searchSchema, showSchema } from './own-tools.ts'

/**
 * Answers a call of `pith_show` or `pith_search`. Mistakes become an answer with `isError`, never an exception.
 *
 * @param signal ends the wait for a command that is running
 */
export async function callOwnTool(
  tool: OwnTool,
  given: unknown,
  context: Context,
  signal?: AbortSignal,
): Promise<ToolResult> {
  const since = performance.now()
  const answer = await answerOf(tool, given, context, signal).catch(failureResult)
  context.recordShown?.({
    id: (given as { id?: unknown } | undefined)?.id,
    isError: answer.isError === true,
    outputBytes: new TextEncoder().encode(String(answer.content[0]?.text ?? '')).length,
    ownMs: Math.round(performance.now() - since),
  })
  return answer
}

async function answerOf(
  tool: OwnTool,
  given: unknown,
  context: Context,
  signal: AbortSignal | undefined,
): Promise<ToolResult> {
  if (!context.store) throw new PithError('PITH_UNKNOWN_ARTIFACT', 'No outputs are kept here.')
  const store = await context.store()
  return tool === 'pith_show'
    ? showArtifact(store, argumentsOf(given, showSchema), context, signal)
    : searchArtifact(store, argumentsOf(given, searchSchema), context)
}

/** Many clients give up a call after a minute. */
const WAIT_SECONDS = 30
const MOST_WAIT_SECONDS = 3600

const unitNames = ['items', 'rows', 'path', 'file', 'section'] as const

type Show = Arguments<typeof showSchema.properties>
type Search = Arguments<typeof searchSchema.properties>

async function showArtifact(
  found: ArtifactStore,
  args: Show,
  { options, redactor }: Context,
  signal: AbortSignal | undefined,
): Promise<ToolResult> {
  const { id = '', column, offset } = args
  const redact = redactor !== undefined || args.redact === true
  const way = onlyOneOf(args, ['lines', 'bytes', ...unitNames])
  if (way !== 'path' && args.count) throw wrongOption('Expected count with path, such as $.items[*].state.')
  const news = newsOf(args)
  if (news) {
    if (way !== undefined) throw wrongOption(`Expected ${way} without since, follow and wait.`)
    return textResult((await follow(found, id, { ...news, signal, redact }, options)).text)
  }
  if (column !== undefined && way === 'bytes')
    throw wrongOption('Expected column together with lines, got it with bytes.')
  const unit = unitOf(args)
  if (unit) {
    const place = { ...(offset !== undefined && { offset }), ...(column !== undefined && { column }) }
    return textResult(await pageOfUnits(found, id, unit, { ...options, ...place }, redact))
  }
  if (offset !== undefined)
    throw wrongOption(`Expected offset with ${unitNames.join(', ')}; use lines instead.`)
  if (way === 'bytes' && redact)
    throw wrongOption('Expected lines, because secrets are hidden and bytes could show a part of one.')
  const asked = askedOf(args)
  const store = redact ? redactedStore(found) : found
  const stat = await store.stat(id)
  const part = partOf(store, stat, asked, redact)
  const reader = createReader({ ...options, ...(column !== undefined && { column }), totals: false }, part)
  for await (const chunk of part.bytes()) if (!reader.write(chunk)) break
  const output = await reader.endLater(part.lost && stat.missing && writeLost(stat.missing))
  return textResult(output.text)
}

/** What is asked for of an output that may still be being written. */
function newsOf({
  since: mark,
  wait,
  follow: waits = false,
  timeoutSeconds = WAIT_SECONDS,
}: Show): FollowOptions | undefined {
  if (mark === undefined && wait === undefined && !waits) return undefined
  if (mark !== undefined && !/^\+\d{1,15}$/.test(mark))
    throw wrongOption(`Expected since to be a mark such as "+4096", got ${shown(mark)}.`)
  return {
    since: Number(mark ?? 0),
    follow: waits,
    timeoutSeconds: Math.min(timeoutSeconds, MOST_WAIT_SECONDS),
    ...(wait !== undefined && { wait: expressionOf(wait, false) }),
  }
}

function askedOf({ lines, bytes }: Show): AskedRange | undefined {
  const unit = lines !== undefined ? 'lines' : 'bytes'
  const given = lines ?? bytes
  if (given === undefined) return undefined
  const [first, last] = rangeOf(unit, given)
  return { unit, first, last }
}

function unitOf({ items, rows, path, file, section, count = false }: Show): Unit | undefined {
  if (items !== undefined) return { items: rangeOf('items', items) }
  if (rows !== undefined) return { rows: rangeOf('rows', rows) }
  if (path !== undefined) return { path, count }
  if (file !== undefined) return { file }
  return section === undefined ? undefined : { section }
}

async function pageOfUnits(
  store: ArtifactStore,
  id: string,
  unit: Unit,
  options: Parameters<typeof createReader>[0],
  redact: boolean,
): Promise<string> {
  const units = unitsOf(store, id, unit, { redact })
  const reader = createReader(options)
  for await (const bytes of units) if (!reader.write(bytes)) break
  const cut = units.isCut ? 'The output ends inside the last unit.' : ''
  const lost = units.notSearched ? writeNotSearched(units.notSearched) : ''
  const more = units.isCapped ? 'It has more parts than these 10000.' : ''
  const { text } = await reader.endLater([cut, lost, more].filter(Boolean).join(' ') || undefined)
  return text
}

async function searchArtifact(
  found: ArtifactStore,
  { id = '', pattern, errors = false, ignoreCase = false, offset = 1, redact, ...context }: Search,
  { options, redactor }: Context,
): Promise<ToolResult> {
  if (pattern === undefined && !errors) throw wrongOption('Expected pattern, or errors: true, got neither.')
  if (pattern !== undefined && errors) throw wrongOption('Expected either pattern or errors, got both.')
  const store = redactor || redact ? redactedStore(found) : found
  const lines =
    pattern === undefined
      ? errorsOf(store, id, context)
      : search(store, id, expressionOf(pattern, ignoreCase), context)
  const page = await pageOfRows(lines, { ...options, offset })
  if (page) return textResult(page.text)
  const none = pattern === undefined ? 'There are no error lines.' : `No line matches ${shown(pattern)}.`
  const lost = lines.notSearched && writeNotSearched(lines.notSearched)
  const words = [none, lost, pattern !== undefined && hintForBasic(pattern)]
  return textResult(words.filter(Boolean).join(' '))
}

async function pageOfRows(
  found: FoundLines,
  options: Parameters<typeof createReader>[0],
): Promise<ToolOutput<ReadDetails> | undefined> {
  const { maxLineLength: _, ...limits } = options ?? {}
  const reader = createReader(limits)
  let isFound = false
  for await (const { text } of rowsOf(found)) {
    isFound = true
    if (!reader.write(new TextEncoder().encode(text))) break
  }
  return isFound ? reader.endLater(found.notSearched && writeNotSearched(found.notSearched)) : undefined
}

function expressionOf(source: string, ignoreCase: boolean): RegExp {
  try {
    return new RegExp(source, ignoreCase ? 'iu' : 'u')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new PithError('PITH_INVALID_PATTERN', `Expected pattern to be a regular expression. ${reason}.`)
  }
}
