// Which files pith changes for a client.
import { existsSync } from 'node:fs'
import type { Target } from './change.ts'
import type { Client, Launch, SettingsHome, Version } from './client.ts'
import { serversPart } from './servers-part.ts'
import type { SettingsPart } from './settings-part.ts'
import { settingsPart } from './settings-part.ts'

/** All files of a client in which pith can be, with what it adds there. */
export function targetsOf(client: Client, place: SettingsHome, launch: Launch, version?: Version): Target[] {
  const targets = new Map<string, Target>()
  const at = (path: string): Target => {
    const target = targets.get(path) ?? { client: client.name, path, newFile: client.newFile, parts: {} }
    targets.set(path, target)
    return target
  }
  for (const path of client.settingsFiles?.(place) ?? []) {
    at(path).parts.settings = clientPart(client, launch, version)
  }
  for (const { path, places } of client.serverFiles(place)) {
    at(path).parts.servers = serversPart(places, launch.command)
  }
  return [...targets.values()]
}

/** The settings of a client, as a part. It also removes settings that this version of the client would not take. */
export function clientPart(client: Client, launch: Launch, version: Version): SettingsPart | undefined {
  const addition = client.addition?.(launch, version)
  if (addition === undefined) return undefined
  const { settings, optional = [], remarks = [] } = addition
  const part = settingsPart(settings)
  const others = settingsPart(optional)
  return {
    apply: (text) => part.apply(others.remove(text, undefined)),
    remove: settingsPart([...settings, ...optional]).remove,
    remarks: () => [...remarks],
  }
}

/** The file to which the settings of a client are added: the first that exists, else the last. */
export function settingsTarget(targets: readonly Target[]): Target | undefined {
  const fitting = targets.filter(({ parts }) => parts.settings !== undefined)
  return fitting.find(({ path }) => existsSync(path)) ?? fitting.at(-1)
}

/** The files of a client that list servers. */
export const serverTargets = (targets: readonly Target[]): Target[] =>
  targets.filter(({ path, parts }) => parts.servers !== undefined && existsSync(path))
