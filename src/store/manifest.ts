import type { EndDigests } from './digests.ts'
import { fitsArtifact, type StoredLineIndex } from './line-index.ts'
import type { Ring } from './ring.ts'
import { damagedArtifact, isCount, isSha256, newerArtifact, parseStat } from './stat.ts'
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
  /** Undefined for a small artifact. */
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
  const all = { ...fields, session, missing, ring, ends, etag, index }
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
 * @throws {PithError} `PITH_STORE_FAILED` for a text that `encodeManifest` cannot have written, or that a newer pith wrote.
 */
export function parseManifest(json: string, id: string, form: ManifestForm): Manifest {
  const found = parsed(json, id)
  const { version, data, etag, session, index } = found
  if (typeof version === 'number' && version > VERSION) throw newerArtifact(id)
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
    index: parseIndex(index, stat),
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

/** Undefined for an index that does not belong to the artifact. Without an index, pages are only slower. */
function parseIndex(found: unknown, stat: ArtifactStat): StoredLineIndex | undefined {
  const { strideBytes, head, tail, tailStart, tailLineFeeds } = (found ?? {}) as StoredLineIndex
  const lists = [head, tail, [strideBytes, tailStart, tailLineFeeds]]
  if (!lists.every((list) => Array.isArray(list) && list.every(isCount))) return undefined
  const index = { strideBytes, head, tail, tailStart, tailLineFeeds }
  return fitsArtifact(index, stat) ? index : undefined
}

/** The number of bytes that the store keeps of an artifact. */
export const sizeOf = ({ stat: { bytes, missing } }: Pick<Manifest, 'stat'>): number =>
  missing ? bytes - (missing.endByte - missing.startByte) : bytes
