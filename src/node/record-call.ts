import { resolve } from 'node:path'
import { PithError, shown } from '../errors.ts'
import { eventOf, type ShownRanges } from '../events/events.ts'
import type { ToolOutput } from '../tools/output.ts'
import type { Truncation } from '../truncation.ts'
import { digestOf } from './digest.ts'
import type { EventLog } from './event-log.ts'

/** What a log says in the place of a file's path. */
const fileDigest = (path: string): string => digestOf(resolve(path))

/** A call about a file. */
interface FileCall {
  tool: string
  strategy: string
  path: string
  /** What the call was told besides; a digest is kept. */
  words: readonly unknown[]
}

/** Runs a call, and puts down how it ended; what the log makes of that changes nothing. */
export async function recordCall<Output extends ToolOutput<object>>(
  events: EventLog | undefined,
  { tool, strategy, path, words }: FileCall,
  call: () => Promise<Output>,
): Promise<Output> {
  if (!events || typeof path !== 'string') return call()
  const startedAt = performance.now()
  const facts = () => ({
    tool,
    strategy,
    file: fileDigest(path),
    argumentsDigest: digestOf(JSON.stringify([path, ...words.map(writable)])),
    durationMs: Math.round(performance.now() - startedAt),
  })
  try {
    const output = await call()
    const { truncation } = output.details as { truncation?: Truncation }
    const shown = strategy === 'page' && truncation ? shownLines(truncation) : undefined
    events.record(eventOf({ ...facts(), status: 'ok', shown }, truncation))
    return output
  } catch (error) {
    const isAborted = error instanceof PithError && error.code === 'PITH_ABORTED'
    events.record(eventOf({ ...facts(), status: isAborted ? 'aborted' : 'failed' }))
    throw error
  }
}

/** What is refused later may be nothing that JSON has a form for. */
const writable = (word: unknown): unknown =>
  word === undefined || typeof word === 'number' ? word : shown(word)

const shownLines = ({ segments }: Truncation): ShownRanges => ({
  unit: 'lines',
  ranges: segments.map(({ firstLine, lastLine }) => [firstLine, lastLine] as const),
})
