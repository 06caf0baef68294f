import { memberOf } from '../../tools/result/json-places.ts'
import { redactedJson } from '../../tools/result/redact-json.ts'
import { type Tool, toolNames } from '../../tools/tools.ts'
import { warn } from '../print/output.ts'
import { configured, goOnWithDefaults } from '../settings/config.ts'
import { redactorFor } from './agent-options.ts'
import type { HookEvent } from './event.ts'

/**
 * The JSON of a tool's response, and the same without its secrets if they are to be hidden.
 *
 * @throws what the redactor throws, and `PithError` `PITH_INVALID_OPTION` for a wrong setting
 */
export function safeMember(
  { json }: HookEvent,
  name: string,
  tool: Tool | undefined,
): { given: string; safe: string } | undefined {
  const place = memberOf(json, 0, name)
  if (!place) return undefined
  const given = json.slice(place.start, place.end)
  return { given, safe: redactedJson(given, redactorFor(tool)) }
}

/** What is cut. If it cannot be cut, all of it: its secrets are hidden already. */
export async function cutOr(all: string, cut: () => Promise<string>): Promise<string> {
  try {
    return await cut()
  } catch (error) {
    warn(`The result is not cut: ${error instanceof Error ? error.message : String(error)}`)
    return all
  }
}

/** Whether secrets are to be hidden in the results of some tool, as far as the settings can be read. */
export const hidesAnySecrets = (): boolean =>
  [undefined, ...toolNames()].some((tool) => {
    try {
      return configured('redact', tool)?.value === true
    } catch {
      return goOnWithDefaults()
    }
  })
