import { sizeOf } from '../../manifest.ts'
import type { Usage } from '../../quota.ts'
import type { FileSystem } from './file-system.ts'
import { readManifestNow } from './manifest.ts'
import { inSlices, scanDirectory } from './scan.ts'

/** What is used of a disk, and by whom. */
export function usageOf(
  fileSystem: FileSystem,
  directory: string,
  session: string | undefined,
): Omit<Usage, 'makeRoom'> {
  return {
    of: 'the disk',
    space: () => fileSystem.space(directory),
    async totalBytes() {
      const files = await scanDirectory(fileSystem, directory)
      return files.reduce((sum, { bytes }) => sum + bytes, 0)
    },
    // Without a name it is this process's: what that writes is added up anyway.
    ...(session === undefined ? {} : { sessionBytes: () => bytesOf(fileSystem, directory, session) }),
  }
}

async function bytesOf(fileSystem: FileSystem, directory: string, session: string): Promise<number> {
  const files = await scanDirectory(fileSystem, directory)
  const ids = files.flatMap(({ form }) => (form.kind === 'manifest' ? [form.id] : []))
  let bytes = 0
  await inSlices(ids, (id) => {
    try {
      const manifest = readManifestNow(fileSystem, directory, id)
      if (manifest.session === session) bytes += sizeOf(manifest)
    } catch {
      // Damaged, or gone meanwhile: it is no session's.
    }
  })
  return bytes
}
