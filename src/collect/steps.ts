import { partition } from '../text/binary-search.ts'
import type { HeldBytes } from './held-bytes.ts'

// A CI runs the steps of a job one after another, and says which one failed. What a step that passed says of errors is
// seldom why the job failed.

const decoder = new TextDecoder()

/** Later steps count as one. */
const MOST_STEPS = 10_000
/** The most bytes of a line that are read. */
const MARK_BYTES = 400

const LEAST_BYTES = 10
const HASH = 0x23
const BRACKET = 0x5b
const CAPITAL_T = 0x54
const SMALL_C = 0x63

/** GitHub Actions and Azure Pipelines begin a step so. */
const BEGINS = /^##\[(?:group\]Run |section\]Starting: )/
/** They end one that failed so. */
const FAILS = /^##\[error\]/
/** Travis CI ends a step so, with its status. */
const ENDS = /^The command ".*" exited with (\d+)\.\s*$/

/** Divides a log into the steps of a CI job while its lines come, in bounded memory. */
export class Steps {
  /** The first line of each step. */
  readonly #starts = [1]
  readonly #failed = [false]
  #hasFailed = false

  /** Takes the line of a range without its time stamp. Few are read: those that begin as a mark of a step does. */
  observe(line: number, bytes: Pick<HeldBytes, 'byteAt' | 'held'>, start: number, end: number): void {
    if (end - start < LEAST_BYTES || !beginsLikeMark(bytes, start)) return
    const mark = decoder.decode(bytes.held(start, Math.min(end, start + MARK_BYTES)))
    const status = ENDS.exec(mark)?.[1]
    if (BEGINS.test(mark)) this.#begin(line)
    else if (FAILS.test(mark) || (status !== undefined && status !== '0')) this.#fail()
    if (status !== undefined) this.#begin(line + 1)
  }

  /** True for a line of a step that did not fail, where another step did. */
  hasPassed(line: number): boolean {
    if (!this.#hasFailed) return false
    return !this.#failed[partition(this.#starts.length, (i) => this.#starts[i] <= line) - 1]
  }

  #begin(line: number): void {
    if (this.#starts.length === MOST_STEPS) return
    this.#starts.push(line)
    this.#failed.push(false)
  }

  #fail(): void {
    this.#failed[this.#failed.length - 1] = true
    this.#hasFailed = true
  }
}

function beginsLikeMark(bytes: Pick<HeldBytes, 'byteAt'>, start: number): boolean {
  const first = bytes.byteAt(start)
  if (first === HASH) return bytes.byteAt(start + 2) === BRACKET
  return first === CAPITAL_T && bytes.byteAt(start + 4) === SMALL_C
}
