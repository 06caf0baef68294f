import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { nearest } from '../check/names.ts'
import { PithError } from '../errors.ts'
import type { EventLogOptions } from '../node/event-log.ts'
import { homeFolder } from '../store/backends/files/home.ts'
import type { FileStoreLimits } from '../store/limits.ts'
import type { OptionTable, Parsed } from './arguments.ts'
import { warn } from './output.ts'
import { allSettings, type Setting, type SettingValue, settings } from './settings.ts'

/** A value, and who says so: a variable, a file, or nobody. */
export interface Configured {
  value: SettingValue
  /** `PITH_MAX_LINES`, a path, or `default`. */
  from: string
  level: 'environment' | 'project' | 'user' | 'default'
}

const FILE = 'pith.config.json'
const MOST_FILE_BYTES = 1024 * 1024
const HOUR_MS = 3_600_000

let loaded: Map<string, Configured[]> | undefined

/** What is said of a setting, for a tool where one is named; undefined where nothing is, not even by default. */
export function configured(key: string, tool?: string): Configured | undefined {
  loaded ??= load()
  const order = ['environment', 'project', 'user', 'default']
  const said = [`tools.${tool}.${key}`, key].flatMap((name) => loaded?.get(name) ?? [])
  said.sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
  const isLowest = said[0]?.level === 'project' && allSettings.some((one) => one.key === key && isCap(one))
  return isLowest ? said.reduce((least, one) => (one.value < least.value ? one : least)) : said[0]
}

/** A number of which a project's file may say a lower one than holds without it. */
const isCap = ({ isStricterOnly, kind }: Setting): boolean =>
  isStricterOnly === true && kind.parse(1) !== undefined

/**
 * The words of a command with what the environment and the files say in the place of options that are not given.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, with the file or variable and the key.
 */
export function withConfig(values: Parsed['values'], table: OptionTable, tool: string | undefined): void {
  for (const { key, option } of settings) {
    if (option === undefined || !Object.hasOwn(table, option) || values[option] !== undefined) continue
    if (option === 'context' && values.model !== undefined) continue
    const said = configured(key, tool)
    // The store and the budget read their variables themselves.
    if (!said || said.level === 'default' || (said.level === 'environment' && isReadElsewhere(key))) continue
    if (typeof said.value !== 'boolean') values[option] = String(said.value)
    else if (said.value) values[option] = true
  }
}

const isReadElsewhere = (key: string): boolean => key.startsWith('budget.') || key === 'store.directory'

/** Where events are kept, where a variable or a file says so. */
export function eventsFolder(): string | undefined {
  const said = configured('events.directory')
  return said && String(said.value)
}

/** Where events go, and how large they may grow. */
export const eventOptions = (): EventLogOptions => ({
  directory: eventsFolder(),
  maxBytes: numberOf('events.maxBytes'),
  maxFiles: numberOf('events.maxFiles'),
})

const numberOf = (key: string): number | undefined => configured(key)?.value as number | undefined

/** Whether outputs go to a bucket where no option names a directory. */
export const usesBucket = (): boolean =>
  configured('store.directory') === undefined && configured('store.s3.bucket') !== undefined

/** What is said of the store's limits. */
export function storeLimits(): FileStoreLimits {
  const ttlHours = numberOf('store.ttlHours')
  return {
    maxArtifactBytes: numberOf('store.maxArtifactBytes'),
    maxSessionBytes: numberOf('store.maxSessionBytes'),
    maxTotalBytes: numberOf('store.maxTotalBytes'),
    keepFreeBytes: numberOf('store.keepFreeBytes'),
    ttlMs: ttlHours === undefined ? undefined : ttlHours * HOUR_MS,
  }
}

function load(): Map<string, Configured[]> {
  const found = new Map<string, Configured[]>()
  const add = (key: string, said: Configured) => found.set(key, [...(found.get(key) ?? []), said])
  for (const { key, variable, kind, fallback, isPath } of allSettings) {
    const given = process.env[variable]?.trim()
    // A relative path in the environment is passed over, as it is by the store.
    const value = given && !(isPath && !isAbsolute(given)) ? kind.parse(given) : undefined
    if (given && value === undefined && !isPath && !isReadElsewhere(key))
      throw invalid('In the environment: ', `\`${variable}\``, kind.expected, given)
    if (value !== undefined) add(key, { value, from: variable, level: 'environment' })
    if (fallback !== undefined) add(key, { value: fallback, from: 'default', level: 'default' })
  }
  for (const { level, path } of configFiles())
    for (const [key, value] of valuesIn(path, level)) add(key, { value, from: path, level })
  return found
}

/** Where settings are looked for, what goes before at the front. A user's own file need not be there. */
export function configFiles(): { level: 'project' | 'user'; path: string }[] {
  const user = userFile()
  const project = projectFile(user)
  return [
    ...(project === undefined ? [] : [{ level: 'project' as const, path: project }]),
    ...(user === undefined ? [] : [{ level: 'user' as const, path: user }]),
  ]
}

