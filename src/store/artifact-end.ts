import type { ArtifactEnd, ArtifactStat } from './store.ts'

/** How the write of a stored artifact ended. `why` says why bytes are missing, in words that follow "because". */
export function endOf({ id, bytes, sha256, missing }: ArtifactStat, why: string): ArtifactEnd {
  const ref = { id, bytes, sha256 }
  if (!missing) return { complete: true, ref }
  const { startByte, endByte } = missing
  const what = `the first ${startByte} and the last ${bytes - endByte} of its ${bytes} bytes are artifact ${id}`
  return {
    complete: false,
    ref,
    kept: [
      { startByte: 0, endByte: startByte },
      { startByte: endByte, endByte: bytes },
    ],
    code: 'PITH_ARTIFACT_CAPPED',
    message: `The full output could not be kept, because ${why}: ${what}.`,
  }
}
