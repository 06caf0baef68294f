import { continuationsIn, isAscii } from '../core/bytes/utf8.ts'
import { formatSize, writeClip, writeUnitMarker } from '../core/words/notices.ts'
import { ESC, LF } from './bytes.ts'
import { type ChooseUnits, unitChooser } from './choose.ts'
import type { Choosing, Omission } from './choosing.ts'
import { countsInside } from './counts.ts'
import { isFailedEnd } from './failure-words.ts'
import type { FoundParts } from './found-parts.ts'
import { clipBytesFor } from './head-lines.ts'
import type { Holding, Outline, Piece, Place, UnitName, UnitReader, WantedUnits } from './kind.ts'
import { Line } from './line.ts'
import { leastShareOf } from './rarity.ts'
import { Tree } from './tree.ts'
import type { TreeOptions } from './tree-options.ts'
import { MOST_RECORD_BYTES, type Unit } from './unit.ts'

// What the readers of kinds have in common whose units are lines.

/** Tells a tree what the lines of an input are. */
export interface LineKind extends TreeOptions {
  /**
   * The names of the sorts of units, in the plural: `['files', 'hunks']`. Empty for one that is not counted. Sorts with
   * one name are counted together.
   */
  readonly sorts: readonly string[]
  /** True for a kind that tells of failures itself. Others are no longer one when their last line tells of one. */
  readonly mayFail?: boolean
  /** True for a kind that shows only what is unlike the rest of an answer. All else is cut by lines. */
  readonly isForAnswers?: boolean
  /** Takes a line, and begins, ends or adds units. False when the input is not of this kind after all. */
  line(line: Line, tree: Tree): boolean
  /** A line of more than 8 KiB has begun, of which it has these. Returns what tells the tree the parts of the line. */
  long?(line: Line, tree: Tree): FoundParts | undefined
  /** Ends the input at a place: units that are open end by themselves. False when the input is not of this kind after all. */
  end(tree: Tree, at: Place): boolean
  rank: Choosing['rank']
  readonly ranksByRoom?: Choosing['ranksByRoom']
  /** As in `Outline`. If left out, it depends on whether there are rare units. */
  readonly leastShare?: number
  readonly isBare?: Choosing['isBare']
  readonly isInOnePiece?: Choosing['isInOnePiece']
  /** Keeps room for the details of all markers: so many of these bytes. Called before each choice. */
  reserve?(bytes: number): number
  /** The most bytes of a marker, its LF included. If left out, what the counts take. */
  readonly markBytes?: Choosing['markBytes'] | undefined
  /** What tells more in a marker than its counts, such as rules, and the most bytes of such a marker unless these are reserved. */
  readonly marks?: { detail(omission: Omission): string; readonly markBytes?: number | undefined }
  /** What the input has, if markers do not count all of it. */
  counts?(tree: Tree): Readonly<Record<string, number>>
  /** What is told of the whole input in at most so many bytes, as in `Outline`. */
  summary?(bytes: number): string | undefined
  /** From this rank on, the first unit without room is the last one that is tried, so that what is kept is in one piece. */
  readonly strictRank?: Choosing['strictRank']
  /** The whole text of a marker, its LF included. */
  mark?(omission: Omission): string
  /** What stands before a marker among the units of a container. */
  prefix?(container: Unit, tree: Tree): string
  /** Names units that show all that is left out. */
  name?(omission: Omission, tree: Tree): UnitName | undefined
}

export { Line } from './line.ts'

/** What is read of the last line. */
const LAST_BYTES = 400

const decoder = /* @__PURE__ */ new TextDecoder()

const LONGEST_SIZE = '1023K'

/** Splits an input into lines for a kind. */
export class LineReader implements UnitReader {
  readonly #kind: LineKind
  readonly #tree: Tree
  readonly #line = new Line()
  readonly readsColours = true
  #isRight = true
  #hasEscapes = false
  /** The first bytes of a line that is not complete. */
  #partial: Uint8Array = new Uint8Array(0)
  /** The last line that is not empty. Its text is copied at the end of each chunk. */
  #last: Uint8Array = new Uint8Array(0)
  #lastFrom = 0
  #lastTo = 0
  /** Takes the bytes of the line, if it is long. */
  #parts: FoundParts | undefined
  #isFed = false

