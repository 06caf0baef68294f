import type { ArtifactPart } from '../core/words/notices.ts'
import type { ArtifactStat, ArtifactStore } from '../store/store.ts'

/** A range that the user asked for: of lines, both ends inclusive, or of bytes, without the end. */
export interface AskedRange {
  unit: 'lines' | 'bytes'
  first: number
  last: number
}

/** A part of an artifact, and its bytes up to the first one that was not kept. */
export interface ReadPart extends ArtifactPart {
  bytes(): AsyncIterable<Uint8Array>
}

/**
 * The part of an artifact that was asked for; all of it without a range. A part may reach over what was not kept, but
 * cannot begin there.
 */
export function partOf(
  store: ArtifactStore,
  { id, bytes, lines, missing }: ArtifactStat,
  asked: AskedRange | undefined,
  isRedacted: boolean,
): ReadPart {
  // Only bytes lead to what is kept of the lines beside the missing ones. It could hold a part of a secret, so a
  // redacted artifact is shown in lines.
  const all: AskedRange['unit'] = lines === 0 || (missing && !isRedacted) ? 'bytes' : 'lines'
  const unit = asked?.unit ?? all
  const total = unit === 'lines' ? lines : bytes
  const lost = missing && lostOf(unit, missing)
  const start = unit === 'lines' ? 1 : 0
  const first = asked?.first ?? (lost?.start === start ? lost.end : start)
  const last = Math.min(asked?.last ?? total, total)
  // Without what was lost, which the part may reach over. A part that begins in it is refused by the store.
  const isCut = lost !== undefined && first < lost.start && last >= lost.start
  const end = !isCut ? last : unit === 'lines' ? lost.start - 1 : lost.start
  const part: ArtifactPart = { artifact: id, unit, first, last, total, isRedacted }
  return {
    ...part,
    ...(isCut && { lost }),
    bytes: () =>
      unit === 'lines'
        ? store.lines(id, { firstLine: first, lastLine: Math.max(first, end) })
        : store.read(id, { startByte: first, endByte: Math.max(first, end) }),
  }
}

const lostOf = (
  unit: AskedRange['unit'],
  { firstLine, lastLine, startByte, endByte }: NonNullable<ArtifactStat['missing']>,
): ArtifactPart['lost'] =>
  unit === 'lines' ? { start: firstLine, end: lastLine + 1 } : { start: startByte, end: endByte }
