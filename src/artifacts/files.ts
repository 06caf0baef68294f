import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readdir, rename, rm, unlink } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { PithError } from '../errors.ts'
import { clampBytes, clampLines, selectLines } from './ranges.ts'
import { damagedArtifact, isArtifactId, newestFirst, parseStat, unknownArtifact } from './stat.ts'
import type {
  ArtifactEnd,
  ArtifactMeta,
  ArtifactStat,
  ArtifactStore,
  ArtifactWriter,
  ByteRange,
  LineRange,
} from './store.ts'
import { type ArtifactSink, BatchingWriter, type Failure } from './writer.ts'

// Windows has no O_NOFOLLOW.
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)
const READ_BYTES = 256 * 1024
const LARGEST_MANIFEST = 4 * 1024 * 1024

/**
 * Keeps artifacts as files that only their owner can read: `<id>.bin` and a manifest, `<id>.json`.
 *
 * `directory` is made when the first artifact is. Default: `$PITH_ARTIFACTS`, else
 * `$XDG_STATE_HOME/pith/artifacts`, else `~/.local/state/pith/artifacts`; relative paths in the environment
 * are passed over. A directory that is a symbolic link, another user's, or writable by others is not written to.
 */
export function createFileStore(options: { directory?: string } = {}): ArtifactStore {
  return new FileStore(resolve(options.directory ?? defaultDirectory()))
}

function defaultDirectory(): string {
  const { PITH_ARTIFACTS, XDG_STATE_HOME } = process.env
  if (PITH_ARTIFACTS && isAbsolute(PITH_ARTIFACTS)) return PITH_ARTIFACTS
  if (XDG_STATE_HOME && isAbsolute(XDG_STATE_HOME)) return join(XDG_STATE_HOME, 'pith', 'artifacts')
  try {
    return join(homedir(), '.local', 'state', 'pith', 'artifacts')
  } catch {
    // A user id without a home, as containers have.
    return join(tmpdir(), `pith-artifacts-${process.getuid?.() ?? ''}`)
  }
}

class FileStore implements ArtifactStore {
  readonly #directory: string

  constructor(directory: string) {
    this.#directory = directory
  }

