import { join } from 'node:path'
import { damagedArtifact, parseStat } from '../stat.ts'
import type { ArtifactStat, MissingRange } from '../store.ts'
import { isMine } from './directory.ts'
import { codeOf } from './failures.ts'
import { type FileSystem, READ } from './file-system.ts'
import type { Ring } from './layout.ts'
import { manifestName, parseName } from './names.ts'

/** The `<id>.json` of an artifact. */
export interface Manifest {
  stat: ArtifactStat
  /** The name of the file with the bytes. */
  data: string
  /** Who wrote it: the token in that name. */
  token: string
  ring: Ring | undefined
  /** Whose limit it counts towards, where that has a name. */
  session: string | undefined
  /** Bytes for which the line index has one entry; 0 without one. */
  strideBytes: number
  /** Milliseconds since 1970, where the file was asked. */
  usedAtMs?: number
}

const VERSION = 1
/** A label is a command; longer than this, none of its rest helps people to find it. */
const LONGEST_LABEL = 2048
/** Room for the longest label and the longest name of a tool, each character written as `\\u0000`. */
const LARGEST_MANIFEST_BYTES = 32 * 1024

export function encodeManifest({
  stat,
  data,
  ring,
  session,
  strideBytes,
}: Omit<Manifest, 'token'>): Uint8Array {
  const { id, sha256, bytes, lines, tool, label, createdAt, missing } = stat
  const complete = missing === undefined
  const named = { tool: tool?.slice(0, LONGEST_LABEL), label: label?.slice(0, LONGEST_LABEL) }
  const index = strideBytes > 0 ? { strideBytes } : undefined
  const fields = { version: VERSION, id, sha256, bytes, lines, ...named, createdAt, complete, data }
  return Buffer.from(`${JSON.stringify({ ...fields, index, session, missing, ring })}\n`)
}

/** Reads a manifest back. Throws `PITH_STORE_FAILED` for anything that `encodeManifest` does not make. */
function parseManifest(json: string, id: string): Manifest {
  const found = parsed(json, id)
  const stat = parseStat(found, id)
  const { version, data, index, session, missing, ring } = found
  const name = typeof data === 'string' ? parseName(data) : undefined
  if (version !== VERSION || typeof data !== 'string' || name?.kind !== 'bin' || name.id !== id)
    throw damagedArtifact(id)
  const gap = missing === undefined ? undefined : parseMissing(missing, ring, stat)
  return {
    stat: gap ? { ...stat, missing: gap.missing } : stat,
    data,
    token: name.token,
    ring: gap?.ring,
    session: typeof session === 'string' ? session : undefined,
    strideBytes: Number((index as { strideBytes?: unknown } | undefined)?.strideBytes) || 0,
  }
}

function parsed(json: string, id: string): Record<string, unknown> {
  try {
    return (JSON.parse(json) ?? {}) as Record<string, unknown>
  } catch {
    throw damagedArtifact(id)
  }
}

function parseMissing(
  missing: unknown,
  ring: unknown,
  stat: ArtifactStat,
): { missing: MissingRange; ring: Ring } {
  const { startByte, endByte, firstLine, lastLine } = (missing ?? {}) as MissingRange
  const { headBytes, ringBytes } = (ring ?? {}) as Ring
  const all = [startByte, endByte, firstLine, lastLine, headBytes, ringBytes]
  const fits = startByte === headBytes && endByte === stat.bytes - ringBytes && startByte <= endByte
  if (!all.every((value) => Number.isSafeInteger(value) && value >= 0) || !fits || ringBytes === 0)
    throw damagedArtifact(stat.id)
  return { missing: { startByte, endByte, firstLine, lastLine }, ring: { headBytes, ringBytes } }
}

/** Bytes of the file that a manifest names. */
export const sizeOf = ({ stat, ring }: Manifest): number =>
  ring ? ring.headBytes + ring.ringBytes : stat.bytes

/** Throws the system's error where there is none, `PITH_STORE_FAILED` where it is damaged. */
export async function readManifest(fileSystem: FileSystem, directory: string, id: string): Promise<Manifest> {
  const file = await fileSystem.open(join(directory, manifestName(id)), READ).catch((error: unknown) => {
    throw codeOf(error) === 'ELOOP' ? damagedArtifact(id) : error
  })
  try {
    const found = await file.stat()
    if (!found.isFile() || !isMine(found) || found.size > LARGEST_MANIFEST_BYTES) throw damagedArtifact(id)
    const bytes = Buffer.alloc(found.size)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    return { ...parseManifest(bytes.toString('utf8', 0, bytesRead), id), usedAtMs: found.mtimeMs }
  } finally {
    await file.close()
  }
}

/** The same at once, for lists of thousands. Throws as `readManifest` does. */
export function readManifestNow(fileSystem: FileSystem, directory: string, id: string): Manifest {
  const bytes = fileSystem.readNow(join(directory, manifestName(id)), LARGEST_MANIFEST_BYTES)
  return parseManifest(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'), id)
}
