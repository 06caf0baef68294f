import type { Plan, PlannedGap, Stretch } from '../plan/plan.ts'
import type { Segment } from '../truncation.ts'
import { countLf } from './lines.ts'
import { isWellFormed, partsOf } from './parts.ts'

/** A result holds at most so many segments (clause 11). */
export const MAX_SEGMENTS = 64

const LF = 0x0a

type Read = (startByte: number, endByte: number) => Uint8Array

export interface Parts {
  segments: Segment[]
  gaps: PlannedGap[]
}

/** Stretches that only clips lie between, or none. */
interface Run {
  stretches: Stretch[]
  clips: PlannedGap[]
}

/**
 * Segments and gaps of a plan. Clips are gaps while there is room for that many segments; past it, lines that stand
 * together and are clipped or malformed become one segment that is not exact and holds its marks as text, apart from
 * all other lines while there is room for that.
 */
export function segmentsOf(plan: Plan, read: Read, textOf: (clip: PlannedGap) => string): Parts {
  const runs = runsOf(plan)
  for (const coarse of [false, true]) {
    const segments = runs.flatMap((run) => exactSegments(run, read, coarse))
    if (segments.length <= MAX_SEGMENTS) return { segments, gaps: plan.gaps }
  }
  const gaps = plan.gaps.filter((gap) => !runs.some((run) => run.clips.includes(gap)))
  const apart = runs
    .flatMap((run) => inexactApart(run, read))
    .flatMap((run) => (run.isExact ? exactSegments(run, read, true) : mergedSegment(run, read, textOf)))
  if (apart.length <= MAX_SEGMENTS) return { segments: apart, gaps }
  const merged = runs.flatMap((run) =>
    run.clips.length > 0 ? mergedSegment(run, read, textOf) : exactSegments(run, read, true),
  )
  return { segments: merged, gaps }
}

const exactSegments = ({ stretches }: Run, read: Read, coarse: boolean): Segment[] =>
  stretches.flatMap((s) => partsOf(s, read(s.startByte, s.endByte), coarse))

function runsOf({ stretches, gaps }: Plan): Run[] {
  const clips = new Map(gaps.filter((g) => g.clip).map((g) => [g.startByte, g]))
  const lineGaps = new Set(gaps.filter((g) => !g.clip).map((g) => g.endByte))
  const runs: Run[] = []
  for (const s of stretches) {
    const last = runs[runs.length - 1]
    const startsRun = !last || lineGaps.has(s.clipFrom ?? s.startByte)
    const run = startsRun ? { stretches: [], clips: [] } : last
    if (startsRun) runs.push(run)
    run.stretches.push(s)
    const clip = s.clipFrom === undefined ? undefined : clips.get(s.clipFrom)
    if (clip) run.clips.push(clip)
  }
  return runs
}

/** A run cut so that lines which are clipped or malformed are apart from the others. */
function inexactApart({ stretches, clips }: Run, read: Read): (Run & { isExact: boolean })[] {
  const runs: (Run & { isExact: boolean })[] = []
  stretches.forEach((stretch, i) => {
    const endsInLine = stretches[i + 1]?.clipFrom !== undefined && !endsLine(stretch, read)
    for (const piece of linesApart(stretch, endsInLine, read)) {
      const isClipped = piece.clipFrom !== undefined || (endsInLine && piece.endByte === stretch.endByte)
      const isExact = !isClipped && isWellFormed(read(piece.startByte, piece.endByte))
      let run = runs[runs.length - 1]
      if (!run || isExact || run.isExact) {
        run = { stretches: [], clips: [], isExact }
        runs.push(run)
      }
      run.stretches.push(piece)
      const clip = clips.find((c) => c.startByte === piece.clipFrom)
      if (clip) run.clips.push(clip)
    }
  })
  return runs
}

const endsLine = ({ startByte, endByte }: Stretch, read: Read): boolean =>
  read(startByte, endByte).at(-1) === LF

/**
 * A stretch cut after its first line, where that is clipped, before its last one, where that goes on, and round the
 * lines that are malformed.
 */
function linesApart(stretch: Stretch, endsInLine: boolean, read: Read): Stretch[] {
  const bytes = read(stretch.startByte, stretch.endByte)
  const first = stretch.clipFrom === undefined ? 0 : bytes.indexOf(LF) + 1
  const last = endsInLine ? bytes.lastIndexOf(LF) + 1 : 0
  const parts = partsOf(stretch, bytes).map(({ startByte }) => startByte - stretch.startByte)
  const cuts = [...new Set([first, last, ...parts])]
    .filter((at) => at > 0 && at < bytes.length)
    .sort((a, b) => a - b)
  if (cuts.length === 0) return [stretch]
  const { clipFrom, mark, ...whole } = stretch
  let line = stretch.firstLine
  return [0, ...cuts].map((from, i) => {
    const to = cuts[i] ?? bytes.length
    const lines = countLf(bytes, from, to) + (bytes[to - 1] === LF ? 0 : 1)
    const piece: Stretch = {
      ...whole,
      startByte: stretch.startByte + from,
      endByte: stretch.startByte + to,
      firstLine: line,
      lastLine: line + lines - 1,
    }
    line += lines
    if (from === 0 && clipFrom !== undefined) piece.clipFrom = clipFrom
    if (from === 0 && mark !== undefined) piece.mark = mark
    return piece
  })
}

function mergedSegment({ stretches, clips }: Run, read: Read, textOf: (clip: PlannedGap) => string): Segment {
  const first = stretches[0]
  const last = stretches[stretches.length - 1]
  let text = ''
  for (const s of stretches) {
    const clip = clips.find((c) => c.startByte === s.clipFrom)
    if (clip) text += textOf(clip)
    for (const part of partsOf(s, read(s.startByte, s.endByte), true)) text += part.text
  }
  return {
    startByte: first.clipFrom ?? first.startByte,
    endByte: last.endByte,
    firstLine: first.firstLine,
    lastLine: last.lastLine,
    kind: first.kind,
    exact: false,
    text,
  }
}
