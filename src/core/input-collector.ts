import { attempt, tolerate } from '../check/failure.ts'
import { PithError } from '../errors.ts'
import type { CommandStatus, Input, Source } from '../options.ts'
import { checkSource, type Settings } from '../settings.ts'
import type { PartFailure, Truncation } from '../truncation.ts'
import { type Counting, withoutCounter } from './fit/counted.ts'
import { fit, fitLater, fitSteps, type LaterFit } from './fit/fit.ts'
import type { Collected } from './fit/net.ts'
import { ownText } from './fit/own-text.ts'
import { ofSuccess } from './fit/verdict.ts'
import { wholeResult } from './fit/whole.ts'
import type { Facts, OtherContent, Remains } from './hold/facts.ts'
import { Intake } from './hold/intake.ts'
import { plainLinesOf } from './hold/plain-lines.ts'
import { hasSucceeded } from './hold/statements.ts'
import { draw } from './truncate.ts'
import { writeStatus } from './words/notices.ts'

/** Bytes, lines and errors of an output. A last line that has not ended counts too. */
export interface OutputCounts {
  bytes: number
  lines: number
  errors: number
}

/** Internal collector. Adds methods that the public one hides. */
export class InputCollector {
  readonly intake: Intake
  /** What the input is instead of UTF-8 text. Set before the first result. */
  other: OtherContent = {}
  /** Why nothing of the input may be shown, and its size. */
  refusal: (PartFailure & Pick<Remains, 'totalBytes' | 'totalLines'>) | undefined
  /** True where only the text of the result is read: what fits is not judged then, and its kind is not told. */
  isForText = false
  readonly #settings: Settings
  /** Set before the first fit. From then on nothing can be written, even if the token counter makes the fit fail. */
  #isClosed = false
  /** Set once a result was returned. */
  #ended = false

  constructor(settings: Settings) {
    this.#settings = settings
    this.intake = new Intake(settings)
  }

  write(chunk: Input): void {
    if (this.#isClosed) throw new PithError('PITH_ENDED', 'Expected no `write()` after `end()`.')
    this.intake.write(chunk)
  }

  snapshot(): Truncation {
    const settings = withoutCounter(this.#settings)
    const { structure: _, ...lines } = settings
    const facts = (given: Settings) => (given === lines ? this.intake.factsSoFar(given.source) : undefined)
    const input = this.#collected(undefined, facts)
    const whole = this.#short(input, (staged) => wholeResult(staged, settings))
    return whole ?? fit(input, lines, draw)
  }

  /**
   * What has come so far. Costs a few milliseconds, however much it is, and more for a large `maxBytes`. Without `fold`,
   * errors in the last lines may not be counted yet.
   */
  counts(): OutputCounts {
    try {
      const facts = this.intake.factsSoFar(undefined)
      const { totalBytes: bytes, totalLines: lines } = facts.view?.input ?? facts
      return { bytes, lines, errors: facts.totalErrors }
    } catch (error) {
      tolerate(error)
      const { totalBytes: bytes, totalLines: lines } = this.intake.remains()
      return { bytes, lines, errors: 0 }
    }
  }

  /** The result. May be called again after the token counter has failed. */
  end(source?: Source, status?: CommandStatus): Truncation {
    const settings = this.#close(source)
    const input = this.#collected(status)
    const result = this.#endWhole(settings, input) ?? fit(input, settings, draw)
    this.#ended = true
    return result
  }

  /** Like `end`, for a token counter that may return a promise, and for a limit that is known at the end. */
  async endLater(
    status: CommandStatus | undefined,
    later: LaterFit,
    maxBytes: number = Number.POSITIVE_INFINITY,
  ): Promise<Truncation> {
    const own = this.#close(undefined)
    const settings = { ...own, maxBytes: Math.min(own.maxBytes, maxBytes) }
    const input = this.#collected(status)
    const whole = this.#endWhole(settings, input)
    this.#ended = true
    return whole ?? fitLater(input, settings, draw, later)
  }

  /** The result with other settings, whose limits must not exceed the collector's own. May be called again. */
  *fit(settings: Settings, status?: CommandStatus): Counting<Truncation> {
    this.#isClosed = true
    const input = this.#collected(status)
    return this.#endWhole(settings, input) ?? (yield* fitSteps(input, settings, draw))
  }

  #close(source: Source | undefined): Settings {
    if (this.#ended) throw new PithError('PITH_ENDED', 'Expected `end()` to be called once.')
    const settings =
      source === undefined ? this.#settings : { ...this.#settings, source: checkSource(source) }
    this.#isClosed = true
    return settings
  }

  /** The result of a small input that fits. Undefined for any other input. */
  #endWhole(settings: Settings, input: CollectedSoFar): Truncation | undefined {
    const { status } = input
    const line = settings.notice.off ? undefined : writeStatus(status)
    this.intake.writeBytes(this.intake.encodeRest())
    const own = this.isForText ? this.#short(input, (staged) => ownText(staged, settings, line)) : undefined
    if (own || line !== undefined) return own
    const whole = this.#short(input, (staged) => wholeResult(staged, settings))
    return whole && hasSucceeded(status) ? ofSuccess(whole, status, settings) : whole
  }

  #collected(
    status: CommandStatus | undefined,
    facts = (settings: Settings) => this.#facts(settings, status),
  ): CollectedSoFar {
    const { refusal, intake } = this
    return { facts, remains: () => this.#remains(), failures: [...intake.failures], status, refusal }
  }

  #facts(settings: Settings, status: CommandStatus | undefined): Facts | undefined {
    const { decodedFrom, notText } = this.other
    const given = this.intake.factsBy(settings, status, notText === undefined)
    const facts = given && { ...given, decodedFrom }
    return facts && notText ? plainLinesOf(facts, notText) : facts
  }

  /** What is not text is not shown as it came. */
  #remains(): Remains {
    if (this.refusal) return { ...this.refusal, pieces: [] }
    const remains = this.intake.remains()
    return this.other.notText ? { ...remains, pieces: [] } : remains
  }

  /** A result by a short path. Undefined where there is none, and when the path fails. */
  #short(
    { failures }: CollectedSoFar,
    path: (staged: Uint8Array) => Truncation | undefined,
  ): Truncation | undefined {
    const { staged } = this.intake
    if (this.other.notText || this.refusal || !staged) return undefined
    return attempt('short path', () => path(staged), failures)
  }
}

interface CollectedSoFar extends Collected {
  failures: PartFailure[]
}
