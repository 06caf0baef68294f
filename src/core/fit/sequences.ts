import { partition } from '../bytes/binary-search.ts'
import { graphemeCeil, graphemeFloor } from '../bytes/graphemes.ts'
import { MAX_SEQUENCE_BYTES, mayHoldSequence, OPEN, plainEnd, SequenceFinder } from '../bytes/sequences.ts'
import type { ErrorMatch, Region } from '../hold/facts.ts'
import type { LineSpan, Match } from '../words/plan-model.ts'

const LF = 0x0a

/** A range of the input. */
type Range = [start: number, end: number]

/** What a region's segments must not hold: ranges in order that do not touch. */
interface Gaps {
  readonly starts: number[]
  readonly ends: number[]
}

const NO_GAPS: Gaps = { starts: [], ends: [] }

/**
 * The escape sequences in memory: where a cut may fall, and what no segment may hold. A cut inside a sequence moves to
 * one of its ends. A terminal would take pith's words as the rest of an unended sequence, so its introducer is left out,
 * and what follows is text. The same happens to a sequence around one end of an error match, which must be shown.
 *
 * A region is searched when something in it is first asked for.
 */
export class Sequences {
  readonly #totalBytes: number
  readonly #errorMatches: readonly ErrorMatch[]
  readonly #areThereAny: boolean
  readonly #known = new Map<Region, Gaps>()
  #last: Region | undefined
  #lastGaps = NO_GAPS

  /** `areThereAny` is false for an input that is known to have none. */
  constructor(totalBytes: number, errorMatches: readonly ErrorMatch[], areThereAny: boolean) {
    this.#totalBytes = totalBytes
    this.#errorMatches = errorMatches
    this.#areThereAny = areThereAny
  }

