import { formatBytes } from '../../core/words/notices.ts'
import type { ArtifactStat } from '../../store/store.ts'
import { type Parsed, refuseOperands } from '../options/arguments.ts'
import { numberOption } from '../options/options.ts'
import { jsonLine, warn, writeOut } from '../print/output.ts'
import { safeLabel } from '../print/safe-label.ts'
import { drawTable, formatAge, screenColumns, type TableColumn } from '../print/table.ts'
import { storeFor } from '../settings/store.ts'

const MOST_ROWS = 100

/** `pith artifacts`: lists the full outputs that are kept, the newest first. */
export async function artifacts({ values, positionals }: Parsed): Promise<number> {
  refuseOperands('pith artifacts', positionals)
  const limit = numberOption(values, 'limit') ?? (values.json ? Number.POSITIVE_INFINITY : MOST_ROWS)
  const { artifacts: shown, total, keptBytes } = await (await storeFor(values)).newest(limit)
  if (values.json) {
    await writeOut(shown.map((stat) => jsonLine({ ...safe(stat), keptBytes: keptBytesOf(stat) })).join(''))
    return 0
  }
  if (total === 0) {
    warn('There are no artifacts.')
    return 0
  }
  const now = Date.now()
  await writeOut(
    drawTable(
      ARTIFACT_COLUMNS,
      shown.map((stat) => artifactRow(stat, now)),
      screenColumns(),
    ),
  )
  const which = shown.length < total ? `The newest ${shown.length} of ${total}` : `${total}`
  warn(`${which} ${total === 1 ? 'artifact' : 'artifacts'}, ${formatBytes(keptBytes)} in all.`)
  return 0
}

const safe = (stat: ArtifactStat): ArtifactStat => {
  const label = safeLabel(stat)
  return label === undefined ? stat : { ...stat, label }
}

/** The stored bytes of an artifact. A capped one has fewer than its output. */
const keptBytesOf = ({ bytes, missing }: ArtifactStat): number =>
  missing ? bytes - (missing.endByte - missing.startByte) : bytes

/** Columns of a table of artifacts. The label stays in a narrow table, but is shortened. */
export const ARTIFACT_COLUMNS: readonly TableColumn[] = [
  { title: 'id', drop: 1 },
  { title: 'age', align: 'right', drop: 4 },
  { title: 'size', align: 'right', drop: 2 },
  { title: 'lines', align: 'right', drop: 5 },
  { title: 'tool', drop: 6 },
  { title: 'label' },
]

export const artifactRow = (stat: ArtifactStat, now: number): string[] => [
  stat.id,
  formatAge(now - stat.createdAt),
  stat.missing ? `${formatBytes(keptBytesOf(stat))} of ${formatBytes(stat.bytes)}` : formatBytes(stat.bytes),
  String(stat.lines),
  stat.tool ?? '',
  safeLabel(stat) ?? '',
]
