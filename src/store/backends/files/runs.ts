import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMissing } from '../../failures.ts'
import type { RunEnd, RunningOutput } from '../../store.ts'
import { WAIT_MS, WAIT_TRIES } from './adopt-equal.ts'
import { isMine } from './directory.ts'
import { CREATE, type OpenStoreFile, TO_READ } from './file-system.ts'
import type { Folder } from './folder.ts'
import { fileName, parseName, partName } from './names.ts'
import type { OpenData } from './open-data.ts'
import { createOwners } from './owner.ts'
import { namesIn } from './scan.ts'

// A run is an output that others may read while it is written. Its id is a part of the token in the names of its files,
// so that it leads to the file that grows, and later to the artifact.

const ID_DIGITS = 16
const MOST_WORDS_BYTES = 1024
const READ_BYTES = 64 * 1024
const LF = 0x0a

export const runIdOf = (token: string): string => token.slice(-ID_DIGITS)

/** Says for those who have followed a run what it has become. Ignores failures. */
export async function writeRunEnd(
  { fileSystem, directory }: Folder,
  artifact: string,
  token: string,
  ended = '',
): Promise<void> {
  try {
    const file = await fileSystem.open(join(directory, fileName('claim', artifact, token)), CREATE, 0o600)
    const words = Buffer.from(ended)
    await file.write(words, 0, words.length, 0).finally(() => file.close())
  } catch {
    // They find the artifact by the name of its bytes, unless these were kept before.
  }
}

type Run =
  | { kind: 'running'; token: string }
  | { kind: 'ended'; artifact: string; ended?: string; isSure: boolean }

/** What the id of a run leads to. Undefined when there is no such run, or nothing of it can be read. */
export async function findRun(folder: Folder, id: string): Promise<Run | undefined> {
  let found: Run | undefined
  for (const name of await namesIn(folder.fileSystem, folder.directory)) {
    if (!name.includes(id)) continue
    const form = parseName(name)
    if (!form || !('token' in form) || runIdOf(form.token) !== id) continue
    if (form.kind === 'part') found ??= { kind: 'running', token: form.token }
    if (form.kind === 'bin') found = { kind: 'ended', artifact: form.id, isSure: false }
    if (form.kind !== 'claim') continue
    const ended = await readWords(folder, name)
    return { kind: 'ended', artifact: form.id, isSure: true, ...(ended && { ended }) }
  }
  return found
}

async function readWords({ fileSystem, directory }: Folder, name: string): Promise<string> {
  try {
    const found = await fileSystem.lstat(join(directory, name))
    if (!found.isFile() || !isMine(found)) return ''
    return Buffer.from(fileSystem.readNow(join(directory, name), MOST_WORDS_BYTES)).toString()
  } catch {
    return ''
  }
}

/** What a run has written so far, as if it were an artifact. Throws the system's error. */
export async function openRun(folder: Folder, id: string, token: string): Promise<OpenData> {
  const file = await openPart(folder, token)
  try {
    const { size: bytes, mtimeMs } = await file.stat()
    const hash = createHash('sha256')
    const buffer = new Uint8Array(READ_BYTES)
    let lines = 0
    let last = LF
    for (let at = 0; at < bytes; ) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(READ_BYTES, bytes - at), at)
      if (bytesRead === 0) break
      hash.update(buffer.subarray(0, bytesRead))
      for (let lf = buffer.indexOf(LF); lf >= 0 && lf < bytesRead; lf = buffer.indexOf(LF, lf + 1)) lines++
      last = buffer[bytesRead - 1]
      at += bytesRead
    }
    if (last !== LF) lines++
    const stat = { id, sha256: hash.digest('hex'), bytes, lines, createdAt: Math.floor(mtimeMs) }
    return {
      // Nobody notes its use.
      manifest: { stat, data: partName(token), token, usedAtMs: Number.POSITIVE_INFINITY },
      readInto: async (into, position) => (await file.read(into, 0, into.length, position)).bytesRead,
      close: () => file.close(),
    } as OpenData
  } catch (error) {
    await file.close().catch(() => {})
    throw error
  }
}

async function openPart({ fileSystem, directory }: Folder, token: string): Promise<OpenStoreFile> {
  const file = await fileSystem.open(join(directory, partName(token)), TO_READ)
  const found = await file.stat()
  if (found.isFile() && isMine(found)) return file
  await file.close()
  throw Object.assign(new Error('not a file of this user'), { code: 'ENOENT' })
}

/** Opens a run that is being written, or that has just ended. Undefined for an id that is none of a run. */
export async function watchRun(folder: Folder, id: string): Promise<RunningOutput | undefined> {
  const run = await findRun(folder, id)
  if (run?.kind === 'ended') return endedRun(run)
  if (!run) return undefined
  const { token } = run
  const file = await openPart(folder, token).catch((error: unknown) => {
    if (!isMissing(error)) throw error
    return undefined
  })
  if (!file) return endedRun(await endOf(folder, id))
  return {
    readInto: async (bytes, position) => (await file.read(bytes, 0, bytes.length, position)).bytesRead,
    async end() {
      const found = await folder.fileSystem
        .lstat(join(folder.directory, partName(token)))
        .catch(() => undefined)
      if (!found) return endOf(folder, id)
      return createOwners().isHeld(token, found.mtimeMs) ? undefined : {}
    },
    close: () => file.close(),
  }
}

const endedRun = ({ artifact, ended }: RunEnd): RunningOutput => ({
  readInto: async () => 0,
  end: async () => ({ ...(artifact && { artifact }), ...(ended && { ended }) }),
  close: async () => {},
})

/** What has become of a run whose file is gone. It gets its other names one after the other. */
async function endOf(folder: Folder, id: string): Promise<RunEnd> {
  for (let tries = 0; ; tries++) {
    const run = await findRun(folder, id)
    if (run?.kind === 'ended' && (run.isSure || tries === WAIT_TRIES))
      return { artifact: run.artifact, ...(run.ended && { ended: run.ended }) }
    if (tries === WAIT_TRIES || (!run && tries > 0)) return {}
    await sleep(WAIT_MS)
  }
}
