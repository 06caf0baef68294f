import {
  type FileSystem,
  nodeFileSystem,
  type OpenStoreFile,
} from '../../../src/store/backends/files/file-system.ts'

/** Which calls fail: the n-th alone, it and all after it, or it and all after it of its name. */
export type Fault = 'once' | 'for good' | 'for good by name'

export interface Faulty {
  fileSystem: FileSystem
  /** The calls that were made, in order. */
  calls: string[]
}

/** A file system whose n-th call, counted from 1, fails with `code`. Files that fail to close are closed all the same. */
export function failAt(n: number, fault: Fault, code = 'EIO'): Faulty {
  const calls: string[] = []
  let broken: string | undefined
  const fails = (name: string): boolean => {
    calls.push(name)
    if (calls.length === n) broken = name
    if (broken === undefined) return false
    return fault === 'for good' || (fault === 'for good by name' && name === broken) || calls.length === n
  }
  const failure = () => Object.assign(new Error(`${code}: made to fail`), { code })
  const later = async <T>(name: string, call: () => Promise<T>): Promise<T> => {
    if (fails(name)) throw failure()
    return call()
  }
  const now = <T>(name: string, call: () => T): T => {
    if (fails(name)) throw failure()
    return call()
  }
  const wrapped = (file: OpenStoreFile): OpenStoreFile => ({
    write: (...words) => later('write', () => file.write(...words)),
    read: (...words) => later('read', () => file.read(...words)),
    truncate: (bytes) => later('truncate', () => file.truncate(bytes)),
    stat: () => later('fstat', () => file.stat()),
    datasync: () => later('datasync', () => file.datasync()),
    sync: () => later('sync', () => file.sync()),
    close: async () => {
      await file.close()
      if (fails('close')) throw failure()
    },
  })
  const node = nodeFileSystem
  const fileSystem: FileSystem = {
    mkdir: (...words) => later('mkdir', () => node.mkdir(...words)),
    open: async (...words) => wrapped(await later('open', () => node.open(...words))),
    lstat: (path) => later('lstat', () => node.lstat(path)),
    readdir: (path) => later('readdir', () => node.readdir(path)),
    rename: (...words) => later('rename', () => node.rename(...words)),
    link: (...words) => later('link', () => node.link(...words)),
    unlink: (path) => later('unlink', () => node.unlink(path)),
    touch: (...words) => later('touch', () => node.touch(...words)),
    space: (path) => later('space', () => node.space(path)),
    lstatNow: (path) => now('lstatNow', () => node.lstatNow(path)),
    unlinkNow: (path) => now('unlinkNow', () => node.unlinkNow(path)),
    createNow: (...words) => now('createNow', () => node.createNow(...words)),
    readNow: (...words) => now('readNow', () => node.readNow(...words)),
  }
  return { fileSystem, calls }
}
