import { countedLines } from './counted-lines.ts'
import type { Kind } from './kind.ts'

/** What test runners write of a test that did not fail. Each form has one group: the result. */
const FORMS = [
  // pytest -v
  /^[^\s:]+\.py::\S.* (PASSED|SKIPPED|XFAIL|XPASS)\b/,
  // go test -v
  /^\s*--- (PASS|SKIP): /,
  // cargo test
  /^test \S.* \.\.\. (ok|ignored)\b/,
  // unittest -v
  /^\w+ \([\w.]+\)(?: \.\.\.|.* \.\.\.) (ok|skipped|expected failure)\b/,
  // jest, vitest, mocha, node --test, PHPUnit: by signs
  /^\s*([✓✔√○↓﹣])\s+\S/,
  // Google Test
  /^\[ {2}(?: {5}(OK)|(?:(SKIPPED))) \] \S/,
  // CTest
  /^\s*\d+\/\d+ Test\s+#\d+: \S.* (Passed|Skipped|Not Run)\b/,
  // dotnet test
  /^ {2}(Passed|Skipped) \S/,
  // XCTest
  /^Test [Cc]ase '.*' (passed|skipped) \(/,
  // files of jest
  /^(PASS) \S/,
]

const PASSED = /* @__PURE__ */ new Set(['ok', 'pass', '✓', '✔', '√'])
const SKIPPED = /* @__PURE__ */ new Set(['skip', 'ignored', 'not run', '○', '↓', '﹣'])

/** Tried first: most lines of an output have one form. A line has no two that differ in what they tell. */
let last = FORMS[0]

function resultOf(text: string): string | undefined {
  let found = last.exec(text)
  for (let at = 0; !found && at < FORMS.length; at++) {
    found = FORMS[at].exec(text)
    if (found) last = FORMS[at]
  }
  if (!found) return undefined
  const result = (found[1] ?? found[2]).toLowerCase()
  return PASSED.has(result) ? 'passed' : SKIPPED.has(result) ? 'skipped' : result
}

/** Results of tests of which none failed: counts of those that passed, and the first ones that were skipped. */
export const passedTests: Kind = countedLines({
  name: 'tests',
  units: 'tests',
  tells: resultOf,
  isFirst: (result) => result !== 'passed',
  mostOthers: 2 / 3,
  mayTellFailure: false,
  isNoise: true,
})
