import { existsSync } from 'node:fs'
import { eventsPlace } from '../../host/event-folder.ts'
import { stateDirectory } from '../../store/backends/files/directory.ts'
import { jsonLine, warn, writeOut } from '../print/output.ts'
import { drawTable, screenColumns } from '../print/table.ts'
import { type Configured, commandKeys, configured, usesBucket } from './config.ts'
import { configFiles } from './config-paths.ts'
import { allSettings, type Setting, type SettingValue, settingOf } from './settings.ts'

/** A setting as printed. The value is null if it is not set and has no default. */
interface Row {
  key: string
  value: SettingValue | null
  from: string
  /** The value in words for people. */
  words: string
}

/** `pith --print-config`: prints each setting with its value and source. Does not print the value of a secret. */
export async function printConfig(isJson: boolean): Promise<number> {
  const commands = commandKeys().flatMap((key) => settingOf(key) ?? [])
  const rows = [...allSettings, ...commands].flatMap(rowOf)
  if (isJson) {
    await writeOut(rows.map(({ words: _, ...row }) => jsonLine(row)).join(''))
    return 0
  }
  const cells = rows.map(({ key, words, from }) => [key, words, from])
  const columns = [{ title: 'setting', drop: 2 }, { title: 'value', drop: 1 }, { title: 'from' }]
  await writeOut(drawTable(columns, cells, screenColumns()))
  tellPrecedence()
  return 0
}

/** The row of a setting. A setting for a single tool is printed only if it is set or the tool has its own default. */
function rowOf({ key, isSecret, unset }: Setting): Row[] {
  const said = configured(key)
  const words = usesBucket() ? wordsWithBucket(key, said) : undefined
  if (words) return [{ key, value: null, from: said?.from ?? 'default', words }]
  if (said) {
    const { value: given, from } = said
    const value = isSecret ? '(hidden)' : given === Number.POSITIVE_INFINITY ? 'Infinity' : withoutKeys(given)
    return [{ key, value, from, words: String(value) }]
  }
  const folder = usualFolders[key]?.()
  if (folder !== undefined)
    return [
      { key, value: folder || null, from: 'default', words: folder || 'none, there is no home directory' },
    ]
  return unset === undefined ? [] : [{ key, value: null, from: 'default', words: unset }]
}

/** Words for a setting that has no effect because outputs go to a bucket. */
function wordsWithBucket(key: string, said: Configured | undefined): string | undefined {
  if (ofFilesOnly.includes(key)) return 'none, not with a bucket'
  return key === 'store.ttlHours' && said?.level === 'default' ? "none, the bucket's own rule" : undefined
}

const ofFilesOnly = ['store.maxSessionBytes', 'store.maxTotalBytes', 'store.keepFreeBytes']

/** Hides credentials in a URL. A URL with credentials is refused on use, but must not be printed before that. */
const withoutKeys = (value: SettingValue): SettingValue =>
  typeof value === 'string' && value.includes('://')
    ? value.replace(/:\/\/.*@/, '://(hidden)@').replace(/[?#].*$/, '?(hidden)')
    : value

const usualFolders: Record<string, (() => string) | undefined> = {
  'store.directory': () => stateDirectory(undefined).directory,
  'events.directory': () => eventsPlace(undefined).directory,
}

function tellPrecedence(): void {
  const files = configFiles().map(({ level, path }) => {
    const whose = level === 'project' ? "the project's" : "the user's"
    return `${whose} ${path}${existsSync(path) ? '' : ' (not there)'}`
  })
  const sources = ['An option', 'the environment', ...files, 'the default']
  warn(
    `${sources.join(', then ')}. Within one file, a setting for a tool goes before the setting for all tools.`,
  )
  warn(
    'A project\'s file can only lower limits, set `keep` to "ends", say what a command is for, and turn `redact` on.',
  )
}
