import { NoRoomError, StoreError } from '../../failures.ts'
import type { BrowserFile, DirectoryHandle, FileHandle, SyncFile } from './browser.ts'
import { isMissingInBrowser, isQuotaExceeded, NO_MORE_SPACE } from './failures.ts'

/** A new file that is written, closed, and then read. Only `discard` may overlap with other calls. */
export class BrowserDataFile {
  readonly #directory: DirectoryHandle
  readonly #handle: FileHandle
  readonly #output: Output
  #isOpen = true

  /** Creates the file, and overwrites an existing file of that name. */
  static async create(directory: DirectoryHandle, name: string): Promise<BrowserDataFile> {
    const handle = await directory.getFileHandle(name, { create: true })
    try {
      return new BrowserDataFile(directory, handle, await openOutput(handle))
    } catch (error) {
      await removeBrowserFile(directory, name).catch(() => {})
      throw error
    }
  }

  constructor(directory: DirectoryHandle, handle: FileHandle, output: Output) {
    this.#directory = directory
    this.#handle = handle
    this.#output = output
  }

  write(bytes: Uint8Array, position: number): Promise<void> {
    return this.#output.write(bytes, position)
  }

  async truncate(bytes: number): Promise<void> {
    await this.#output.truncate?.(bytes)
  }

  /** Reads from `position` into `bytes`. Returns how many bytes it read. */
  async readInto(bytes: Uint8Array, position: number): Promise<number> {
    if (this.#isOpen && this.#output.readInto) return this.#output.readInto(bytes, position)
    return readInto(await this.#handle.getFile(), bytes, position)
  }

  async close(): Promise<void> {
    await this.#output.close()
    this.#isOpen = false
  }

  async discard(): Promise<void> {
    if (this.#isOpen) await this.#output.abort().catch(() => {})
    this.#isOpen = false
    await removeBrowserFile(this.#directory, this.#handle.name).catch(() => {})
  }
}

/** Reads from `position` into `bytes`, up to the end of the file. Returns how many bytes it read. */
export async function readInto(file: Blob, bytes: Uint8Array, position: number): Promise<number> {
  const part = await file.slice(position, position + bytes.length).arrayBuffer()
  bytes.set(new Uint8Array(part))
  return part.byteLength
}

/** Writes a small file, and overwrites an existing one of that name. In some browsers this is not a single step. */
export async function writeFile(directory: DirectoryHandle, name: string, bytes: Uint8Array): Promise<void> {
  await fill(await directory.getFileHandle(name, { create: true }), bytes)
}

async function fill(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  const output = await openOutput(handle)
  try {
    await output.write(bytes, 0)
    await output.close()
  } catch (error) {
    await output.abort().catch(() => {})
    throw error
  }
}

/** Puts a small file in place. Renames it into place if the browser can, so that it appears in one step. */
export async function placeFile(
  directory: DirectoryHandle,
  name: string,
  bytes: Uint8Array,
  partName: string,
): Promise<void> {
  const part = await directory.getFileHandle(partName, { create: true })
  if (!part.move) {
    await removeBrowserFile(directory, partName)
    return writeFile(directory, name, bytes)
  }
  try {
    await fill(part, bytes)
    await part.move(name)
  } catch (error) {
    await removeBrowserFile(directory, partName).catch(() => {})
    throw error
  }
}

/** Removes a file if it exists. */
export async function removeBrowserFile(directory: DirectoryHandle, name: string): Promise<void> {
  try {
    await directory.removeEntry(name)
  } catch (error) {
    if (!isMissingInBrowser(error)) throw error
  }
}

interface Output {
  write(bytes: Uint8Array, position: number): Promise<void>
  /** Absent for a stream, which loses its bytes when a write fails. The same holds for `readInto`. */
  truncate?(bytes: number): Promise<void>
  readInto?(bytes: Uint8Array, position: number): Promise<number>
  close(): Promise<void>
  abort(): Promise<void>
}

/** Uses the synchronous access of dedicated workers if it exists, because it is faster. */
async function openOutput(handle: FileHandle): Promise<Output> {
  if (handle.createSyncAccessHandle) return new SyncOutput(await handle.createSyncAccessHandle())
  if (handle.createWritable) return new StreamOutput(await handle.createWritable())
  throw new StoreError('ENOTSUP', 'this browser writes files of a site in dedicated workers only')
}

class SyncOutput implements Output {
  readonly #file: SyncFile

  constructor(file: SyncFile) {
    this.#file = file
    file.truncate(0)
  }

  async write(bytes: Uint8Array, position: number): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const written = this.#writeSome(bytes.subarray(at), position + at)
      if (written === 0) throw new NoRoomError('ENOSPC', NO_MORE_SPACE, at)
      at += written
    }
  }

  async truncate(bytes: number): Promise<void> {
    this.#file.truncate(bytes)
  }

  async readInto(bytes: Uint8Array, position: number): Promise<number> {
    return this.#file.read(bytes, { at: position })
  }

  /** Returns 0 when the site's quota is used up. */
  #writeSome(bytes: Uint8Array, at: number): number {
    try {
      return this.#file.write(bytes, { at })
    } catch (error) {
      if (isQuotaExceeded(error)) return 0
      throw error
    }
  }

  async close(): Promise<void> {
    this.#file.flush()
    this.#file.close()
  }

  async abort(): Promise<void> {
    this.#file.close()
  }
}

class StreamOutput implements Output {
  readonly #file: BrowserFile

  constructor(file: BrowserFile) {
    this.#file = file
  }

  write(data: Uint8Array, position: number): Promise<void> {
    return this.#file.write({ type: 'write', position, data })
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  abort(): Promise<void> {
    return this.#file.abort()
  }
}
