import { type Cut, cutsOf, layersAt, type PrefixedLine } from '../fold/prefixes.ts'
import { ViewMap } from '../fold/view-map.ts'
import { partition } from '../text/binary-search.ts'
import type { Anchor, Facts, Region, ValuedLine } from './facts.ts'

const LF = 0x0a

/** Facts of a view, and where the view comes from. */
export interface PrefixView {
  facts: Facts
  map: ViewMap
}

/**
 * The facts of an input whose lines do not repeat the prefix that most of them have, such as a time. Only what is in
 * memory gets shorter. Undefined when the lines that are in memory have no such prefix. Lines keep their numbers.
 */
export function withoutPrefixes(facts: Facts): PrefixView | undefined {
  if (facts.notText || !mayHavePrefix(facts.regions)) return undefined
  const cuts = cutsOf(facts.regions.flatMap((region) => linesOf(region)))
  if (cuts.length === 0) return undefined
  const shift = new Shift(cuts)
  return { facts: shift.facts(facts), map: mapOf(cuts, facts.totalBytes) }
}

/** Lines that are looked at before all others. */
const SAMPLED_LINES = 64
/** Without a layer on this share of them the log has no prefix that most lines share. */
const LEAST_SAMPLED_SHARE = 0.35

/** False when a sample of the lines shows that most have no prefix. */
function mayHavePrefix(regions: readonly Region[]): boolean {
  const bytesHeld = regions.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const step = Math.max(1, Math.floor(bytesHeld / SAMPLED_LINES))
  let sampled = 0
  let found = 0
  for (const { bytes } of regions) {
    for (let at = 0; at < bytes.length; at += step) {
      const start = at === 0 ? 0 : bytes.indexOf(LF, at) + 1
      if (start === 0 && at > 0) break
      if (start >= bytes.length) break
      sampled++
      if (layersAt(latin1.decode(bytes.subarray(start, start + LONGEST_PREFIX)), 0).length > 0) found++
      at = Math.max(at, start)
    }
  }
  return found >= sampled * LEAST_SAMPLED_SHARE
}

/** Bytes of a line that its prefix is looked for in. */
const LONGEST_PREFIX = 400

/** The lines that begin in a region and have own text there, or end there. */
function linesOf({ bytes, startByte, startsLine, matches }: Region): PrefixedLine[] {
  const text = latin1.decode(bytes)
  const lines: PrefixedLine[] = []
  let nextMatch = 0
  let at = startByte === 0 || startsLine === true ? 0 : bytes.indexOf(LF) + 1
  if (at === 0 && startByte !== 0 && startsLine !== true) return lines
  while (at < bytes.length) {
    const lf = bytes.indexOf(LF, at)
    const stop = lf < 0 ? bytes.length : lf + 1
    // The prefix must end before the last byte, so that no line and no region disappears.
    const layers = layersAt(text, at).filter(({ end }) => at + end < stop)
    const ownText = at + (layers[layers.length - 1]?.end ?? 0)
    while (nextMatch < matches.length && matches[nextMatch] < startByte + at) nextMatch++
    const match = matches[nextMatch] ?? Number.POSITIVE_INFINITY
    lines.push({
      startByte: startByte + at,
      layers,
      isFixed: text.slice(at, ownText).includes(BOM),
      errorByte: match < startByte + stop ? match : Number.POSITIVE_INFINITY,
    })
    at = stop
  }
  return lines
}

/** The first byte of a BOM. A layer has no other byte beyond ASCII. */
const BOM = 'ï'
/** One character for each byte. */
const latin1 = /* @__PURE__ */ new TextDecoder('latin1')

function mapOf(cuts: readonly Cut[], totalBytes: number): ViewMap {
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
  readonly #cuts: readonly Cut[]
  /** Bytes left out up to the end of each cut. They are ASCII, so that bytes are code points. */
  readonly #through: number[] = []

  constructor(cuts: readonly Cut[]) {
    this.#cuts = cuts
    let sum = 0
    for (const { startByte, endByte } of cuts) {
      sum += endByte - startByte
      this.#through.push(sum)
    }
  }

  facts(facts: Facts): Facts {
    const { totalBytes, textBytes, regions, errorMatches, anchors, errorLines } = facts
    const cutBytes = this.#cutBefore(totalBytes)
    const moved: Facts = {
      ...facts,
      totalBytes: totalBytes - cutBytes,
      textBytes: textBytes - cutBytes,
      regions: regions.map((region) => this.#region(region)),
      errorMatches: errorMatches.map((match) => this.#match(match)),
      values: () => facts.values().map((line) => this.#valued(line)),
      errorLines: errorLines.map((line) => ({
        ...line,
        startByte: this.#at(line.startByte),
        endByte: this.#at(line.endByte),
      })),
    }
    if (anchors) moved.anchors = anchors.map((anchor) => this.#anchor(anchor))
    return moved
  }

  #region(region: Region): Region {
    const { startByte, endByte, bytes, codePoints, matches, lineStart, lineEnd } = region
    const moved: Region = {
      ...region,
      startByte: this.#at(startByte),
      endByte: this.#at(endByte),
      bytes: this.#shortened(startByte, bytes),
      codePoints: codePoints - this.#cutBefore(startByte),
      matches: matches.map((match) => this.#at(match)),
    }
    if (lineStart) moved.lineStart = this.#anchor(lineStart)
    if (lineEnd) moved.lineEnd = this.#anchor(lineEnd)
    return moved
  }

  #shortened(startByte: number, bytes: Uint8Array): Uint8Array {
    const endByte = startByte + bytes.length
    const shortened = new Uint8Array(this.#at(endByte) - this.#at(startByte))
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
    return { ...anchor, byte: this.#at(byte), codePoints: codePoints - this.#cutBefore(byte) }
  }

  #match<M extends { matchStart: number; matchEnd: number }>(match: M): M {
    return { ...match, matchStart: this.#at(match.matchStart), matchEnd: this.#at(match.matchEnd) }
  }

  /** A line whose only evidence is in a prefix that was left out has none in the view. */
  #valued(line: ValuedLine): ValuedLine {
    const { startByte, lengthBytes, matchStart, matchEnd } = line
    const cut = this.#cuts[this.#cutsUpTo(startByte)]
    const cutBytes = cut?.startByte === startByte ? cut.endByte - startByte : 0
    const moved = { ...line, startByte: this.#at(startByte), lengthBytes: lengthBytes - cutBytes }
    if (matchStart < 0) return moved
    return matchEnd <= startByte + cutBytes ? { ...moved, matchStart: -1, matchEnd: -1 } : this.#match(moved)
  }

  /** The number of cuts that end at an offset or before. */
  #cutsUpTo(offset: number): number {
    return partition(this.#cuts.length, (i) => this.#cuts[i].endByte <= offset)
  }

  /** Bytes left out before an offset. */
  #cutBefore(offset: number): number {
    return offset - this.#at(offset)
  }

  /** The offset in the view. That of a byte that is left out is its line's start. */
  #at(offset: number): number {
    const ended = this.#cutsUpTo(offset)
    const through = ended === 0 ? 0 : this.#through[ended - 1]
    return Math.min(offset, this.#cuts[ended]?.startByte ?? offset) - through
  }
}
