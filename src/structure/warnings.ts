import type { Omission } from './choosing.ts'
import { tellsFailure } from './failure-words.ts'
import { clipBytesFor, headLines } from './head-lines.ts'
import type { Kind, Place } from './kind.ts'
import { clipLine, type Line, type LineKind, LineReader } from './line-reader.ts'
import { MOST_RULES, NO_RULE, RULE_MARK_BYTES, RuleCounts, rankByRule, sortsOfRules } from './rule-counts.ts'
import type { Tree } from './tree.ts'

// Warnings of compilers and linters, in an output that tells of no error: an example of each rule, and how many more
// there are. An output with an error is read as lines, because the error matters more.

const MOST_RULE_LENGTH = 40
/** A warning of more lines is none. */
const MOST_LINES = 200
const LEAST_WARNINGS = 5
/** `In file included from` may be several lines. */
const MOST_ABOVE = 20

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
export const warnings: Kind = {
  name: 'warnings',
  fallsBackQuietly: true,
  recognise(head, _, isWhole) {
    const lines = headLines(head, isWhole)
    const others = lines.filter((line) => ruleIn(line) === undefined)
    const heads = lines.length - others.length
    return heads >= LEAST_WARNINGS && heads * 16 >= lines.length && !others.some(isFailure) ? 0.75 : 0
  },
  read: (maxBytes, heldBytes) => new LineReader(new WarningLines(maxBytes), heldBytes),
}

/** The rule of the warning that begins with a line. */
function ruleIn(text: string): string | undefined {
  const found = text[0] === ' ' ? IN_FILE.exec(text) : (AT_PLACE.exec(text) ?? ALONE.exec(text))
  if (!found || TOTAL.test(text)) return undefined
  return ruleOf(found[1], found[2])
}

/** The rules of messages, most of which come again. */
const known = /* @__PURE__ */ new Map<string, string>()
const MOST_KNOWN = 256

function ruleOf(level: string, message: string): string {
  if (message.length > MOST_KNOWN) return ruleFrom(level, message)
  const key = level + message
  let rule = known.get(key)
  if (rule === undefined) {
    if (known.size === MOST_KNOWN) known.clear()
    rule = ruleFrom(level, message)
    known.set(key, rule)
  }
  return rule
}

/** The name of a rule, or what the message says without what it names. */
function ruleFrom(level: string, message: string): string {
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

/** True for a line that tells of a failure, and is no source line of a warning. */
const isFailure = (line: string): boolean => !/^\s*[|\d>^~=+-]/.test(line) && tellsFailure(line)

class WarningLines implements LineKind {
  readonly sorts = sortsOfRules('warnings')
  readonly mostNotable = MOST_RULES
  readonly markBytes = RULE_MARK_BYTES
  readonly rank = rankByRule
  readonly #rules = new RuleCounts()
  readonly #clipBytes: number
  #rule = NO_RULE
  #isNew = false
  #start: Place | undefined
  #end: Place | undefined
  #lines = 0
  #warnings = 0
  #hasHead = false
  /** True below a line that only tells where the next warning is. */
  #isAbove = false

  constructor(maxBytes: number) {
    this.#clipBytes = clipBytesFor(maxBytes)
  }

  line(line: Line, tree: Tree): boolean {
    const { text } = line
    const rule = ruleIn(text)
    if (rule === undefined && isFailure(text)) return false
    if (rule !== undefined || this.#endsBody(text) || ABOVE.test(text)) this.#begin(line, rule, text, tree)
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

  #begin(line: Line, rule: string | undefined, text: string, tree: Tree): void {
    const isBelowItsPlace = rule !== undefined && this.#isAbove && this.#start && this.#lines <= MOST_ABOVE
    if (!isBelowItsPlace) {
      this.#flush(tree)
      this.#start = line.start
    }
    this.#isAbove = rule === undefined && ABOVE.test(text)
    this.#hasHead = rule !== undefined
    this.#lines = 0
    if (rule === undefined) return
    this.#warnings++
    this.#rule = this.#rules.numberOf(rule)
    this.#isNew = this.#rules.isNew
  }

  #flush(tree: Tree): void {
    if (!this.#start || !this.#end) return
    const unit = this.#hasHead
      ? tree.record(this.#start, this.#end, this.#rule, this.#isNew)
      : tree.record(this.#start, this.#end, NO_RULE)
    if (this.#end.line - this.#start.line === 1) clipLine(tree, unit, this.#clipBytes)
    this.#start = undefined
    this.#hasHead = false
  }
}