  /** @param maxBytes the limit of the text, which tells how much of a long line is shown: all of it if left out */
  constructor(kind: LineKind, held: Holding, maxBytes?: number) {
    this.#kind = kind
    const counted = kind.sorts.some((name) => name !== '') ? kind.sorts.length : 0
    const clipBytes = kind.clipBytes ?? (maxBytes === undefined ? Infinity : clipBytesFor(maxBytes))
    this.#tree = new Tree(this.#line.start, held, counted, { ...kind, clipBytes })
  }

  write(bytes: Uint8Array, owned: boolean): void {
    if (!this.#isRight) return
    this.#tree.beginLine(this.#line.startByte)
    this.#tree.write(bytes, owned)
    this.#hasEscapes ||= bytes.indexOf(ESC) >= 0
    this.#line.forgetText()
    this.#readLines(bytes)
    this.#tree.beginLine(this.#line.startByte)
    this.#tree.release()
    this.#last = this.#last.slice(this.#lastFrom, this.#lastTo)
    this.#lastFrom = 0
    this.#lastTo = this.#last.length
  }

  #readLines(bytes: Uint8Array): void {
    const line = this.#line
    const end = bytes.length
    const areAscii = isAscii(bytes)
    for (let from = 0; from < end && this.#isRight; ) {
      // A loop of our own is slow in the first call of a process.
      const lf = bytes.indexOf(LF, from)
      const to = lf < 0 ? end : lf + 1
      line.grow(to - from, areAscii ? 0 : continuationsIn(bytes, from, to))
      if (line.length > MOST_RECORD_BYTES) this.#feed(bytes, from, to)
      if (lf < 0) this.#wait(bytes.subarray(from))
      else if (this.#partial.length === 0) this.#take(bytes, from, to)
      else this.#takeJoined(bytes.subarray(from, to))
      from = to
    }
  }

  end(): Outline | undefined {
    if (this.#isRight && this.#partial.length > 0) this.#takeJoined(new Uint8Array(0))
    // What failed behind data is an error to look for in lines.
    const last = this.#last.subarray(this.#lastFrom, this.#lastTo)
    if (!this.#kind.mayFail && isFailedEnd(decoder.decode(last))) return undefined
    this.#tree.beginLine(this.#line.startByte)
    const isEmpty = this.#line.startByte === 0
    if (!this.#isRight || isEmpty || !this.#kind.end(this.#tree, this.#line.start)) return undefined
    const hasRare = this.#tree.finish(this.#line.start)
    const kind = this.#kind
    kind.names?.finish(this.#line.startByte)
    if (kind.isForAnswers && !hasRare) return undefined
    const { rank, ranksByRoom, strictRank, isBare, isInOnePiece } = kind
    const choosing: Choosing = {
      rank,
      ranksByRoom,
      strictRank,
      isBare,
      isInOnePiece,
      mark: (omission) => this.#mark(omission),
      markBytes: kind.marks?.markBytes ?? kind.markBytes ?? ((container) => this.#markBytesIn(container)),
      name: (omission) => kind.name?.(omission, this.#tree),
    }
    const choose = unitChooser(this.#tree, choosing)
    return {
      counts: kind.counts?.(this.#tree) ?? this.#named(this.#tree.counts),
      leastShare: kind.leastShare ?? leastShareOf(hasRare),
      ...(kind.summary && { summary: (bytes: number) => kind.summary?.(bytes) }),
      choose: (bytes, lines, wanted) => this.#choose(choose, bytes, lines, wanted),
    }
  }

  /** Keeps room for names only if not all parts can be shown. */
  #choose(
    chooser: ChooseUnits,
    bytes: number,
    lines: number,
    wanted: WantedUnits | undefined,
  ): Piece[] | undefined {
    const kind = this.#kind
    if (kind.isForAnswers && !wanted?.isAnswer) return undefined
    const { names } = kind
    const choose = (reserved: number) => chooser(bytes - reserved, lines, wanted)
    if (!names) return choose(kind.reserve?.(bytes) ?? 0)
    if (!names.tellsShown && names.mayBeShown(bytes)) {
      const pieces = choose(names.reserve(0))
      if (!pieces || names.areShown(pieces)) return pieces
    }
    return choose(names.reserve(bytes, wanted?.isAnswer && kind.leastShare !== 0))
  }

  /** What the marker takes that hides all units of a container: `[...12-345: 9.9K, 12 files]`. */
  #markBytesIn(unit: Unit): number {
    if (unit.clip || unit.inner.column > 1)
      return writeClip(unit.end.codePoints - unit.start.codePoints).length
    const named = this.#named(countsInside(unit))
    const { line } = this.#line.start
    const gap = { firstLine: line, lastLine: line + 1, size: LONGEST_SIZE }
    return this.#prefix(unit).length + writeUnitMarker(gap, named).length + 1
  }

  #named(counts: readonly number[]): Record<string, number> {
    const { sorts } = this.#kind
    const named: Record<string, number> = {}
    for (let sort = 0; sort < sorts.length; sort++) {
      const name = sorts[sort]
      if (name !== '') named[name] = (named[name] ?? 0) + (counts[sort] ?? 0)
    }
    return named
  }

  /** Passes on the bytes of a long line as they come, the last time with its LF. */
  #feed(bytes: Uint8Array, from: number, to: number): void {
    const kind = this.#kind
    const line = this.#line
    if (!kind.long) return
    if (!this.#isFed) {
      const head = this.#joined(bytes.subarray(from, to))
      line.setText(head, 0, head.length)
      this.#parts = kind.long(line, this.#tree)
      this.#parts?.write(head, line.startByte)
      this.#isFed = true
    }
    const end = bytes[to - 1] === LF ? to - 1 : to
    this.#parts?.write(bytes.subarray(from, end), line.endByte - (to - from))
  }

  #wait(part: Uint8Array): void {
    if (this.#partial.length < MOST_RECORD_BYTES) this.#partial = this.#joined(part)
  }

  #joined(part: Uint8Array): Uint8Array {
    const room = Math.max(0, MOST_RECORD_BYTES - this.#partial.length)
    const joined = new Uint8Array(this.#partial.length + Math.min(part.length, room))
    joined.set(this.#partial)
    joined.set(part.subarray(0, room), this.#partial.length)
    return joined
  }

  #takeJoined(part: Uint8Array): void {
    const joined = this.#joined(part)
    this.#partial = new Uint8Array(0)
    this.#take(joined, 0, joined.length)
  }

  /** Takes a line whose bytes have been counted. */
  #take(bytes: Uint8Array, from: number, to: number): void {
    const line = this.#line
    // Cut first, so that a line that came in one piece is read like one that did not.
    const textEnd = Math.min(to, from + MOST_RECORD_BYTES)
    if (this.#hasEscapes) line.setColouredText(bytes, from, textEnd)
    else line.setText(bytes, from, textEnd)
    if (!line.isEmpty) {
      this.#last = line.buffer
      this.#lastFrom = line.from
      this.#lastTo = Math.min(line.to, line.from + LAST_BYTES)
    }
    this.#tree.beginLine(line.startByte)
    this.#isRight = this.#kind.line(line, this.#tree)
    this.#parts = undefined
    this.#isFed = false
    line.next()
  }

  #mark(omission: Omission): string {
    const { from, to, counts, unit } = omission
    if (from.column > 1) return writeClip(to.codePoints - from.codePoints)
    if (this.#kind.mark) return this.#kind.mark(omission)
    const named = this.#named(counts)
    const gap = { firstLine: from.line, lastLine: to.line - 1, size: formatSize(to.byte - from.byte) }
    const marker = writeUnitMarker(gap, named)
    const detail = (this.#kind.names ?? this.#kind.marks)?.detail(omission) ?? ''
    return `${this.#prefix(unit)}${marker.slice(0, -1)}${detail}]\n`
  }

  #prefix(container: Unit): string {
    return this.#kind.prefix?.(container, this.#tree) ?? ''
  }
}
