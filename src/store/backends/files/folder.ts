import type { FileSystem } from './file-system.ts'

/** A store's directory. */
export interface Folder {
  fileSystem: FileSystem
  directory: string
  /** Called with the error of each file that could not be removed. The other files are removed anyway. */
  failed?(error: unknown): void
}
