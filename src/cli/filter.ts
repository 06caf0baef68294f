import { fstatSync } from 'node:fs'
import { PithError } from '../errors.ts'
import { Spilling } from '../stream.ts'
import { numberOption } from './options.ts'
import { writeOut, writeResult, writeToolOutput } from './output.ts'
import { storeFor, warnOfSpill } from './store.ts'
import { countedOptions } from './tokenizer.ts'
import { filterTool, toolOption } from './tool.ts'
import type { Parsed } from './words.ts'

/** `CMD | pith`: truncates standard input, by the habits of a tool where one is named. */
export async function filter({ values }: Parsed): Promise<number> {
  // Node reads a directory as an empty input, without a word.
  if (fstatSync(0).isDirectory()) {
    throw new PithError('PITH_INVALID_INPUT', 'Standard input is a directory.')
  }
  const tool = toolOption(values)
  if (typeof values.profile === 'string') return filterAs(values.profile, tool ?? 'bash', values)
  if (tool) {
    await writeToolOutput(await filterTool(tool, values), values.json === true)
    return 0
  }
  const store = values['no-artifact'] ? undefined : storeFor(values)
  const spilling = new Spilling(await countedOptions(values), store)
  for await (const chunk of process.stdin) await spilling.write(chunk)
  const result = await spilling.end()
  warnOfSpill(spilling.spilled)
  await (values.json ? writeOut(`${JSON.stringify(result)}\n`) : writeResult(result.text))
  return 0
}

/** Standard input as another system would show it. */
async function filterAs(profile: string, tool: string, values: Parsed['values']): Promise<number> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(chunks))
  const { applyProfile } = await import('./profile.ts')
  const output = applyProfile(profile, tool, text, numberOption(values, 'max-bytes'))
  await (values.json ? writeOut(`${JSON.stringify(output)}\n`) : writeResult(output.text))
  return 0
}
