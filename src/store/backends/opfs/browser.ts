import { StoreError } from '../../failures.ts'

/** A file that a dedicated worker writes synchronously. */
export interface SyncFile {
  write(bytes: Uint8Array, options: { at: number }): number
  read(bytes: Uint8Array, options: { at: number }): number
  truncate(bytes: number): void
  flush(): void
  close(): void
}

/** The new content of a file. It replaces the old content when it is closed. */
export interface BrowserFile {
  write(part: { type: 'write'; position: number; data: Uint8Array }): Promise<void>
  close(): Promise<void>
  abort(): Promise<void>
}

export interface FileHandle {
  readonly kind: 'file'
  readonly name: string
  getFile(): Promise<File>
  createWritable?(): Promise<BrowserFile>
  /** Exists only in dedicated workers. */
  createSyncAccessHandle?(): Promise<SyncFile>
  /** Renames the file, and replaces an existing file of that name. */
  move?(name: string): Promise<void>
}

export interface DirectoryHandle {
  getDirectoryHandle(name: string, options?: { create?: boolean }): Promise<DirectoryHandle>
  getFileHandle(name: string, options?: { create?: boolean }): Promise<FileHandle>
  removeEntry(name: string): Promise<void>
  values(): AsyncIterable<FileHandle | { readonly kind: 'directory'; readonly name: string }>
}

/** The parts of the browser that the store uses. Nothing else in the store calls the browser's storage. */
export interface Browser {
  /**
   * Rejects where a site has no files: in private windows of some browsers, frames without an origin, other runtimes.
   */
  root(): Promise<DirectoryHandle>
  /** Bytes that the site may store, and bytes that it has stored. */
  estimate(): Promise<{ quota?: number; usage?: number }>
  /** Undefined when the browser has no Web Locks. */
  locks: LockManager | undefined
}

export const thisBrowser: Browser = {
  async root() {
    const { storage } = globalThis.navigator ?? {}
    if (typeof storage?.getDirectory !== 'function')
      throw new StoreError('ENOTSUP', 'there are no private files of a site here')
    return (await storage.getDirectory()) as unknown as DirectoryHandle
  },
  estimate: () => navigator.storage.estimate(),
  get locks() {
    return globalThis.navigator?.locks
  },
}
