import type { Place } from './kind.ts'

// What a line of TAP is.

export const TEST = /^ *(not )?ok (\d+|-)(?= |$)/
export const DIRECTIVE = /\s# *(skip|todo)\b/i
export const SUBTEST = /^ *# Subtest/
/** Or the verdict of `prove`. */
export const PLAN = /^ *1\.\.\d+|^ok$/
export const COMMENT = /^ *#/
export const TOTALS =
  /^ *(TAP version|# (tests|suites|pass|fail|failed|cancelled|skipped|skip|todo|ok|time|duration_ms)\b)/
/** What `prove -v` prints above the tests of a file. */
export const FILE = /^\S*[./]\S* \.\.+ ?$/
export const TROUBLE = /^ *Bail out!|error|fail|fatal|exception|panic|can(no|')t|dubious|Looks like/i

export const isPart = (line: string): boolean =>
  TEST.test(line) || PLAN.test(line) || COMMENT.test(line) || TOTALS.test(line) || FILE.test(line)

/** A test whose diagnostics are being read. */
export interface Test {
  start: Place
  end: Place
  /** Where the lines of its diagnostics begin, as long as it may be kept whole. */
  lines: Place[] | undefined
  indent: number
  sort: number
  isNotOk: boolean
  /** True when it is the result of the innermost group. */
  isResult: boolean
  /** The indentation of its open block of YAML. -1 if none is open. */
  block: number
  hadBlock: boolean
}

/** True for a line of a test's diagnostics. */
export function isDetail(test: Test, text: string, indent: number): boolean {
  const own = text.trim()
  if (own === '') return true
  const isInside = indent > test.indent
  if (test.block >= 0) {
    if (indent >= test.block) {
      test.hadBlock = indent === test.block && own === '...'
      if (test.hadBlock) test.block = -1
      return true
    }
    test.block = -1
  }
  if (isInside && own === '---') {
    test.block = indent
    return true
  }
  if (TEST.test(text) || SUBTEST.test(text) || PLAN.test(text) || TOTALS.test(text)) return false
  return COMMENT.test(text) ? test.isNotOk && !test.hadBlock : isInside
}
