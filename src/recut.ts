import { PithError } from './errors.ts'
import { hasLongLine } from './fit/exceeded.ts'
import { fitNow } from './fit/fit.ts'
import type { FitFacts } from './fit/result.ts'
import { tokensIn, withinLimits } from './fit/within-limits.ts'
import type { Settings } from './limits.ts'
import type { Anchor, ErrorSpot, Region, ValuedLine } from './plan/material.ts'
import { countCodePoints } from './render/graphemes.ts'
import { countLf } from './render/lines.ts'
import type { Gap, Segment, Truncation } from './truncation.ts'

const LF = 0x0a

/** A place in the middle of a recut line that no region holds. */
type Piece = { segment: Segment; gap?: never } | { gap: Gap; segment?: never }

/**
 * Cuts a result further, if it is over the limits. Its exact segments are what is left of the input; the others are left out. Lines, bytes and
 * gaps count in the original input.
 *
 * @throws {PithError} `PITH_INVALID_INPUT` for an object that is no Truncation.
 */
export function recut(given: Truncation, settings: Settings): Truncation {
  if (typeof given.text !== 'string' || !Array.isArray(given.segments) || !Array.isArray(given.gaps)) {
    throw new PithError(
      'PITH_INVALID_INPUT',
      'Expected the input to be a string, a Uint8Array or a Truncation, got another object.',
    )
  }
  const { text, notes } = given
  if (withinLimits(text, settings) && !hasLongLine(new TextEncoder().encode(text), settings.maxLineLength)) {
    const outputTokens = tokensIn(text, settings)
    return outputTokens === given.outputTokens ? given : { ...given, outputTokens }
  }
  const made = fitNow(factsOf(given, settings), settings)
  return notes === undefined ? made : { ...made, notes }
}

function factsOf(given: Truncation, settings: Settings): FitFacts {
  const { regions, anchors } = heldBy(given)
  const isPatternKnown = settings.errors !== undefined
  const spots: ErrorSpot[] = isPatternKnown
    ? given.errors.lines
        .map((e) => ({ line: e.line, matchStart: e.startByte, matchEnd: e.endByte }))
        .filter((s) => regions.some((r) => r.startByte <= s.matchStart && s.matchEnd <= r.endByte))
    : []
  const last = given.segments[given.segments.length - 1]
  const endsHere = last !== undefined && last.endByte === given.totalBytes
  return {
    totalBytes: given.totalBytes,
    totalLines: given.totalLines,
    totalTokens: given.totalTokens,
    textBytes: given.outputBytes,
    regions,
    spots,
    values: () => (settings.errors ? valuesOf(given, regions) : []),
    anchors,
    errorLines: given.errors.lines.map(({ kept: _, ...found }) => found),
    totalErrors: given.errors.total,
    terminated: !endsHere || last.text.endsWith('\n'),
    mayBeMalformed: true,
    backend: given.backend,
    source: settings.source,
    status: undefined,
  }
}

/** Lines of what was an island stay worth more than the ends; those with an error the most. */
const ERROR_VALUE = 8
const BESIDE_VALUE = 3

function valuesOf({ segments, errors }: Truncation, regions: readonly Region[]): ValuedLine[] {
  const values: ValuedLine[] = []
  for (const { startByte, endByte, kind } of segments) {
    const region = regions.find((r) => r.startByte <= startByte && endByte <= r.endByte)
    if (kind !== 'error' || !region) continue
    let line = region.firstLine + countLf(region.bytes, 0, startByte - region.startByte)
    for (let at = startByte; at < endByte; line++) {
      const lf = region.bytes.indexOf(LF, at - region.startByte) + region.startByte
      const stop = lf < region.startByte ? region.endByte : Math.min(lf + 1, endByte)
      const found = errors.lines.find((e) => e.startByte >= at && e.endByte <= stop)
      values.push({
        line,
        startByte: at,
        lengthBytes: stop - at,
        value: found ? ERROR_VALUE : BESIDE_VALUE,
        matchStart: found ? found.startByte : -1,
        matchEnd: found ? found.endByte : -1,
      })
      at = stop
    }
  }
  return values
}

