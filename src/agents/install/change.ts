// Plans what happens to one settings file, shows it, and carries it out.
import { createTwoFilesPatch } from 'diff'
import { PithError } from '../../errors.ts'
import {
  backupPath,
  type PartName,
  type Record,
  readRecord,
  removeRecord,
  sha256Of,
  writeRecord,
} from './record.ts'
import {
  bytesWith,
  foldersToMake,
  readSettingsFile,
  removeFile,
  replaceFile,
  type SettingsFile,
} from './settings-file.ts'
import type { SettingsPart } from './settings-part.ts'

/** A settings file of a client, and what pith can add to it. */
export interface Target {
  client: string
  path: string
  /** What a new file begins with. Default: nothing. */
  newFile?: string | undefined
  parts: Partial<{ [name in PartName]: SettingsPart | undefined }>
}

/** What will happen to a file. */
export interface FileChange {
  file: SettingsFile
  /** The new text. Undefined if the file is removed. */
  text: string | undefined
  /** False if the file stays as it is. */
  isNeeded: boolean
  remarks: readonly string[]
  /** Carries it out. Returns the path of the backup, if one is kept. */
  commit(): string | undefined
}

/** Adds a part to a file. */
export function planInstall(target: Target, name: PartName): FileChange {
  const part = target.parts[name] as SettingsPart
  return named(target.path, () => {
    const file = readSettingsFile(target.path)
    const text = part.apply(file.bytes === undefined ? (target.newFile ?? '') : file.text)
    const bytes = bytesWith(file, text)
    const isNeeded = text !== file.text
    const remarks = part.remarks(file.text)
    const commit = () => {
      if (!isNeeded) return undefined
      const { record, backup } = recordFor(target, file, name)
      writeRecord({ ...record, written: sha256Of(bytes) }, backup)
      replaceFile(file, bytes)
      return record.existed ? backupPath(file.realPath) : undefined
    }
    return { file, text, isNeeded, remarks, commit }
  })
}

/** The record of a file after one more part, and what the file would be without pith. */
function recordFor(
  { client, parts }: Target,
  file: SettingsFile,
  name: PartName,
): { record: Record; backup: Buffer } {
  const known = readRecord(file.realPath)
  const base = { file: file.realPath, client, written: '' }
  if (known === undefined || file.bytes === undefined) {
    const existed = file.bytes !== undefined
    const record = { ...base, parts: [name], existed, folders: foldersToMake(file) }
    return { record, backup: file.bytes ?? Buffer.alloc(0) }
  }
  const all = [...new Set([...known.record.parts, name])]
  const { existed, folders } = known.record
  if (sha256Of(file.bytes) === known.record.written) {
    return { record: { ...base, parts: all, existed, folders }, backup: known.backup }
  }
  // The file was edited since, so what it would be without pith is no longer the kept backup.
  const before = textOf(known.backup)
  const text = known.record.parts.reduce((left, one) => parts[one]?.remove(left, before) ?? left, file.text)
  return { record: { ...base, parts: all, existed: true, folders: [] }, backup: bytesWith(file, text) }
}

/** Removes parts from a file. */
export function planUninstall(target: Target, names: readonly PartName[]): FileChange {
  return named(target.path, () => {
    const file = readSettingsFile(target.path)
    const known = file.bytes === undefined ? undefined : readRecord(file.realPath)
    const isOurs =
      known !== undefined && file.bytes !== undefined && sha256Of(file.bytes) === known.record.written
    const bytes = known && isOurs ? restored(target, file, known, names) : removed(target, file, known, names)
    const isNeeded = !same(bytes, file.bytes)
    const text = bytes && textOf(bytes)
    const commit = () => {
      write(file, bytes, known?.record.folders ?? [])
      forget(file, known, names, bytes && isOurs ? sha256Of(bytes) : '')
      return undefined
    }
    return { file, text, isNeeded, remarks: [], commit }
  })
}

const textOf = (bytes: Buffer): string => new TextDecoder().decode(bytes)
const same = (a: Buffer | undefined, b: Buffer | undefined): boolean =>
  a === undefined || b === undefined ? a === b : a.equals(b)

interface Known {
  record: Record
  backup: Buffer
}

/** A file that nobody has changed since: what it was before, with the parts that stay. Undefined if pith made it. */
function restored(
  { parts }: Target,
  file: SettingsFile,
  { record, backup }: Known,
  names: readonly PartName[],
): Buffer | undefined {
  const left = record.parts.filter((name) => !names.includes(name))
  const others = names.filter((name) => !record.parts.includes(name))
  const before = textOf(backup)
  const withLeft = left.reduce((text, name) => parts[name]?.apply(text) ?? text, before)
  const text = others.reduce((whole, name) => parts[name]?.remove(whole, undefined) ?? whole, withLeft)
  if (text === before) return record.existed ? backup : undefined
  return bytesWith({ ...file, bytes: backup }, text)
}

/** A file that was changed since, without the parts. Undefined if it was made by pith and nothing is left. */
function removed(
  { parts }: Target,
  file: SettingsFile,
  known: Known | undefined,
  names: readonly PartName[],
): Buffer | undefined {
  if (file.bytes === undefined) return undefined
  const before = known && textOf(known.backup)
  const text = names.reduce((left, name) => parts[name]?.remove(left, before) ?? left, file.text)
  if (text === file.text) return file.bytes
  return known?.record.existed === false && text.trim() === '{}' ? undefined : bytesWith(file, text)
}

function write(file: SettingsFile, bytes: Buffer | undefined, folders: readonly string[]): void {
  if (file.bytes === undefined || same(bytes, file.bytes)) return
  if (bytes === undefined) removeFile(file, folders)
  else replaceFile(file, bytes)
}

/** `written` is empty for a file that others have changed: the kept backup is not what to restore then. */
function forget(
  file: SettingsFile,
  known: Known | undefined,
  names: readonly PartName[],
  written: string,
): void {
  const parts = known?.record.parts.filter((name) => !names.includes(name)) ?? []
  if (known && parts.length > 0) writeRecord({ ...known.record, parts, written }, known.backup)
  else removeRecord(file.realPath)
}

/** Names the file in the error about its content. */
function named<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof PithError) || error.message.startsWith(path)) throw error
    throw new PithError(error.code, `${path}: ${error.message}. pith leaves the file as it is.`)
  }
}

/** A change as a unified diff. */
export function diffOf({ file, text }: FileChange): string {
  const { path, bytes } = file
  const [before, after] = [bytes, text].map((one) => (one === undefined ? '/dev/null' : path))
  const patch = createTwoFilesPatch(before, after, file.text, text ?? '', undefined, undefined, {
    context: 3,
  })
  return patch.slice(patch.indexOf('--- '))
}
