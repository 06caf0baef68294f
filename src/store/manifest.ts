import type { EndDigests } from './digests.ts'
import { fitsArtifact, type StoredLineIndex } from './line-index.ts'
import { artifactKey, decodeIndex, encodeIndex } from './line-index-format.ts'
import type { Ring } from './ring.ts'
import { damagedArtifact, isSha256, parseStat } from './stat.ts'
import type { ArtifactStat, MissingRange } from './store.ts'

/** The facts about an artifact that a store writes beside its bytes. */
export interface Manifest {
  stat: ArtifactStat
  /** The name of the file or object that holds the bytes. */
  data: string
  /** How a file holds an output with missing bytes. Undefined when the kept bytes are in order. */
  ring?: Ring | undefined
  /** What reading an end whole checks. Undefined when nothing is missing, in a bucket, and in older manifests. */
  ends?: EndDigests | undefined
  /** The ETag of the object that holds the bytes. Undefined for a file, and in older manifests. */
  etag?: string | undefined
  /** The named session whose limit the artifact counts towards. */
  session?: string | undefined
  /** Set when the index is in the manifest, not in a file of its own. */
  index?: StoredLineIndex | undefined
}

const VERSION = 1
/** A label is a command. A longer one does not help people to recognize it. */
const LONGEST_LABEL = 2048
/** Enough for the longest label and tool name, with each character written as `\\u0000`, and for an index. */
export const LARGEST_MANIFEST_BYTES = 128 * 1024

export function encodeManifest({ stat, data, ring, ends, etag, session, index }: Manifest): Uint8Array {
  const { id, sha256, bytes, lines, tool, label, createdAt, missing } = stat
  const named = { tool: tool?.slice(0, LONGEST_LABEL), label: label?.slice(0, LONGEST_LABEL) }
  const complete = missing === undefined
  const fields = { version: VERSION, id, sha256, bytes, lines, ...named, createdAt, complete, data }
  const all = {
    ...fields,
    session,
    missing,
    ring,
    ends,
    etag,
    index: index && toBase64(encodeIndex(artifactKey(sha256), index)),
  }
  return new TextEncoder().encode(`${JSON.stringify(all)}\n`)
}

/** How the manifests of a backend differ from those of others. */
export interface ManifestForm {
  /** Whether the artifact's bytes may have this name. Only such a name may become part of a path or a key. */
  isData(name: string, id: string): boolean
  /** Whether an artifact with missing bytes is stored as a ring. */
  hasRing: boolean
}

/**
 * Parses a manifest.
 *
 * @throws {PithError} `PITH_STORE_FAILED` for a text that `encodeManifest` cannot have written.
 */
export function parseManifest(json: string, id: string, form: ManifestForm): Manifest {
  const found = parsed(json, id)
  const { version, data, etag, session, index } = found
  if (version !== VERSION || typeof data !== 'string' || !form.isData(data, id)) throw damagedArtifact(id)
  const whole = parseStat(found, id)
  const missing = found.missing === undefined ? undefined : parseMissing(found.missing, whole)
  const stat = missing ? { ...whole, missing } : whole
  return {
    stat,
    data,
    ring: missing && form.hasRing ? parseRing(found.ring, stat.bytes, missing, id) : undefined,
    ends: missing && parseEnds(found.ends),
    etag: typeof etag === 'string' ? etag : undefined,
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

function parseEnds(ends: unknown): EndDigests | undefined {
  const { head, tail } = (ends ?? {}) as Record<string, unknown>
  return isSha256(head) && isSha256(tail) ? { head, tail } : undefined
}

/** Undefined for an index of an older version or of another artifact. Without an index, pages are only slower. */
function parseIndex(base64: string, stat: ArtifactStat): StoredLineIndex | undefined {
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

/** The number of bytes that the store keeps of an artifact. */
export const sizeOf = ({ stat: { bytes, missing } }: Pick<Manifest, 'stat'>): number =>
  missing ? bytes - (missing.endByte - missing.startByte) : bytes
