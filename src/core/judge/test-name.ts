/** What stands before the name of a failed test. */
const MARK =
  /^\s*(?:\[?(?:ERROR|FAIL(?:ED|URE)?|✗|✕|✘|×|●|❌)\]?(?:\s+TEST)?[:\s]|--- FAIL:|not ok \d+\s*-?|#?\d+\)|_{3,}\s|\[\s+FAILED\s+\]|test\s)\s*/
/** Times and results behind it. */
const REST =
  /\s*(?:\(\d[\d.,]* ?\w*\)|<<< (?:FAILURE|ERROR)!.*|\s_{3,}|\.\.\. FAILED|(?:-- )?Time elapsed:.*|\s- [A-Z]\w*(?:Error|Exception)\b.*)\s*$/

/**
 * The name of the test that a line says has failed. Undefined if it names none.
 *
 * @example
 * testNameIn('--- FAIL: TestRing (0.00s)') // 'TestRing'
 */
export function testNameIn(text: string): string | undefined {
  const mark = MARK.exec(text)
  if (!mark) return undefined
  let name = text.slice(mark[0].length)
  for (let rest = REST.exec(name); rest; rest = REST.exec(name)) name = name.slice(0, rest.index)
  const isName = name.length > 1 && name.length <= 200 && !/^(?:Tests run|\d+ |Build|Command)/.test(name)
  return isName ? name.trim() : undefined
}
