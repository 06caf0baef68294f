import {
  LARGEST_MANIFEST_BYTES,
  type Manifest,
  type ManifestForm,
  parseManifest,
  sizeOf,
} from '../../manifest.ts'
import { damagedArtifact } from '../../stat.ts'
import type { Browser, DirectoryHandle, FileHandle } from './browser.ts'
import { removeBrowserFile, writeFile } from './data-file.ts'
import type { Locks } from './locks.ts'
import { browserManifestName, isDataName, usedName } from './names.ts'

/** A store's directory, and the locks that let tabs and workers share it. */
export interface BrowserFolder {
  browser: Browser
  locks: Locks
  name: string
}

/** A writer holds this lock until its files are an artifact. */
export const writerLock = ({ name }: BrowserFolder, token: string): string => `pith:${name}/${token}`
/** Readers and writers of an artifact hold this lock. No clean-up removes the artifact meanwhile. */
export const artifactLock = ({ name }: BrowserFolder, id: string): string => `pith:${name}/${id}`
/** Held exclusively to put an artifact in place, or to delete it. */
export const changeLock = ({ name }: BrowserFolder, id: string): string => `pith:${name}/${id}/change`

/** Opens the directory. Called each time, because the browser may remove a site's files at any moment. */
export async function directoryOf(
  { browser, name }: BrowserFolder,
  create = false,
): Promise<DirectoryHandle> {
  return (await browser.root()).getDirectoryHandle(name, { create })
}

/** Throws the browser's error when there is no manifest, and `PITH_STORE_FAILED` when it is damaged. */
export async function readBrowserManifest(directory: DirectoryHandle, id: string): Promise<Manifest> {
  return parseFile(await directory.getFileHandle(browserManifestName(id)), id)
}

const FORM: ManifestForm = { isData: isDataName, hasRing: true }

/** Reads a manifest from its handle. Throws the same errors as `readManifest`. */
export async function parseFile(handle: FileHandle, id: string): Promise<Manifest> {
  const file = await handle.getFile()
  if (file.size > LARGEST_MANIFEST_BYTES) throw damagedArtifact(id)
  return parseManifest(await file.text(), id, FORM)
}

/** Undefined when the manifest is missing or damaged. */
export const findBrowserManifest = (directory: DirectoryHandle, id: string): Promise<Manifest | undefined> =>
  readBrowserManifest(directory, id).catch(() => undefined)

/**
 * Opens the data file. Throws the browser's error when it is missing, and `PITH_STORE_FAILED` when its size is wrong.
 */
export async function openBrowserData(directory: DirectoryHandle, manifest: Manifest): Promise<File> {
  const file = await (await directory.getFileHandle(manifest.data)).getFile()
  if (file.size !== sizeOf(manifest)) throw damagedArtifact(manifest.stat.id)
  return file
}

/** Removes the manifest first, so that an interrupted removal does not leave an artifact without bytes. */
export async function removeArtifact(
  directory: DirectoryHandle,
  id: string,
  manifest: Manifest | undefined,
): Promise<void> {
  await removeBrowserFile(directory, browserManifestName(id))
  await removeBrowserFile(directory, usedName(id))
  if (manifest) await removeBrowserFile(directory, manifest.data)
}

/** Records that an artifact was used. The date of the `.used` file says when. Ignores failures. */
export const touch = (directory: DirectoryHandle, id: string): Promise<void> =>
  writeFile(directory, usedName(id), Uint8Array.of(0x0a)).catch(() => {})
