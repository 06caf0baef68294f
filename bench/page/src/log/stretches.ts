import type { Gap, Segment } from '../../../../src/index.ts'

/** A part of the log, either kept or left out as a whole. */
export interface Stretch {
  kind: Segment['kind'] | 'omitted'
  startByte: number
  endByte: number
  firstLine: number
  lastLine: number
  /** Number of error lines left out here; absent if errors were not searched. */
  errors?: number
  /** True if the text has exactly its bytes. */
  exact?: boolean
  /** Its range in the text for the model, in UTF-16 units. */
  shown?: { start: number; end: number }
}

interface Partition {
  text: string
  segments: readonly Segment[]
  gaps: readonly Gap[]
}

/** The kept and the left-out parts, in order. */
export function stretchesOf({ text, segments, gaps }: Partition): Stretch[] {
  let at = 0
  const kept = segments.map((segment): Stretch => {
    const start = text.indexOf(segment.text, at)
    if (start < 0) return placed(segment)
    at = start + segment.text.length
    return { ...placed(segment), exact: segment.exact, shown: { start, end: at } }
  })
  const omitted = gaps.map(
    (gap): Stretch => ({ ...placed({ ...gap, kind: 'omitted' as const }), errors: gap.errors }),
  )
  return [...kept, ...omitted].sort((a, b) => a.startByte - b.startByte)
}

const placed = ({
  kind,
  startByte,
  endByte,
  firstLine,
  lastLine,
}: Omit<Stretch, 'exact' | 'shown' | 'errors'>) => ({
  kind,
  startByte,
  endByte,
  firstLine,
  lastLine,
})
