import type { Ring } from './ring.ts'
import { damagedArtifact, parseStat } from './stat.ts'
import type { ArtifactStat, MissingRange } from './store.ts'

/** What a store writes down of an artifact. */
export interface Manifest {
  stat: ArtifactStat
  /** The name of the file with the bytes. */
  data: string
  ring: Ring | undefined
  /** Whose limit it counts towards, where that has a name. */
  session: string | undefined
  /** Bytes for which the line index has one entry; 0 without one. */
  strideBytes: number
}

const VERSION = 1
/** A label is a command; longer than this, none of its rest helps people to find it. */
const LONGEST_LABEL = 2048
/** Room for the longest label and the longest name of a tool, each character written as `\\u0000`. */
export const LARGEST_MANIFEST_BYTES = 32 * 1024

export function encodeManifest({ stat, data, ring, session, strideBytes }: Manifest): Uint8Array {
  const { id, sha256, bytes, lines, tool, label, createdAt, missing } = stat
  const complete = missing === undefined
  const named = { tool: tool?.slice(0, LONGEST_LABEL), label: label?.slice(0, LONGEST_LABEL) }
  const index = strideBytes > 0 ? { strideBytes } : undefined
  const fields = { version: VERSION, id, sha256, bytes, lines, ...named, createdAt, complete, data }
  return new TextEncoder().encode(`${JSON.stringify({ ...fields, index, session, missing, ring })}\n`)
}

/**
 * Reads a manifest back; what is named in it as data is for the store to check.
 * Throws `PITH_STORE_FAILED` for anything that `encodeManifest` does not make.
 */
export function parseManifest(json: string, id: string): Manifest {
  const found = parsed(json, id)
  const stat = parseStat(found, id)
  const { version, data, index, session, missing, ring } = found
  if (version !== VERSION || typeof data !== 'string') throw damagedArtifact(id)
  const gap = missing === undefined ? undefined : parseMissing(missing, ring, stat)
  return {
    stat: gap ? { ...stat, missing: gap.missing } : stat,
    data,
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
export const sizeOf = ({ stat, ring }: Pick<Manifest, 'stat' | 'ring'>): number =>
  ring ? ring.headBytes + ring.ringBytes : stat.bytes
