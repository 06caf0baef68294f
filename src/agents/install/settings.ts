// The settings that pith adds, and how it recognises them later.
import type { Launch } from './client.ts'
import type { JsonPath } from './json-text.ts'
import type { OwnSetting } from './settings-part.ts'

const SHELL = /[\\/]dist[\\/]shell[\\/](pith|bash|prefix)$/

/** A setting for the path of a shell. */
export const shellSetting = (path: JsonPath, shell: string): OwnSetting => ({
  kind: 'shell',
  path,
  value: shell,
  isOwn: (found) => typeof found === 'string' && SHELL.test(found),
})

/** A plugin in a list of files. */
export const pluginSetting = (path: JsonPath, file: string): OwnSetting => ({
  kind: 'plugin',
  path,
  item: file,
  isOwn: (found) => typeof found === 'string' && /[\\/]dist[\\/]plugins[\\/](opencode|pi)\.js$/.test(found),
})

interface Hook {
  name?: string
  type: 'command'
  command: string
}

/** A hook in a list of groups, for tools whose name matches. */
export const hookSetting = (path: JsonPath, matcher: string, hook: Hook): OwnSetting => ({
  kind: 'hook',
  path,
  item: { matcher, hooks: [hook] },
  entries: 'hooks',
  isOwn: hasCommand(/(?:\bpith\b.*|[\\/]dist[\\/]cli[\\/]main\.js'?) hook [\w-]+(?: \|\| true)?$/),
})

/** A hook by which the shell learns which calls went to the background. The client does not wait for it. */
export const hintSetting = (path: JsonPath, matcher: string, { shell }: Launch): OwnSetting => ({
  kind: 'hint',
  path,
  item: {
    matcher,
    hooks: [{ type: 'command', command: `${quoted(shell)} --background`, async: true }],
  },
  entries: 'hooks',
  isOwn: hasCommand(/[\\/]dist[\\/]shell[\\/]pith'? --background$/),
})

const hasCommand =
  (pattern: RegExp) =>
  (found: unknown): boolean => {
    const command = (found as { command?: unknown } | null)?.command
    return typeof command === 'string' && pattern.test(command)
  }

/** The command line of a hook, for a POSIX shell. */
export const hookCommand = ({ command }: Launch, client: string): string =>
  [...command, 'hook', client].map(quoted).join(' ')

/**
 * A hook whose failure is ignored. Gemini CLI shows the error of a failed hook in place of the tool's result, so a missing
 * Node would hide every result.
 */
export const forgivenHookCommand = (launch: Launch, client: string): string =>
  `${hookCommand(launch, client)} || true`

/** A word as a POSIX shell reads it. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
