import { dirname, isAbsolute, resolve } from 'node:path'
import { nearest } from '../../check/names.ts'
import { wrongOption } from '../../errors.ts'
import type { EventLogOptions } from '../../host/event-log.ts'
import type { FileStoreLimits } from '../../store/limits.ts'
import { answerBytesOf } from '../hooks/agent-limit.ts'
import type { Parsed } from '../options/arguments.ts'
import type { OptionRows } from '../options/rows.ts'
import { warn } from '../print/output.ts'
import { type Given, isGroup, readConfig } from './config-file.ts'
import { type ConfigFile, configFiles } from './config-paths.ts'
import { allSettings, commandKey, type Setting, type SettingValue, settingOf, settings } from './settings.ts'

/** A setting's value and its source: a variable, a file, or the default. */
export interface Configured {
  value: SettingValue
  /** `PITH_MAX_LINES`, a path, or `default`. */
  from: string
  level: 'environment' | 'project' | 'user' | 'default'
}

const HOUR_MS = 3_600_000
/** Most lines of an answer to an agent: opencode and pi show 2,000, among them those that they add. */
export const SHELL_MAX_LINES = 1950
/** Most problems of a project's file that a warning names. */
const MOST_PROBLEMS = 3
/** Most characters of a word that a message quotes from a file. */
const MOST_QUOTED = 40

let loaded: Map<string, Configured[]> | undefined
let goesOn = false

/**
 * From now on the default of a wrong setting holds. For calls that would otherwise show an output as it is.
 *
 * @returns whether secrets are to be hidden
 */
export function goOnWithDefaults(): boolean {
  goesOn = true
  loaded = undefined
  return configured('redact')?.value === true
}

/** The value of a setting, for a tool if one is named. Undefined if no source has one and there is no default. */
export function configured(key: string, tool?: string): Configured | undefined {
  loaded ??= load()
  const said = saidOf(loaded, key, tool)
  const [first] = said
  if (first?.level !== 'project') return first
  // A project's file may only tighten, so a lower value of the user's applies.
  const own = said.find(({ level }) => level !== 'project')
  return own && typeof own.value === 'number' && own.value < Number(first.value) ? own : first
}

/** The keys of the files' own rules for commands. */
export function commandKeys(): string[] {
  loaded ??= load()
  return [...loaded.keys()].filter((key) => commandKey(key) !== undefined)
}

/** What the sources say about a setting, in order of precedence. */
function saidOf(all: Map<string, Configured[]>, key: string, tool: string | undefined): Configured[] {
  const order = ['environment', 'project', 'user', 'default']
  const said = [`tools.${tool}.${key}`, key].flatMap((name) => all.get(name) ?? [])
  return said.sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
}

/**
 * Fills in the options that were not given from the environment and the configuration files.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, with the file or variable and the key.
 */
export function withConfig(values: Parsed['values'], options: OptionRows, tool: string | undefined): void {
  for (const { key, option } of settings) {
    if (option === undefined || !Object.hasOwn(options, option) || values[option] !== undefined) continue
    const said = configured(key, tool)
    // The store reads its variable itself.
    if (!said || said.level === 'default' || (said.level === 'environment' && key === 'store.directory'))
      continue
    if (typeof said.value !== 'boolean') values[option] = String(said.value)
    else if (said.value !== option.startsWith('no-')) values[option] = true
  }
}

/**
 * Gives a page the limits of the agent's shell that gets it, where nothing else sets them: the shell passes the page on
 * as it is, and the agent would cut more.
 */
export function withShellLimits(values: Parsed['values']): void {
  const said = (key: string) => {
    const found = configured(key, 'bash')
    return found === undefined || found.level === 'default' ? undefined : String(found.value)
  }
  values['max-bytes'] ??= said('maxBytes') ?? String(answerBytesOf('shell'))
  values['max-lines'] ??= said('maxLines') ?? String(SHELL_MAX_LINES)
}

/** The events directory, if a variable or a file names one. */
export function eventsFolder(): string | undefined {
  const said = configured('events.directory')
  return said && String(said.value)
}

/** The options of the event log. */
export const eventOptions = (): EventLogOptions => ({ directory: eventsFolder() })

const numberOf = (key: string): number | undefined => configured(key)?.value as number | undefined

/** Whether outputs go to a bucket, unless an option names a directory. Settings that are wrong may be those of the bucket. */
export const usesBucket = (): boolean =>
  !goesOn && configured('store.directory') === undefined && configured('store.s3.bucket') !== undefined

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
    const parsed = given && !(isPath && !isAbsolute(given)) ? kind.parse(given) : undefined
    const isWrong = given && parsed === undefined && !isPath
    const value = isWrong
      ? insteadOf(key, `In the environment: ${expectation(`\`${variable}\``, kind.expected, given)}`)
      : parsed
    if (value !== undefined) add(key, { value, from: variable, level: 'environment' })
    if (fallback !== undefined) add(key, { value: fallback, from: 'default', level: 'default' })
  }
  // The user's file comes first, because a project's can only tighten what it says.
  for (const { level, path } of configFiles().reverse()) {
    const values = level === 'user' ? ofUser(path) : ofProject(path, found)
    for (const [key, value] of values) add(key, { value, from: path, level })
  }
  return found
}

type Values = [key: string, value: SettingValue][]

/** The values of the user's file. Its mistakes are errors. */
function ofUser(path: string): Values {
  return givenIn({ path, level: 'user' }).flatMap((one): Values => {
    const checked = checkedValue(one, path)
    const value = 'problem' in checked ? insteadOf(one.key, `${path}: ${checked.problem}`) : checked.value
    return value === undefined ? [] : [[one.key, value]]
  })
}

/**
 * The value in the place of a wrong one: a protection is on, because whoever sets it wants it more often than not. A
 * rule for one command stops no other one, so it is only told.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` for all other settings, unless the call goes on with defaults
 */
