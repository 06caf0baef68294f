import type { Intake } from '../collect/intake.ts'
import { judgedRules, preparedFor } from '../collect/signal.ts'
import { sharedModule } from '../scan/instance.ts'
import { processKeys } from '../scan/keys.ts'
import type { Settings } from '../settings.ts'
import { AheadQueue, type AheadThread } from './queue.ts'
import type { AheadWork } from './work.ts'

/** Starts a thread that runs `judgeAhead`. Undefined where there is none. Never rejects. */
export type StartAhead = (work: Omit<AheadWork, 'memory'>) => Promise<AheadThread | undefined>

/** An output that is smaller than this is judged before another thread has started. */
const LEAST_BYTES = 4 * 1024 * 1024

/** Makes what passes on a stream's bytes. `write` and `end` pass them on in order, and nothing is left after `end`. */
export type AheadOf = (
  settings: Settings,
  intake: Intake,
) => Pick<Ahead, 'write' | 'catchUp' | 'end' | 'stop'>

/**
 * Passes a stream's bytes on to its intake: at once, or, when the stream has proven long, after another thread has
 * judged their lines. The intake finds the same, because a judgement depends on nothing but the line.
 */
export class Ahead {
  readonly #settings: Settings
  readonly #intake: Intake
  readonly #leastBytes: number
  /** Undefined once the thread was asked for. */
  #start: StartAhead | undefined
  #queue: AheadQueue | undefined
  #thread: AheadThread | undefined
  #isOver = false
  #bytes = 0

  constructor(settings: Settings, intake: Intake, start: StartAhead, leastBytes = LEAST_BYTES) {
    this.#leastBytes = leastBytes
    this.#settings = settings
    this.#intake = intake
    this.#start = start
  }

  write(bytes: Uint8Array): void {
    if (this.#queue) this.#queue.write(bytes)
    else this.#intake.writeBytes(bytes)
    this.#bytes += bytes.length
    // What is not lossy may yet be asked for as a whole.
    if (this.#start && this.#bytes >= this.#leastBytes && this.#intake.lossy) void this.#begin(this.#start)
  }

  /** Passes on what came so far. */
  catchUp(): void {
    this.#queue?.drain()
  }

  /** Passes on everything. */
  end(): void {
    this.catchUp()
    this.#queue = undefined
    this.stop()
  }

  /** Ends the thread. What is queued is passed on later, and judged then. */
  stop(): void {
    this.#isOver = true
    this.#thread?.end()
  }

  async #begin(start: StartAhead): Promise<void> {
    this.#start = undefined
    const { errors, backend } = this.#settings
    const { judge, memo, patterns } = errors ? preparedFor(errors.patterns, backend) : {}
    const module = judge && sharedModule()
    if (this.#isOver || !module || !memo || !patterns) return
    const thread = await start({ module, keys: processKeys(), rules: judgedRules(), patterns })
    if (this.#isOver) thread?.end()
    else if (thread) {
      this.#thread = thread
      this.#queue = new AheadQueue(thread, memo, (bytes) => this.#intake.writeBytes(bytes))
    }
  }
}
