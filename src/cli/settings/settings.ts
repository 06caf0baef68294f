// All settings that a configuration file or a variable may set, and how their values are checked.

import { defaults, keeps, purposes } from '../../settings.ts'
import { storeDefaults } from '../../store/limits.ts'
import { type Tool, toolNames, toolRow, tools } from '../../tools/tools.ts'
import { amountOf } from '../options/amount.ts'

export type SettingValue = number | string | boolean

/** The type of a value: its description for people, and its parser for JSON and for variables. */
interface Kind {
  expected: string
  /** The values, if there are few. */
  choices?: readonly string[]
  parse(given: unknown): SettingValue | undefined
}

const numberOf = (given: unknown): number =>
  given === 'Infinity'
    ? Number.POSITIVE_INFINITY
    : typeof given === 'string' && /^(\d+\.?\d*|\.\d+)$/.test(given)
      ? Number(given)
      : typeof given === 'number'
        ? given
        : Number.NaN

const numbers = (expected: string, isGood: (value: number) => boolean): Kind => ({
  expected,
  parse: (given) => {
    const value = numberOf(given)
    return isGood(value) ? value : undefined
  },
})

const count = numbers(
  'a whole number from 0, or "Infinity"',
  (value) => value >= 0 && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY),
)
/** A variable may have a unit, as `PITH_MAX_BYTES=8k`. */
const bytes: Kind = {
  ...count,
  parse: (given) => count.parse(typeof given === 'string' ? (amountOf(given, 'bytes') ?? given) : given),
}
const fromOne = numbers(
  'a whole number from 1, or "Infinity"',
  (value) => value >= 1 && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY),
)
const hours = numbers('a number from 0, or "Infinity"', (value) => value >= 0)

const text: Kind = {
  expected: 'a non-empty string',
  parse: (given) => (typeof given === 'string' && given !== '' ? given : undefined),
}

const flag: Kind = {
  expected: 'true or false (1 or 0 in a variable)',
  parse: (given) =>
    given === true || given === '1' ? true : given === false || given === '0' ? false : undefined,
}

const oneOf = (...choices: string[]): Kind => ({
  expected: `one of ${choices.join(', ')}`,
  choices,
  parse: (given) => choices.find((choice) => choice === given),
})

export interface Setting {
  /** Its name in a file: the keys of nested objects, joined by dots. */
  key: string
  /** Empty if only files have the setting. */
  variable: string
  kind: Kind
  /** The default. Undefined if it is decided elsewhere. */
  fallback?: SettingValue
  /** Words for people if there is no `fallback`. */
  unset?: string
  /** The equivalent option of the command line. An option that begins with `no-` turns the setting off. */
  option?: string
  /** Tools for which it can be set separately, as `tools.NAME.KEY` in a file, with the default of each. */
  tools?: Readonly<Record<string, SettingValue | undefined>>
  /** True if it can be set only for single tools. */
  isOfToolsOnly?: true
  /** True for a path. A relative path starts from the file's folder. */
  isPath?: true
  /** What a project's file can do. Absent if the file must not set it, because its author may be anybody. */
  project?: Tightening
  /** True for a secret, which is never printed. */
  isSecret?: true
}

/**
 * What a project's file can do with a setting: lower it, but not below `atLeast`, where a failure would be hidden; set it
 * to `only`; or choose any value.
 */
export type Tightening = { atLeast: number } | { only: SettingValue } | { any: true }

