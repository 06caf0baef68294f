import type { Omission } from './choosing.ts'
import { tellsFailure } from './failure-words.ts'
import { clipBytesFor, headLines } from './head-lines.ts'
import type { Kind } from './kind.ts'
import { clipLine, type Line, type LineKind, LineReader } from './line-reader.ts'
import { MOST_RULES, RULE_MARK_BYTES, RuleCounts, rankByRule, sortsOfRules } from './rule-counts.ts'
import type { Tree } from './tree.ts'

// Requests that a server logs, one in each line: an example of each status, and how many more there are.

/** The sort of units that have no rule: the one behind the rules. */
const NO_RULE = MOST_RULES
const LEAST_REQUESTS = 8
/** The server failed to answer such a request, so it comes before others. */
const FAULTS = /^5/

/** `"GET /a HTTP/1.1" 200`, `GET /a 200 3 ms`, `POST /b -> 500` */
const REQUEST =
  /(?:^|[\s"'\]])(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) [^\s"]+(?: HTTP\/\d(?:\.\d)?)?["']?,? (?:(?:->|=>|-|→) )?([1-5]\d\d)\b/

export const requests: Kind = {
  name: 'requests',
  fallsBackQuietly: true,
  recognise(head, _, isWhole) {
    const lines = headLines(head, isWhole).filter(Boolean)
    const found = lines.filter((line) => REQUEST.test(line)).length
    return found >= LEAST_REQUESTS && found >= lines.length * 0.9 ? 0.75 : 0
  },
  read: (maxBytes, heldBytes) => new LineReader(new RequestLines(maxBytes), heldBytes),
}

class RequestLines implements LineKind {
  readonly sorts = sortsOfRules('requests')
  readonly mostNotable = 4 * MOST_RULES
  readonly markBytes = RULE_MARK_BYTES
  readonly rank = rankByRule
  readonly #statuses = new RuleCounts()
  readonly #clipBytes: number
  #all = 0
  #odd = 0
  #faults = 0

  constructor(maxBytes: number) {
    this.#clipBytes = clipBytesFor(maxBytes)
  }

  line(line: Line, tree: Tree): boolean {
    this.#all++
    const { text } = line
    const status = REQUEST.exec(text)?.[1]
    if (status === undefined) {
      if (tellsFailure(text)) return false
      this.#odd++
    }
    const { number, isNew } =
      status === undefined ? { number: NO_RULE, isNew: false } : this.#statuses.numberOf(status)
    const isFault = status !== undefined && FAULTS.test(status) && ++this.#faults <= MOST_RULES
    clipLine(tree, tree.record(line.start, line.end, number, isNew || isFault), this.#clipBytes)
    return this.#odd <= 1 + this.#all / 20
  }

  end(): boolean {
    return this.#odd * 20 <= this.#all
  }

  /** How many requests of each status are left out. */
  detail(omission: Omission): string {
    return this.#statuses.detail(omission)
  }
}
