import type { Input } from '../../options.ts'
import { checkObject, invalidOption, limitOf } from './text.ts'
import type { Tool } from './tools.ts'

/** A tool call's outcome: all that it printed, and what the model saw of it. */
export interface ToolEvent {
  /** 1-indexed, in the order of recording. */
  sequence: number
  tool: Tool
  /** The full output as it came; absent once the log let go of it. */
  output?: Input
  /** UTF-8 bytes of the full output. */
  outputBytes: number
  /** What was sent to the model. */
  text: string
  truncated: boolean
  /** The file of the run directory that holds the full output. */
  artifact?: string
  /** Why there is no artifact though one was wanted. */
  artifactFailure?: { code: string; message: string }
}

export interface EventQuery {
  tool?: Tool
  truncated?: boolean
  /** Only events after this one. Default: 0, all. */
  afterSequence?: number
}

/** The events of a run, in order. */
export interface EventLog {
  /** Takes the output as its own: bytes must not change after this. */
  append(event: Omit<ToolEvent, 'sequence' | 'outputBytes'> & { output: Input }): ToolEvent
  find(query?: EventQuery): ToolEvent[]
  /** Undefined when there is none. */
  get(sequence: number): ToolEvent | undefined
}

/**
 * Keeps events in memory, each with its full output.
 *
 * `maxBytes` bounds the outputs together, 0 to Infinity, 256 MiB by default: over it the log lets go of the
 * oldest ones; their events stay. Throws `PITH_INVALID_OPTION`.
 */
export function createEventLog(options: { maxBytes?: number } = {}): EventLog {
  checkObject('options', options)
  return new MemoryLog(limitOf('maxBytes', options.maxBytes ?? 256 * 1024 * 1024))
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
    checkObject('the query', query)
    const { tool, truncated, afterSequence = 0 } = query
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
