import { partition } from '../bytes/binary-search.ts'
import { ViewMap } from '../clean/view-map.ts'
import type { Anchor, Facts, Region, ValuedLine } from './facts.ts'

// Facts without some bytes that are in memory. What is not in memory stays as it is.

/** Bytes that are left out. */
export interface ByteCut {
  startByte: number
  endByte: number
}

/** Facts of a view, and where the view comes from. */
export interface CutView {
  facts: Facts
  map: ViewMap
}

/** A whole text without some bytes, and where it comes from. */
export interface TextWithCuts {
  bytes: Uint8Array
  map: ViewMap
  /** The offset in it of a byte of the text. See `Shift.at`. */
  at(offset: number): number
}

/**
 * The facts of a text without some bytes, which are ASCII and no LF. The cuts are in order, each in one region, and of
 * each region something stays. Undefined when there are none.
 */
export function cutView(facts: Facts, cuts: readonly ByteCut[]): CutView | undefined {
  if (cuts.length === 0) return undefined
  return { facts: new Shift(cuts).facts(facts), map: mapOf(cuts, facts.totalBytes) }
}

/** A whole text without some bytes, which are ASCII and no LF. The cuts are in order. */
export function textWithCuts(text: Uint8Array, cuts: readonly ByteCut[]): TextWithCuts {
  const shift = new Shift(cuts)
  return {
    bytes: shift.shortened(0, text),
    map: mapOf(cuts, text.length),
    at: (offset) => shift.at(offset),
  }
}

function mapOf(cuts: readonly ByteCut[], totalBytes: number): ViewMap {
  const map = new ViewMap()
  let at = 0
  for (const { startByte, endByte } of cuts) {
    map.copy(startByte - at)
    map.skip(endByte - startByte, 0)
    at = endByte
  }
  map.copy(totalBytes - at)
  return map
}

/** Moves offsets of an input to those of the view without the cuts. */
class Shift {
  readonly #cuts: readonly ByteCut[]
  /** Bytes left out up to the end of each cut. They are ASCII, so that bytes are code points. */
  readonly #through: number[] = []

  constructor(cuts: readonly ByteCut[]) {
    this.#cuts = cuts
    let sum = 0
    for (const { startByte, endByte } of cuts) {
      sum += endByte - startByte
      this.#through.push(sum)
    }
  }

  facts(facts: Facts): Facts {
    const { totalBytes, textBytes, regions, errorMatches, anchors, errorLines, statements } = facts
    const cutBytes = this.#cutBefore(totalBytes)
    const moved: Facts = {
      ...facts,
      totalBytes: totalBytes - cutBytes,
      textBytes: textBytes - cutBytes,
      regions: regions.map((region) => this.#region(region)),
      errorMatches: errorMatches.map((match) => this.#match(match)),
      values: () => facts.values().map((line) => this.#valued(line)),
      errorLines: errorLines.map((line) => this.#placed(line)),
    }
    if (statements) moved.statements = statements.map((statement) => this.#placed(statement))
    if (anchors) moved.anchors = anchors.map((anchor) => this.#anchor(anchor))
    return moved
  }

  #region(region: Region): Region {
    const { startByte, endByte, bytes, codePoints, matches, lineStart, lineEnd } = region
    const moved: Region = {
      ...region,
      startByte: this.at(startByte),
      endByte: this.at(endByte),
      bytes: this.shortened(startByte, bytes),
      codePoints: codePoints - this.#cutBefore(startByte),
      matches: matches.map((match) => this.at(match)),
    }
    if (lineStart) moved.lineStart = this.#anchor(lineStart)
    if (lineEnd) moved.lineEnd = this.#anchor(lineEnd)
    return moved
  }

  /** Bytes of the input, which begin at an offset, without the cuts in them. */
  shortened(startByte: number, bytes: Uint8Array): Uint8Array {
    const endByte = startByte + bytes.length
    const shortened = new Uint8Array(this.at(endByte) - this.at(startByte))
    let from = startByte
    let to = 0
    const copy = (end: number) => {
      shortened.set(bytes.subarray(from - startByte, end - startByte), to)
      to += end - from
    }
    for (let i = this.#cutsUpTo(startByte); this.#cuts[i]?.endByte <= endByte; i++) {
      copy(this.#cuts[i].startByte)
      from = this.#cuts[i].endByte
    }
    copy(endByte)
    return shortened
  }

  #anchor(anchor: Anchor): Anchor {
    const { byte, codePoints } = anchor
    return { ...anchor, byte: this.at(byte), codePoints: codePoints - this.#cutBefore(byte) }
  }

  #placed<Place extends { startByte: number; endByte: number }>(place: Place): Place {
    return { ...place, startByte: this.at(place.startByte), endByte: this.at(place.endByte) }
  }

  #match<M extends { matchStart: number; matchEnd: number }>(match: M): M {
    return { ...match, matchStart: this.at(match.matchStart), matchEnd: this.at(match.matchEnd) }
  }

  /** A line whose only evidence was cut out has none in the view. */
  #valued(line: ValuedLine): ValuedLine {
    const startByte = this.at(line.startByte)
    const lengthBytes = this.at(line.startByte + line.lengthBytes) - startByte
    const moved = { ...line, startByte, lengthBytes }
    if (line.matchStart < 0) return moved
    const match = this.#match(moved)
    return match.matchEnd > match.matchStart ? match : { ...moved, matchStart: -1, matchEnd: -1 }
  }

  #cutsUpTo(offset: number): number {
    return partition(this.#cuts.length, (i) => this.#cuts[i].endByte <= offset)
  }

  /** Bytes left out before an offset. */
  #cutBefore(offset: number): number {
    return offset - this.at(offset)
  }

  /** The offset in the view. That of a byte that is cut out is the offset of what follows. */
  at(offset: number): number {
    const ended = this.#cutsUpTo(offset)
    const through = ended === 0 ? 0 : this.#through[ended - 1]
    return Math.min(offset, this.#cuts[ended]?.startByte ?? offset) - through
  }
}
