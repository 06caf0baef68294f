import { type Dirent, lstatSync, opendirSync, readdirSync, type Stats } from 'node:fs'

export type EntryKind = 'file' | 'folder' | 'link' | 'other'

/** What is in a folder: a name, the path to open, and a kind. */
export interface FolderEntry {
  name: string
  /** Bytes for a name that is not UTF-8. */
  real: string | Buffer
  kind: EntryKind
}

/** Names of a folder that are in memory at a time. A folder with more is read again for each further part of them. */
const MOST_NAMES = 2 ** 19
/** Names are dropped when there are this many times as many as may be in memory. */
const FULL = 1.5
/** Entries that the system gives at once. */
const READ_ENTRIES = 1024

/** The entries of a folder, and what went wrong while they were read. */
export interface FolderEntries {
  entries: Iterator<FolderEntry>
  /** Names among `wanted` that the folder has. */
  has: ReadonlySet<string>
}

/**
 * The entries of a folder in the order of their bytes. Fewer than a million names are in memory at a time. The folder is
 * read before this returns. A folder with more names is read again each time the caller has taken those in memory.
 *
 * @param wanted names that the caller asks for before it takes the first entry
 * @param onFailure gets the system's error if the folder, or its rest, cannot be read
 * @param most names in memory at a time
 */
export function folderEntries(
  real: string | Buffer,
  wanted: readonly string[],
  onFailure: (error: unknown) => void,
  most = MOST_NAMES,
): FolderEntries {
  if (typeof real !== 'string') return namesInBytes(real, wanted, onFailure)
  const first = new Names(undefined, most)
  const has = new Set<string>()
  let isUtf8 = true
  const note = (name: string) => {
    if (name.includes('\ufffd')) isUtf8 = false
    if (wanted.includes(name)) has.add(name)
  }
  read(real, first, note, onFailure)
  return isUtf8
    ? { entries: inOrder(real, first, onFailure), has }
    : namesInBytes(Buffer.from(real), wanted, () => {})
}

function* inOrder(real: string, first: Names, onFailure: (error: unknown) => void): Iterator<FolderEntry> {
  const prefix = real.endsWith('/') ? real : `${real}/`
  for (let part = first; ; ) {
    const names = part.sorted()
    for (const name of names) yield { name, real: prefix + name, kind: part.kinds.get(name) ?? 'file' }
    if (!part.isCut) return
    part = new Names(names[names.length - 1], part.most)
    read(real, part, () => {}, onFailure)
  }
}

/** Reads a folder entry by entry. */
function read(
  real: string,
  names: Names,
  note: (name: string) => void,
  onFailure: (error: unknown) => void,
): void {
  try {
    const folder = opendirSync(real, { bufferSize: READ_ENTRIES })
    try {
      for (let entry = folder.readSync(); entry; entry = folder.readSync()) {
        note(entry.name)
        names.add(entry)
      }
    } finally {
      folder.closeSync()
    }
  } catch (error) {
    onFailure(error)
  }
}

/** The first names of a folder, in the order of their bytes, that come after a given name. */
class Names {
  /** True if there are names behind these. */
  isCut = false
  /** The kinds of what is no file. */
  readonly kinds = new Map<string, EntryKind>()
  readonly most: number
  readonly #after: string | undefined
  /** The last one that can still be among the first. */
  #last: string | undefined
  #names: string[] = []

  constructor(after: string | undefined, most: number) {
    this.#after = after
    this.most = most
  }

  add(entry: Dirent): void {
    const { name } = entry
    if (this.#after !== undefined && inByteOrder(this.#after, name) >= 0) return
    if (this.#last !== undefined && inByteOrder(this.#last, name) < 0) return
    const kind = kindOf(entry)
    if (kind !== 'file') this.kinds.set(name, kind)
    if (this.#names.push(name) >= FULL * this.most) this.#cut()
  }

  /** The names in order. */
  sorted(): readonly string[] {
    if (this.#names.length > this.most) this.#cut()
    return this.#sort()
  }

  #cut(): void {
    for (const name of this.#sort().splice(this.most)) this.kinds.delete(name)
    this.#last = this.#names[this.most - 1]
    this.isCut = true
  }

  /** JavaScript's own order is that of the bytes, and much faster, for names without large UTF-16 units. */
  #sort(): string[] {
    return this.#names.some(isHigh) ? this.#names.sort(inByteOrder) : this.#names.sort()
  }
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
