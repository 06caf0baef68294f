import { fitsArtifact, type LineIndex } from './line-index.ts'
import { artifactKey, decodeIndex, encodeIndex } from './line-index-format.ts'
import type { Ring } from './ring.ts'
import { damagedArtifact, parseStat } from './stat.ts'
import type { ArtifactStat, MissingRange } from './store.ts'

/** What a store writes down of an artifact. */
export interface Manifest {
  stat: ArtifactStat
  /** The name of what holds the bytes. */
  data: string
  /** How the bytes lie where some are missing; undefined where the kept ends lie one behind the other. */
  ring?: Ring | undefined
  /** Whose limit it counts towards, where that has a name. */
  session?: string | undefined
  /** Where it does not lie beside the bytes. */
  index?: LineIndex | undefined
}

const VERSION = 1
/** A label is a command; what is longer does not help people to find it. */
const LONGEST_LABEL = 2048
/** Room for the longest label and the longest name of a tool, each character written as `\\u0000`, and for an index. */
export const LARGEST_MANIFEST_BYTES = 128 * 1024

export function encodeManifest({ stat, data, ring, session, index }: Manifest): Uint8Array {
  const { id, sha256, bytes, lines, tool, label, createdAt, missing } = stat
  const named = { tool: tool?.slice(0, LONGEST_LABEL), label: label?.slice(0, LONGEST_LABEL) }
  const complete = missing === undefined
  const fields = { version: VERSION, id, sha256, bytes, lines, ...named, createdAt, complete, data }
  const all = {
    ...fields,
    session,
    missing,
    ring,
    index: index && toBase64(encodeIndex(artifactKey(sha256), index)),
  }
  return new TextEncoder().encode(`${JSON.stringify(all)}\n`)
}

/** What a backend's manifests have to be like. */
export interface ManifestForm {
  /** Whether a name is one that the artifact's bytes may have. Nothing else becomes part of a path or a key. */
  isData(name: string, id: string): boolean
  /** Whether an artifact with missing bytes lies as a ring. */
  hasRing: boolean
}

/** Reads a manifest back. Throws `PITH_STORE_FAILED` for anything that `encodeManifest` does not make. */
export function parseManifest(json: string, id: string, form: ManifestForm): Manifest {
  const found = parsed(json, id)
  const { version, data, session, index } = found
  if (version !== VERSION || typeof data !== 'string' || !form.isData(data, id)) throw damagedArtifact(id)
  const whole = parseStat(found, id)
  const missing = found.missing === undefined ? undefined : parseMissing(found.missing, whole)
  const stat = missing ? { ...whole, missing } : whole
  return {
    stat,
    data,
    ring: missing && form.hasRing ? parseRing(found.ring, stat.bytes, missing, id) : undefined,
    session: typeof session === 'string' ? session : undefined,
    index: typeof index === 'string' ? parseIndex(index, stat) : undefined,
  }
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

function parseRing(ring: unknown, bytes: number, { startByte, endByte }: MissingRange, id: string): Ring {
  const { headBytes, ringBytes } = (ring ?? {}) as Ring
  if (headBytes !== startByte || ringBytes !== bytes - endByte || ringBytes === 0) throw damagedArtifact(id)
  return { headBytes, ringBytes }
}

/** Undefined for one of an older version, and for one that can't be this artifact's: pages are only slower without. */
function parseIndex(base64: string, stat: ArtifactStat): LineIndex | undefined {
  const index = decodeIndex(fromBase64(base64), artifactKey(stat.sha256))
  return index && fitsArtifact(index, stat) ? index : undefined
}

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

function fromBase64(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array(0)
  }
}

/** Bytes that are kept of an artifact. */
export const sizeOf = ({ stat: { bytes, missing } }: Pick<Manifest, 'stat'>): number =>
  missing ? bytes - (missing.endByte - missing.startByte) : bytes