const unset = (names: readonly Tool[]) => Object.fromEntries(names.map((name) => [name, undefined]))
const everyTool = unset(toolNames())
/** The tools that keep both ends of an output. The others show a list or a page. */
const endedTools = unset(toolNames().filter((name) => tools[name].shows === 'ends'))
const ownDefaults = (of: 'limit' | 'maxLineLength') =>
  Object.fromEntries(
    toolNames().flatMap((name) => {
      const value = toolRow(name)[of]
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** The name of an option of the command line: `max-lines` for `maxLines`. */
export const optionName = (key: string): string =>
  key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** A setting. The names of its variable and option are derived from its key, if `rest` does not give others. */
const of = (key: string, kind: Kind, rest: Partial<Setting> = {}): Setting => {
  const words = optionName(key.replace(/^store\./, ''))
  const variable = `PITH_${words.toUpperCase().replaceAll(/[-.]/g, '_')}`
  return { key, variable, kind, ...(!key.includes('.') && { option: words }), ...rest }
}

const ofResult = (key: keyof typeof defaults, kind: Kind, rest: Partial<Setting>): Setting =>
  of(key, kind, { fallback: defaults[key], tools: everyTool, ...rest })

/** The least bytes at which a failed command shows its status and its two strongest errors. */
const LEAST_BYTES = 2048

export const settings: readonly Setting[] = [
  // From these limits on, a failed command shows its status and its two strongest errors.
  ofResult('maxLines', count, { project: { atLeast: 20 } }),
  ofResult('maxBytes', bytes, { project: { atLeast: LEAST_BYTES } }),
  ofResult('maxTokens', count, { project: { atLeast: 500 } }),
  ofResult('maxLineLength', count, {
    tools: { ...everyTool, ...ownDefaults('maxLineLength') },
    project: { atLeast: 400 },
  }),
  ofResult('maxSerializedBytes', bytes, { project: { atLeast: 4096 } }),
  of('maxTurnBytes', bytes, { fallback: Number.POSITIVE_INFINITY }),
  // Only with `ends` are error lines kept from the middle.
  ofResult('keep', oneOf(...keeps), { tools: endedTools, project: { only: 'ends' } }),
  of('for', oneOf(...purposes), { unset: 'judged by the command', tools: endedTools }),
  of('fold', flag, { option: 'no-fold', fallback: true, tools: endedTools }),
  of('limit', fromOne, {
    variable: '',
    tools: ownDefaults('limit'),
    isOfToolsOnly: true,
    project: { atLeast: 20 },
  }),
  of('tokenizer', text, { unset: 'none, tokens are estimated' }),
  of('redact', flag, { fallback: false, project: { only: true } }),
  // Files of the store have names that nobody could guess, so no call of the command names one.
  of('notice.surface', oneOf('command', 'npx', 'mcp'), {
    variable: 'PITH_SURFACE',
    unset: 'npx under npx, else command',
  }),
  of('notice.key', text, { unset: 'none, notices are not signed', isSecret: true }),
  of('notice.nonce', text, { unset: 'none, a signed notice stays valid', isSecret: true }),
  of('store.directory', text, { variable: 'PITH_ARTIFACTS', option: 'artifacts', isPath: true }),
  of('store.maxArtifactBytes', bytes, {
    fallback: storeDefaults.maxArtifactBytes,
    project: { atLeast: 1024 ** 2 },
  }),
  of('store.maxSessionBytes', bytes, { fallback: storeDefaults.maxSessionBytes }),
  of('store.maxTotalBytes', bytes, { fallback: storeDefaults.maxTotalBytes }),
  of('store.keepFreeBytes', bytes, { unset: '1 GiB, or a tenth of a smaller disk than 10 GiB' }),
  of('store.ttlHours', hours, { fallback: storeDefaults.ttlHours }),
  of('store.s3.bucket', text, { unset: 'none, artifacts are files' }),
  of('store.s3.endpoint', text, { unset: "Amazon's for the region" }),
  of('store.s3.region', text, { unset: 'AWS_REGION, else us-east-1' }),
  of('store.s3.prefix', text, { unset: 'pith/' }),
  of('events.enabled', flag, { variable: 'PITH_EVENTS', fallback: true }),
  of('events.directory', text, { isPath: true }),
]

/** What a file may say of a command, as `commands.WORDS.KEY`. No variable does. */
const ofCommand: Readonly<Record<string, Pick<Setting, 'kind' | 'project'>>> = {
  for: { kind: oneOf(...purposes), project: { any: true } },
  maxBytes: { kind: bytes, project: { atLeast: LEAST_BYTES } },
  raw: { kind: flag },
}

/** The parts of a key of `commands`. Words may hold dots. */
export function commandKey(key: string): { words: string; name: string } | undefined {
  const [, words, name] = /^commands\.(.+)\.(\w+)$/s.exec(key) ?? []
  return words === undefined ? undefined : { words, name }
}

/** The setting of a key. Undefined if there is none. */
export function settingOf(key: string): Setting | undefined {
  const { name = '' } = commandKey(key) ?? {}
  if (!Object.hasOwn(ofCommand, name)) return allSettings.find((one) => one.key === key)
  return { key, variable: '', ...ofCommand[name] }
}

const ofTool = ({ fallback: _, unset: __, tools, ...rest }: Setting, tool: string): Setting => {
  const fallback = tools?.[tool]
  return {
    ...rest,
    key: `tools.${tool}.${rest.key}`,
    variable: '',
    ...(fallback !== undefined && { fallback }),
  }
}

/** Every setting, with those of single tools last. */
export const allSettings: readonly Setting[] = [
  ...settings.filter((one) => !one.isOfToolsOnly),
  ...Object.keys(everyTool).flatMap((tool) =>
    settings.filter(({ tools = {} }) => tool in tools).map((one) => ofTool(one, tool)),
  ),
]
