import { wrongOption } from '../../errors.ts'
import { type Unit, type UnitBytes, unitsOf } from '../../host/units.ts'
import type { ArtifactStore } from '../../store/store.ts'
import { createReader } from '../../tools/read.ts'
import { readOptions } from '../commands/tool.ts'
import type { Parsed } from '../options/arguments.ts'
import { rangeOption } from '../options/options.ts'
import { countedOptions } from '../options/tokenizer.ts'
import { endOut, warn, warnOfPage, writeOut, writeToolOutput } from '../print/output.ts'
import { queueShown } from './events.ts'

type Values = Parsed['values']

export const unitWays = ['items', 'path', 'file', 'rows', 'section'] as const

const COUNT_NEEDS_PATH = "--count needs --path, such as --path '$.items[*].state' --count."

/** The units that were asked for. Undefined without such an option. */
export function askedUnit(values: Values): Unit | undefined {
  const { path, file, section } = values
  if (values.count === true && path === undefined) throw wrongOption(COUNT_NEEDS_PATH)
  for (const name of ['items', 'rows'] as const) {
    const range = rangeOption(values, name, true)
    if (range?.[0] === 0) {
      throw wrongOption(`Expected --${name} to begin at 1 or more, got 0.`)
    }
    if (range) return name === 'items' ? { items: range } : { rows: range }
  }
  if (typeof path === 'string') return { path, ...(values.count === true && { count: true }) }
  if (typeof file === 'string') return { file }
  return typeof section === 'string' ? { section } : undefined
}

/** Prints a page of units of an artifact. Lines of the page, `--offset` and `--column` count in the units' text. */
export async function showUnits(
  store: ArtifactStore,
  id: string,
  unit: Unit,
  values: Values,
): Promise<number> {
  const units = unitsOf(store, id, unit, { redact: values.redact === true })
  if (values.all) {
    let outputBytes = 0
    for await (const bytes of units) {
      if ((await writeOut(bytes)) === 'closed') break
      outputBytes += bytes.length
    }
    await endOut()
    const note = noteOf(units)
    if (note !== undefined) warn(note)
    queueShown(id, { outputBytes })
    return 0
  }
  const { options: counted } = await countedOptions(values)
  const reader = createReader({ ...counted, ...readOptions(values) })
  for await (const bytes of units) if (!reader.write(bytes)) break
  const output = await reader.endLater(noteOf(units))
  queueShown(id, { outputBytes: Buffer.byteLength(output.text) })
  await writeToolOutput(output, values.json === true)
  warnOfPage(output.details.next)
  return 0
}

function noteOf({ notSearched, isCut, isCapped }: UnitBytes): string | undefined {
  const cut = isCut ? 'The output ends inside the last unit.' : ''
  const lost = notSearched ? `Bytes from ${notSearched.startByte} on were not searched.` : ''
  const more = isCapped ? 'It has more parts than these 10000. Use --grep or --lines to see others.' : ''
  return [cut, lost, more].filter(Boolean).join(' ') || undefined
}
