import { isArtifactId } from '../../stat.ts'

/**
 * What `.pith-ledger` says of the artifacts in its directory:
 *
 *   `pith ledger 1 <collectedAtMs> <oldestUsedAtMs> <isFinished> <artifacts> <bytes> <besideBytes> <sessionsBytes>
 *   <bodyBytes>`           one line, the head
 *   `<session> <bytes>`    the sessions, a line each
 *   `+<entry>`             the body: all artifacts of the last look at all files, the oldest first
 *
 * Then come the lines that were appended since:
 *
 *   `+<entry>`             this artifact gets its manifest next
 *   `!<id>`                a process wants to remove this artifact
 *   `-<entry>`             this artifact was removed
 *
 * An entry is `<id> <createdAtMs> <bytes> <besideBytes> <session>`.
 */
export const LEDGER = '.pith-ledger'

/** A store with fewer artifacts has no ledger. Looking at so many files costs less than a thousandth of a process. */
export const LEAST_ARTIFACTS = 100

/** Longer than any head. */
export const HEAD_BYTES = 256
/** No line of an entry is longer. */
export const MOST_LINE_BYTES = 128

export interface LedgerEntry {
  id: string
  createdAt: number
  /** Bytes of the output that are kept. */
  bytes: number
  /** Bytes of the manifest and the line index. */
  besideBytes: number
  /** `sessionKey` of its session, or `-`. */
  session: string
}

export interface LedgerHead {
  /** When a clean-up ended. 0 when there was none. */
  collectedAtMs: number
  /** When the least recently used artifact was used. */
  oldestUsedAtMs: number
  /** False when the clean-up had more to remove than one run may. */
  isFinished: boolean
  artifacts: number
  bytes: number
  besideBytes: number
  sessionsBytes: number
  bodyBytes: number
}

/** What was appended after the body. */
export interface LedgerTail {
  /** How many lines it has. */
  length: number
  added: Map<string, LedgerEntry>
  removed: LedgerEntry[]
  doomed: Set<string>
}

const NO_SESSION = '-'
const HEAD = /^pith ledger 1((?: \d{1,16}){8})\n/
const ENTRY = /^([0-9a-f]{16}) (\d{1,16}) (\d{1,16}) (\d{1,16}) ([0-9a-f]{16}|-)$/

export const lineOf = (
  sign: '+' | '-',
  { id, createdAt, bytes, besideBytes, session }: LedgerEntry,
): string => `${sign}${id} ${createdAt} ${bytes} ${besideBytes} ${session}\n`

export const doomLine = (id: string): string => `!${id}\n`

/** Undefined for bytes that `encodeLedger` cannot have begun with, such as those of another version. */
export function parseHead(text: string): (LedgerHead & { headBytes: number }) | undefined {
  const found = HEAD.exec(text)
  if (!found) return undefined
  const numbers = found[1].trim().split(' ').map(Number)
  if (!numbers.every(Number.isSafeInteger)) return undefined
  const [collectedAtMs, oldestUsedAtMs, isFinished, artifacts, bytes, besideBytes, sessionsBytes, bodyBytes] =
    numbers
  return {
    ...{ collectedAtMs, oldestUsedAtMs, isFinished: isFinished === 1, artifacts, bytes, besideBytes },
    ...{ sessionsBytes, bodyBytes, headBytes: found[0].length },
  }
}

export function parseEntry(line: string): LedgerEntry | undefined {
  const found = ENTRY.exec(line)
  if (!found) return undefined
  const [, id, createdAt, bytes, besideBytes, session] = found
  return { id, createdAt: Number(createdAt), bytes: Number(bytes), besideBytes: Number(besideBytes), session }
}

/** Whether both lines are of one artifact that was kept once. */
const isSame = (a: LedgerEntry, b: LedgerEntry): boolean =>
  a.id === b.id && a.createdAt === b.createdAt && a.bytes === b.bytes

/** Undefined when a line is torn or is not pith's. */
export function parseTail(text: string): LedgerTail | undefined {
  const tail: LedgerTail = { length: 0, added: new Map(), removed: [], doomed: new Set() }
  const replaced: LedgerEntry[] = []
  const lines = text.split('\n')
  if (lines.pop() !== '') return undefined
  for (const line of lines) {
    const rest = line.slice(1)
    if (line[0] === '!' && isArtifactId(rest)) {
      tail.doomed.add(rest)
      continue
    }
    const entry = parseEntry(rest)
    if (!entry) return undefined
    const { id } = entry
    const added = tail.added.get(id)
    if (line[0] === '+') {
      if (added) replaced.push(added)
      tail.added.set(id, entry)
    } else if (line[0] !== '-') return undefined
    else if (added && isSame(added, entry)) tail.added.delete(id)
    // A writer adds its line first, and then removes an artifact that lacks bytes.
    else if (!replaced.some((each) => isSame(each, entry))) tail.removed.push(entry)
  }
  return { ...tail, length: lines.length }
}

const oldestFirst = (a: LedgerEntry, b: LedgerEntry): number =>
  a.createdAt - b.createdAt || (a.id > b.id ? -1 : 1)

/** A ledger without a tail. `besideBytes` are those of all files that are not bytes of an artifact. */
export function encodeLedger(
  entries: readonly LedgerEntry[],
  facts: Pick<LedgerHead, 'collectedAtMs' | 'oldestUsedAtMs' | 'isFinished' | 'besideBytes'>,
): Uint8Array {
  const ofSessions = new Map<string, number>()
  let bytes = 0
  for (const entry of entries) {
    bytes += entry.bytes
    if (entry.session === NO_SESSION) continue
    ofSessions.set(entry.session, (ofSessions.get(entry.session) ?? 0) + entry.bytes)
  }
  const sessions = Array.from(ofSessions, ([session, sum]) => `${session} ${sum}\n`).join('')
  const body = [...entries]
    .sort(oldestFirst)
    .map((entry) => lineOf('+', entry))
    .join('')
  const { collectedAtMs, oldestUsedAtMs, isFinished, besideBytes } = facts
  const numbers = [
    ...[collectedAtMs, oldestUsedAtMs, isFinished ? 1 : 0, entries.length],
    ...[bytes, besideBytes, sessions.length, body.length],
  ].map((number) => Math.max(0, Math.floor(number)))
  return Buffer.from(`pith ledger 1 ${numbers.join(' ')}\n${sessions}${body}`, 'latin1')
}

/** Those lines of an older tail that say something of a newer body. */
export function stillTrue(text: string, body: readonly LedgerEntry[]): string {
  const tail = parseTail(text)
  if (!tail || tail.length === 0) return ''
  const ids = new Set(body.map(({ id }) => id))
  const added = [...tail.added.values()].filter(({ id }) => !ids.has(id))
  const removed = tail.removed.filter(({ id }) => ids.has(id))
  const changes = [...removed.map((entry) => lineOf('-', entry)), ...added.map((entry) => lineOf('+', entry))]
  return [...changes, ...Array.from(tail.doomed, doomLine)].join('')
}
