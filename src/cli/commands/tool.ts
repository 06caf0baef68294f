import { noted } from '../../core/fit/counted.ts'
import { estimateTokens } from '../../core/tokens/estimate.ts'
import { wrongOption } from '../../errors.ts'
import type { TruncateOptions } from '../../options.ts'
import { createSecretRedactor } from '../../redact/secrets.ts'
import { countLineFeeds } from '../../store/ranges.ts'
import type { BashDetails } from '../../tools/bash.ts'
import { BashStream } from '../../tools/bash-stream.ts'
import type { ToolOutput } from '../../tools/output.ts'
import { type ReadOptions, readStream } from '../../tools/read.ts'
import { truncateToolOutputAsync } from '../../tools/tool-output-async.ts'
import { type ListTool, type Tool, toolNames, tools } from '../../tools/tools.ts'
import { listFigures } from '../events/list-figures.ts'
import { queueEvent, strategyOf } from '../events/queue-event.ts'
import type { Parsed } from '../options/arguments.ts'
import { numberOption, takersOf, toolOptions } from '../options/options.ts'
import { standardInput } from '../options/standard-input.ts'
import { structureOption } from '../options/structure.ts'
import { countedOptions, notedOutput } from '../options/tokenizer.ts'
import { storeFor, warnIfNotStored } from '../settings/store.ts'

type Values = Parsed['values']

const LF = 0x0a
/** The tokens of a longer list are not counted, because only its event would need them. */
const MOST_COUNTED_BYTES = 16 * 1024 * 1024

/**
 * The tool that --tool names. Undefined without --tool.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, also for an option that the tool does not take.
 */
export function toolOption(values: Values): Tool | undefined {
  const names = toolNames()
  const tool = names.find((name) => name === values.tool)
  if (values.tool !== undefined && !tool) {
    throw wrongOption(`Expected --tool to be one of ${names.join(', ')}, got ${JSON.stringify(values.tool)}.`)
  }
  for (const name of Object.keys(toolOptions)) {
    const its = takersOf(name)
    if (values[name] === undefined || (tool && its.includes(tool))) continue
    throw wrongOption(`--${name} needs --tool ${its.join(' or ')}.`)
  }
  if (tool && values.query !== undefined && tools[tool].shows !== 'ends')
    throw wrongOption(`--query has no effect with --tool ${tool}.`)
  return tool
}

/** @throws {PithError} `PITH_INVALID_OPTION` */
export function readOptions(values: Values): ReadOptions {
  const options: ReadOptions = { totals: values['no-totals'] !== true }
  for (const name of ['offset', 'limit', 'column'] as const) {
    const value = numberOption(values, name)
    if (value !== undefined) options[name] = value
  }
  return options
}

/** Truncates standard input as the output of a tool. */
export async function filterTool(tool: Tool, values: Values): Promise<ToolOutput> {
  if (tools[tool].shows === 'ends') return streamInput(tool, values)
  const { options, note } = await countedOptions(values)
  return notedOutput(await filtered(tool, options, values), note)
}

async function filtered(tool: Tool, options: TruncateOptions, values: Values): Promise<ToolOutput> {
  if (tools[tool].shows === 'page') return page({ ...options, ...readOptions(values) }, values)
  const store = values['no-artifact'] ? undefined : await storeFor(values)
  const chunks: Uint8Array[] = []
  for await (const chunk of standardInput(values)) chunks.push(chunk)
  const limit = numberOption(values, 'limit')
  const pattern = typeof values.pattern === 'string' ? { pattern: values.pattern } : {}
  const all = { ...options, ...(limit === undefined ? {} : { limit }), ...pattern }
  const input = Buffer.concat(chunks)
  const output = await truncateToolOutputAsync(tool as ListTool, input, { ...all, ...(store && { store }) })
  const { artifact } = output.details
  warnIfNotStored(artifact)
  const call = { tool, strategy: 'list', artifact: artifact?.ref?.id }
  const lines = countLineFeeds(input) + (input.length > 0 && input[input.length - 1] !== LF ? 1 : 0)
  const tokens = input.length <= MOST_COUNTED_BYTES ? estimateTokens(input).tokens : undefined
  const figures = listFigures(output, { bytes: input.length, lines, tokens })
  queueEvent({ ...call, status: 'ok' }, undefined, figures, output.details.failures)
  return output
}

/** Truncates standard input as the output of a command or an unknown tool. Stores it if it does not fit. */
export async function streamInput(tool: Tool | undefined, values: Values): Promise<ToolOutput<BashDetails>> {
  const store = values['no-artifact'] ? undefined : await storeFor(values)
  const { options, note } = await countedOptions(values)
  const purpose = options.for ?? (tool === 'web' ? 'query' : undefined)
  const stream = new BashStream({
    ...options,
    ...structureOption(values, []),
    ...(purpose && { for: purpose }),
    ...(values.redact === true && { redact: createSecretRedactor() }),
    ...(store && { store }),
    ...(tool && { meta: { tool } }),
    isForText: values.json !== true,
  })
  for await (const chunk of process.stdin) await stream.write({ stream: 'stdout', chunk })
  const output = await stream.end()
  const { truncation } = output.details
  warnIfNotStored(stream.artifact)
  const call = {
    tool: tool ?? 'filter',
    strategy: strategyOf({ ...options, ...(purpose && { for: purpose }) }),
    artifact: stream.artifact?.ref?.id,
  }
  queueEvent({ ...call, status: 'ok' }, truncation)
  return { ...output, details: { truncation: noted(truncation, note) } }
}

async function page(options: ReadOptions, values: Values): Promise<ToolOutput> {
  const output = await readStream(standardInput(values), options)
  queueEvent({ tool: 'read', status: 'ok', strategy: 'page' }, output.details.truncation)
  return output
}
