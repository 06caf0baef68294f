import { checkBudget, checkSize, checkWhy } from './budget.ts'
import { type Case, fail } from './case.ts'
import { checkErrors, checkLeads, checkTotals } from './counts.ts'
import { checkCuts, checkPartition, checkSegments } from './pieces.ts'
import { checkForeign, checkHonest, checkNotice } from './words.ts'

/** The clauses that hold for an input that is cut by its units: a mark of its kind stands for each gap. */
export function checkUnits(c: Case): void {
  checkBudget(c)
  checkSize(c)
  checkPartition(c)
  checkSegments(c)
  checkCuts(c)
  checkTotals(c)
  if (c.status === undefined) checkErrors(c)
  if (c.result.kind === 'problems' && c.status?.exitCode !== 0) checkLeads(c)
  checkNotice(c)
  checkMarks(c)
  checkWhy(c)
  checkHonest(c, { added: c.result.notice ?? '' })
  checkForeign(c)
}

/** The text is the segments with a mark in each gap, then the notice: no two records touch without one. */
function checkMarks({ result }: Case): void {
  const pieces = [
    ...result.segments.map(({ startByte, text }) => ({ startByte, text })),
    ...result.gaps.map(({ startByte, mark = '' }) => ({ startByte, text: mark })),
  ].sort((a, b) => a.startByte - b.startByte)
  if (result.gaps.some(({ mark }) => mark === undefined || mark === ''))
    fail(6, 'a gap between units has no mark')
  let at = 0
  for (const { text } of pieces) {
    if (!result.text.startsWith(text, at))
      fail(6, `${JSON.stringify(text.slice(0, 80))} is not at ${at} of the text`)
    at += text.length
  }
  const rest = result.text.slice(at).trimStart()
  if (rest !== (result.notice ?? ''))
    fail(6, `${JSON.stringify(rest.slice(0, 80))} stands behind the last unit`)
}