  async open(meta: ArtifactMeta): Promise<ArtifactWriter> {
    try {
      await prepareDirectory(this.#directory)
      const part = await PartFile.create(this.#directory)
      return new BatchingWriter(meta, createHash('sha256'), new FileSink(this.#directory, part))
    } catch (error) {
      return failedWriter({ complete: false, ...failureOf(error) })
    }
  }

  async *read(id: string, range: ByteRange): AsyncGenerator<Uint8Array, void, undefined> {
    const stat = await this.stat(id)
    yield* readBytes(this.#path(id, 'bin'), stat, clampBytes(range, stat.bytes))
  }

  async *lines(id: string, range: LineRange): AsyncGenerator<Uint8Array, void, undefined> {
    const stat = await this.stat(id)
    const asked = clampLines(range, stat.lines)
    const everything = { startByte: 0, endByte: stat.bytes }
    yield* selectLines(readBytes(this.#path(id, 'bin'), stat, everything), asked)
  }

  async stat(id: string): Promise<ArtifactStat> {
    if (!isArtifactId(id)) throw unknownArtifact(id)
    try {
      const stat = await readManifest(this.#path(id, 'json'), id)
      const file = await lstat(this.#path(id, 'bin'))
      if (!file.isFile() || file.size !== stat.bytes) throw damagedArtifact(id)
      return stat
    } catch (error) {
      throw codeOf(error) === 'ENOENT' ? unknownArtifact(id) : readFailure(error)
    }
  }

  async list(): Promise<ArtifactStat[]> {
    const names = await readdir(this.#directory).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return []
      throw readFailure(error)
    })
    const stats: ArtifactStat[] = []
    for (const name of names) {
      if (!name.endsWith('.json') || !isArtifactId(name.slice(0, -5))) continue
      // One damaged or just deleted artifact must not hide the others.
      const stat = await this.stat(name.slice(0, -5)).catch(() => undefined)
      if (stat) stats.push(stat)
    }
    return stats.sort(newestFirst)
  }

  async delete(id: string): Promise<void> {
    if (!isArtifactId(id)) throw unknownArtifact(id)
    try {
      // The manifest first: what is left of an interrupted deletion is not an artifact.
      await unlink(this.#path(id, 'json'))
      await rm(this.#path(id, 'bin'), { force: true })
    } catch (error) {
      throw codeOf(error) === 'ENOENT' ? unknownArtifact(id) : readFailure(error)
    }
  }

  #path(id: string, extension: 'bin' | 'json'): string {
    return join(this.#directory, `${id}.${extension}`)
  }
}

async function prepareDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const found = await lstat(directory)
  if (found.isSymbolicLink()) throw new Refusal('ELOOP', 'the artifacts directory is a symbolic link')
  if (!process.getuid) return
  if (found.uid !== process.getuid())
    throw new Refusal('EPERM', 'the artifacts directory belongs to another user')
  if (found.mode & 0o022) throw new Refusal('EPERM', 'others can write to the artifacts directory')
}

/** A new file under a random name that becomes visible by being renamed, or goes away. */
class PartFile {
  readonly #path: string
  readonly #handle: FileHandle
  #offset = 0

  static async create(directory: string): Promise<PartFile> {
    const path = join(directory, `${randomBytes(16).toString('hex')}.part`)
    return new PartFile(path, await open(path, CREATE, 0o600))
  }

  constructor(path: string, handle: FileHandle) {
    this.#path = path
    this.#handle = handle
  }

  async append(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const { bytesWritten } = await this.#handle.write(bytes, at, bytes.length - at, this.#offset)
      at += bytesWritten
      this.#offset += bytesWritten
    }
  }

  /** Some file systems tell of a failed write only here. */
  close(): Promise<void> {
    return this.#handle.close()
  }

  rename(path: string): Promise<void> {
    return rename(this.#path, path)
  }

  async discard(): Promise<void> {
    await this.#handle.close().catch(() => {})
    await rm(this.#path, { force: true }).catch(() => {})
  }
}

/** An artifact's file while it is written. */
class FileSink implements ArtifactSink {
  readonly #directory: string
  readonly #part: PartFile
  readonly failureOf = failureOf

  constructor(directory: string, part: PartFile) {
    this.#directory = directory
    this.#part = part
  }

  append(bytes: Uint8Array): Promise<void> {
    return this.#part.append(bytes)
  }

  discard(): Promise<void> {
    return this.#part.discard()
  }

  /** First the bytes get their name, then the manifest: readers want both, and each comes in one step. */
  async publish(stat: ArtifactStat): Promise<void> {
    await this.#part.close()
    const bin = join(this.#directory, `${stat.id}.bin`)
    const json = join(this.#directory, `${stat.id}.json`)
    if (await isKept(bin, json, stat)) return this.#part.discard()
    const manifest = await PartFile.create(this.#directory)
    try {
      await manifest.append(Buffer.from(`${JSON.stringify(stat)}\n`))
      await manifest.close()
      await this.#part.rename(bin)
      await manifest.rename(json)
    } catch (error) {
      await manifest.discard()
      throw error
    }
  }
}

/** Whether an equal output is there already. Anything else under its names is replaced. */
async function isKept(bin: string, json: string, stat: ArtifactStat): Promise<boolean> {
  const existing = await readManifest(json, stat.id).catch(() => undefined)
  if (!existing) return false
  if (existing.sha256 !== stat.sha256) throw new Refusal('EEXIST', 'its id is taken by another artifact')
  const file = await lstat(bin).catch(() => undefined)
  return file?.isFile() === true && file.size === stat.bytes
}

/** A writer for an output whose file could not even be made. */
const failedWriter = (end: ArtifactEnd): ArtifactWriter => ({
  write: () => undefined,
  close: async () => end,
  abort: () => {},
})

async function readManifest(path: string, id: string): Promise<ArtifactStat> {
  const handle = await open(path, READ)
  try {
    const found = await handle.stat()
    if (!found.isFile() || found.size > LARGEST_MANIFEST) throw damagedArtifact(id)
    return parseStat(await handle.readFile('utf8'), id)
  } finally {
    await handle.close()
  }
}

async function* readBytes(
  path: string,
  stat: ArtifactStat,
  { startByte, endByte }: ByteRange,
): AsyncGenerator<Uint8Array, void, undefined> {
  let handle: FileHandle | undefined
  try {
    handle = await open(path, READ)
    const found = await handle.stat()
    if (!found.isFile() || found.size !== stat.bytes) throw damagedArtifact(stat.id)
    for (let at = startByte; at < endByte; ) {
      const buffer = Buffer.allocUnsafeSlow(Math.min(READ_BYTES, endByte - at))
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, at)
      if (bytesRead === 0) throw damagedArtifact(stat.id)
      yield buffer.subarray(0, bytesRead)
      at += bytesRead
    }
  } catch (error) {
    throw readFailure(error)
  } finally {
    await handle?.close()
  }
}

/** A reason not to use what was found, in the place of a system error. */
class Refusal extends Error {
  readonly code: string

  constructor(code: string, reason: string) {
    super(reason)
    this.code = code
  }
}

const REASONS: Record<string, string> = {
  ENOSPC: 'no space left on the device',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'it is larger than a file may be',
  EROFS: 'the file system is read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOTDIR: 'a part of its path is not a directory',
  EEXIST: 'a part of its path is not a directory',
  ENOENT: 'its file or directory is gone',
  ELOOP: 'its file is a symbolic link',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EIO: 'the disk reported an error',
}

const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'UNKNOWN'
}

function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.message
  return REASONS[codeOf(error)] ?? `the system reports ${codeOf(error)}`
}

const failureOf = (error: unknown): Failure => ({
  code: codeOf(error),
  message: `The full output could not be kept: ${reasonOf(error)}.`,
})

const readFailure = (error: unknown): PithError =>
  error instanceof PithError
    ? error
    : new PithError('PITH_STORE_FAILED', `The artifact could not be read: ${reasonOf(error)}.`, {
        cause: error,
      })
