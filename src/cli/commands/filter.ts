import { fstatSync } from 'node:fs'
import { invalidInput } from '../../errors.ts'
import type { Tool } from '../../tools/tools.ts'
import type { Parsed } from '../options/arguments.ts'
import { standardInput } from '../options/standard-input.ts'
import { jsonLine, writeOut, writeResult, writeToolOutput } from '../print/output.ts'
import { filterTool, streamInput, toolOption } from './tool.ts'

/** `CMD | pith`: truncates standard input, by the strategy of a tool if one is named. */
export async function filter({ values }: Parsed): Promise<number> {
  // Node reads a directory as empty input and reports no error.
  if (fstatSync(0).isDirectory()) {
    throw invalidInput('Expected standard input to be a file or a pipe; it is a directory.')
  }
  const tool = toolOption(values)
  if (typeof values.profile === 'string') return filterAs(values.profile, tool ?? 'bash', values)
  if (tool) {
    await writeToolOutput(await filterTool(tool, values), values.json === true)
    return 0
  }
  const { details } = await streamInput(undefined, values)
  await writeToolOutput(details.truncation, values.json === true)
  return 0
}

/** Prints standard input as another system would show it. */
async function filterAs(name: string, tool: Tool, values: Parsed['values']): Promise<number> {
  const { profileFor } = await import('./profile.ts')
  const profile = await profileFor(name, tool, values)
  const chunks: Uint8Array[] = []
  for await (const chunk of standardInput(values)) chunks.push(chunk)
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(chunks))
  const output = profile(text)
  // The text of another system stays byte for byte.
  await (values.json ? writeOut(jsonLine(output)) : writeResult(output.text, true))
  return 0
}
