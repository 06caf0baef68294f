import { tolerate } from '../check/failure.ts'
import type { Intake } from '../collect/intake.ts'
import { judgedRules, preparedFor } from '../collect/signal.ts'
import { sharedModule } from '../scan/instance.ts'
import { processKeys } from '../scan/keys.ts'
import type { Settings } from '../settings.ts'
import type { EvidenceMemo } from '../signal/memo.ts'
import { AheadQueue, type AheadThread } from './queue.ts'
import type { AheadWork } from './work.ts'

/** Starts a thread that runs `judgeAhead`. Undefined where there is none. Never rejects. */
export type StartAhead = (work: Omit<AheadWork, 'memory'>) => Promise<AheadThread | undefined>

/** An output that is smaller than this is judged before another thread has started. */
const LEAST_BYTES = 4 * 1024 * 1024
/** With fewer new lines, judging takes so little time that another thread does not pay. */
const LEAST_NEW_LINES_PER_MIB = 128

/** Makes the way of a stream's bytes to its intake. */
export type AheadOf = (
  settings: Settings,
  intake: Intake,
) => Pick<Ahead, 'write' | 'catchUp' | 'end' | 'stop'>

/**
 * The way of a stream's bytes to its intake. A long stream is judged ahead: another thread judges its lines before the
 * intake gets them. The intake finds the same without it, because a judgement depends on nothing but the line.
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
  /** Bytes of the stream at which new lines were counted last, and how many the memo had kept by then. */
  #countedBytes = 0
  #countedLines: number | undefined

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
    // As long as nothing was dropped, the whole input may be asked for, and there is no intake to help.
    if (!this.#start || this.#bytes - this.#countedBytes < this.#leastBytes / 2 || !this.#intake.lossy) return
    try {
      this.#consider(this.#start)
    } catch (error) {
      tolerate(error)
      // The lines are judged without another thread.
      this.#start = undefined
    }
  }

  /** Passes on what came so far. */
  catchUp(): void {
    this.#queue?.drain()
  }

  /** Passes on everything, and ends the thread. */
  end(): void {
    this.catchUp()
    this.#queue = undefined
    this.stop()
  }

  /** Ends the thread. The bytes that wait are passed on later, and judged then. */
  stop(): void {
    this.#isOver = true
    this.#thread?.end()
  }

  /** Starts the thread if enough lines were new since this was called last. */
  #consider(start: StartAhead): void {
    const { errors, backend } = this.#settings
    const { judge, memo, patterns } = errors ? preparedFor(errors.patterns, backend) : {}
    const module = judge && sharedModule()
    if (!module || !memo || !patterns) {
      this.#start = undefined
      return
    }
    const leastLines = (LEAST_NEW_LINES_PER_MIB * (this.#leastBytes / 2)) / 2 ** 20
    const isNew = this.#countedLines !== undefined && memo.kept - this.#countedLines >= leastLines
    this.#countedBytes = this.#bytes
    this.#countedLines = memo.kept
    if (!isNew) return
    this.#start = undefined
    // Without the thread the lines are judged as they are passed on.
    this.#begin(start, memo, { module, keys: processKeys(), rules: judgedRules(), patterns }).catch(tolerate)
  }

  async #begin(start: StartAhead, memo: EvidenceMemo, work: Parameters<StartAhead>[0]): Promise<void> {
    const thread = await start(work)
    if (this.#isOver) thread?.end()
    else if (thread) {
      this.#thread = thread
      this.#queue = new AheadQueue(thread, memo, (bytes) => this.#intake.writeBytes(bytes))
    }
  }
}
