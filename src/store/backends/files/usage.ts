import { sumOfBytes } from '../../gc.ts'
import { sizeOf } from '../../manifest.ts'
import type { Usage } from '../../quota.ts'
import type { FileSystem } from './file-system.ts'
import { readManifestNow } from './manifest.ts'
import { inSlices, scanDirectory } from './scan.ts'

/** Reports the free space of the disk, and the bytes that the store and the session use. */
export function usageOf(
  fileSystem: FileSystem,
  directory: string,
  session: string | undefined,
): Omit<Usage, 'collect'> {
  return {
    of: 'the disk',
    space: () => fileSystem.space(directory),
    async totalBytes() {
      return sumOfBytes(await scanDirectory(fileSystem, directory))
    },
    // A session without a name is this process. The quota counts its bytes as they are written.
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
      // The artifact is damaged, or was removed meanwhile.
    }
  })
  return bytes
}
