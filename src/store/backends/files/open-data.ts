import { join } from 'node:path'
import type { ArtifactFile } from '../../file-reading.ts'
import { sizeOf } from '../../manifest.ts'
import { damagedArtifact } from '../../stat.ts'
import { isMine } from './directory.ts'
import { TO_READ } from './file-system.ts'
import type { Folder } from './folder.ts'
import type { FileManifest } from './manifest.ts'

/** An artifact's open data file, with its manifest. */
export interface OpenData extends ArtifactFile {
  manifest: FileManifest
}

/**
 * Throws the system's error when there is no data file, and `PITH_STORE_FAILED` when it is not as the manifest says.
 */
export async function openData(folder: Folder, manifest: FileManifest): Promise<OpenData> {
  const file = await folder.fileSystem.open(join(folder.directory, manifest.data), TO_READ)
  try {
    const found = await file.stat()
    if (!found.isFile() || !isMine(found) || found.size !== sizeOf(manifest))
      throw damagedArtifact(manifest.stat.id)
  } catch (error) {
    await file.close().catch(() => {})
    throw error
  }
  return {
    manifest,
    readInto: async (bytes, position) => (await file.read(bytes, 0, bytes.length, position)).bytesRead,
    close: () => file.close(),
  }
}
