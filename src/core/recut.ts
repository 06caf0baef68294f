import { attempt } from '../check/failure.ts'
import { invalidInput } from '../errors.ts'
import type { CommandStatus, Source } from '../options.ts'
import { defaults, type Settings } from '../settings.ts'
import type { Gap, PartFailure, Segment, Truncation } from '../truncation.ts'
import { lowerBound, partition } from './bytes/binary-search.ts'
import { countCodePoints } from './bytes/graphemes.ts'
import { countLf } from './bytes/lines.ts'
import type { Draw } from './fit/draft.ts'
import { hasLongLine } from './fit/exceeded.ts'
import { fit } from './fit/fit.ts'
import { tokensIn, withinLimits } from './fit/within-limits.ts'
import type { Anchor, ErrorMatch, Facts, Region, Remains, ShownLines, ValuedLine } from './hold/facts.ts'
import { kindsOfPattern } from './hold/found.ts'
import { Intake } from './hold/intake.ts'
import { decodedFrom, inView, resultParts, type SeenResult } from './recut-view.ts'
import { isFullNotice, parseNotices } from './words/parse.ts'
import { finishGap } from './words/render.ts'
import { isSignedWith } from './words/seal.ts'

const LF = 0x0a

/**
 * Cuts a result further when it is over the limits, or when its markers and notice must change. Only its segments can
 * be kept. Lines, bytes and gaps count in the original input.
 *
 * @throws {PithError} `PITH_INVALID_INPUT` for an object that is not a Truncation.
 */
export function recut(given: Truncation, asked: Settings, draw: Draw): Truncation {
  if (!isTruncation(given)) {
    throw invalidInput('Expected the input to be a string, a Uint8Array or a Truncation, got another object.')
  }
  const { text, notes, artifact } = given
  const source = asked.source ?? sourceOf(given)
  // A result does not tell what else the output was worth, so it is cut again only to the limits.
  const { purpose: _, ...limited } = asked
  const { notice } = limited
  const isChosen = notice.isCommandLine || notice.surface !== defaults.surface
  const settings: Settings = {
    ...limited,
    ...(source && { source }),
    ...(!isChosen && isWithoutCall(given) && { notice: { ...notice, tools: [] } }),
  }
  const failures: PartFailure[] = []
  const status = attempt('short path', () => statusOf(given), failures)
  const collected = { remains: () => remainsOf(given), failures, status }
  const isRaw = attempt('short path', () => isUnfolded(given, settings), failures)
  if (isRaw) return fit({ ...collected, facts: (least) => factsAsItCame(given, least) }, settings, draw)
  const isWithin = attempt('short path', () => isWithinLimits(text, settings), failures) ?? false
  const same = attempt('short path', () => isWithin && unchanged(given, settings), failures)
  if (same) return same
  const facts = (least: Settings) => {
    const found = { ...given, errors: given.findings ?? given.errors }
    const { result, view } = inView(given.units ? withoutMarks(found) : found)
    const facts = factsOf(result, least)
    return view ? { ...facts, view } : facts
  }
  // What is cut again is neither read as a kind nor folded.
  const { structure: __, fold: ___, ...lines } = settings
  const made = fit({ ...collected, facts }, lines, draw)
  const namesTheSame = made.gaps.every(({ resume }, at) => resume === given.gaps[at]?.resume)
  if (isWithin && made.text === text && namesTheSame) return given
  if (artifact !== undefined) made.artifact ??= artifact
  return notes === undefined ? made : { ...made, notes: [...notes, ...(made.notes ?? [])] }
}

/** What the net needs of a result. Other fields may come from an earlier version. */
function isTruncation({ text, segments, gaps, errors, totalBytes, totalLines }: Truncation): boolean {
  const isNumber = (value: unknown) => typeof value === 'number'
  const isRange = (range: Segment | Gap | null) =>
    [range?.startByte, range?.endByte, range?.firstLine, range?.lastLine].every(isNumber)
  return (
    [text, ...(Array.isArray(segments) ? segments.map((segment) => segment?.text) : [0])].every(
      (each) => typeof each === 'string',
    ) &&
    segments.every(isRange) &&
    Array.isArray(gaps) &&
    gaps.every(isRange) &&
    Array.isArray(errors?.lines) &&
    [errors.total, totalBytes, totalLines].every(isNumber)
  )
}

const isWithinLimits = (text: string, settings: Settings): boolean =>
  withinLimits(text, settings) && !hasLongLine(new TextEncoder().encode(text), settings.maxLineLength)

