import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { isMine } from './directory.ts'
import { type OpenStoreFile, TO_READ } from './file-system.ts'
import type { Folder } from './folder.ts'
import {
  HEAD_BYTES,
  LEDGER,
  type LedgerEntry,
  type LedgerHead,
  type LedgerTail,
  MOST_LINE_BYTES,
  parseEntry,
  parseHead,
  parseTail,
} from './ledger-format.ts'

/** A longer tail or body is not pith's. A store of ten million artifacts has a shorter one. */
const MOST_BYTES = 1024 ** 3

export const ledgerPath = ({ directory }: Folder): string => join(directory, LEDGER)

export const sessionKey = (session: string | undefined): string =>
  session === undefined ? '-' : createHash('sha256').update(session).digest('hex').slice(0, 16)

/** A ledger that is open. */
export interface Ledger {
  head: LedgerHead
  tail: LedgerTail
  /** Of the file: where the tail ends, and which file it is. */
  sizeBytes: number
  ino: number
  /** The bytes of all artifacts, of what belongs to them, and of the ledger. */
  totalBytes: number
  artifacts: number
  keptBytes: number
  sessionBytes(session: string): Promise<number>
  /** The newest entries that were not removed: at least so many, or all. In order. */
  newest(most: number): Promise<LedgerEntry[]>
  /** The entries of the body. */
  body(): Promise<LedgerEntry[]>
  /** The lines of the tail as they are now, from a byte on. */
  linesFrom(startByte?: number): Promise<string>
}

/** Calls `use` with the ledger. Undefined when there is none, or one that cannot be read as a whole. */
export async function withLedger<T>(
  folder: Folder,
  use: (ledger: Ledger) => T | Promise<T>,
): Promise<T | undefined> {
  let file: OpenStoreFile | undefined
  try {
    file = await folder.fileSystem.open(ledgerPath(folder), TO_READ)
    const ledger = await readLedger(file)
    return ledger && (await use(ledger))
  } catch {
    // Whoever asks looks at all files instead.
    return undefined
  } finally {
    await file?.close().catch(() => {})
  }
}

async function readLedger(file: OpenStoreFile): Promise<Ledger | undefined> {
  const found = await file.stat()
  if (!found.isFile() || !isMine(found) || found.size > MOST_BYTES) return undefined
  const read = (from: number, length: number) => textOf(file, from, length)
  const head = parseHead(await read(0, Math.min(HEAD_BYTES, found.size)))
  if (!head) return undefined
  const { headBytes, sessionsBytes, bodyBytes } = head
  const bodyFrom = headBytes + sessionsBytes
  const tailFrom = bodyFrom + bodyBytes
  if (tailFrom > found.size) return undefined
  const tail = parseTail(await read(tailFrom, found.size - tailFrom))
  if (!tail) return undefined
  const sum = (pick: (entry: LedgerEntry) => number): number => {
    const added = Array.from(tail.added.values(), pick).reduce((all, some) => all + some, 0)
    return added - tail.removed.reduce((all, entry) => all + pick(entry), 0)
  }
  const keptBytes = Math.max(0, head.bytes + sum(({ bytes }) => bytes))
  const besideBytes = Math.max(0, head.besideBytes + sum((entry) => entry.besideBytes))
  return {
    ...{ head, tail, sizeBytes: found.size, ino: found.ino, keptBytes },
    totalBytes: keptBytes + besideBytes + found.size,
    artifacts: Math.max(0, head.artifacts + tail.added.size - tail.removed.length),
    async sessionBytes(session) {
      const line = new RegExp(`^${session} (\\d{1,16})$`, 'm').exec(await read(headBytes, sessionsBytes))
      const since = sum((entry) => (entry.session === session ? entry.bytes : 0))
      return Math.max(0, Number(line?.[1] ?? 0) + since)
    },
    async newest(most) {
      // One line more, because the first one may be torn.
      const length = Math.min(bodyBytes, (most + tail.removed.length + 1) * MOST_LINE_BYTES)
      const lines = entriesOf(await read(tailFrom - length, length), length < bodyBytes)
      const removed = new Set(tail.removed.map(({ id }) => id))
      const others = lines.filter(({ id }) => !removed.has(id) && !tail.added.has(id))
      return [...others, ...tail.added.values()].sort(newestFirst)
    },
    body: async () => entriesOf(await read(bodyFrom, bodyBytes), false),
    async linesFrom(startByte = tailFrom) {
      return read(startByte, (await file.stat()).size - startByte)
    },
  }
}

const newestFirst = (a: LedgerEntry, b: LedgerEntry): number =>
  b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1)

/** Throws for a line that is not pith's. */
function entriesOf(text: string, isTorn: boolean): LedgerEntry[] {
  const lines = text.split('\n').slice(isTorn ? 1 : 0, -1)
  return lines.map((line) => {
    const entry = line[0] === '+' ? parseEntry(line.slice(1)) : undefined
    if (!entry) throw new Error('A line of the ledger is torn.')
    return entry
  })
}

/** Throws when the file ends before. */
async function textOf(file: OpenStoreFile, from: number, length: number): Promise<string> {
  const bytes = Buffer.allocUnsafe(length)
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(bytes, at, length - at, from + at)
    if (bytesRead === 0) throw new Error('The ledger is shorter than before.')
    at += bytesRead
  }
  return bytes.toString('latin1')
}
