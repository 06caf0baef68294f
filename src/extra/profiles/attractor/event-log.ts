import { names } from '../../../check/names.ts'
import { optionsOf, wholeOrInfinity } from '../../../check/values.ts'
import { invalidOption } from '../../../errors.ts'
import type { Input } from '../../../options.ts'
import type { Tool } from './tools.ts'

/** The outcome of a tool call: everything it printed, and what the model saw of it. */
export interface ToolEvent {
  /** 1-indexed, in the order of recording. */
  sequence: number
  tool: Tool
  /** The unchanged full output; absent once the log has dropped it. */
  output?: Input
  /** UTF-8 bytes of the full output. */
  outputBytes: number
  /** The text that was sent to the model. */
  text: string
  truncated: boolean
  /** The file of the run directory that holds the full output. */
  artifact?: string
  /** Why there is no artifact although one was wanted. */
  artifactFailure?: { code: string; message: string }
}

export interface EventQuery {
  tool?: Tool
  truncated?: boolean
  /** Only events after this one. Default: 0, which means all. */
  afterSequence?: number
}

const queryNames = names<EventQuery>()('tool truncated afterSequence')

/** The events of a run, in order. */
export interface EventLog {
  /** Records an event. Keeps the output by reference, so its bytes must not change afterwards. */
  append(event: Omit<ToolEvent, 'sequence' | 'outputBytes'> & { output: Input }): ToolEvent
  find(query?: EventQuery): ToolEvent[]
  /** Undefined when there is no such event. */
  get(sequence: number): ToolEvent | undefined
}

/**
 * Keeps events in memory, each with its full output.
 *
 * `maxBytes` limits the size of all outputs together, from 0 to Infinity; 256 MiB by default. Above it, the log drops
 * the oldest outputs but keeps their events. Throws `PITH_INVALID_OPTION`.
 */
export function createEventLog(options: { maxBytes?: number } = {}): EventLog {
  const { maxBytes } = optionsOf(options, { maxBytes: true })
  return new MemoryLog(wholeOrInfinity('maxBytes', maxBytes, 256 * 1024 * 1024))
}

class MemoryLog implements EventLog {
  readonly #maxBytes: number
  readonly #events: ToolEvent[] = []
  #usedBytes = 0
  /** Index of the oldest event that may still have its output. */
  #oldest = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  append(event: Omit<ToolEvent, 'sequence' | 'outputBytes'> & { output: Input }): ToolEvent {
    const { output } = event
    const bytes = typeof output === 'string' ? new TextEncoder().encode(output).length : output.length
    const kept = { ...event, sequence: this.#events.length + 1, outputBytes: bytes }
    this.#events.push(kept)
    this.#usedBytes += bytes
    this.#letGo()
    return { ...kept }
  }

  find(query: EventQuery = {}): ToolEvent[] {
    const { tool, truncated, afterSequence = 0 } = optionsOf(query, queryNames, 'query')
    if (typeof afterSequence !== 'number' || !(afterSequence >= 0))
      throw invalidOption('afterSequence', 'a number from 0', afterSequence)
    const found = this.#events.filter(
      (event) =>
        event.sequence > afterSequence &&
        (tool === undefined || event.tool === tool) &&
        (truncated === undefined || event.truncated === truncated),
    )
    return found.map((event) => ({ ...event }))
  }

  get(sequence: number): ToolEvent | undefined {
    const event = this.#events[sequence - 1]
    return event && { ...event }
  }

  #letGo(): void {
    for (; this.#usedBytes > this.#maxBytes; this.#oldest++) {
      const event = this.#events[this.#oldest]
      this.#usedBytes -= event.outputBytes
      delete event.output
    }
  }
}
