import { countCodePoints } from '../../render/graphemes.ts'
import { countLf } from '../../render/lines.ts'
import { resumeBytes, resumeColumn, resumeLines } from '../../render/notices.ts'
import { decode, partsOf } from '../../render/parts.ts'
import { MAX_SEGMENTS } from '../../render/segments.ts'
import type { Settings } from '../../settings.ts'
import type { Gap, Segment } from '../../truncation.ts'
import type { Kept, PageFacts, PageRequest } from './cut.ts'

const LF = 0x0a

/** A page's segments and the gaps of its clipped lines, in order; its text with and without their marks. */
export interface PagePieces {
  segments: Segment[]
  clips: Gap[]
  /** Kept text with the marks of clipped lines. */
  shown: string
  /** Kept text alone. */
  content: string
}

export function piecesOf(kept: Kept, facts: PageFacts, request: PageRequest, settings: Settings): PagePieces {
  const fine = cutPieces(kept, facts, request, settings, false)
  if (fine.segments.length <= MAX_SEGMENTS + fine.clips.length) return fine
  return cutPieces(kept, facts, request, settings, true)
}

function cutPieces(
  kept: Kept,
  facts: PageFacts,
  request: PageRequest,
  settings: Settings,
  coarse: boolean,
): PagePieces {
  const pieces: PagePieces = { segments: [], clips: [], shown: '', content: '' }
  let from = 0
  let startByte = facts.startByte
  let line = request.offset
  for (const cut of [...kept.cuts, undefined]) {
    const to = cut?.at ?? kept.bytes.length
    const bytes = kept.bytes.subarray(from, to)
    const text = decode(bytes)
    const endByte = startByte + bytes.length
    const lastLine = line + countLf(bytes, 0, bytes.length - 1)
    if (bytes.length > 0) {
      const stretch = { startByte, endByte, firstLine: line, lastLine, kind: 'head' } as const
      pieces.segments.push(
        ...partsOf(stretch, bytes, coarse).map((part): Segment => ({ ...part, kind: 'range' })),
      )
    }
    pieces.content += text
    pieces.shown += text + (cut?.mark ?? '')
    if (!cut) break
    line = lastLine + (bytes[bytes.length - 1] === LF ? 1 : 0)
    const gap: Gap = {
      startByte: endByte,
      endByte: endByte + cut.bytes,
      firstLine: line,
      lastLine: line,
      codePoints: cut.codePoints,
      errors: 0,
      asked: true,
    }
    pieces.clips.push(withResume(withColumn(gap, columnAt(kept.bytes, cut.at, request)), settings))
    startByte = gap.endByte
    from = to
  }
  return pieces
}

/** What lies before the page, after it within what was asked for, and past that. */
export function gapsAround(
  kept: Kept,
  facts: PageFacts,
  request: PageRequest,
  settings: Settings,
): [Gap[], Gap[]] {
  const { startByte, askedEnd, totalBytes, totalLines } = facts
  const { offset, column, limit } = request
  const lastAsked = Math.min(totalLines, offset + limit - 1)
  const gap = (from: number, to: number, firstLine: number, lastLine: number, asked: boolean): Gap[] =>
    from < to ? [{ startByte: from, endByte: to, firstLine, lastLine, errors: 0, asked }] : []
  const rest = gap(kept.endByte, askedEnd, offset + kept.lines, lastAsked, true).map((g) =>
    kept.lines > 0 ? g : withColumn(g, columnAt(kept.bytes, kept.bytes.length, request)),
  )
  const before = gap(0, startByte, 1, column > 1 ? offset : offset - 1, false)
  const after = [...rest, ...gap(askedEnd, totalBytes, lastAsked + 1, totalLines, false)]
  return [before.map((g) => withResume(g, settings)), after.map((g) => withResume(g, settings))]
}

/** 1-indexed column, in code points, of what follows the first `at` kept bytes. */
export function columnAt(bytes: Uint8Array, at: number, { column }: PageRequest): number {
  const start = at === 0 ? 0 : bytes.lastIndexOf(LF, at - 1) + 1
  return countCodePoints(bytes.subarray(0, at), start, at) + (start === 0 ? column : 1)
}

const withColumn = (gap: Gap, column: number): Gap => (column > 1 ? { ...gap, column } : gap)

function withResume(gap: Gap, { source, notice: { tools } }: Settings): Gap {
  const inLine = gap.column !== undefined || gap.codePoints !== undefined
  const resume = !inLine
    ? resumeLines(source, tools, gap)
    : (resumeColumn(source, gap.firstLine, gap.column) ??
      resumeBytes(source, tools, gap.startByte, gap.endByte))
  return resume === undefined ? gap : { ...gap, resume }
}
