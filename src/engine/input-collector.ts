import type { Facts, OtherContent } from '../collect/facts.ts'
import { Intake } from '../collect/intake.ts'
import { plainLinesOf } from '../collect/plain-lines.ts'
import { hasSucceeded } from '../collect/statements.ts'
import { PithError } from '../errors.ts'
import { type Counting, withoutCounter } from '../fit/counted.ts'
import { fit, fitLater, fitSteps, type LaterFit } from '../fit/fit.ts'
import { wholeResult } from '../fit/whole.ts'
import type { CommandStatus, Input, Source } from '../options.ts'
import { writeStatus } from '../render/notices.ts'
import { checkSource, type Settings } from '../settings.ts'
import type { Truncation } from '../truncation.ts'
import { draw } from './truncate.ts'

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
    return this.#whole(settings) ?? fit(this.intake.factsSoFar(settings.source), settings, draw)
  }

  /**
   * What has come so far. Costs a few milliseconds, however much it is, and more for a large `maxBytes`. Without `fold`,
   * errors in the last lines may not be counted yet.
   */
  counts(): OutputCounts {
    const facts = this.intake.factsSoFar(undefined)
    const { totalBytes: bytes, totalLines: lines } = facts.view?.input ?? facts
    return { bytes, lines, errors: facts.totalErrors }
  }

  /** The result. May be called again after the token counter has failed. */
  end(source?: Source, status?: CommandStatus): Truncation {
    const settings = this.#close(source)
    const whole = this.#endWhole(settings, status)
    const result = whole ?? fit(this.#facts(settings, status), settings, draw)
    this.#ended = true
    return result
  }

  /** Like `end`, for a token counter that may return a promise. */
  async endLater(status: CommandStatus | undefined, later: LaterFit): Promise<Truncation> {
    const settings = this.#close(undefined)
    const whole = this.#endWhole(settings, status)
    this.#ended = true
    return whole ?? fitLater(this.#facts(settings, status), settings, draw, later)
  }

  /** The result with other settings, whose limits must not exceed the collector's own. May be called again. */
  *fit(settings: Settings, status?: CommandStatus): Counting<Truncation> {
    this.#isClosed = true
    const whole = this.#endWhole(settings, status)
    return whole ?? (yield* fitSteps(this.#facts(settings, status), settings, draw))
  }

  #close(source: Source | undefined): Settings {
    if (this.#ended) throw new PithError('PITH_ENDED', 'Expected `end()` to be called once.')
    const settings =
      source === undefined ? this.#settings : { ...this.#settings, source: checkSource(source) }
    this.#isClosed = true
    return settings
  }

  /** The result of a small input that fits. Undefined for any other input, and when the notice must report a status. */
  #endWhole(settings: Settings, status: CommandStatus | undefined): Truncation | undefined {
    if (!settings.notice.off && writeStatus(status) !== undefined) return undefined
    this.intake.writeBytes(this.intake.encodeRest())
    const whole = this.#whole(settings)
    if (whole && hasSucceeded(status)) whole.errors.statements = []
    return whole
  }

  #facts(settings: Settings, status: CommandStatus | undefined): Facts {
    const { decodedFrom, notText } = this.other
    const facts = { ...this.intake.facts(settings.source, status, notText === undefined), decodedFrom }
    return notText ? plainLinesOf(facts, notText) : facts
  }

  #whole(settings: Settings): Truncation | undefined {
    const { staged } = this.intake
    if (this.other.notText) return undefined
    return staged && wholeResult(staged, settings)
  }
}
