import { lowerBound, partition } from '../bytes/binary-search.ts'
import { countCodePoints } from '../bytes/graphemes.ts'
import { lastLfBefore, nextLf } from '../bytes/lines.ts'
import type { Anchor, ErrorMatch, Region, ShownLines } from '../hold/facts.ts'
import type { LineSpan, Match } from '../words/plan-model.ts'
import { Sequences } from './sequences.ts'

const LF = 0x0a

/** What a plan knows of the input: the bytes that are in memory, and exact counts of the rest. */
export class Material {
  readonly totalBytes: number
  readonly totalLines: number
  /** UTF-8 bytes of the input's text. As JSON it has no fewer. */
  readonly textBytes: number
  /** In order, disjoint and not touching. */
  readonly regions: readonly Region[]
  readonly errorMatches: readonly ErrorMatch[]
  readonly sequences: Sequences
  /** Set for a result that is cut again: no more can be shown than it shows, and each of its lines as far as it shows it. */
  readonly shown: ShownLines | undefined
  readonly #anchors: readonly Anchor[]
  #anchorByByte: Map<number, Anchor> | undefined

  constructor(
    totals: { bytes: number; lines: number; textBytes: number },
    regions: readonly Region[],
    errorMatches: readonly ErrorMatch[],
    anchors: readonly Anchor[],
    mayHoldSequences: boolean,
    shown?: ShownLines,
  ) {
    this.shown = shown
    this.totalBytes = totals.bytes
    this.totalLines = totals.lines
    this.textBytes = totals.textBytes
    this.regions = regions
    this.sequences = new Sequences(totals.bytes, errorMatches, mayHoldSequences)
    this.errorMatches = mayHoldSequences ? errorMatches.map((match) => this.shownMatch(match)) : errorMatches
    this.#anchors = anchors
  }