/** The result itself, if its markers and notice say what is asked. */
function unchanged(given: Truncation, settings: Settings): Truncation | undefined {
  if (!saysWhatIsAsked(given, settings)) return undefined
  const outputTokens = tokensIn(given.text, settings)
  return outputTokens === given.outputTokens ? given : { ...given, outputTokens }
}

/** The segments, of which the last resort shows the first and the last. */
const remainsOf = ({ segments, totalBytes, totalLines }: Truncation): Remains => ({
  pieces: segments.map((segment) => ({ ...segment, bytes: new TextEncoder().encode(segment.text) })),
  totalBytes,
  totalLines,
})

/** True for an input that is shown as it came, with controls that a view of it has not (clause 2). */
const isUnfolded = ({ segments, gaps, text }: Truncation, { fold }: Settings): boolean =>
  fold !== undefined &&
  gaps.length === 0 &&
  segments.every(({ exact }) => exact) &&
  /(?![\t\n])\p{Cc}|\^\[/u.test(text.replaceAll('\r\n', ''))

/** The facts of an input that a result shows as it came, so that a view of it is cut. */
function factsAsItCame(given: Truncation, settings: Settings): Facts {
  const intake = new Intake(settings)
  for (const { text } of given.segments) intake.write(text)
  return { ...intake.facts(settings.source, statusOf(given)), decodedFrom: decodedFrom(given) }
}

/** The result of a decoded file has `exact: false`: its offsets count in the UTF-8 of the text, not in the file. */
export const withExact = (result: Truncation, exact: boolean): Truncation => ({
  ...result,
  segments: result.segments.map((segment) => ({ ...segment, exact })),
})

/** A mark of units stands for bytes that are left out, as any marker does. Only that of a fold is text of its own. */
const withoutMarks = (given: Truncation): Truncation => ({
  ...given,
  gaps: given.gaps.map(({ mark: _, ...gap }) => gap),
})

/** Where the given result says that its input can be read back: a file, or a complete artifact. */
function sourceOf({ artifact, path, gaps, notice }: Truncation): Source | undefined {
  const isNamed =
    artifact !== undefined &&
    (isWithoutCall({ artifact, notice }) || gaps.some((gap) => gap.resume?.includes(artifact)))
  if (isNamed) return path === undefined ? { artifact } : { artifact, path }
  return path === undefined ? undefined : { path }
}

/** True when a result names its full output, and no call for it: no tool of its reader shows it. */
const isWithoutCall = ({
  artifact,
  notice,
}: {
  artifact?: string | undefined
  notice?: string | undefined
}): boolean => artifact !== undefined && notice?.includes(`Full output: artifact ${artifact}`) === true

/** True when the markers and the notice are already those that these settings ask for. */
function saysWhatIsAsked(given: Truncation, { source, notice }: Settings): boolean {
  const { gaps, text, segments } = given
  if (source && gaps.some((gap) => finishGap(gap, source, notice, gap.errors).resume !== gap.resume))
    return false
  if (notice.off) return given.notice === undefined
  const isWhole = given.truncatedBy === undefined && gaps.every(({ mark }) => mark !== undefined)
  if (isWhole || !given.truncated) return true
  if (given.notice === undefined && text === segments.map((segment) => segment.text).join('')) return false
  if (source && 'artifact' in source && source.artifact !== given.artifact) return false
  const isSigned = notice.key === undefined || given.notice === undefined || isSignedWith(notice.key, text)
  return isSigned || !isFullNotice(given.notice)
}

/** How the command failed, according to the result's notice. */
function statusOf({ notice }: Pick<Truncation, 'notice'>): CommandStatus | undefined {
  const [parsed] = notice === undefined ? [] : parseNotices(notice)
  return parsed && 'status' in parsed ? parsed.status : undefined
}

function factsOf(given: SeenResult, settings: Settings): Facts {
  const { regions, anchors } = heldBy(given)
  const last = given.segments[given.segments.length - 1]
  const endsHere = last !== undefined && last.endByte === given.totalBytes
  return {
    totalBytes: given.totalBytes,
    totalLines: given.totalLines,
    totalTokens: given.totalTokens,
    textBytes: Math.max(given.totalBytes, given.outputBytes),
    regions,
    errorMatches: settings.errors ? errorMatchesOf(given, regions) : [],
    values: () => valuesOf(given, regions, settings),
    anchors,
    errorLines: given.errors.lines.map(({ kept: _, pattern, ...found }) => ({
      ...found,
      kinds: kindsOfPattern(pattern),
    })),
    statements: given.statements,
    ...(given.hidden && { hiddenErrors: given.hidden }),
    totalErrors: given.errors.total,
    areFindings: given.findings !== undefined,
    ...(given.errors.more && { mayHaveMoreErrors: true as const }),
    ...(hasUnlisted(given) && { hasCountedErrors: true as const }),
    terminated: !endsHere || last.text.endsWith('\n'),
    mayBeMalformed: true,
    mayHoldSequences: true,
    shownLines: { first: firstLine(regions[0]), last: lastLine(regions, given) },
    backend: given.backend,
    source: settings.source,
    status: statusOf(given),
    decodedFrom: decodedFrom(given),
  }
}

/** True if the result counts errors that it does not list. */
const hasUnlisted = ({ errors, hidden = [] }: SeenResult): boolean =>
  errors.total > errors.lines.length + hidden.length

/** The region that holds a whole range. `regions` must be in order. */
function regionOf(regions: readonly Region[], start: number, end: number): Region | undefined {
  const region = regions[partition(regions.length, (i) => regions[i].endByte < end)]
  return region && region.startByte <= start ? region : undefined
}

const errorMatchesOf = ({ errors }: SeenResult, regions: readonly Region[]): ErrorMatch[] =>
  errors.lines
    .filter((e) => regionOf(regions, e.startByte, e.endByte))
    .map((e) => ({ line: e.line, matchStart: e.startByte, matchEnd: e.endByte }))

/** Lines of the result's islands are worth more than its ends. Of these lines, the errors are worth most. */
const ERROR_VALUE = 8
const BESIDE_VALUE = 3
/** The lines of the ends only fill room that is left over. */
const END_VALUE = 0.2

/** The lines of the given result, with their values. */
function valuesOf(
  { segments, errors }: SeenResult,
  regions: readonly Region[],
  settings: Settings,
): ValuedLine[] {
  const values: ValuedLine[] = []
  const { lines } = errors
  for (const { startByte, endByte, kind } of segments) {
    const region = regionOf(regions, startByte, endByte)
    if (!region) continue
    const isIsland = kind === 'error' && settings.errors
    let line = region.firstLine + countLf(region.bytes, 0, startByte - region.startByte)
    for (let at = startByte; at < endByte; line++) {
      const lf = region.bytes.indexOf(LF, at - region.startByte) + region.startByte
      const stop = lf < region.startByte ? region.endByte : Math.min(lf + 1, endByte)
      const next = lines[partition(lines.length, (i) => lines[i].startByte < at)]
      const found = next && next.endByte <= stop ? next : undefined
      values.push({
        line,
        startByte: at,
        lengthBytes: stop - at,
        value: isIsland ? (found ? ERROR_VALUE : BESIDE_VALUE) : END_VALUE,
        isError: found !== undefined,
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

/** The exact segments as regions, and the counts at the ends of all segments and gaps as anchors. */
function heldBy({ segments, gaps, errors, totalBytes }: SeenResult): Held {
  const matches = errors.lines.map((e) => e.startByte)
  const joining = new RegionJoiner()
  const anchors: Anchor[] = []
  let at: Anchor = { byte: 0, codePoints: 0, errors: 0 }
  let lastLine = 0
  for (const { segment, gap } of resultParts(segments, gaps)) {
    const { endByte } = segment ?? gap
    const bytes = segment?.exact ? new TextEncoder().encode(segment.text) : undefined
    const codePoints = bytes ? countCodePoints(bytes, 0, bytes.length) : (gap?.codePoints ?? 0)
    const found = segment
      ? matches.slice(lowerBound(matches, segment.startByte), lowerBound(matches, endByte))
      : []
    if (segment && bytes) joining.add(segment, bytes, { at, found, startsLine: lastLine < segment.firstLine })
    lastLine = (segment ?? gap).lastLine
    anchors.push(at)
    at = {
      byte: endByte,
      codePoints: at.codePoints + codePoints,
      errors: at.errors + (segment ? found.length : gap.errors),
    }
  }
  const regions = joining.regions()
  knowLineEnds(regions, gaps, totalBytes)
  return { regions, anchors: [...anchors, at] }
}

class RegionJoiner {
  readonly #joined: { region: Region; parts: Uint8Array[] }[] = []

  add(
    { startByte, endByte, firstLine }: Segment,
    bytes: Uint8Array,
    { at, found: matches, startsLine }: { at: Anchor; found: number[]; startsLine: boolean },
  ): void {
    const last = this.#joined[this.#joined.length - 1]
    if (last?.region.endByte === startByte) {
      last.parts.push(bytes)
      last.region.endByte = endByte
      last.region.matches = [...last.region.matches, ...matches]
      return
    }
    const { codePoints, errors } = at
    this.#joined.push({
      region: { startByte, endByte, bytes, firstLine, codePoints, errors, matches, startsLine },
      parts: [bytes],
    })
  }

  regions(): Region[] {
    return this.#joined.map(({ region, parts }) => {
      if (parts.length === 1) return region
      const bytes = new Uint8Array(region.endByte - region.startByte)
      let length = 0
      for (const part of parts) {
        bytes.set(part, length)
        length += part.length
      }
      return { ...region, bytes }
    })
  }
}

/** Sets where each region's first line begins and its last line ends, when the neighbouring regions know it. */
function knowLineEnds(regions: Region[], gaps: readonly Gap[], totalBytes: number): void {
  const byStart = new Map(regions.map((region) => [region.startByte, region]))
  const byEnd = new Map(regions.map((region) => [region.endByte, region]))
  const beside = ({ startByte, endByte }: Gap) => [byEnd.get(startByte), byStart.get(endByte)] as const
  for (const [i, gap] of gaps.entries()) {
    const [before, after] = beside(gap)
    if (!after || gap.codePoints === undefined) continue
    const known = before && lastLineStart(before)
    if (known) after.lineStart = known
    else if (!before && startsLine(gap, gaps[i - 1])) {
      const { codePoints, errors } = after
      after.lineStart = {
        byte: gap.startByte,
        codePoints: codePoints - gap.codePoints,
        errors: errors - gap.errors,
      }
    }
  }
  for (const gap of [...gaps].reverse()) {
    const [before, after] = beside(gap)
    if (!before || gap.codePoints === undefined) continue
    if (gap.endByte === totalBytes) {
      const { byte, codePoints, errors } = countsAt(before, before.endByte)
      const clipped = { byte: byte + gap.endByte - gap.startByte, codePoints: codePoints + gap.codePoints }
      before.lineEnd = { ...clipped, errors: errors + gap.errors }
    }
    if (!after) continue
    const end = after.bytes.indexOf(LF)
    const isLast = end < 0 && after.endByte === totalBytes
    const known =
      end < 0 && !isLast ? undefined : countsAt(after, isLast ? totalBytes : after.startByte + end)
    const lineEnd = known ?? after.lineEnd
    if (lineEnd) before.lineEnd = lineEnd
  }
}

/** The first line in memory whose beginning is known. */
function firstLine(region: Region | undefined): ShownLines['first'] {
  if (!region || region.startByte === 0) return { at: 0, number: 1 }
  const { startByte, bytes, firstLine: number, startsLine, lineStart } = region
  if (startsLine || lineStart) return { at: lineStart?.byte ?? startByte, number }
  const lf = bytes.indexOf(LF)
  return { at: lf < 0 ? region.endByte : startByte + lf + 1, number: number + 1 }
}

/** The last line in memory whose end is known. */
function lastLine(
  regions: readonly Region[],
  { totalBytes, totalLines }: Pick<SeenResult, 'totalBytes' | 'totalLines'>,
): ShownLines['last'] {
  const region = regions[regions.length - 1]
  if (!region || region.endByte === totalBytes) return { at: totalBytes, number: totalLines }
  const { bytes, startByte, lineEnd } = region
  const number = region.firstLine + countLf(bytes)
  if (lineEnd) return { at: Math.min(totalBytes, lineEnd.byte + 1), number }
  return { at: startByte + bytes.lastIndexOf(LF) + 1, number: number - 1 }
}

/** Where the last line of a region begins. Undefined if that is not known. */
function lastLineStart(region: Region): Anchor | undefined {
  const start = region.bytes.lastIndexOf(LF) + 1
  const isKnown = start > 0 || region.startByte === 0 || region.startsLine
  return isKnown ? countsAt(region, region.startByte + start) : region.lineStart
}

/** True for a gap at the start of a line, behind another gap or at the start of the input. */
const startsLine = ({ startByte, firstLine }: Gap, before: Gap | undefined): boolean =>
  startByte === 0 || (before?.endByte === startByte && before.lastLine < firstLine)

const countsAt = (region: Region, offset: number): Anchor => ({
  byte: offset,
  codePoints: region.codePoints + countCodePoints(region.bytes, 0, offset - region.startByte),
  errors: region.errors + lowerBound(region.matches, offset),
})
