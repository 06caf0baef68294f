import type { CommandStatus } from '../../options.ts'
import type { Settings } from '../../settings.ts'
import type { Errors, Truncation } from '../../truncation.ts'
import type { Facts } from '../hold/facts.ts'
import { type FoundError, isTelling } from '../hold/found.ts'
import { writeStatus } from '../words/notices.ts'

// Whether a run failed. Where nothing says so, lines that look like errors are findings: they are shown as errors are,
// but no word of pith calls them errors.

/**
 * Other evidence counts among the last lines: what comes long before the end did not stop anything. Of 131 labelled
 * failures 130 are recognised so, and 2 of 20 successes are accused. If any error counted, it would be 130 and 5.
 */
const LAST_LINES = 100

export const noErrors = (): Errors => ({ total: 0, lines: [], statements: [] })

type Judged = Pick<Facts, 'errorLines' | 'hiddenErrors' | 'totalErrors' | 'totalLines' | 'view'>

/** True if the errors of an output are findings. Those of a caller's own patterns are errors. */
export function areFindings(facts: Judged, status: CommandStatus | undefined, { errors }: Settings): boolean {
  if (errors === undefined || errors.patterns.length > 0 || facts.totalErrors === 0) return false
  if (status?.isAnswer || status?.exitCode === 0) return status.isAnswer || writeStatus(status) === undefined
  return writeStatus(status) === undefined && !saysFailed(facts)
}

/** A result that was made without the status, which is a success: it has no statements. */
export function ofSuccess(
  { errors, findings = errors, ...result }: Truncation,
  status: CommandStatus | undefined,
  settings: Settings,
): Truncation {
  const { totalLines } = result
  const found = { ...findings, statements: [] }
  return areFindings({ errorLines: [], totalErrors: found.total, totalLines }, status, settings)
    ? { ...result, errors: noErrors(), findings: found }
    : { ...result, errors: found }
}

/** How many errors the words may tell of. */
export const toldErrors = ({ areFindings, totalErrors }: Facts): number => (areFindings ? 0 : totalErrors)

/** The facts of an output whose errors are findings, marked as such. A result that is cut again is marked already. */
export function asFindings(facts: Facts, settings: Settings): Facts {
  const { areFindings: isKnown = areFindings(facts, facts.status, settings) } = facts
  return isKnown ? { ...facts, areFindings: true } : facts
}

function saysFailed({ errorLines, hiddenErrors = [], totalLines, view }: Judged): boolean {
  const lines = view?.input.totalLines ?? totalLines
  const tells = ({ kinds, line, input }: FoundError) =>
    isTelling(kinds) || lines - (input?.line ?? line) < LAST_LINES
  return errorLines.some(tells) || hiddenErrors.some(tells)
}
