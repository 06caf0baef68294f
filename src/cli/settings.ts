// What a configuration may say. Nothing here is loaded for a file that there is not.

import { eventDefaults, LEAST_EVENT_BYTES } from '../node/event-defaults.ts'
import { backends, defaults, keeps } from '../settings.ts'
import { storeDefaults } from '../store/limits.ts'
import { type Tool, toolNames, toolRow, tools } from '../tools/tools.ts'

export type SettingValue = number | string | boolean

/** What a value must be: how it is told to people, and how it is read from JSON and from a variable. */
interface Kind {
  expected: string
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
const tokens = numbers('a whole number above 0', (value) => Number.isSafeInteger(value) && value > 0)
const ratio = numbers('a number from 0 to 1', (value) => value >= 0 && value <= 1)
const fromOne = numbers(
  'a whole number from 1, or "Infinity"',
  (value) => value >= 1 && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY),
)
const files = numbers('a whole number from 1', (value) => Number.isSafeInteger(value) && value >= 1)
const eventBytes = numbers(
  `a number from ${LEAST_EVENT_BYTES}, or "Infinity"`,
  (value) => value >= LEAST_EVENT_BYTES,
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
  parse: (given) => choices.find((choice) => choice === given),
})

export interface Setting {
  /** In a file: parts of a path, with dots. */
  key: string
  variable: string
  kind: Kind
  /** What holds where nobody says anything; undefined where that is decided elsewhere. */
  fallback?: SettingValue
  /** What people are told in the place of a fallback. */
  unset?: string
  /** The option of the command line that says the same. */
  option?: string
  /** May be said of these tools alone, `tools.NAME.KEY` and `PITH_NAME_…`, with what holds there unsaid. */
  tools?: Readonly<Record<string, number | undefined>>
  /** May be said of nothing but single tools. */
  isOfToolsOnly?: true
  /** A path, from the file's folder where it is relative. */
  isPath?: true
  /** Not taken from a project's file: who wrote that must not say where outputs go, nor what becomes of those of others. */
  isOfUser?: true
  /** A project's file may say it only as far as that is stricter: true, or less than the user's file or the default. */
  isStricterOnly?: true
  /** Never printed, and not taken from a project's file: who wrote that must not know it. */
  isSecret?: true
}

const unset = (names: readonly Tool[]) => Object.fromEntries(names.map((name) => [name, undefined]))
const everyTool = unset(toolNames())
/** The tools whose output has ends. The others show a list, or the page that is asked for. */
const endedTools = unset(toolNames().filter((name) => tools[name].shows === 'ends'))
/** The default of `limit`, and of the line length, for the tools that have one. */
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

/** One of which the variable and the option are the key in other letters. */
const limit = (key: keyof typeof defaults, kind: Kind, tools: Setting['tools'] = everyTool): Setting => {
  const option = optionName(key)
  const variable = `PITH_${option.toUpperCase().replaceAll('-', '_')}`
  return { key, variable, option, kind, fallback: defaults[key], tools }
}

