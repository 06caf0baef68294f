import { join } from 'node:path'
import { codeOf } from '../../failures.ts'
import {
  type Manifest as AnyManifest,
  LARGEST_MANIFEST_BYTES,
  type ManifestForm,
  parseManifest,
} from '../../manifest.ts'
import { damagedArtifact } from '../../stat.ts'
import { isMine } from './directory.ts'
import { type FileSystem, TO_READ } from './file-system.ts'
import { manifestName, parseName } from './names.ts'

/** The `<id>.json` of an artifact. */
export interface FileManifest extends AnyManifest {
  /** The token of the writer, from the name of the data file. */
  token: string
  /** When the artifact was last used, in milliseconds since 1970. Absent when the file's times were not read. */
  usedAtMs?: number
}

const FORM: ManifestForm = {
  isData: (data, id) => {
    const name = parseName(data)
    return name?.kind === 'bin' && name.id === id
  },
  hasRing: true,
}

/** Errors for a link, a pipe or a folder where a file is expected. */
const NO_FILES = new Set(['ELOOP', 'ESPIPE', 'EISDIR'])

/** Throws the system's error when there is no manifest, and `PITH_STORE_FAILED` when it is damaged. */
export async function readManifest(
  fileSystem: FileSystem,
  directory: string,
  id: string,
): Promise<FileManifest> {
  const file = await fileSystem.open(join(directory, manifestName(id)), TO_READ).catch((error: unknown) => {
    throw NO_FILES.has(codeOf(error)) ? damagedArtifact(id) : error
  })
  try {
    const found = await file.stat()
    if (!found.isFile() || !isMine(found) || found.size > LARGEST_MANIFEST_BYTES) throw damagedArtifact(id)
    const bytes = Buffer.alloc(found.size)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    return { ...parsed(bytes.toString('utf8', 0, bytesRead), id), usedAtMs: found.mtimeMs }
  } finally {
    await file.close()
  }
}

/** The synchronous form, without `usedAtMs`. Faster for thousands of manifests. Throws the same errors. */
export function readManifestNow(fileSystem: FileSystem, directory: string, id: string): FileManifest {
  const path = join(directory, manifestName(id))
  const found = fileSystem.lstatNow(path)
  if (!found.isFile() || !isMine(found) || found.size > LARGEST_MANIFEST_BYTES) throw damagedArtifact(id)
  const bytes = fileSystem.readNow(path, found.size)
  return parsed(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'), id)
}

function parsed(json: string, id: string): FileManifest {
  const manifest = parseManifest(json, id, FORM)
  const name = parseName(manifest.data)
  return { ...manifest, token: name && 'token' in name ? name.token : '' }
}
