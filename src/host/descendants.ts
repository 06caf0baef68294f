import { childLister, listsProcesses, processState } from './process-state.ts'

const FIRST_LOOK_MS = 20
const LONGEST_PAUSE_MS = 1000
// A look may take this share of the time until the next one.
const LARGEST_SHARE = 1 / 150

/**
 * Remembers what a process starts while it runs. A descendant that has changed its group and its environment, and lost
 * its parent, cannot be told from other processes afterwards.
 *
 * Each process is remembered with its start time, because the system reuses numbers.
 */
export class Descendants {
  /** Start times by process number. */
  readonly #seen = new Map<number, number>()
  #timer: NodeJS.Timeout | undefined
  #pauseMs = FIRST_LOOK_MS

  constructor(root: number) {
    const state = listsProcesses ? processState(root) : undefined
    if (!state) return
    this.#seen.set(root, state.startTime)
    this.#lookLater()
  }

  /** Looks for new descendants. Returns all that are alive. */
  look(): number[] {
    const childrenOf = childLister()
    const found = [...this.#seen.keys()]
    // The list grows while it is read.
    for (const pid of found) {
      const children = childrenOf(pid)
      // The children are its own only if the number is still its own after they were read.
      if (!this.#lives(pid)) this.#seen.delete(pid)
      else for (const child of children) if (this.#add(child, pid)) found.push(child)
    }
    return [...this.#seen.keys()]
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #lives(pid: number): boolean {
    const state = processState(pid)
    return state !== undefined && state.startTime === this.#seen.get(pid)
  }

  #add(child: number, parent: number): boolean {
    const state = processState(child)
    if (state?.parent !== parent || this.#seen.get(child) === state.startTime) return false
    this.#seen.set(child, state.startTime)
    return true
  }

  #lookLater(): void {
    this.#timer = setTimeout(() => {
      const startedAt = performance.now()
      this.look()
      const tookMs = performance.now() - startedAt
      this.#pauseMs = Math.max(Math.min(this.#pauseMs * 1.5, LONGEST_PAUSE_MS), tookMs / LARGEST_SHARE)
      this.#lookLater()
    }, this.#pauseMs).unref()
  }
}
