// Remembers what a settings file was before pith changed it, so that it can be restored byte for byte.
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileFailed } from '../../errors.ts'
import { stateFolder } from '../../store/backends/files/directory.ts'
import { makeFolderNow } from '../../store/backends/files/make-folder.ts'
import { readSettingsFile, replaceFile } from './settings-file.ts'

/** What pith added to a file: settings of the client, or its proxy in front of servers. */
export type PartName = 'settings' | 'servers'

export interface Record {
  /** Path of the settings file, with symbolic links resolved. */
  file: string
  client: string
  parts: PartName[]
  /** Digest of what pith wrote. */
  written: string
  /** False if pith made the file. */
  existed: boolean
  /** Folders that pith made for the file, the outermost first. */
  folders: string[]
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const pathsOf = (file: string): { record: string; backup: string } => {
  const { directory } = stateFolder('install', undefined, undefined)
  const base = join(directory, sha256Of(Buffer.from(file)).slice(0, 24))
  return { record: `${base}.json`, backup: `${base}.backup` }
}

/** The path of a file's backup. */
export const backupPath = (file: string): string => pathsOf(file).backup

/** The record of a file. Undefined if there is none, or if it or its backup cannot be used. */
export function readRecord(file: string): { record: Record; backup: Buffer } | undefined {
  const paths = pathsOf(file)
  try {
    const record = JSON.parse(readFileSync(paths.record, 'utf8')) as Record
    return record.file === file ? { record, backup: readFileSync(paths.backup) } : undefined
  } catch {
    return undefined
  }
}

/** The files that have a record. */
export function recordedFiles(): string[] {
  const { directory } = stateFolder('install', undefined, undefined)
  try {
    return readdirSync(directory)
      .filter((name) => name.endsWith('.json'))
      .map((name) => (JSON.parse(readFileSync(join(directory, name), 'utf8')) as Record).file)
  } catch {
    return []
  }
}

/**
 * Keeps a file's record and its bytes from before.
 *
 * @throws {PithError} `PITH_FILE_FAILED`
 */
export function writeRecord(record: Record, backup: Uint8Array): void {
  const paths = pathsOf(record.file)
  const { directory, above } = stateFolder('install', undefined, undefined)
  try {
    for (const folder of [...above, directory]) {
      makeFolderNow(folder, 0o700)
      refuseForeign(folder)
    }
    // A kept backup is the older one, so it is written before the record that names it.
    replaceFile(readSettingsFile(paths.backup), Buffer.from(backup))
    replaceFile(readSettingsFile(paths.record), Buffer.from(`${JSON.stringify(record)}\n`))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw fileFailed(`No backup of ${record.file} could be made, so pith did not change the file: ${why}`, {
      cause: error,
    })
  }
}

export function removeRecord(file: string): void {
  const paths = pathsOf(file)
  rmSync(paths.record, { force: true })
  rmSync(paths.backup, { force: true })
}

function refuseForeign(folder: string): void {
  const stat = lstatSync(folder)
  const isOwn = !process.getuid || stat.uid === process.getuid()
  if (!stat.isDirectory() || !isOwn) throw new Error(`${folder} belongs to another user, or is not a folder`)
}
