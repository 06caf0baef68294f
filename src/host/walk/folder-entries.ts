import { type Dirent, lstatSync, opendirSync, readdirSync, type Stats } from 'node:fs'

export type EntryKind = 'file' | 'folder' | 'link' | 'other'

/** What is in a folder: a name, the path to open, and a kind. */
export interface FolderEntry {
  name: string
  /** Bytes for a name that is not UTF-8. */
  real: string | Buffer
  kind: EntryKind
}

/** Entries that the system gives at once. */
const READ_ENTRIES = 1024

/** The entries of a folder, and what went wrong while they were read. */
export interface FolderEntries {
  entries: Iterator<FolderEntry>
  /** Names among `wanted` that the folder has. */
  has: ReadonlySet<string>
}

/**
 * The entries of a folder in the order of their bytes. The folder is read before this returns. Its names are in memory,
 * and not an object for each of them.
 *
 * @param wanted names that the caller asks for before it takes the first entry
 * @param onFailure gets the system's error if the folder, or its rest, cannot be read
 */
export function folderEntries(
  real: string | Buffer,
  wanted: readonly string[],
  onFailure: (error: unknown) => void,
): FolderEntries {
  if (typeof real !== 'string') return namesInBytes(real, wanted, onFailure)
  const names: string[] = []
  /** The kinds of what is no file. */
  const kinds = new Map<string, EntryKind>()
  try {
    const folder = opendirSync(real, { bufferSize: READ_ENTRIES })
    try {
      for (let entry = folder.readSync(); entry; entry = folder.readSync()) {
        names.push(entry.name)
        const kind = kindOf(entry)
        if (kind !== 'file') kinds.set(entry.name, kind)
      }
    } finally {
      folder.closeSync()
    }
  } catch (error) {
    onFailure(error)
  }
  if (names.some((name) => name.includes('\ufffd'))) return namesInBytes(Buffer.from(real), wanted, () => {})
  // JavaScript's own order is that of the bytes, and much faster, for names without large UTF-16 units.
  if (names.some(isHigh)) names.sort(inByteOrder)
  else names.sort()
  const prefix = real.endsWith('/') ? real : `${real}/`
  return {
    entries: entriesOf(names, (name) => ({ name, real: prefix + name, kind: kinds.get(name) ?? 'file' })),
    has: new Set(wanted.filter((name) => names.includes(name))),
  }
}

function* entriesOf(names: readonly string[], entry: (name: string) => FolderEntry): Iterator<FolderEntry> {
  for (const name of names) yield entry(name)
}

const isHigh = (name: string): boolean => /[\ud800-\uffff]/.test(name)

function inByteOrder(a: string, b: string): number {
  // The two orders differ only between large units.
  if (isHigh(a) && isHigh(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return a < b ? -1 : a > b ? 1 : 0
}

/** Like `folderEntries`, for a folder with a name in it that is not UTF-8, or a path that is not. All names are in memory. */
function namesInBytes(
  folder: Buffer,
  wanted: readonly string[],
  onFailure: (error: unknown) => void,
): FolderEntries {
  let entries: FolderEntry[] = []
  try {
    const found: unknown[] = readdirSync(folder, { withFileTypes: true, encoding: 'buffer' })
    // Bun gives only the names.
    const named = found.map((entry) =>
      entry instanceof Uint8Array ? { name: entry } : (entry as Dirent<Buffer>),
    )
    entries = named
      .sort((a, b) => Buffer.compare(a.name, b.name))
      .map((entry) => {
        const real = Buffer.concat([folder, Buffer.from('/'), entry.name])
        return {
          ...{ name: Buffer.from(entry.name).toString(), real },
          kind: kindOf('isFile' in entry ? entry : lstatSync(real)),
        }
      })
  } catch (error) {
    onFailure(error)
  }
  const names = new Set(entries.map(({ name }) => name))
  return { entries: entries.values(), has: new Set(wanted.filter((name) => names.has(name))) }
}

const kindOf = (entry: Dirent | Dirent<Buffer> | Stats): EntryKind =>
  entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'other'
