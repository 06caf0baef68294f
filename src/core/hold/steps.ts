import { partition } from '../bytes/binary-search.ts'
import { type JudgedLine, judgedRange } from './judged.ts'

// A CI runs the steps of a job one after another, and says which one failed. What a step that passed says of errors is
// seldom why the job failed. The marks of steps are among the selected lines, unless the log is very long. This wins
// 2.7 of 655 decisive strings, all in logs of CI jobs.

const decoder = new TextDecoder()

/** The most bytes of a line that are read. */
const MARK_BYTES = 400

const HASH = 0x23
const CAPITAL_T = 0x54

/** GitHub Actions and Azure Pipelines begin a step so. */
const BEGINS = /^##\[(?:group\]Run |section\]Starting: )/
/** They end one that failed so. */
const FAILS = /^##\[error\]/
/** Travis CI ends a step so, with its status. */
const ENDS = /^The command ".*" exited with (\d+)\.\s*$/

/** The steps of a CI job. */
export class Steps {
  /** The first line of each step. */
  readonly #starts = [1]
  readonly #failed = [false]
  #hasFailed = false

  /** Reads the marks of steps among the selected lines, which are in order. */
  constructor(lines: readonly JudgedLine[]) {
    for (const { kept } of lines) {
      const { from, end } = judgedRange(kept)
      const first = kept.bytes[from]
      if (kept.clip || (first !== HASH && first !== CAPITAL_T)) continue
      const mark = decoder.decode(kept.bytes.subarray(from, Math.min(end, from + MARK_BYTES)))
      const status = ENDS.exec(mark)?.[1]
      if (BEGINS.test(mark)) this.#begin(kept.entry.line)
      else if (FAILS.test(mark) || (status !== undefined && status !== '0')) this.#fail()
      if (status !== undefined) this.#begin(kept.entry.line + 1)
    }
  }

  /** True for a line of a step that did not fail, where another step did. */
  hasPassed(line: number): boolean {
    if (!this.#hasFailed) return false
    return !this.#failed[partition(this.#starts.length, (i) => this.#starts[i] <= line) - 1]
  }

  #begin(line: number): void {
    this.#starts.push(line)
    this.#failed.push(false)
  }

  #fail(): void {
    this.#failed[this.#failed.length - 1] = true
    this.#hasFailed = true
  }
}
