import type { Place } from './kind.ts'

// What a line of TAP is.

export const TEST = /^ *(not )?ok (\d+|-)(?= |$)/
export const DIRECTIVE = /\s# *(skip|todo)\b/i
export const SUBTEST = /^ *# Subtest/
/** Or the verdict of `prove`. */
export const PLAN = /^ *1\.\.\d+|^ok$/
export const TAP_COMMENT = /^ *#/
export const TOTALS =
  /^ *(TAP version|# (tests|suites|pass|fail|failed|cancelled|skipped|skip|todo|ok|time|duration_ms)\b)/
/** What `prove -v` prints above the tests of a file. */
export const FILE = /^\S*[./]\S* \.\.+ ?$/
export const TROUBLE = /^ *Bail out!|error|fail|fatal|exception|panic|can(no|')t|dubious|Looks like/i

export const isPartOfTest = (line: string): boolean =>
  TEST.test(line) || PLAN.test(line) || TAP_COMMENT.test(line) || TOTALS.test(line) || FILE.test(line)

/** Where a text begins behind its blanks. */
export function indentOf(text: string): number {
  let at = 0
  while (text.charCodeAt(at) === 0x20) at++
  return text.charCodeAt(at) > 0x20 ? at : at + text.slice(at).search(/\S|$/)
}

/** True for the line of a test, which begins behind so many spaces. */
export const isTestAt = (text: string, indent: number): boolean =>
  (text[indent] === 'o' || text[indent] === 'n') && TEST.test(text)

/** A test whose diagnostics are being read. */
export interface Test {
  start: Place
  /** Where the lines of its diagnostics begin, as long as it may be kept whole. */
  lines: Place[]
  /** True once these are units. */
  isSplit: boolean
  indent: number
  sort: number
  isNotOk: boolean
  /** True when it is the result of the innermost group. */
  isResult: boolean
  /** The indentation of its open block of YAML. -1 if none is open. */
  block: number
  hadBlock: boolean
}

export interface Group {
  /** The indentation of its tests. */
  indent: number
  /** The indentation of its own result, or why it has none. */
  outer: number
  isBraced: boolean
  hasFailed: boolean
}

/** A comment that may stand above tests. */
export interface Comment {
  start: Place
  end: Place
  indent: number
  isSubtest: boolean
  isTrouble: boolean
}

/** True for a line of a test's diagnostics. */
export function isDetail(test: Test, text: string, indent: number, isTest: boolean): boolean {
  if (indent === text.length) return true
  const isInside = indent > test.indent
  if (test.block >= 0) {
    if (indent >= test.block) {
      test.hadBlock = indent === test.block && text.trim() === '...'
      if (test.hadBlock) test.block = -1
      return true
    }
    test.block = -1
  }
  if (isInside && text.trim() === '---') {
    test.block = indent
    return true
  }
  if (isTest || SUBTEST.test(text) || PLAN.test(text) || TOTALS.test(text)) return false
  return TAP_COMMENT.test(text) ? test.isNotOk && !test.hadBlock : isInside
}
