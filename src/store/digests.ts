import type { ArtifactStat, ByteRange } from './store.ts'

/** The SHA-256 of each kept end of an output with missing bytes, in hex. Its `sha256` describes the whole output. */
export interface EndDigests {
  head: string
  tail: string
}

/** What is known about the bytes of an artifact. */
export interface Digested {
  stat: ArtifactStat
  /** Absent when nothing is missing, in a bucket, and in manifests of older versions. */
  ends?: EndDigests | undefined
}

/** The digest of a range that is kept. Undefined when the range is not checked as a whole. */
export function rangeDigest({ stat, ends }: Digested, { startByte, endByte }: ByteRange): string | undefined {
  const { bytes, missing, sha256 } = stat
  if (!missing) return startByte === 0 && endByte === bytes ? sha256 : undefined
  if (startByte === 0 && endByte === missing.startByte) return ends?.head
  return startByte === missing.endByte && endByte === bytes ? ends?.tail : undefined
}