  /** The error match that begins at `offset`. */
  errorMatchAt(offset: number): ErrorMatch | undefined {
    const errorMatch = this.errorMatches[this.#firstMatchFrom(offset)]
    return errorMatch?.matchStart === offset ? errorMatch : undefined
  }

  /** The error matches of a line, in order. */
  errorMatchesIn({ startByte, endByte }: Pick<LineSpan, 'startByte' | 'endByte'>): readonly ErrorMatch[] {
    return this.errorMatches.slice(this.#firstMatchFrom(startByte), this.#firstMatchFrom(endByte))
  }

  #firstMatchFrom(offset: number): number {
    return partition(this.errorMatches.length, (i) => this.errorMatches[i].matchStart < offset)
  }

  /** The region that holds `offset`, or ends at it. */
  regionAt(offset: number): Region | undefined {
    const region = this.regions[partition(this.regions.length, (i) => this.regions[i].endByte < offset)]
    return region && region.startByte <= offset ? region : undefined
  }

  /** The part of a match behind the last introducer in it that is left out. */
  shownMatch<M extends Match>(match: M): M {
    const region = this.regionAt(match.matchEnd)
    return region ? this.sequences.shownMatch(region, match) : match
  }

  /** The other end of introducers that are left out right after `offset`, or right before it; else `offset`. */
  beyond(offset: number, direction: 'after' | 'before'): number {
    const region = this.regionAt(offset)
    return region ? this.sequences.beyond(region, offset, direction) : offset
  }

  /** The region that holds the first byte in memory of the line that begins at `offset`. */
  regionOfLine(offset: number): Region | undefined {
    const region = this.regions[partition(this.regions.length, (i) => this.regions[i].endByte <= offset)]
    return region && (region.startByte <= offset || region.lineStart?.byte === offset) ? region : undefined
  }

  /** The region that holds the last byte in memory of the line that stops at `offset`, behind its LF. */
  regionBefore(offset: number): Region | undefined {
    const region = this.regions[partition(this.regions.length, (i) => this.regions[i].startByte < offset) - 1]
    if (!region || region.endByte >= offset) return region
    const stop = region.lineEnd && Math.min(this.totalBytes, region.lineEnd.byte + 1)
    return stop === offset ? region : undefined
  }

  /** The parts of a line that may be shown, from all regions. */
  piecesOf({ startByte, endByte }: LineSpan): [start: number, end: number][] {
    const from = partition(this.regions.length, (i) => this.regions[i].endByte <= startByte)
    const to = partition(this.regions.length, (i) => this.regions[i].startByte < endByte)
    return this.regions
      .slice(from, to)
      .flatMap((region) =>
        this.sequences.shownIn(
          region,
          Math.max(startByte, region.startByte),
          Math.min(endByte, region.endByte),
        ),
      )
  }

  /** The bytes of a range in memory. Any other range must be a single LF that is known to be there. */
  read(startByte: number, endByte: number): Uint8Array {
    const region = this.regionAt(startByte)
    if (region && endByte <= region.endByte) {
      return region.bytes.subarray(startByte - region.startByte, endByte - region.startByte)
    }
    return Uint8Array.of(LF)
  }

  /** The line that holds the offset `at`, which lies in `region`; undefined when the line's ends are not known. */
  lineAt(region: Region, at: number, number: number): LineSpan | undefined {
    const { bytes, startByte, endByte } = region
    const before = lastLfBefore(bytes, at - startByte)
    const startsHere = startByte === 0 || region.startsLine === true
    const start = before >= 0 || startsHere ? startByte + before + 1 : region.lineStart?.byte
    const after = nextLf(bytes, at - startByte)
    const held = after < 0 ? endByte : startByte + after
    const end = after >= 0 || endByte === this.totalBytes ? held : region.lineEnd?.byte
    if (start === undefined || end === undefined) return undefined
    return {
      number,
      startByte: start,
      endByte: end,
      terminated: end < this.totalBytes,
      region,
      heldStart: Math.max(start, startByte),
      heldEnd: held,
    }
  }

  /** Code points between two cuts. Each must lie in a region or at an anchor. */
  codePointsBetween(startByte: number, endByte: number): number {
    const region = this.regionAt(startByte)
    if (region && endByte <= region.endByte) {
      const from = region.startByte
      return countCodePoints(region.bytes, startByte - from, endByte - from)
    }
    return this.#codePointsAt(endByte) - this.#codePointsAt(startByte)
  }

  /** Errors whose match lies in a range. Each end must lie in a region or at an anchor. */
  errorsBetween(startByte: number, endByte: number): number {
    return this.#errorsAt(endByte) - this.#errorsAt(startByte)
  }

  /** The 1-indexed column, in code points, of an offset. The beginning of its line must be in memory or known. */
  columnAt(offset: number): number {
    const region = this.regionAt(offset)
    if (!region) return 1
    const index = offset - region.startByte
    const before = lastLfBefore(region.bytes, index)
    const start = before < 0 ? (region.lineStart?.byte ?? region.startByte) : region.startByte + before + 1
    return this.codePointsBetween(start, offset) + 1
  }

  #codePointsAt(offset: number): number {
    const anchor = this.#anchorAt(offset)
    if (anchor) return anchor.codePoints
    const region = this.#heldAt(offset)
    return region.codePoints + countCodePoints(region.bytes, 0, offset - region.startByte)
  }

  #errorsAt(offset: number): number {
    const anchor = this.#anchorAt(offset)
    if (anchor) return anchor.errors
    const region = this.#heldAt(offset)
    return region.errors + lowerBound(region.matches, offset)
  }

  #heldAt(offset: number): Region {
    const region = this.regionAt(offset)
    if (!region) throw new Error(`No counts are known at byte ${offset}.`)
    return region
  }

  /** Anchors take precedence over regions, because a region of whole lines may not know its code points. */
  #anchorAt(offset: number): Anchor | undefined {
    this.#anchorByByte ??= anchorsByByte(this.regions, this.#anchors)
    return this.#anchorByByte.get(offset)
  }
}

/** All known anchors by offset. Of two at one offset the first counts. Anchors of regions come before the others. */
function anchorsByByte(regions: readonly Region[], others: readonly Anchor[]): Map<number, Anchor> {
  const anchors = new Map<number, Anchor>()
  const add = (anchor: Anchor) => {
    if (!anchors.has(anchor.byte)) anchors.set(anchor.byte, anchor)
  }
  for (const { lineStart, lineEnd } of regions) {
    if (lineStart) add(lineStart)
    if (!lineEnd) continue
    add(lineEnd)
    add({ ...lineEnd, byte: lineEnd.byte + 1, codePoints: lineEnd.codePoints + 1 })
  }
  for (const anchor of others) add(anchor)
  return anchors
}
