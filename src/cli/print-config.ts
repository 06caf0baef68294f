import { type Configured, configured } from './config.ts'
import { writeOut } from './output.ts'
import { allSettings } from './settings.ts'
import { drawTable, screenColumns } from './table.ts'

/** `pith --print-config`: each setting, its value, and who says so; a secret's value is not printed. */
export async function printConfig(isJson: boolean): Promise<number> {
  const rows = allSettings.flatMap(({ key, isSecret }) => {
    const said = configured(key)
    return said ? [{ key, value: shown(said, isSecret === true), from: said.from }] : []
  })
  if (isJson) await writeOut(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  else {
    const cells = rows.map(({ key, value, from }) => [key, String(value), from])
    const columns = [{ title: 'setting', drop: 2 }, { title: 'value', drop: 1 }, { title: 'from' }]
    await writeOut(drawTable(columns, cells, screenColumns()))
  }
  return 0
}

const shown = ({ value }: Configured, isSecret: boolean) =>
  isSecret ? '(hidden)' : value === Number.POSITIVE_INFINITY ? 'Infinity' : value
