// Finds which clients are on this machine.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import type { Client, SettingsHome, Version } from './client.ts'

const LONGEST_VERSION_MS = 10_000
const PROJECT_PROGRAMS = join('node_modules', '.bin')

function programPath(name: string, { env }: SettingsHome): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter).filter(isAbsolute)
  return folders.map((folder) => join(folder, name)).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Whether agents find `pith` by its name. The folder of a project is on the path only inside npx and npm. */
export function findsPith({ env, ...place }: SettingsHome): boolean {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => !folder.endsWith(PROJECT_PROGRAMS))
  return programPath('pith', { ...place, env: { ...env, PATH: folders.join(delimiter) } }) !== undefined
}

/** Whether a client is there: a program of it, or its folder of settings. */
export const isPresent = (client: Client, place: SettingsHome): boolean =>
  client.programs.some((name) => programPath(name, place) !== undefined) || existsSync(client.folder(place))

/** The version that a client's program names. Undefined if there is no such program, or it does not answer. */
export function clientVersion(client: Client, place: SettingsHome): Version {
  const [program] = client.programs.flatMap((name) => programPath(name, place) ?? [])
  if (program === undefined) return undefined
  // Before version 1, pi prints its version on standard error.
  const { stdout, stderr } = spawnSync(program, ['--version'], {
    encoding: 'utf8',
    timeout: LONGEST_VERSION_MS,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [, numbers] = /(?:^|\s|v)(\d+(?:\.\d+)+)/.exec(`${stdout ?? ''}\n${stderr ?? ''}`) ?? []
  return numbers?.split('.').map(Number)
}
