import {
  LARGEST_MANIFEST_BYTES,
  type Manifest,
  type ManifestForm,
  parseManifest,
  sizeOf,
} from '../../manifest.ts'
import { damagedArtifact } from '../../stat.ts'
import type { Browser, DirectoryHandle, FileHandle } from './browser.ts'
import { removeFile, writeFile } from './data-file.ts'
import type { Locks } from './locks.ts'
import { isDataName, linesName, manifestName, usedName } from './names.ts'

/** A store's directory, and the locks by which tabs and workers share it. */
export interface Folder {
  browser: Browser
  locks: Locks
  name: string
}

/** Held while a writer's files are not yet an artifact. */
export const writerLock = ({ name }: Folder, token: string): string => `pith:${name}/${token}`
/** Held by readers and writers of an artifact: no clean-up removes it meanwhile. */
export const artifactLock = ({ name }: Folder, id: string): string => `pith:${name}/${id}`
/** Held by one at a time, to put an artifact in place or to delete it. */
export const changeLock = ({ name }: Folder, id: string): string => `pith:${name}/${id}/change`

/** Opened anew each time: the browser may remove a site's files at any moment. */
export async function directoryOf({ browser, name }: Folder, create = false): Promise<DirectoryHandle> {
  return (await browser.root()).getDirectoryHandle(name, { create })
}

/** Throws the browser's error where there is none, `PITH_STORE_FAILED` where it is damaged. */
export async function readManifest(directory: DirectoryHandle, id: string): Promise<Manifest> {
  return parseFile(await directory.getFileHandle(manifestName(id)), id)
}

const FORM: ManifestForm = { isData: isDataName, hasRing: true }

/** Reads a manifest whose handle is known. Throws as `readManifest` does. */
export async function parseFile(handle: FileHandle, id: string): Promise<Manifest> {
  const file = await handle.getFile()
  if (file.size > LARGEST_MANIFEST_BYTES) throw damagedArtifact(id)
  return parseManifest(await file.text(), id, FORM)
}

/** Undefined for none, and for a damaged one. */
export const findManifest = (directory: DirectoryHandle, id: string): Promise<Manifest | undefined> =>
  readManifest(directory, id).catch(() => undefined)

/** The bytes. Throws the browser's error where there are none, `PITH_STORE_FAILED` where their number is wrong. */
export async function openData(directory: DirectoryHandle, manifest: Manifest): Promise<File> {
  const file = await (await directory.getFileHandle(manifest.data)).getFile()
  if (file.size !== sizeOf(manifest)) throw damagedArtifact(manifest.stat.id)
  return file
}

/** Removes the manifest first: so what an interrupted removal leaves is not an artifact. */
export async function removeArtifact(
  directory: DirectoryHandle,
  id: string,
  manifest: Manifest | undefined,
): Promise<void> {
  await removeFile(directory, manifestName(id))
  await removeFile(directory, usedName(id))
  if (manifest) await removeData(directory, manifest.data)
}

/** Removes bytes and their index. */
export async function removeData(directory: DirectoryHandle, data: string): Promise<void> {
  await removeFile(directory, data)
  await removeFile(directory, linesName(data))
}

/** Writes down that an artifact is used: the file's date says when. Failures do not matter. */
export const touch = (directory: DirectoryHandle, id: string): Promise<void> =>
  writeFile(directory, usedName(id), Uint8Array.of(0x0a)).catch(() => {})
