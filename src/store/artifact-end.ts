import { keptRanges } from './ranges.ts'
import type { ArtifactEnd, ArtifactStat } from './store.ts'

/** How the write of a stored artifact ended. `why` says why bytes are missing, in words that follow "because". */
export function endOf(stat: ArtifactStat, why: string): ArtifactEnd {
  const { id, bytes, sha256, missing } = stat
  const ref = { id, bytes, sha256 }
  if (!missing) return { complete: true, ref }
  const { startByte, endByte } = missing
  const what = `the first ${startByte} and the last ${bytes - endByte} of its ${bytes} bytes are artifact ${id}`
  return {
    complete: false,
    ref,
    kept: keptRanges(stat),
    code: 'PITH_ARTIFACT_CAPPED',
    message: `The full output could not be kept, because ${why}: ${what}.`,
  }
}
