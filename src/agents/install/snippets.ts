// What people paste into settings by hand.
import type { Client, Launch, SettingsHome } from './client.ts'
import { clientPart } from './targets.ts'
import { tomlString } from './toml-text.ts'

/** The settings of a client, as text with the path of their file. For a client without settings, its proxy. */
export function snippetFor(
  client: Client | undefined,
  place: SettingsHome,
  launch: Launch,
  onlyServers: boolean,
): string {
  // All settings are shown: the one who pastes them knows the version.
  const part = onlyServers || client === undefined ? undefined : clientPart(client, launch, LATEST)
  const settingsFile = client?.settingsFiles?.(place).at(-1)
  if (part && settingsFile) return `${settingsFile}:\n${part.apply(client?.newFile ?? '')}`
  const [file] = client?.serverFiles(place) ?? []
  const heading = file === undefined ? '' : `${file.path}:\n`
  return heading + proxySnippet(launch, file?.places.format ?? 'json', keyOf(client, place))
}

const LATEST = [Number.MAX_SAFE_INTEGER]

function keyOf(client: Client | undefined, place: SettingsHome): string {
  const places = client?.serverFiles(place)[0]?.places
  if (places?.format === 'toml') return places.table
  return String(places?.paths[0].at(-1) ?? 'mcpServers')
}

/** A server with pith in front of it. */
function proxySnippet({ command }: Launch, format: 'json' | 'toml', key: string): string {
  const words = [...command, 'mcp', 'wrap', '--', 'SERVER', 'ARGS…']
  if (format === 'toml') {
    const list = words.slice(1).map(tomlString).join(', ')
    return `[${key}.NAME]\ncommand = ${tomlString(words[0])}\nargs = [${list}]\n`
  }
  // opencode has one list for the program and its arguments.
  const server =
    key === 'mcp' ? { type: 'local', command: words } : { command: words[0], args: words.slice(1) }
  return `${JSON.stringify({ [key]: { NAME: server } }, null, 2)}\n`
}
