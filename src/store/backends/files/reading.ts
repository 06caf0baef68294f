import { join } from 'node:path'
import { sizeOf } from '../../manifest.ts'
import type { OpenArtifact } from '../../reading.ts'
import { damagedArtifact } from '../../stat.ts'
import { isMine } from './directory.ts'
import { type OpenFile, READ } from './file-system.ts'
import { mostIndexBytes } from './line-index.ts'
import type { Manifest } from './manifest.ts'
import { linesName } from './names.ts'
import type { Folder } from './removal.ts'
import { writeWhole } from './sink.ts'

/** An artifact whose file is open until it is closed. */
export interface OpenFileArtifact extends OpenArtifact {
  manifest: Manifest
  close(): Promise<void>
}

/** Throws the system's error where the file is not there, `PITH_STORE_FAILED` where it is not what it should be. */
export async function openData(folder: Folder, manifest: Manifest): Promise<OpenFileArtifact> {
  const file = await folder.fileSystem.open(join(folder.directory, manifest.data), READ)
  try {
    const found = await file.stat()
    if (!found.isFile() || !isMine(found) || found.size !== sizeOf(manifest))
      throw damagedArtifact(manifest.stat.id)
    return artifactOf(folder, manifest, file)
  } catch (error) {
    await file.close().catch(() => {})
    throw error
  }
}

const artifactOf = (folder: Folder, manifest: Manifest, file: OpenFile): OpenFileArtifact => ({
  manifest,
  readInto: async (bytes, position) => (await file.read(bytes, 0, bytes.length, position)).bytesRead,
  loadIndex: () => loadIndex(folder, manifest),
  saveIndex: (bytes) => writeWhole(folder, linesName(manifest.data), bytes),
  close: () => file.close(),
})

async function loadIndex(folder: Folder, manifest: Manifest): Promise<Uint8Array | undefined> {
  const file = await folder.fileSystem.open(join(folder.directory, linesName(manifest.data)), READ)
  try {
    const found = await file.stat()
    if (!found.isFile() || !isMine(found) || found.size > mostIndexBytes(sizeOf(manifest))) return undefined
    const bytes = new Uint8Array(found.size)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    return bytesRead === bytes.length ? bytes : undefined
  } finally {
    await file.close()
  }
}