interface Held {
  regions: Region[]
  anchors: Anchor[]
}

/** Exact segments as regions; neighbours joined, the ends of clipped lines known from the gaps. */
function heldBy({ segments, gaps, errors }: Truncation): Held {
  const pieces: Piece[] = [...segments.map((segment) => ({ segment })), ...gaps.map((gap) => ({ gap }))]
  pieces.sort((a, b) => (a.segment ?? a.gap).startByte - (b.segment ?? b.gap).startByte)
  const regions: Region[] = []
  const anchors: Anchor[] = []
  let at: Anchor = { byte: 0, codePoints: 0, errors: 0 }
  for (const { segment, gap } of pieces) {
    const { endByte } = segment ?? gap
    const bytes = segment?.exact ? new TextEncoder().encode(segment.text) : undefined
    const codePoints = bytes ? countCodePoints(bytes, 0, bytes.length) : (gap?.codePoints ?? 0)
    const matches = segment
      ? errors.lines.map((e) => e.startByte).filter((m) => segment.startByte <= m && m < endByte)
      : []
    if (segment && bytes) append(regions, segment, bytes, at, matches)
    anchors.push(at)
    at = {
      byte: endByte,
      codePoints: at.codePoints + codePoints,
      errors: at.errors + (segment ? matches.length : gap.errors),
    }
  }
  for (const region of regions) {
    const before = gaps.find((gap) => gap.endByte === region.startByte)
    if (before && before.lastLine < region.firstLine) region.startsLine = true
  }
  for (const gap of gaps) if (gap.codePoints !== undefined) startLines(regions, gap)
  for (const gap of [...gaps].reverse()) if (gap.codePoints !== undefined) endLines(regions, gap)
  return { regions, anchors: [...anchors, at] }
}

function append(regions: Region[], segment: Segment, bytes: Uint8Array, at: Anchor, matches: number[]): void {
  const last = regions[regions.length - 1]
  if (last?.endByte === segment.startByte) {
    const all = new Uint8Array(last.bytes.length + bytes.length)
    all.set(last.bytes)
    all.set(bytes, last.bytes.length)
    regions[regions.length - 1] = {
      ...last,
      endByte: segment.endByte,
      bytes: all,
      matches: [...last.matches, ...matches],
    }
    return
  }
  const { startByte, endByte, firstLine } = segment
  regions.push({
    startByte,
    endByte,
    bytes,
    firstLine,
    codePoints: at.codePoints,
    errors: at.errors,
    matches,
  })
}

const countsAt = (region: Region, offset: number): Anchor => ({
  byte: offset,
  codePoints: region.codePoints + countCodePoints(region.bytes, 0, offset - region.startByte),
  errors: region.errors + region.matches.filter((m) => m < offset).length,
})

/** The region after a clip knows where its line begins from the region before. */
function startLines(regions: Region[], gap: Gap): void {
  const before = regions.find((r) => r.endByte === gap.startByte)
  const after = regions.find((r) => r.startByte === gap.endByte)
  if (!before || !after) return
  const start = before.bytes.lastIndexOf(0x0a) + 1
  after.lineStart =
    start === 0 && before.lineStart ? before.lineStart : countsAt(before, before.startByte + start)
}

/** And the region before it where its line ends. */
function endLines(regions: Region[], gap: Gap): void {
  const before = regions.find((r) => r.endByte === gap.startByte)
  const after = regions.find((r) => r.startByte === gap.endByte)
  if (!before || !after) return
  const end = after.bytes.indexOf(0x0a)
  const lineEnd = end < 0 ? after.lineEnd : countsAt(after, after.startByte + end)
  if (lineEnd) before.lineEnd = lineEnd
}
