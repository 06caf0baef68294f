import { byEnds } from './choose.ts'
import type { Omission } from './choosing.ts'
import { tellsFailure } from './failure-words.ts'
import { headLines } from './head-lines.ts'
import type { Kind, Place } from './kind.ts'
import { clipLine, type Line, type LineKind, LineReader } from './line-reader.ts'
import { DETAIL_BYTES, MOST_RULES, RuleCounts } from './rule-counts.ts'
import type { Tree } from './tree.ts'
import type { Unit } from './unit.ts'

// Warnings of compilers and linters, in an output that tells of no error: an example of each rule, and how many more
// there are. An output with an error is read as lines, because the error matters more.

const OTHER = MOST_RULES
const MOST_RULE_LENGTH = 40
/** A warning of more lines is none. */
const MOST_LINES = 200
const LEAST_WARNINGS = 5

/** `a.c:1:2: warning: …`, `a.py:1:2: F401 …`, `a.ts(1,2): warning TS6133: …` */
const AT_PLACE =
  /^(?:[A-Za-z]:)?[^\s:(][^:(]*(?:\(\d+(?:,\d+)?\)|:\d+(?::\d+)?): (warning|[A-Z]{1,4}\d{2,5})\b:? ?(.*)$/
/** `warning: …` and `warning[code]: …` above ` --> a.rs:1:2` */
const ALONE = /^(warning)((?:\[[\w:-]+\])?: .*)$/
/** `  1:2  warning  …  rule` below the name of a file */
const IN_FILE = /^ +\d+:\d+ +(warning) +(.*)$/
/** The line above a warning that tells where it is. */
const ABOVE =
  /^(?:[^\s:]+: (?:In (?:\w+ )*function|At top level|In (?:con|de)structor)|In file included from )/
const TOTAL = /^warning: .*\bgenerated \d+ warnings?\b|^\d+ warnings? generated/
interface Head {
  rule: string
}

export const warnings: Kind = {
  name: 'warnings',
  fallsBackQuietly: true,
  recognise(head, _, isWhole) {
    const lines = headLines(head, isWhole)
    const heads = lines.filter((line) => headOf(line) !== undefined).length
    return heads >= LEAST_WARNINGS && heads * 16 >= lines.length && !lines.some(isFailure) ? 0.75 : 0
  },
  read: (maxBytes, heldBytes) => new LineReader(new WarningLines(maxBytes), heldBytes),
}

function headOf(text: string): Head | undefined {
  const found = AT_PLACE.exec(text) ?? ALONE.exec(text) ?? IN_FILE.exec(text)
  if (!found || TOTAL.test(text)) return undefined
  return { rule: ruleOf(found[1], found[2]) }
}

/** The name of a rule, or what the message says without what it names. */
function ruleOf(level: string, message: string): string {
  const named =
    /\[([\w:./=@+-]+)\]$/.exec(message) ??
    /^\[?([A-Z]{1,4}\d{2,5})\b/.exec(message) ??
    / {2,}([\w@/-]+)$/.exec(message)
  if (named) return named[1].slice(0, MOST_RULE_LENGTH)
  if (level !== 'warning') return level
  const plain = message
    .replace(/^\[.*?\]: |^: /, '')
    .replaceAll(/[`'"‘“«][^`'"’”»]*[`'"’”»]|\d+/g, '')
    .replaceAll(/[\p{Cc}\p{Cf}[\]]/gu, '')
    .replaceAll(/\s+/g, ' ')
  return (
    plain
      .replace(/[\s:,(]+$/, '')
      .trim()
      .slice(0, MOST_RULE_LENGTH) || 'warning'
  )
}

/** True for a line outside warnings and their source lines that tells of a failure. */
const isFailure = (line: string): boolean =>
  headOf(line) === undefined && !/^\s*[|\d>^~=+-]/.test(line) && tellsFailure(line)

class WarningLines implements LineKind {
  readonly sorts: string[] = [...new Array<string>(MOST_RULES).fill('warnings'), '']
  readonly mostNotable = MOST_RULES
  readonly markBytes = 64 + DETAIL_BYTES
  readonly #rules = new RuleCounts()
  readonly #clipBytes: number
  #rule = OTHER
  #isNew = false
  #start: Place | undefined
  #end: Place | undefined
  #lines = 0
  #warnings = 0
  #hasHead = false

  constructor(maxBytes: number) {
    this.#clipBytes = Math.max(160, Math.min(1024, maxBytes >> 4))
  }

  /** The first warning of each rule comes first. */
  readonly rank = ({ index, isNotable }: Unit, { size }: Unit): number =>
    isNotable ? 0.01 * index ** 0.25 : 1 + byEnds(index, size)

  line(line: Line, tree: Tree): boolean {
    const { text } = line
    const head = headOf(text)
    if (!head && isFailure(text)) return false
    if (head || ABOVE.test(text) || this.#endsBody(text)) this.#begin(line, head, text, tree)
    this.#end = line.end
    return ++this.#lines <= MOST_LINES || !this.#hasHead
  }

  end(tree: Tree): boolean {
    this.#flush(tree)
    return this.#warnings >= LEAST_WARNINGS
  }

  /** The rules of the warnings that are left out. */
  detail(omission: Omission): string {
    return this.#rules.detail(omission)
  }

  /** A line that begins at the margin, behind a warning and its source lines, belongs to neither. */
  #endsBody(text: string): boolean {
    return this.#hasHead ? text !== '' && !/^[\s|\d^~=]/.test(text) : true
  }

  #begin(line: Line, head: Head | undefined, text: string, tree: Tree): void {
    const isBelowItsPlace =
      head && !this.#hasHead && this.#start && this.#lines <= MOST_ABOVE && this.#isAbove
    if (!isBelowItsPlace) {
      this.#flush(tree)
      this.#start = line.start
    }
    this.#isAbove = !head && ABOVE.test(text)
    this.#hasHead = head !== undefined
    this.#lines = 0
    if (!head) return
    this.#warnings++
    const { number, isNew } = this.#rules.numberOf(head.rule)
    this.#rule = number
    this.#isNew = isNew
  }

  #isAbove = false

  #flush(tree: Tree): void {
    if (!this.#start || !this.#end) return
    const unit = this.#hasHead
      ? tree.record(this.#start, this.#end, this.#rule, this.#isNew)
      : tree.record(this.#start, this.#end, OTHER)
    if (this.#end.line - this.#start.line === 1) clipLine(tree, unit, this.#clipBytes)
    this.#start = undefined
    this.#hasHead = false
  }
}

/** `In file included from` may be several lines. */
const MOST_ABOVE = 20
