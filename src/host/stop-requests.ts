import { constants } from 'node:os'
import { type EndingSignal, endingSignals } from './signal-witness.ts'

/** Why a command is to be ended, the signal that asks it to, and how long it may take. */
export type StopRequest = { signal: NodeJS.Signals; graceMs: number } & (
  | { kind: 'timed-out'; afterSeconds: number }
  | {
      kind: 'aborted'
      /** True for a signal that this process got. */
      received: boolean
    }
)

export interface StopOptions {
  /** Seconds, more than 0. Default: none. */
  timeoutSeconds?: number | undefined
  /** When aborted, ends the command and everything it started. */
  signal?: AbortSignal | undefined
  /**
   * Runs the command as if it were this process: the command shares its terminal, and gets the SIGINT, SIGTERM and
   * SIGHUP that this process gets. Default: false.
   */
  foreground?: boolean | undefined
}

/** The first two requests are passed on. The third one ends the command at once. */
export const LAST_REQUEST = 3

// A test runner needs some time to report after a Ctrl-C. A command that hung until its time-out gets less.
const ABORT_GRACE_MS = 5000
export const SHORT_GRACE_MS = 500
const LONGEST_TIMER_MS = 2 ** 31 - 1
// Starters like `timeout` and `npm` send a signal both to a process and to its group. Nobody presses a key twice so
// quickly.
const SAME_SIGNAL_MS = 100

/** Collects what asks for the end of a command. */
export class StopRequests {
  /** The first request. It stays the cause when others follow. */
  first: StopRequest | undefined
  /** How many requests have come. */
  count = 0
  readonly #queue: StopRequest[] = []
  readonly #waiters: (() => void)[] = []
  readonly #cleanUps: (() => void)[] = []
  #timer: NodeJS.Timeout | undefined

  constructor({ timeoutSeconds, signal, foreground }: StopOptions) {
    if (signal) this.#listen(signal)
    if (foreground) for (const name of endingSignals) this.#receive(name)
    if (timeoutSeconds !== undefined && timeoutSeconds !== Number.POSITIVE_INFINITY) {
      const end = { signal: 'SIGTERM', graceMs: SHORT_GRACE_MS } as const
      const onTimeout = () => this.#put({ kind: 'timed-out', afterSeconds: timeoutSeconds, ...end })
      this.#timer = setTimeout(onTimeout, Math.min(timeoutSeconds * 1000, LONGEST_TIMER_MS))
    }
  }

  /** Settles when there is a request to take. */
  arrival(): Promise<void> {
    if (this.#queue.length > 0) return Promise.resolve()
    return new Promise((resolve) => this.#waiters.push(resolve))
  }

  /** The oldest request that was not taken yet. */
  take(): StopRequest | undefined {
    return this.#queue.shift()
  }

  /** Settles with the request that comes as number `last`. Takes all before it. */
  async request(last: number): Promise<StopRequest> {
    for (;;) {
      await this.arrival()
      const request = this.take()
      if (request && this.count >= last) return request
    }
  }

  disarmTimer(): void {
    clearTimeout(this.#timer)
  }

  release(): void {
    this.disarmTimer()
    for (const cleanUp of this.#cleanUps) cleanUp()
  }

  #put(request: StopRequest): void {
    this.first ??= request
    this.count++
    this.#queue.push(request)
    for (const resolve of this.#waiters.splice(0)) resolve()
  }

  #abort(signal: NodeJS.Signals, received: boolean): void {
    this.#put({ kind: 'aborted', signal, received, graceMs: ABORT_GRACE_MS })
  }

  #listen(signal: AbortSignal): void {
    const onAbort = () => this.#abort(signalNameOf(signal.reason), false)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    this.#cleanUps.push(() => signal.removeEventListener('abort', onAbort))
  }

  #receive(name: EndingSignal): void {
    let lastAt = Number.NEGATIVE_INFINITY
    const onSignal = () => {
      const now = performance.now()
      if (now - lastAt < SAME_SIGNAL_MS) return
      lastAt = now
      this.#abort(name, true)
    }
    process.on(name, onSignal)
    this.#cleanUps.push(() => process.removeListener(name, onSignal))
  }
}

/** The signal that the reason of an abort names, such as `'SIGINT'`; otherwise SIGTERM. */
function signalNameOf(reason: unknown): NodeJS.Signals {
  return typeof reason === 'string' && Object.hasOwn(constants.signals, reason)
    ? (reason as NodeJS.Signals)
    : 'SIGTERM'
}
