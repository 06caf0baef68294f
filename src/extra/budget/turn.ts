import { allocate } from './allocate.ts'

/** A call that is under way. */
export interface TurnCall {
  /**
   * Tells how many bytes the result may have, once it is there. Does not wait for the others: each of them keeps a share.
   *
   * @param wanted bytes that the result would have without a turn
   */
  take(wanted: number, hasErrors: boolean): number
  /** Gives its share to the others, because there will be no result. */
  leave(): void
}

interface Turn {
  leftBytes: number
  begun: number
  open: number
  isAnswered: boolean
}

/** A result with errors gets a share of this size, and others one of 1. */
export const weightOf = (hasErrors: boolean): number => (hasErrors ? 2 : 1)

/**
 * Shares bytes among calls that run side by side. A turn is the calls that are under way before the first of them is
 * answered: a host starts those of its next turn later.
 */
export class TurnBudget {
  readonly #maxBytes: number
  readonly #maxCallBytes: number
  #turn: Turn | undefined

  /** @param maxCallBytes most bytes of one result */
  constructor(maxBytes: number, maxCallBytes: number) {
    this.#maxBytes = maxBytes
    this.#maxCallBytes = maxCallBytes
  }

  begin(): TurnCall {
    if (!this.#turn || this.#turn.isAnswered || this.#turn.open === 0)
      this.#turn = { leftBytes: this.#maxBytes, begun: 0, open: 0, isAnswered: false }
    const turn = this.#turn
    turn.begun++
    turn.open++
    return {
      take: (wanted, hasErrors) => {
        turn.open--
        turn.isAnswered = true
        // A call that was alone is as without a turn.
        if (turn.begun === 1) return wanted
        const requests = [{ id: 'own', want: wanted, weight: weightOf(hasErrors) }]
        if (turn.open > 0) {
          // Any of those that are still under way may have errors.
          const weight = turn.open * weightOf(true)
          requests.push({ id: 'others', want: turn.open * this.#maxCallBytes, weight })
        }
        const { own } = allocate(turn.leftBytes, requests)
        turn.leftBytes -= own
        return own
      },
      leave: () => {
        turn.open--
        turn.begun--
      },
    }
  }
}
