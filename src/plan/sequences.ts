import type { ErrorMatch, Region } from '../collect/facts.ts'
import { partition } from '../text/binary-search.ts'
import { graphemeCeil, graphemeFloor } from '../text/graphemes.ts'
import { MAX_SEQUENCE_BYTES, OPEN, SequenceFinder } from '../text/sequences.ts'
import type { LineSpan } from './model.ts'

const LF = 0x0a

/** A range of the input. */
type Range = [start: number, end: number]

/**
 * The escape sequences in memory: where a cut may fall, and what no segment may hold. A cut inside a sequence moves to
 * one of its ends. An unended sequence would take pith's words in, so its introducer is left out, and what follows is
 * text. The same happens to a sequence around one end of an error match, which must be shown.
 */
export class Sequences {
  /** What is left out, in order. */
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  readonly #errorMatches: readonly ErrorMatch[]
  #areThereAny = false

  constructor(regions: readonly Region[], errorMatches: readonly ErrorMatch[], totalBytes: number) {
    this.#errorMatches = errorMatches
    let match = 0
    for (const { bytes, startByte, endByte } of regions) {
      const finder = new SequenceFinder(bytes)
      while (finder.next()) {
        this.#areThereAny = true
        const start = startByte + finder.at
        if (finder.stop >= 0) {
          while (match < errorMatches.length && errorMatches[match].matchStart <= start) match++
          if (!this.#splitsMatch(match, start, startByte + finder.stop)) continue
          finder.enter()
        }
        // Bytes that have left memory may end this sequence. No cut may fall between it and them.
        const isUnknown = finder.stop === OPEN && endByte < totalBytes
        this.#leaveOut(start, isUnknown ? endByte : startByte + finder.introducerEnd)
        if (isUnknown) break
      }
    }
  }

  /** True if a match begins or ends inside a sequence. `after` is the first match that begins after its start. */
  #splitsMatch(after: number, start: number, end: number): boolean {
    const next = this.#errorMatches[after]
    if (next !== undefined && next.matchStart < end) return true
    const last = this.#errorMatches[after - 1]
    return last !== undefined && last.matchEnd > start && last.matchEnd < end
  }

  #leaveOut(start: number, end: number): void {
    const last = this.#ends.length - 1
    if (this.#ends[last] === start) this.#ends[last] = end
    else {
      this.#starts.push(start)
      this.#ends.push(end)
    }
  }

  /** Index of the first range that is left out and ends after `offset`. */
  #after(offset: number): number {
    return partition(this.#ends.length, (i) => this.#ends[i] <= offset)
  }

  /** True if something of a range must be left out. */
  hasGap(start: number, end: number): boolean {
    return this.#ends.length > 0 && this.#starts[this.#after(start)] < end
  }

  /** The number of places of a range at which something must be left out. */
  gapsIn(start: number, end: number): number {
    return this.hasGap(start, end) ? 1 + this.#after(end - 1) - this.#after(start) : 0
  }

  /** The parts of a range that may be shown, in order. */
  shownIn(start: number, end: number): Range[] {
    const shown: Range[] = []
    let at = start
    for (let i = this.#after(start); at < end; i++) {
      const stop = Math.min(end, this.#starts[i] ?? end)
      if (stop > at) shown.push([at, stop])
      at = this.#ends[i] ?? end
    }
    return shown
  }

  /** The line, as far as it is in memory and may be shown together with the bytes at `offset`. */
  shownAround(span: LineSpan, offset: number): LineSpan {
    if (!this.hasGap(span.heldStart, span.heldEnd)) return span
    const next = this.#after(offset)
    const heldStart = Math.max(span.heldStart, this.#ends[next - 1] ?? 0)
    return { ...span, heldStart, heldEnd: Math.min(span.heldEnd, this.#starts[next] ?? span.heldEnd) }
  }

  /** The other end of the range that is left out right after `offset`, or right before it; else `offset`. */
  beyond(offset: number, direction: 'after' | 'before'): number {
    const i = this.#after(offset)
    if (direction === 'after') return this.#starts[i] === offset ? this.#ends[i] : offset
    return this.#ends[i - 1] === offset ? this.#starts[i - 1] : offset
  }

  /** The matches, each as far as it may be shown in one piece: up to its end. */
  shownMatches(): readonly ErrorMatch[] {
    if (this.#ends.length === 0) return this.#errorMatches
    return this.#errorMatches.map((match) => {
      const shown = this.shownIn(match.matchStart, match.matchEnd)
      const last = shown[shown.length - 1]
      return last ? { ...match, matchStart: last[0], matchEnd: last[1] } : match
    })
  }

  /** The last place up to `offset` at which a cut splits neither a sequence nor a grapheme. */
  floor(region: Region, offset: number): number {
    const at = region.startByte + graphemeFloor(region.bytes, offset - region.startByte)
    return this.#around(region, at)?.[0] ?? at
  }

  /** The first such place from `offset` on. */
  ceil(region: Region, offset: number): number {
    const { bytes, startByte } = region
    const at = startByte + graphemeCeil(bytes, offset - startByte)
    const end = this.#around(region, at)?.[1]
    return end === undefined ? at : startByte + graphemeCeil(bytes, end - startByte)
  }

  /** The sequence that a cut would split. Those of the line before decide nothing, and neither do far ones. */
  #around({ bytes, startByte }: Region, cut: number): Range | undefined {
    if (!this.#areThereAny) return undefined
    const at = cut - startByte
    const oldest = Math.max(0, at - MAX_SEQUENCE_BYTES)
    const from = oldest + bytes.subarray(oldest, at).lastIndexOf(LF) + 1
    const finder = new SequenceFinder(bytes.subarray(from, at + MAX_SEQUENCE_BYTES))
    while (finder.next() && from + finder.at < at) {
      if (from + finder.stop <= at) continue
      const start = startByte + from + finder.at
      const end = startByte + from + finder.stop
      const after = partition(this.#errorMatches.length, (i) => this.#errorMatches[i].matchStart <= start)
      if (!this.#splitsMatch(after, start, end)) return [start, end]
      finder.enter()
    }
    return undefined
  }
}
