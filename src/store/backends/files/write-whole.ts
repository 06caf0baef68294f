import type { Folder } from './folder.ts'
import { PartFile } from './part-file.ts'

/** Puts a small file in place in one step. Ignores failures. */
export async function writeWhole(
  { fileSystem, directory }: Folder,
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  const part = await PartFile.create(fileSystem, directory).catch(() => undefined)
  if (!part) return
  try {
    await part.write(bytes, 0)
    await part.rename(name)
    await part.close()
    part.release()
  } catch {
    await part.discard()
  }
}