function insteadOf(key: string, problem: string): SettingValue | undefined {
  if (key === 'redact') {
    // It was told when the settings were loaded first.
    if (!goesOn) warn(`Secrets are hidden, because the setting for that is wrong. ${sentence(problem)}`)
    return true
  }
  const rule = commandKey(key)
  if (rule && !goesOn) warn(sentence(problem))
  if (rule) return rule.name === 'for' ? 'unknown' : undefined
  if (!goesOn) throw wrongOption(sentence(problem))
  return undefined
}

/** The values of a project's file that tighten. The others give one warning, so that no project stops a command. */
function ofProject(path: string, own: Map<string, Configured[]>): Values {
  const problems: string[] = []
  const values: Values = []
  for (const one of givenIn({ path, level: 'project' })) {
    const checked = checkedValue(one, path)
    const { value, problem } =
      'problem' in checked ? { ...checked, value: undefined } : tightened(checked, own)
    if (value !== undefined) values.push([one.key, value])
    if (problem !== undefined) problems.push(problem)
  }
  if (problems.length > 0) warnOfProblems(path, problems)
  return values
}

function warnOfProblems(path: string, problems: readonly string[]): void {
  const named = problems
    .slice(0, MOST_PROBLEMS)
    .map((words) => sentence(`${words.charAt(0).toUpperCase()}${words.slice(1)}`))
  const others = problems.length - named.length
  const more = others > 0 ? [`${others} more ${others === 1 ? 'setting is' : 'settings are'} not used.`] : []
  warn(`${path}: a project's file can only tighten settings. ${[...named, ...more].join(' ')}`)
}

function givenIn(file: ConfigFile): Given[] {
  const { values = [], problem, isMalformed, mentionsRedact } = readConfig(file)
  if (isMalformed && file.level === 'user') {
    if (!goesOn) throw wrongOption(`${file.path} is not valid JSON.`)
    return mentionsRedact ? [{ key: 'redact', given: true }] : []
  }
  if (problem !== undefined) warn(`${file.path} is not used: ${problem}.`)
  return values
}

interface Checked {
  setting: Setting
  value: SettingValue
}

function checkedValue({ key, given }: Given, path: string): Checked | { problem: string } {
  const setting = settingOf(key)
  if (!setting) {
    const what = key === '' ? 'the whole' : `\`${key}\``
    return { problem: isGroup(key) ? expectation(what, 'an object', given) : unknownSetting(key) }
  }
  const { kind, isPath, isSecret } = setting
  const value = kind.parse(given)
  if (value === undefined) {
    const near = typeof given === 'string' ? nearest(given, [...(kind.choices ?? [])]) : undefined
    const hint = near === undefined ? '' : `. Did you mean "${near}"?`
    return { problem: expectation(`\`${key}\``, kind.expected, isSecret ? 'another' : given) + hint }
  }
  return { setting, value: isPath ? resolve(dirname(path), String(value)) : value }
}

/** The part of a project's value that tightens what the user or the default says, and why the rest is not used. */
function tightened(
  { setting: { key, variable, project }, value }: Checked,
  own: Map<string, Configured[]>,
): { value?: SettingValue; problem?: string } {
  if (!project) {
    const places = variable === '' ? "the user's own file" : `${variable} or in the user's own file`
    return { problem: `\`${key}\` belongs in ${places}` }
  }
  if ('any' in project) return { value }
  if ('only' in project)
    return value === project.only
      ? { value }
      : { problem: `\`${key}\` can only be ${JSON.stringify(project.only)}` }
  const [, tool, name = key] = /^tools\.(\w+)\.(.+)$/.exec(key) ?? []
  const most = Number(saidOf(own, name, tool).find(({ level }) => level !== 'environment')?.value ?? Infinity)
  const least = Math.min(project.atLeast, most)
  const asked = Number(value)
  if (asked > most) return { problem: `\`${key}\` can be at most ${most}, got ${value}` }
  if (asked >= least) return { value }
  return { value: least, problem: `\`${key}\` can be no lower than ${least}, got ${value}` }
}

function unknownSetting(key: string): string {
  const group = key.slice(0, key.lastIndexOf('.') + 1)
  const others = allSettings.filter((one) => one.key.startsWith(group))
  const names = new Set(others.map((one) => one.key.slice(group.length).split('.')[0]))
  const near = nearest(key.slice(group.length), [...names])
  const hint = near === undefined ? '' : `. Did you mean \`${group}${near}\`?`
  return `there is no setting \`${shortened(key)}\`${hint}`
}

const expectation = (what: string, expected: string, given: unknown): string =>
  `expected ${what} to be ${expected}, got ${given === undefined ? 'nothing' : shortened(JSON.stringify(given))}`

/** The beginning of a word from a file, so that no file can fill a screen or a context. */
const shortened = (words: string): string =>
  words.length <= MOST_QUOTED ? words : `${words.slice(0, MOST_QUOTED - 1)}…`

const sentence = (words: string): string => (words.endsWith('?') ? words : `${words}.`)
