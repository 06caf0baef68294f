// Finds what of pith is in the settings of clients.
import { accessSync, constants } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PithError } from '../../errors.ts'
import type { Client, Launch, SettingsHome, Version } from './client.ts'
import { launcherOf, stateOf } from './servers.ts'
import { serversIn } from './servers-part.ts'
import { readSettingsFile } from './settings-file.ts'
import { type OwnSetting, settingValues } from './settings-part.ts'

/** One thing of pith that a client uses. */
export interface Installed {
  client: Client
  kind: 'shell' | 'hook' | 'plugin' | 'proxy'
  path: string
  /** The program of a shell, the command line of a hook, the file of a plugin, or the words in front of a server. */
  value: readonly string[]
  /** The servers behind a proxy. */
  servers: number
}

/** A settings file that cannot be read. */
export interface Unreadable {
  client: Client
  path: string
  problem: string
}

export function installedIn(client: Client, place: SettingsHome, launch: Launch): (Installed | Unreadable)[] {
  const paths = client.settingsFiles?.(place) ?? []
  const files = client.serverFiles(place)
  return [
    ...paths.flatMap((path) => attempt(client, path, () => settingsIn(client, path, launch))),
    ...files.flatMap(({ path, places }) =>
      attempt(client, path, () => {
        const { text } = readSettingsFile(path)
        const launchers = serversIn(text, places)
          .filter((server) => stateOf(server) === 'wrapped')
          .map((server) => JSON.stringify(launcherOf(server)))
        return [...new Set(launchers)].map((launcher): Installed => {
          const servers = launchers.filter((one) => one === launcher).length
          return { client, kind: 'proxy', path, value: JSON.parse(launcher), servers }
        })
      }),
    ),
  ]
}

function settingsIn(client: Client, path: string, launch: Launch): Installed[] {
  const { text } = readSettingsFile(path)
  const { settings, optional = [] } = client.addition?.(launch, undefined) ?? { settings: [] }
  return [...optional, ...settings].flatMap((setting): Installed[] => {
    const { kind } = setting
    // It works for the shell alone.
    if (kind === 'hint') return []
    return settingValues(text, setting).map((found) => {
      return { client, kind, path, value: [wordOf(setting, found)], servers: 0 }
    })
  })
}

function wordOf({ kind }: OwnSetting, found: unknown): string {
  if (kind === 'hook') return String((found as { command: unknown }).command)
  const word = String(found)
  if (kind === 'plugin') return word.startsWith('file:') ? fileURLToPath(word) : word
  return word.replace(/ -c$/, '')
}

/**
 * Checks that the files are there that a client will be told to use. A client whose shell is missing runs no command.
 *
 * @throws {PithError} `PITH_NOT_STARTED`
 */
export function refuseMissing(client: Client, launch: Launch, version: Version): void {
  const { settings } = client.addition?.(launch, version) ?? { settings: [] }
  for (const setting of settings.filter(({ kind }) => kind !== 'hook' && kind !== 'hint')) {
    const file = wordOf(setting, setting.value ?? setting.item)
    try {
      accessSync(file, setting.kind === 'shell' ? constants.X_OK : constants.R_OK)
    } catch {
      throw new PithError(
        'PITH_NOT_STARTED',
        `${file} is missing or cannot be used. Install pith again, then run \`pith install\`.`,
      )
    }
  }
}

function attempt(client: Client, path: string, act: () => Installed[]): (Installed | Unreadable)[] {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof PithError)) throw error
    return [{ client, path, problem: error.message }]
  }
}
