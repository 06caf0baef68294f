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

/** A setting's value and its source: a variable, a file, or the default. */
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

/** The value of a setting, for a tool if one is named. Undefined if no source has one and there is no default. */
export function configured(key: string, tool?: string): Configured | undefined {
  loaded ??= load()
  const order = ['environment', 'project', 'user', 'default']
  const said = [`tools.${tool}.${key}`, key].flatMap((name) => loaded?.get(name) ?? [])
  said.sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
  const isLowest = said[0]?.level === 'project' && allSettings.some((one) => one.key === key && isCap(one))
  return isLowest ? said.reduce((least, one) => (one.value < least.value ? one : least)) : said[0]
}

/** Whether a setting is a number that a project's file may only lower. */
const isCap = ({ isStricterOnly, kind }: Setting): boolean =>
  isStricterOnly === true && kind.parse(1) !== undefined

/**
 * Fills in the options that were not given from the environment and the configuration files.
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

/** The events directory, if a variable or a file names one. */
export function eventsFolder(): string | undefined {
  const said = configured('events.directory')
  return said && String(said.value)
}

/** The options of the event log: its directory and its limits. */
export const eventOptions = (): EventLogOptions => ({
  directory: eventsFolder(),
  maxBytes: numberOf('events.maxBytes'),
  maxFiles: numberOf('events.maxFiles'),
})

const numberOf = (key: string): number | undefined => configured(key)?.value as number | undefined

/** Whether outputs go to a bucket, unless an option names a directory. */
export const usesBucket = (): boolean =>
  configured('store.directory') === undefined && configured('store.s3.bucket') !== undefined

/** The configured limits of the store. */
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
    // Ignores a relative path in the environment, as the store does.
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

/** The configuration files, in order of precedence. The user's file may not exist. */
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

/** The nearest configuration file, from the working directory upwards. */
function projectFile(user: string | undefined): string | undefined {
  let folder: string
  try {
    folder = process.cwd()
  } catch {
    // The working directory was removed.
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
    // Some editors begin a file with a byte order mark.
    content = JSON.parse(json.replace(/^\ufeff/, ''))
  } catch {
    throw new PithError('PITH_INVALID_OPTION', `${path} is not valid JSON.`)
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

/** Flattens an object to pairs of a dotted key and a value. */
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

/** Whether a file belongs to the user or to root. */
const isOwners = ({ uid }: { uid: number }): boolean =>
  !process.getuid || uid === 0 || uid === process.getuid()

/** Reads a file. Undefined if there is none, or if another user could have written it. */
function readOwn(path: string): string | undefined {
  let descriptor: number
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch {
    return undefined
  }
  try {
    const stat = fstatSync(descriptor)
    // Checks the link too, because another user's link could lead to any file of this user.
    const isTrusted = isOwners(stat) && isOwners(lstatSync(path))
    if (!isTrusted || (stat.mode & 0o002) !== 0 || !stat.isFile() || stat.size > MOST_FILE_BYTES) {
      warn(`${path} is not used: it is not a regular file, is too large, or can be written by others.`)
      return undefined
    }
    return readFileSync(descriptor, 'utf8')
  } finally {
    closeSync(descriptor)
  }
}
