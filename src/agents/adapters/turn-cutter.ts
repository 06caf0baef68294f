import { wholeOrInfinity } from '../../check/values.ts'
import { ResultCutter, type ShownResult } from './cutter.ts'
import type { TurnResultOptions } from './options.ts'

/** A result at its place in what the host shows. Results without others between them are those of a turn. */
export interface PlacedResult extends ShownResult {
  place: number
}

/** Cuts all results that a host shows with a request. */
export class TurnCutter {
  readonly #cutter: ResultCutter
  readonly #maxTurnBytes: number

  /** @throws {PithError} `PITH_INVALID_OPTION` */
  constructor({ maxTurnBytes, ...options }: TurnResultOptions = {}) {
    this.#maxTurnBytes = wholeOrInfinity('maxTurnBytes', maxTurnBytes, Infinity)
    this.#cutter = new ResultCutter(options)
  }

  /** The values that are shown instead, in the same order. */
  async cut(results: readonly PlacedResult[]): Promise<unknown[]> {
    const turns: PlacedResult[][] = []
    for (const result of results) {
      const last = turns.at(-1)
      if (last && result.place <= (last.at(-1)?.place ?? 0) + 1) last.push(result)
      else turns.push([result])
    }
    return (await Promise.all(turns.map((turn) => this.#cutter.cutTurn(turn, this.#maxTurnBytes)))).flat()
  }
}
