import type { Parsed } from './arguments.ts'
import { configured } from './config.ts'
import { isInShell } from './declare.ts'
import { shellBytesFor } from './purpose.ts'

/**
 * Gives a page the limits of the agent's shell that gets it, where nothing else sets them: the shell passes the page on
 * as it is, and the agent would cut more.
 */
export function limitAsShell(values: Parsed['values']): void {
  if (!isInShell()) return
  const said = (key: string) => {
    const found = configured(key, 'bash')
    return found === undefined || found.level === 'default' ? undefined : String(found.value)
  }
  values['max-bytes'] ??= said('maxBytes') ?? String(shellBytesFor('read'))
  values['max-lines'] ??= said('maxLines') ?? 'Infinity'
}