/** One of the bucket that outputs are kept in. */
const s3 = (name: string, kind: Kind, unset: string): Setting => {
  const variable = `PITH_S3_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
  return { key: `store.s3.${name}`, variable, kind, unset, isOfUser: true }
}

export const settings: readonly Setting[] = [
  limit('maxLines', count),
  limit('maxBytes', count),
  limit('maxTokens', count),
  limit('maxLineLength', count, { ...everyTool, ...ownDefaults('maxLineLength') }),
  limit('maxSerializedBytes', count),
  limit('keep', oneOf(...keeps), endedTools),
  limit('headRatio', ratio, endedTools),
  {
    key: 'limit',
    variable: 'PITH_LIMIT',
    option: 'limit',
    kind: fromOne,
    tools: ownDefaults('limit'),
    isOfToolsOnly: true,
  },
  {
    key: 'tokenizer',
    variable: 'PITH_TOKENIZER',
    option: 'tokenizer',
    kind: text,
    unset: 'none, tokens are estimated',
  },
  {
    key: 'backend',
    variable: 'PITH_BACKEND',
    option: 'backend',
    kind: oneOf(...backends),
    fallback: defaults.backend,
  },
  {
    key: 'redact',
    variable: 'PITH_REDACT',
    option: 'redact',
    kind: flag,
    fallback: false,
    isStricterOnly: true,
  },
  {
    key: 'notice.key',
    variable: 'PITH_NOTICE_KEY',
    kind: text,
    unset: 'none, notices are not signed',
    isSecret: true,
  },
  {
    key: 'store.directory',
    variable: 'PITH_ARTIFACTS',
    option: 'artifacts',
    kind: text,
    isPath: true,
    isOfUser: true,
  },
  {
    key: 'store.maxArtifactBytes',
    variable: 'PITH_MAX_ARTIFACT_BYTES',
    kind: count,
    fallback: storeDefaults.maxArtifactBytes,
    isStricterOnly: true,
  },
  {
    key: 'store.maxSessionBytes',
    variable: 'PITH_MAX_SESSION_BYTES',
    kind: count,
    fallback: storeDefaults.maxSessionBytes,
    isOfUser: true,
  },
  {
    key: 'store.maxTotalBytes',
    variable: 'PITH_MAX_TOTAL_BYTES',
    kind: count,
    fallback: storeDefaults.maxTotalBytes,
    isOfUser: true,
  },
  {
    key: 'store.keepFreeBytes',
    variable: 'PITH_KEEP_FREE_BYTES',
    kind: count,
    unset: '1 GiB, or a tenth of a smaller disk than 10 GiB',
    isOfUser: true,
  },
  {
    key: 'store.ttlHours',
    variable: 'PITH_TTL_HOURS',
    kind: hours,
    fallback: storeDefaults.ttlHours,
    isOfUser: true,
  },
  s3('bucket', text, 'none, artifacts are files'),
  s3('endpoint', text, "Amazon's for the region"),
  s3('region', text, 'AWS_REGION, else us-east-1'),
  s3('prefix', text, 'pith/'),
  s3('pathStyle', flag, "true where the endpoint is not Amazon's"),
  { key: 'events.enabled', variable: 'PITH_EVENTS', kind: flag, fallback: true, isOfUser: true },
  {
    key: 'events.directory',
    variable: 'PITH_EVENTS_DIRECTORY',
    kind: text,
    isPath: true,
    isOfUser: true,
  },
  {
    key: 'events.maxBytes',
    variable: 'PITH_EVENTS_MAX_BYTES',
    kind: eventBytes,
    fallback: eventDefaults.maxBytes,
    isOfUser: true,
  },
  {
    key: 'events.maxFiles',
    variable: 'PITH_EVENTS_MAX_FILES',
    kind: files,
    fallback: eventDefaults.maxFiles,
    isOfUser: true,
  },
  {
    key: 'budget.contextTokens',
    variable: 'PITH_CONTEXT_TOKENS',
    option: 'context',
    kind: tokens,
    fallback: 128_000,
  },
  { key: 'budget.warnAt', variable: 'PITH_WARN_AT', option: 'warn', kind: ratio, fallback: 0.75 },
  { key: 'budget.alertAt', variable: 'PITH_ALERT_AT', option: 'alert', kind: ratio, fallback: 0.85 },
  { key: 'budget.floorTokens', variable: 'PITH_FLOOR_TOKENS', option: 'floor', kind: tokens, fallback: 1000 },
]

const ofTool = ({ fallback: _, unset: __, tools, ...rest }: Setting, tool: string): Setting => {
  const fallback = tools?.[tool]
  return {
    ...rest,
    key: `tools.${tool}.${rest.key}`,
    variable: rest.variable.replace('PITH_', `PITH_${tool.toUpperCase()}_`),
    ...(fallback !== undefined && { fallback }),
  }
}

/** Every setting that can be said, those of single tools behind the others. */
export const allSettings: readonly Setting[] = [
  ...settings.filter((one) => !one.isOfToolsOnly),
  ...Object.keys(everyTool).flatMap((tool) =>
    settings.filter(({ tools = {} }) => tool in tools).map((one) => ofTool(one, tool)),
  ),
]
