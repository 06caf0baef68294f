// All settings that a configuration file or a variable may set, and how their values are checked.

import { defaults, keeps, purposes } from '../../settings.ts'
import { storeDefaults } from '../../store/limits.ts'
import { type Tool, toolNames, toolRow, tools } from '../../tools/tools.ts'

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
/** The tools' own defaults of `limit` or of the line length. */
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

/** A setting of a result. The names of its variable and option are derived from its key. */
const ofResult = (
  key: keyof typeof defaults,
  kind: Kind,
  project: Tightening | undefined,
  tools: Setting['tools'] = everyTool,
): Setting => {
  const option = optionName(key)
  const variable = `PITH_${option.toUpperCase().replaceAll('-', '_')}`
  return { key, variable, option, kind, fallback: defaults[key], tools, ...(project && { project }) }
}

/** A setting of the bucket for outputs. */
const s3 = (name: string, kind: Kind, unset: string): Setting => {
  const variable = `PITH_S3_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
  return { key: `store.s3.${name}`, variable, kind, unset }
}

/** The least bytes at which a failed command shows its status and its two strongest errors. */
const LEAST_BYTES = 2048

export const settings: readonly Setting[] = [
  // From these limits on, a failed command shows its status and its two strongest errors.
  ofResult('maxLines', count, { atLeast: 20 }),
  ofResult('maxBytes', count, { atLeast: LEAST_BYTES }),
  ofResult('maxTokens', count, { atLeast: 500 }),
  ofResult('maxLineLength', count, { atLeast: 400 }, { ...everyTool, ...ownDefaults('maxLineLength') }),
  ofResult('maxSerializedBytes', count, { atLeast: 4096 }),
  {
    key: 'maxTurnBytes',
    variable: 'PITH_MAX_TURN_BYTES',
    option: 'max-turn-bytes',
    kind: count,
    fallback: Number.POSITIVE_INFINITY,
  },
  // Only with `ends` are error lines kept from the middle.
  ofResult('keep', oneOf(...keeps), { only: 'ends' }, endedTools),
  {
    key: 'for',
    variable: 'PITH_FOR',
    option: 'for',
    kind: oneOf(...purposes),
    unset: 'judged by the command',
    tools: endedTools,
  },
  { key: 'fold', variable: 'PITH_FOLD', option: 'no-fold', kind: flag, fallback: true, tools: endedTools },
  {
    key: 'limit',
    variable: '',
    option: 'limit',
    kind: fromOne,
    tools: ownDefaults('limit'),
    isOfToolsOnly: true,
    project: { atLeast: 20 },
  },
  {
    key: 'tokenizer',
    variable: 'PITH_TOKENIZER',
    option: 'tokenizer',
    kind: text,
    unset: 'none, tokens are estimated',
  },
  {
    key: 'redact',
    variable: 'PITH_REDACT',
    option: 'redact',
    kind: flag,
    fallback: false,
    project: { only: true },
  },
  {
    key: 'notice.surface',
    variable: 'PITH_SURFACE',
    // Files of the store have names that nobody could guess, so no call of the command names one.
    kind: oneOf('command', 'npx', 'mcp'),
    unset: 'npx under npx, else command',
  },
  {
    key: 'notice.key',
    variable: 'PITH_NOTICE_KEY',
    kind: text,
    unset: 'none, notices are not signed',
    isSecret: true,
  },
  {
    key: 'notice.nonce',
    variable: 'PITH_NOTICE_NONCE',
    kind: text,
    unset: 'none, a signed notice stays valid',
    isSecret: true,
  },
  {
    key: 'store.directory',
    variable: 'PITH_ARTIFACTS',
    option: 'artifacts',
    kind: text,
    isPath: true,
  },
  {
    key: 'store.maxArtifactBytes',
    variable: 'PITH_MAX_ARTIFACT_BYTES',
    kind: count,
    fallback: storeDefaults.maxArtifactBytes,
    project: { atLeast: 1024 ** 2 },
  },
  {
    key: 'store.maxSessionBytes',
    variable: 'PITH_MAX_SESSION_BYTES',
    kind: count,
    fallback: storeDefaults.maxSessionBytes,
  },
  {
    key: 'store.maxTotalBytes',
    variable: 'PITH_MAX_TOTAL_BYTES',
    kind: count,
    fallback: storeDefaults.maxTotalBytes,
  },
  {
    key: 'store.keepFreeBytes',
    variable: 'PITH_KEEP_FREE_BYTES',
    kind: count,
    unset: '1 GiB, or a tenth of a smaller disk than 10 GiB',
  },
  {
    key: 'store.ttlHours',
    variable: 'PITH_TTL_HOURS',
    kind: hours,
    fallback: storeDefaults.ttlHours,
  },
  s3('bucket', text, 'none, artifacts are files'),
  s3('endpoint', text, "Amazon's for the region"),
  s3('region', text, 'AWS_REGION, else us-east-1'),
  s3('prefix', text, 'pith/'),
  { key: 'events.enabled', variable: 'PITH_EVENTS', kind: flag, fallback: true },
  {
    key: 'events.directory',
    variable: 'PITH_EVENTS_DIRECTORY',
    kind: text,
    isPath: true,
  },
]

/** What a file may say of a command, as `commands.WORDS.KEY`. No variable does. */
const ofCommand: Readonly<Record<string, Pick<Setting, 'kind' | 'project'>>> = {
  for: { kind: oneOf(...purposes), project: { any: true } },
  maxBytes: { kind: count, project: { atLeast: LEAST_BYTES } },
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
