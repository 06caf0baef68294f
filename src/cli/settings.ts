// What a configuration may say. Nothing here is loaded for a file that there is not.

import { storeDefaults } from '../artifacts/files/defaults.ts'

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
  /** The option of the command line that says the same. */
  option?: string
  /** May be said of a single tool too: `tools.NAME.KEY`, `PITH_NAME_…`. */
  isForTools?: true
  /** A path, from the file's folder where it is relative. */
  isPath?: true
  /** Never printed, and not taken from a project's file: who wrote that must not know it. */
  isSecret?: true
}

const limit = (
  key: string,
  variable: string,
  option: string,
  kind: Kind,
  fallback?: SettingValue,
): Setting => ({
  key,
  variable: `PITH_${variable}`,
  option,
  kind,
  isForTools: true,
  ...(fallback !== undefined && { fallback }),
})

export const settings: readonly Setting[] = [
  limit('maxLines', 'MAX_LINES', 'max-lines', count, 2000),
  limit('maxBytes', 'MAX_BYTES', 'max-bytes', count, 30 * 1024),
  limit('maxTokens', 'MAX_TOKENS', 'max-tokens', count, Number.POSITIVE_INFINITY),
  limit('maxLineLength', 'MAX_LINE_LENGTH', 'max-line-length', count, Number.POSITIVE_INFINITY),
  limit(
    'maxSerializedBytes',
    'MAX_SERIALIZED_BYTES',
    'max-serialized-bytes',
    count,
    Number.POSITIVE_INFINITY,
  ),
  limit('keep', 'KEEP', 'keep', oneOf('head', 'tail', 'ends'), 'ends'),
  limit('headRatio', 'HEAD_RATIO', 'head-ratio', ratio, 0.3),
  { key: 'tokenizer', variable: 'PITH_TOKENIZER', option: 'tokenizer', kind: text },
  {
    key: 'backend',
    variable: 'PITH_BACKEND',
    option: 'backend',
    kind: oneOf('auto', 'wasm', 'js'),
    fallback: 'auto',
  },
  { key: 'redact', variable: 'PITH_REDACT', option: 'redact', kind: flag, fallback: false },
  { key: 'notice.key', variable: 'PITH_NOTICE_KEY', kind: text, isSecret: true },
  { key: 'store.directory', variable: 'PITH_ARTIFACTS', option: 'artifacts', kind: text, isPath: true },
  {
    key: 'store.maxArtifactBytes',
    variable: 'PITH_MAX_ARTIFACT_BYTES',
    kind: count,
    fallback: storeDefaults.maxArtifactBytes,
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
  { key: 'store.keepFreeBytes', variable: 'PITH_KEEP_FREE_BYTES', kind: count },
  { key: 'store.ttlHours', variable: 'PITH_TTL_HOURS', kind: hours, fallback: storeDefaults.ttlHours },
  { key: 'events.enabled', variable: 'PITH_EVENTS', kind: flag, fallback: true },
  { key: 'events.directory', variable: 'PITH_EVENTS_DIRECTORY', kind: text, isPath: true },
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

const toolNames = ['bash', 'read', 'grep', 'find', 'ls', 'web'] as const

const ofTool = (setting: Setting, tool: string): Setting => {
  const { fallback: _, ...rest } = setting
  return {
    ...rest,
    key: `tools.${tool}.${setting.key}`,
    variable: setting.variable.replace('PITH_', `PITH_${tool.toUpperCase()}_`),
  }
}

/** Every setting, those of single tools behind the others. */
export const allSettings: readonly Setting[] = [
  ...settings,
  ...toolNames.flatMap((tool) => settings.filter((one) => one.isForTools).map((one) => ofTool(one, tool))),
]
