import { wrongOption } from '../../errors.ts'
import type { Tool } from '../../tools/tools.ts'
import type { Parsed } from '../options/arguments.ts'
import { type ProfileOutput, profiles } from '../options/profile-table.ts'
import { countedOptions } from '../options/tokenizer.ts'
import { readOptions } from './tool.ts'

/** Options that do not change what the profile shows, so every profile accepts them. */
const free = ['profile', 'tool', 'json', 'no-artifact', 'redact', 'raw']

/**
 * `--profile NAME`: returns a function that shows a text as another system would.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` for an unknown name, or an option that the profile does not support.
 */
export async function profileFor(
  name: string,
  tool: Tool,
  values: Parsed['values'],
): Promise<(text: string) => ProfileOutput> {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined
  if (profile === undefined) {
    const names = Object.keys(profiles).join(', ')
    throw wrongOption(`Expected --profile to be one of ${names}, got ${JSON.stringify(name)}.`)
  }
  const takes: readonly string[] = profile.takes(tool)
  const refused = Object.keys(values).find((key) => !free.includes(key) && !takes.includes(key))
  if (refused !== undefined) {
    const honours =
      takes.length > 0
        ? `takes ${listed(takes)} for ${tool}, and no other limit`
        : `shows ${tool} by that system's own limits`
    throw wrongOption(`--profile ${name} ${honours}: leave out --${refused}, or --profile.`)
  }
  const { options, note } = await countedOptions(values)
  const asked = { ...options, ...readOptions(values), ...(note !== undefined && { note }) }
  return (text) => profile.show(tool, text, asked)
}

const listed = (names: readonly string[]): string =>
  new Intl.ListFormat('en').format(names.map((name) => `--${name}`))
