import { damagedArtifact, parseStat } from '../../stat.ts'
import type { ArtifactStat, MissingRange } from '../../store.ts'
import { isUuid } from './keys.ts'
import { type LineIndex, NO_INDEX, parseIndex } from './line-index.ts'

/** The `ids/<sha256>.json` of an artifact. */
export interface Manifest {
  stat: ArtifactStat
  /** The uuid of the object with the bytes: of a capped artifact the start and the end, joined. */
  data: string
  index: LineIndex
}

const VERSION = 1
/** A label is a command; longer than this, none of its rest helps people to find it. */
const LONGEST_LABEL = 2048
/** Room for the longest names, each character written as `\\u0000`, and for the longest index. */
export const LARGEST_MANIFEST_BYTES = 128 * 1024

export function encodeManifest({ stat, data, index }: Manifest): Uint8Array {
  const { id, sha256, bytes, lines, tool, label, createdAt, missing } = stat
  const named = { tool: tool?.slice(0, LONGEST_LABEL), label: label?.slice(0, LONGEST_LABEL) }
  const complete = missing === undefined
  const fields = { version: VERSION, id, sha256, bytes, lines, ...named, createdAt, complete, data, missing }
  const all = index.head.length + index.tail.length > 0 ? { ...fields, index } : fields
  return new TextEncoder().encode(`${JSON.stringify(all)}\n`)
}

/** Reads a manifest back. Throws `PITH_STORE_FAILED` for anything that `encodeManifest` does not make. */
export function parseManifest(json: string, sha256: string): Manifest {
  const id = sha256.slice(0, 16)
  const found = parsed(json, id)
  const stat = parseStat(found, id)
  const { version, data, missing } = found
  if (version !== VERSION || stat.sha256 !== sha256 || !isUuid(data)) throw damagedArtifact(id)
  const whole = missing === undefined ? stat : { ...stat, missing: parseMissing(missing, stat) }
  return { stat: whole, data, index: found.index === undefined ? NO_INDEX : parseIndex(found.index, whole) }
}

function parsed(json: string, id: string): Record<string, unknown> {
  try {
    return (JSON.parse(json) ?? {}) as Record<string, unknown>
  } catch {
    throw damagedArtifact(id)
  }
}

function parseMissing(missing: unknown, { id, bytes, lines }: ArtifactStat): MissingRange {
  const { startByte, endByte, firstLine, lastLine } = (missing ?? {}) as MissingRange
  const isWhole = [startByte, endByte, firstLine, lastLine].every(Number.isSafeInteger)
  const areBytes = isWhole && 0 <= startByte && startByte < endByte && endByte <= bytes
  if (!areBytes || firstLine < 1 || firstLine > lastLine || lastLine > lines) throw damagedArtifact(id)
  return { startByte, endByte, firstLine, lastLine }
}

/** Bytes of the object that a manifest names. */
export const sizeOf = ({ stat: { bytes, missing } }: Manifest): number =>
  missing ? bytes - (missing.endByte - missing.startByte) : bytes
