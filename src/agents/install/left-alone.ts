// Finds what pith leaves alone because it does not know whether a model or a program reads it.
import { PithError } from '../../errors.ts'
import type { Client, Launch, SettingsHome, Version } from './client.ts'
import { stateOf } from './servers.ts'
import { serversIn } from './servers-part.ts'
import { readSettingsFile } from './settings-file.ts'

/** Something whose outputs come to the client as they are. */
export interface LeftAlone {
  client: Client
  what: string
  /** Why, and what can be done, in sentences. */
  reason: string
}

/** The shell of a client whose version is unknown, if only some versions take one. */
export function shellLeftAlone(client: Client, launch: Launch, version: Version): LeftAlone[] {
  if (version !== undefined) return []
  const { optional = [] } = client.addition?.(launch, undefined) ?? {}
  if (!optional.some(({ kind }) => kind === 'shell')) return []
  const reason = `the version of ${client.title} is unknown. Put \`${client.programs[0]}\` on the PATH, then run \`pith install ${client.name}\`.`
  return [{ client, what: 'the shell', reason }]
}

/** MCP servers whose form is unknown. A file that cannot be read is told elsewhere. */
export function serversLeftAlone(client: Client, place: SettingsHome): LeftAlone[] {
  return client.serverFiles(place).flatMap(({ path, places }) =>
    serversOrNone(() => serversIn(readSettingsFile(path).text, places))
      .filter((server) => stateOf(server) === 'unknown')
      .map(({ name }) => ({
        client,
        what: `the MCP server ${JSON.stringify(name)} in ${path}`,
        reason:
          'its form is unknown. If a model reads its results, put `pith mcp wrap --` in front of its command.',
      })),
  )
}

function serversOrNone<T>(read: () => T[]): T[] {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof PithError)) throw error
    return []
  }
}
