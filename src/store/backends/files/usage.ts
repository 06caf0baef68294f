import { bytesOfFiles } from '../../gc.ts'
import { sizeOf } from '../../manifest.ts'
import type { Usage } from '../../quota.ts'
import type { Folder } from './folder.ts'
import { sessionKey, withLedger } from './ledger.ts'
import { readManifestNow } from './manifest.ts'
import { inSlices, scanDirectory } from './scan.ts'

/** Reports the free space of the disk, and the bytes that the store and the session use. */
export function usageOf(folder: Folder, session: string | undefined): Omit<Usage, 'collect'> {
  const { fileSystem, directory } = folder
  return {
    of: 'the disk',
    space: () => fileSystem.space(directory),
    async totalBytes(isFirst) {
      const known = isFirst ? await withLedger(folder, ({ totalBytes }) => totalBytes) : undefined
      return known ?? bytesOfFiles(await scanDirectory(fileSystem, directory))
    },
    // A session without a name is this process. The quota counts its bytes as they are written.
    ...(session === undefined ? {} : { sessionBytes: () => sessionBytes(folder, session) }),
  }
}

async function sessionBytes(folder: Folder, session: string): Promise<number> {
  const known = await withLedger(folder, (ledger) => ledger.sessionBytes(sessionKey(session)))
  if (known !== undefined) return known
  const { fileSystem, directory } = folder
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
