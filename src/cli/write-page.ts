import { writeFileSync } from 'node:fs'
import { PithError } from '../errors.ts'
import type { ToolEvent } from '../extra/events/events.ts'
import { plural } from './html-text.ts'
import { warn, writeOut } from './print/output.ts'
import { runPage } from './run-page.ts'
import { reportOf } from './run-report.ts'
import { configured } from './settings/config.ts'

/**
 * Writes the page of some calls to a file, or prints it for `-`.
 *
 * @param events the calls, the oldest first; at least one
 * @throws {PithError} `PITH_FILE_FAILED`
 */
export async function writePage(events: readonly ToolEvent[], total: number, path: string): Promise<void> {
  const report = reportOf(events)
  // A size that nobody has set would only be a guess.
  const context = configured('budget.contextTokens')
  const contextTokens = context?.level === 'default' ? undefined : context?.value
  const html = runPage(report, {
    title: report.runs === 1 ? `Run ${events[0].run}` : 'All runs',
    contextTokens: typeof contextTokens === 'number' ? contextTokens : undefined,
    total,
  })
  if (path === '-') {
    await writeOut(html)
    return
  }
  try {
    // What was called, and when, is for the user's own eyes.
    writeFileSync(path, html, { mode: 0o600 })
  } catch (error) {
    throw new PithError(
      'PITH_FILE_FAILED',
      `Expected to write ${path}: ${error instanceof Error ? error.message : String(error)}.`,
      { cause: error },
    )
  }
  warn(`The page of ${plural(events.length, 'call')} is in ${path}; open it in a browser.`)
}
