import { join } from 'node:path'
import { codeOf, noRoomOr, StoreError } from '../../failures.ts'
import { CREATE, type FileSystem, type OpenStoreFile } from './file-system.ts'
import { partName } from './names.ts'
import { newToken, release } from './owner.ts'

/** Errors of file systems without hard links, and of full ones, where a link may need more room than a rename. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'ENOSPC', 'EDQUOT'])

/** Bytes after which a sync to the disk starts in the background, so that the last sync is short. */
const SYNC_BYTES = 8 * 1024 * 1024

/**
 * A new file that gets its final name when it is complete, or is removed. Only `discard` may overlap with other calls.
 */
export class PartFile {
  readonly token: string
  readonly #fileSystem: FileSystem
  readonly #directory: string
  readonly #file: OpenStoreFile
  /** Undefined once the file has its final name and must not be removed. */
  #name: string | undefined
  /**
   * Running calls on the descriptor. The file is closed after them, because the system may give the descriptor's number
   * to another file.
   */
  #busy: Promise<unknown> = Promise.resolve()
  #closed: Promise<void> | undefined
  #alias: string | undefined
  #unsynced = 0
  #syncing = false
  #syncFailure: { error: unknown } | undefined

  static async create(fileSystem: FileSystem, directory: string): Promise<PartFile> {
    const token = newToken()
    try {
      const file = await fileSystem.open(join(directory, partName(token)), CREATE, 0o600)
      return new PartFile(fileSystem, directory, token, file)
    } catch (error) {
      release(token)
      throw error
    }
  }

  constructor(fileSystem: FileSystem, directory: string, token: string, file: OpenStoreFile) {
    this.#fileSystem = fileSystem
    this.#directory = directory
    this.token = token
    this.#name = partName(token)
    this.#file = file
  }

  async write(bytes: Uint8Array, position: number): Promise<void> {
    if (this.#syncFailure) throw this.#syncFailure.error
    for (let at = 0; at < bytes.length; ) {
      const written = await this.#during(this.#file.write(bytes, at, bytes.length - at, position + at)).catch(
        (error: unknown) => {
          throw noRoomOr(error, at)
        },
      )
      if (written.bytesWritten === 0)
        throw noRoomOr(new StoreError('ENOSPC', 'the device has no space left'), at)
      at += written.bytesWritten
    }
    this.#unsynced += bytes.length
    if (this.#unsynced >= SYNC_BYTES && !this.#syncing) this.#syncMeanwhile()
  }

  truncate(bytes: number): Promise<void> {
    return this.#during(this.#file.truncate(bytes))
  }

  /** Reads from `position` into `bytes`, up to the end of the file. Returns how many bytes it read. */
  async readInto(bytes: Uint8Array, position: number): Promise<number> {
    const { bytesRead } = await this.#during(this.#file.read(bytes, 0, bytes.length, position))
    return bytesRead
  }

  /** Waits until the bytes are on the disk, and closes the file. Only then may it get its final name. */
  async finish(): Promise<void> {
    await this.#busy
    if (this.#syncFailure) throw this.#syncFailure.error
    await this.#during(this.#file.datasync())
    await this.close()
  }

  /** Gives the file another name until it gets its final one, so that nobody finds it. */
  async conceal(): Promise<void> {
    this.#alias ??= newToken()
    await this.rename(partName(this.#alias))
  }

  /** Renames the file. It can still be discarded. */
  async rename(name: string): Promise<void> {
    await this.#fileSystem.rename(this.#path(), join(this.#directory, name))
    this.#name = name
  }

  /** Gives the file its final name. Returns false when the name is taken. */
  async place(name: string): Promise<boolean> {
    const to = join(this.#directory, name)
    try {
      await this.#fileSystem.link(this.#path(), to)
      return true
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false
      if (!NO_LINKS.has(codeOf(error))) throw error
      const isThere = await this.#fileSystem.lstat(to).catch(() => undefined)
      if (isThere) return false
      await this.#fileSystem.rename(this.#path(), to)
      this.#name = undefined
      return true
    }
  }

  close(): Promise<void> {
    this.#closed ??= this.#busy.then(() => this.#file.close())
    return this.#closed
  }

  /** Removes the file at once, and closes it after the running calls. */
  async discard(): Promise<void> {
    if (this.#name !== undefined) await this.#fileSystem.unlink(this.#path()).catch(() => {})
    await this.close().catch(() => {})
    this.release()
  }

  /** Tells other processes that this one has finished with the file. */
  release(): void {
    release(this.token)
    if (this.#alias !== undefined) release(this.#alias)
  }

  #path(): string {
    return join(this.#directory, this.#name ?? '')
  }

  #syncMeanwhile(): void {
    this.#unsynced = 0
    this.#syncing = true
    const sync = this.#file
      .datasync()
      .catch((error: unknown) => {
        this.#syncFailure ??= { error }
      })
      .then(() => {
        this.#syncing = false
      })
    void this.#during(sync)
  }

  #during<T>(call: Promise<T>): Promise<T> {
    this.#busy = Promise.allSettled([this.#busy, call])
    return call
  }
}
