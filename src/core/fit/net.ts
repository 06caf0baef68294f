import { failureOf, tolerate } from '../../check/failure.ts'
import type { CommandStatus, Source } from '../../options.ts'
import type { Settings } from '../../settings.ts'
import type { PartFailure, Truncation } from '../../truncation.ts'
import type { Facts, Remains } from '../hold/facts.ts'
import { tokensOfUnits } from '../tokens/estimate.ts'
import { writeFailure } from '../words/notices.ts'
import type { Counting } from './counted.ts'
import { lastResort } from './last-resort.ts'
import { fullSizer } from './sizes.ts'

// The net: an error between the input and the text costs quality, but never the output. A kind falls back to lines,
// folding to the raw text, judging to both ends, and these to the first and last bytes.

/** An input that was collected. Its facts can be asked for again, with less. */
export interface Collected {
  /**
   * The facts, without what the settings do not ask for any more: the kind, folding or judging. Undefined if the bytes
   * that this needs have left memory.
   */
  facts(settings: Settings): Facts | undefined
  /** What is left when there are no facts. */
  remains(): Remains
  /** How the command ended. */
  status?: CommandStatus | undefined
  /** What failed while the input came. */
  failures: readonly PartFailure[]
  /** Why nothing of the input may be shown. */
  refusal?: PartFailure | undefined
}

/** One attempt: its settings, and what it does without. */
export interface Rung {
  settings: Settings
  /** Undefined for the first one. */
  without: 'kind' | 'folding' | 'judging' | undefined
}

/** The attempts at one result. */
export class Net {
  readonly #input: Collected
  readonly #settings: Settings
  readonly #errors: unknown[] = []
  #kind: string | undefined
  /** False if the input is known to be of no kind. */
  #mayHaveKind = true

  constructor(input: Collected, settings: Settings) {
    this.#input = input
    this.#settings = settings
  }

  /** The attempts. Each does without one thing more than the one before. */
  *rungs(): Iterable<Rung> {
    if (this.#input.refusal) return
    yield { settings: this.#settings, without: undefined }
    const { structure, ...unstructured } = this.#settings
    if (structure && this.#mayHaveKind) yield { settings: unstructured, without: 'kind' }
    const { fold, ...unfolded } = unstructured
    if (fold) yield { settings: unfolded, without: 'folding' }
    const { errors, ...unjudged } = unfolded
    if (errors) yield { settings: unjudged, without: 'judging' }
  }

  /** The facts for an attempt. Undefined if it cannot be made. */
  facts(rung: Rung): Facts | undefined {
    const facts = this.#input.facts(rung.settings)
    if (!facts) return undefined
    if (rung.without === undefined) {
      this.#kind = facts.structured?.kind.name
      this.#mayHaveKind = this.#kind !== undefined
    }
    const failed = this.#lostAt(rung) ?? this.#input.failures.find(isTold)?.what
    if (failed === undefined) return facts
    const { folded } = facts
    return { ...facts, failed, ...(folded && { folded: () => ({ ...folded(), failed }) }) }
  }

  /** Takes an error of an attempt. Throws the errors of callers. */
  caught(error: unknown): void {
    tolerate(error)
    this.#errors.push(error)
  }

  /** The result of an attempt, with what failed before. */
  told(result: Truncation, rung: Rung): Truncation {
    return this.#withFailures(result, this.#lostAt(rung))
  }

  /** The result when all attempts have failed. */
  *last(settings: Settings, source: Source | undefined): Counting<Truncation> {
    const { status, refusal } = this.#input
    const what = refusal?.what ?? 'cutting'
    const { backend } = settings
    const used = backend === 'js' ? backend : 'wasm'
    const ruin = { ...this.#input.remains(), what, status, source, backend: used } as const
    return this.#withFailures(yield* lastResort(ruin, { ...settings, estimate }), refusal ? undefined : what)
  }

  #lostAt({ without }: Rung): string | undefined {
    return without === 'kind' && this.#kind !== undefined ? `kind ${this.#kind}` : without
  }

  /** Of several errors, the first is the cause. */
  #withFailures(result: Truncation, what: string | undefined): Truncation {
    const { failures, refusal } = this.#input
    const all = refusal ? [...failures, { what: refusal.what, error: refusal.error }] : [...failures]
    if (what !== undefined && this.#errors.length > 0) all.push(failureOf(what, this.#errors[0]))
    return withFailures(result, all)
  }
}

/** A result that tells what failed. */
export function withFailures(result: Truncation, failures: readonly PartFailure[]): Truncation {
  if (failures.length === 0) return result
  const notes = failures.map(({ what }) => writeFailure(what))
  return {
    ...result,
    notes: [...(result.notes ?? []), ...notes],
    failures: [...(result.failures ?? []), ...failures],
  }
}

export const estimate = (text: string): number => tokensOfUnits(fullSizer().measureText(text).tokenUnits)

/** A failure by which nothing was lost is not told in the text. */
const isTold = ({ what }: PartFailure): boolean => what !== 'short path'