/** `$XDG_CONFIG_HOME/pith/pith.config.json`, else `~/.config/pith/pith.config.json`. */
function userFile(): string | undefined {
  const { XDG_CONFIG_HOME } = process.env
  if (XDG_CONFIG_HOME && isAbsolute(XDG_CONFIG_HOME)) return join(XDG_CONFIG_HOME, 'pith', FILE)
  const home = homeFolder()
  return home === undefined ? undefined : join(home, '.config', 'pith', FILE)
}

/** The nearest one, from the working directory upwards. */
function projectFile(user: string | undefined): string | undefined {
  let folder: string
  try {
    folder = process.cwd()
  } catch {
    // It was removed.
    return undefined
  }
  for (;;) {
    const path = join(folder, FILE)
    if (path !== user && existsSync(path)) return path
    const above = dirname(folder)
    if (above === folder) return undefined
    folder = above
  }
}

function valuesIn(path: string, level: 'project' | 'user'): [string, SettingValue][] {
  const json = readOwn(path)
  if (json === undefined) return []
  let content: unknown
  try {
    // Editors of some systems put a byte order mark in front.
    content = JSON.parse(json.replace(/^\ufeff/, ''))
  } catch {
    throw new PithError('PITH_INVALID_OPTION', `${path} is not JSON.`)
  }
  return leavesOf(content, path, '').map(([key, given]) => {
    const setting = allSettings.find((one) => one.key === key)
    if (!setting) throw unknownSetting(path, key)
    return [key, settingValue(setting, given, path, level)]
  })
}

function unknownSetting(path: string, key: string): PithError {
  const group = key.slice(0, key.lastIndexOf('.') + 1)
  const others = allSettings.filter((one) => one.key.startsWith(group))
  const names = new Set(others.map((one) => one.key.slice(group.length).split('.')[0]))
  const near = nearest(key.slice(group.length), [...names])
  const hint = near === undefined ? '' : ` Did you mean \`${group}${near}\`?`
  return new PithError('PITH_INVALID_OPTION', `${path}: there is no setting \`${key}\`.${hint}`)
}

function settingValue(
  setting: Setting,
  given: unknown,
  path: string,
  level: 'project' | 'user',
): SettingValue {
  const { key, kind, isPath, isSecret, isOfUser, isStricterOnly, variable } = setting
  const isLoosened = isStricterOnly && given === false
  if ((isSecret || isOfUser || isLoosened) && level === 'project') {
    const what = isLoosened ? `\`${key}\`: false` : `\`${key}\``
    throw new PithError(
      'PITH_INVALID_OPTION',
      `${path}: ${what} belongs in ${variable} or in the user's own file, not in a project's.`,
    )
  }
  const value = kind.parse(given)
  if (value === undefined)
    throw invalid(`${path}: `, `\`${key}\``, kind.expected, isSecret ? 'another' : given)
  return isPath ? resolve(dirname(path), String(value)) : value
}

/** Values by their keys with dots. */
function leavesOf(content: unknown, path: string, prefix: string): [string, unknown][] {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    const what = prefix === '' ? 'the whole' : `\`${prefix.slice(0, -1)}\``
    throw invalid(`${path}: `, what, 'an object', content)
  }
  return Object.entries(content).flatMap(([name, value]): [string, unknown][] => {
    const key = prefix + name
    const isGroup = allSettings.some((one) => one.key.startsWith(`${key}.`))
    return isGroup ? leavesOf(value, path, `${key}.`) : [[key, value]]
  })
}

const invalid = (where: string, what: string, expected: string, given: unknown): PithError =>
  new PithError(
    'PITH_INVALID_OPTION',
    `${where}expected ${what} to be ${expected}, got ${given === undefined ? 'nothing' : JSON.stringify(given)}.`,
  )

/** Of the user's own, or of the system's owner. */
const isOwners = ({ uid }: { uid: number }): boolean =>
  !process.getuid || uid === 0 || uid === process.getuid()

/** Undefined where there is no file, or one that another user may have put there. */
function readOwn(path: string): string | undefined {
  let descriptor: number
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch {
    return undefined
  }
  try {
    const stat = fstatSync(descriptor)
    // A link of another user's could lead to any file of one's own.
    const isTrusted = isOwners(stat) && isOwners(lstatSync(path))
    if (!isTrusted || (stat.mode & 0o002) !== 0 || !stat.isFile() || stat.size > MOST_FILE_BYTES) {
      warn(`${path} is not used: it is no file, too large, or others may have written it.`)
      return undefined
    }
    return readFileSync(descriptor, 'utf8')
  } finally {
    closeSync(descriptor)
  }
}
