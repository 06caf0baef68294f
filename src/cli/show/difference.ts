import { wrongOption } from '../../errors.ts'
import { comparedText, differenceOf } from '../../host/difference.ts'
import type { ArtifactStore } from '../../store/store.ts'
import { createReader } from '../../tools/read.ts'
import { readOptions } from '../commands/tool.ts'
import type { Parsed } from '../options/arguments.ts'
import { countedOptions } from '../options/tokenizer.ts'
import { endOut, warnOfPage, writeOut, writeToolOutput } from '../print/output.ts'
import { queueShown } from './events.ts'

type Values = Parsed['values']

/** `pith show ID --since ID2`: prints how an artifact differs from an older one, as a unified diff in pages. */
export async function showDifference(
  store: ArtifactStore,
  id: string,
  since: string,
  values: Values,
): Promise<number> {
  const older = await comparedText(store, since)
  const difference = differenceOf(older, await comparedText(store, id))
  if (!difference) {
    throw wrongOption('Expected outputs that differ in some lines; these two have too little in common.')
  }
  const { hunks } = difference
  const text = hunks === '' ? 'The outputs are equal.\n' : `--- ${since}\n+++ ${id}\n${hunks}`
  let shown = text
  if (values.all) {
    await writeOut(text)
    await endOut()
  } else {
    const { options } = await countedOptions(values)
    const reader = createReader({ ...options, ...readOptions(values) })
    reader.write(new TextEncoder().encode(text))
    const output = await reader.endLater(undefined)
    shown = output.text
    await writeToolOutput(output, values.json === true)
    warnOfPage(output.details.next)
  }
  queueShown(id, { outputBytes: Buffer.byteLength(shown) })
  return 0
}
