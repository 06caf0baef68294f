import type { Place } from './kind.ts'
import { giveClip } from './line-reader.ts'
import type { Tree } from './tree.ts'

// Lines that stand at levels: what is deeper belongs to the line above it.

const MOST_LEVELS = 40

export class LevelTree {
  readonly #open: number[] = []
  readonly #clipBytes: number
  /** The last line, until the one below it tells whether it has lines of its own. */
  #start: Place | undefined
  #level = 0
  #sort = 0

  /** @param clipBytes how much is shown of a longer line */
  constructor(clipBytes = Infinity) {
    this.#clipBytes = clipBytes
  }

  /** Adds a line, or some that begin at a place and are one. */
  add(start: Place, level: number, sort: number, tree: Tree): void {
    this.#settle(level, start, tree)
    this.#start = start
    this.#level = level
    this.#sort = sort
  }

  /** Ends the lines. */
  end(at: Place, tree: Tree): void {
    this.#settle(0, at, tree)
  }

  #settle(level: number, at: Place, tree: Tree): void {
    const start = this.#start
    this.#start = undefined
    if (start && level > this.#level && this.#open.length < MOST_LEVELS) {
      tree.begin(start, this.#sort)
      tree.inner(at)
      this.#open.push(this.#level)
    } else if (start) {
      const unit = tree.record(start, at, this.#sort)
      if (at.line - start.line === 1) giveClip(tree, unit, this.#clipBytes)
    }
    while (this.#open.length > 0 && this.#open[this.#open.length - 1] >= level) {
      tree.end(at)
      this.#open.pop()
    }
  }
}