  #gapsOf(region: Region): Gaps {
    if (!this.#areThereAny) return NO_GAPS
    if (region === this.#last) return this.#lastGaps
    const gaps = this.#known.get(region) ?? this.#find(region)
    this.#known.set(region, gaps)
    this.#last = region
    this.#lastGaps = gaps
    return gaps
  }

  #find({ bytes, startByte, endByte }: Region): Gaps {
    if (!mayHoldSequence(bytes)) return NO_GAPS
    const gaps: Gaps = { starts: [], ends: [] }
    const finder = new SequenceFinder(bytes)
    for (let at = startByte; ; ) {
      finder.skipTo(plainEnd(bytes, at - startByte, this.#nextEnd(at) - startByte))
      if (!finder.next()) return gaps
      const start = startByte + finder.at
      if (finder.stop >= 0 && this.#splitsMatch(start, startByte + finder.stop)) finder.enter()
      at = startByte + Math.max(finder.stop, finder.introducerEnd)
      if (finder.stop >= 0) continue
      // Bytes that have left memory may end this sequence. No cut may fall between it and them, except for a match.
      const isUnknown = finder.stop === OPEN && endByte < this.#totalBytes && this.#nextEnd(start) >= endByte
      leaveOut(gaps, start, isUnknown ? endByte : at)
      if (isUnknown) return gaps
    }
  }

  /** The next offset at which a match begins or ends. */
  #nextEnd(offset: number): number {
    const after = partition(this.#errorMatches.length, (i) => this.#errorMatches[i].matchEnd <= offset)
    const match = this.#errorMatches[after]
    if (match === undefined) return Number.POSITIVE_INFINITY
    return match.matchStart > offset ? match.matchStart : match.matchEnd
  }

  /** True if a match begins or ends inside a sequence. */
  #splitsMatch(start: number, end: number): boolean {
    return this.#nextEnd(start) < end
  }

  /** True if something of a range of the region must be left out. */
  hasGap(region: Region, start: number, end: number): boolean {
    const { starts, ends } = this.#gapsOf(region)
    return ends.length > 0 && starts[firstAfter(ends, start)] < end
  }

  /** The number of places of a range at which something must be left out. */
  gapsIn(region: Region, start: number, end: number): number {
    if (!this.hasGap(region, start, end)) return 0
    const { ends } = this.#gapsOf(region)
    return 1 + firstAfter(ends, end - 1) - firstAfter(ends, start)
  }

  /** The parts of a range that may be shown, in order. */
  shownIn(region: Region, start: number, end: number): Range[] {
    const { starts, ends } = this.#gapsOf(region)
    const shown: Range[] = []
    let at = start
    for (let i = firstAfter(ends, start); at < end; i++) {
      const stop = Math.min(end, starts[i] ?? end)
      if (stop > at) shown.push([at, stop])
      at = ends[i] ?? end
    }
    return shown
  }

  /** The line, as far as its region holds it and it may be shown together with the bytes at `offset`. */
  shownAround(span: LineSpan, offset: number): LineSpan {
    if (!this.hasGap(span.region, span.heldStart, span.heldEnd)) return span
    const { starts, ends } = this.#gapsOf(span.region)
    const next = firstAfter(ends, offset)
    const heldStart = Math.max(span.heldStart, ends[next - 1] ?? 0)
    return { ...span, heldStart, heldEnd: Math.min(span.heldEnd, starts[next] ?? span.heldEnd) }
  }

  /** The other end of the range that is left out right after `offset`, or right before it; else `offset`. */
  beyond(region: Region, offset: number, direction: 'after' | 'before'): number {
    const { starts, ends } = this.#gapsOf(region)
    const i = firstAfter(ends, offset)
    if (direction === 'after') return starts[i] === offset ? ends[i] : offset
    return ends[i - 1] === offset ? starts[i - 1] : offset
  }

  /** The part of a match that may be shown in one piece: the last one. */
  shownMatch<M extends Match>(region: Region, match: M): M {
    if (!this.hasGap(region, match.matchStart, match.matchEnd)) return match
    const shown = this.shownIn(region, match.matchStart, match.matchEnd)
    const last = shown[shown.length - 1]
    return last ? { ...match, matchStart: last[0], matchEnd: last[1] } : match
  }

  /** The last place up to `offset` at which a cut splits neither a sequence nor a grapheme. */
  floor(region: Region, offset: number): number {
    const at = region.startByte + graphemeFloor(region.bytes, offset - region.startByte)
    return this.#around(region, at)?.[0] ?? at
  }

  /** The first place from `offset` on at which a cut splits neither a sequence nor a grapheme. */
  ceil(region: Region, offset: number): number {
    const { bytes, startByte } = region
    const at = startByte + graphemeCeil(bytes, offset - startByte)
    const end = this.#around(region, at)?.[1]
    return end === undefined ? at : startByte + graphemeCeil(bytes, end - startByte)
  }

  /** The sequence that a cut would split. Looks only in the line of the cut, at most `MAX_SEQUENCE_BYTES` far. */
  #around({ bytes, startByte }: Region, cut: number): Range | undefined {
    if (!this.#areThereAny) return undefined
    const at = cut - startByte
    const oldest = Math.max(0, at - MAX_SEQUENCE_BYTES)
    const before = bytes.subarray(oldest, at)
    const unusual = plainEnd(before, before.lastIndexOf(LF) + 1, before.length)
    if (unusual === before.length) return undefined
    const from = oldest + unusual
    const finder = new SequenceFinder(bytes.subarray(from, at + MAX_SEQUENCE_BYTES))
    while (finder.next() && from + finder.at < at) {
      if (from + finder.stop <= at) continue
      const start = startByte + from + finder.at
      const end = startByte + from + finder.stop
      if (!this.#splitsMatch(start, end)) return [start, end]
      finder.enter()
    }
    return undefined
  }
}

/** Index of the first range that ends after `offset`. */
const firstAfter = (ends: readonly number[], offset: number): number =>
  partition(ends.length, (i) => ends[i] <= offset)

function leaveOut({ starts, ends }: Gaps, start: number, end: number): void {
  const last = ends.length - 1
  if (ends[last] === start) ends[last] = end
  else {
    starts.push(start)
    ends.push(end)
  }
}
