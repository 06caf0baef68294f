import { formatBytes } from '../../core/words/notices.ts'
import type { GcReport } from '../../store/store.ts'
import { type Parsed, refuseOperands } from '../options/arguments.ts'
import { jsonLine, warn, writeOut } from '../print/output.ts'
import { drawTable, screenColumns } from '../print/table.ts'
import { storeFor } from '../settings/store.ts'
import { ARTIFACT_COLUMNS, artifactRow } from './artifacts.ts'

/**
 * `pith gc [--dry-run]`: removes artifacts that are too old or too many, and what dead processes left among them.
 */
export async function gc({ values, positionals }: Parsed): Promise<number> {
  refuseOperands('pith gc', positionals)
  const dryRun = values['dry-run'] === true
  const report = await (await storeFor(values)).gc({ dryRun })
  if (values.json) await writeOut(jsonLine({ dryRun, ...report }))
  else await tell(report, dryRun)
  if (report.failure === undefined) return 0
  warn(`Not everything could be removed: ${report.failure}.`)
  return 1
}

async function tell({ removed, abandoned, bytes, finished }: GcReport, dryRun: boolean): Promise<void> {
  const now = Date.now()
  if (removed.length > 0) {
    const rows = removed.map((stat) => [stat.reason, ...artifactRow(stat, now)])
    await writeOut(drawTable([{ title: 'reason', drop: 3 }, ...ARTIFACT_COLUMNS], rows, screenColumns()))
  }
  const count = (amount: number, what: string) => `${amount} ${what}${amount === 1 ? '' : 's'}`
  const what = `${count(removed.length, 'artifact')} and ${count(abandoned.length, 'abandoned file')}`
  warn(
    `${what} ${dryRun ? 'would be' : 'were'} removed, ${formatBytes(bytes)}.${finished ? '' : ' Run it again to remove more.'}`,
  )
}
