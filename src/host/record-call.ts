import { resolve } from 'node:path'
import { PithError, shown } from '../errors.ts'
import { eventOf, failureEvents, type ShownRanges } from '../extra/events/events.ts'
import type { ToolOutput } from '../tools/output.ts'
import type { Truncation } from '../truncation.ts'
import { digestOf } from './digest.ts'
import type { EventLog } from './event-log.ts'

/** What a log holds instead of a file's path. */
const fileDigest = (path: string): string => digestOf(resolve(path))

interface FileCall {
  tool: string
  strategy: string
  path: string
  /** Other arguments of the call. The log holds only a digest of them. */
  words: readonly unknown[]
}

/** Runs a call and records how it ended. A log that fails does not change the call's result. */
export async function recordCall<Output extends ToolOutput<object>>(
  events: EventLog | undefined,
  { tool, strategy, path, words }: FileCall,
  call: () => Promise<Output>,
): Promise<Output> {
  if (!events || typeof path !== 'string') return call()
  const startedAt = performance.now()
  const facts = () => {
    const durationMs = Math.round(performance.now() - startedAt)
    const argumentsDigest = digestOf(JSON.stringify([path, ...words.map(writable)]))
    // Nobody else takes time in such a call.
    return { tool, strategy, file: fileDigest(path), argumentsDigest, durationMs, ownMs: durationMs }
  }
  try {
    const output = await call()
    const { truncation } = output.details as { truncation?: Truncation }
    const shown = strategy === 'page' && truncation ? shownLines(truncation) : undefined
    events.record(eventOf({ ...facts(), status: 'ok', shown }, truncation))
    if (truncation) for (const event of failureEvents(truncation)) events.record(event)
    return output
  } catch (error) {
    const isAborted = error instanceof PithError && error.code === 'PITH_ABORTED'
    events.record(eventOf({ ...facts(), status: isAborted ? 'aborted' : 'failed' }))
    throw error
  }
}

/** Invalid arguments are refused only later, so they may be values that JSON cannot represent. */
const writable = (word: unknown): unknown =>
  word === undefined || typeof word === 'number' ? word : shown(word)

const shownLines = ({ segments }: Truncation): ShownRanges => ({
  unit: 'lines',
  ranges: segments.map(({ firstLine, lastLine }) => [firstLine, lastLine] as const),
})
