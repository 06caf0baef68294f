import { partition } from '../core/bytes/binary-search.ts'
import type { Omission } from './choosing.ts'
import { isTellable, type Piece, type UnitName } from './kind.ts'
import {
  ELLIPSIS_BYTES,
  isEllipsis,
  type ListedName,
  listedBytes,
  listedName,
  nameBytes,
  namesBetween,
  writeNames,
} from './name-list.ts'
import type { Unit } from './unit.ts'

// Parts of an input that have names, such as files. Markers name those that they hide.

/** Parts whose names are remembered. */
const MOST_PARTS = 5000
/** The most characters of a name in a marker. */
const MOST_NAME_LENGTH = 120
/** Most names. Others are looked at more closely. */
const PLAIN = /^[\x20-\x7e]{1,120}$/
const PART_OF = 'part of '
/** The most of the room that names take in an answer, whose lines somebody asked for. */
const ANSWER_SHARE = 1 / 8

/** A part begins before the parts in it, and ends behind them. */
export interface NamedPart {
  name: string
  startByte: number
  /** Infinite as long as it is open. */
  endByte: number
  /** How many parts it is in. */
  level: number
  /** What is told of it besides its name: how many units of each sort it has. Empty if nothing is told. */
  readonly counts: number[]
}

export interface NamedPartsOptions {
  /** The share of the room that names may take: a half if left out. */
  share?: number
  /** True if a marker inside a part tells the counts of that part too, and names parts of all levels. */
  tellsShown?: boolean
  /** How many names are remembered. */
  most?: number
  /** Units of these sorts are counted together in each part. */
  sorts?: readonly number[]
}

export class NamedParts {
  readonly #parts: NamedPart[] = []
  /** The share of the room that names may take. */
  share: number
  readonly #most: number
  readonly #sorts: readonly number[]
  readonly #tell: (counts: readonly number[]) => string
  /** True if a marker inside a part tells the counts of that part too. */
  readonly tellsShown: boolean
  /** Bytes that markers may still spend on names. */
  #bytes = 0
  /** What the names of a part and of all parts before it take. */
  readonly #needed: number[] = []
  /** What the names of all parts of a level take. */
  readonly #levels: number[] = []
  /** How many parts a level has. */
  readonly #counts: number[] = []
  /** The deepest level whose parts are named. The names of the outer ones go first. */
  #deepest = 0

  /** @param tell what is told behind a name: `+12 -3` */
  constructor(
    tell: (counts: readonly number[]) => string,
    { share = 0.5, tellsShown = false, most = MOST_PARTS, sorts = [] }: NamedPartsOptions = {},
  ) {
    this.#tell = tell
    this.share = share
    this.tellsShown = tellsShown
    this.#most = most
    this.#sorts = sorts
  }

  /** True when no more parts are remembered. */
  get isFull(): boolean {
    return this.#parts.length >= this.#most
  }

  /** A part begins. Returned even if it is not remembered. */
  begin(name: string, startByte: number, level = 0): NamedPart {
    const part = { name, startByte, endByte: Infinity, level, counts: this.#sorts.length > 0 ? [0] : [] }
    if (!this.isFull) this.#parts.push(part)
    return part
  }

  /** Adds the units of the sorts that are counted to a part, as often as `times` says. */
  count(part: NamedPart | undefined, counts: readonly number[], times: number): void {
    if (part) for (const sort of this.#sorts) part.counts[0] += times * (counts[sort] ?? 0)
  }

  /** The input ends, and with it the parts that are open. */
  finish(endByte: number): void {
    let needed = 0
    for (const part of this.#parts) {
      if (part.endByte === Infinity) part.endByte = endByte
      const { level } = part
      const name = part.name.slice(-MOST_NAME_LENGTH)
      const own = nameBytes(name, this.#toldOf(part.counts))
      this.#levels[level] = (this.#levels[level] ?? 0) + own
      this.#counts[level] = (this.#counts[level] ?? 0) + 1
      needed += own
      this.#needed.push(needed)
    }
  }

  /** The file that the units in a path are in, if a call can name it. */
  fileIn(path: readonly Unit[], sort: number): UnitName | undefined {
    const startByte = path.find((unit) => unit.sort === sort)?.start.byte
    const part = startByte === undefined ? undefined : this.#parts[this.#firstFrom(startByte)]
    return part?.startByte === startByte && part && isTellable(part.name) ? { file: part.name } : undefined
  }

  /** Keeps room for names. Called before each choice. */
  reserve(bytes: number, isAnswer = false): number {
    const most = Math.floor(bytes * (isAnswer ? Math.min(ANSWER_SHARE, this.share) : this.share))
    let needed = ELLIPSIS_BYTES + (this.tellsShown ? PART_OF.length * this.#parts.length : 0)
    let isSplit = false
    for (const [level, own = 0] of this.#levels.entries()) {
      // Of the first level with several parts, some have room.
      if (isSplit && !this.tellsShown && needed + own > most) break
      isSplit ||= this.#counts[level] > 1
      needed += own
      this.#deepest = level
    }
    this.#bytes = Math.min(most, needed)
    return this.#bytes
  }

  /** False when not even the names of all parts have room, and so not the parts. */
  mayBeShown(bytes: number): boolean {
    return !this.isFull && (this.#needed.at(-1) ?? 0) <= bytes
  }

  /** True when a kept piece shows the first bytes of each part, so that no marker has to name one. */
  areShown(pieces: readonly Piece[]): boolean {
    return pieces.every(
      (piece) => 'bytes' in piece || this.#firstFrom(piece.from.byte) === this.#firstFrom(piece.to.byte),
    )
  }

  /** Names the outermost parts that are left out: `: src/{a.c +12 -3, b.c +1}`. */
  detail({ from, to }: Pick<Omission, 'from' | 'to'>): string {
    const first = this.#firstFrom(from.byte)
    const around = this.#partOf(first - 1, from.byte)
    const hidden = this.#hidden(first, to.byte)
    const names = [...around, ...this.#within(hidden, around.length > 0)]
    const isLastKnown = hidden.length > 0 && hidden.at(-1) === this.#parts.at(-1)
    // Behind the last one that is remembered there may be others.
    if (this.isFull && isLastKnown && names.length > 0 && !isEllipsis(names.at(-1)))
      names.push(namesBetween(names.at(-1), undefined))
    const told = writeNames(names)
    return told === '' ? '' : `: ${told}`
  }

  /** The part that a gap is in, if its counts have room beside the names of the later parts. */
  #partOf(at: number, fromByte: number): ListedName[] {
    const part = this.tellsShown ? this.#parts[at] : undefined
    if (!part || part.counts.length === 0 || part.startByte === fromByte || fromByte >= part.endByte)
      return []
    const { folder, rest } = this.#listed(part)
    const name = { folder: '', rest: PART_OF + folder + rest }
    const later = (this.#needed.at(-1) ?? 0) - this.#needed[at]
    return listedBytes(name, undefined) + ELLIPSIS_BYTES + later <= this.#bytes ? [this.#spend(name)] : []
  }

  /** The names that have room. The last one tells how far the others go. */
  #within(hidden: readonly NamedPart[], isBehindOthers: boolean): ListedName[] {
    const names: ListedName[] = []
    const last = hidden.at(-1)
    if (!last) return names
    const lastName = this.#listed(last)
    const half = this.#bytes / 2
    for (let at = 0; at < hidden.length; at++) {
      const previous = names.at(-1)
      const name = this.#listed(hidden[at])
      const isInner = hidden[at].level > last.level
      // Inner parts leave room for the outer ones behind them.
      const later =
        at < hidden.length - 1 ? Math.max(listedBytes(lastName, undefined), isInner ? half : 0) : 0
      if (listedBytes(name, previous) + ELLIPSIS_BYTES + later <= this.#bytes) {
        names.push(this.#spend(name, previous))
        continue
      }
      const isFirst = !previous && !isBehindOthers
      if (!isInner) return isFirst ? names : [...names, ...this.#cut(previous, lastName)]
      if (!isFirst) names.push(this.#spend(namesBetween(previous, undefined), previous))
      while (hidden[at + 1].level > last.level) at++
    }
    return names
  }

  /** What stands for the parts that have no room. */
  #cut(previous: ListedName | undefined, last: ListedName): ListedName[] {
    const isLastTold = listedBytes(last, undefined) + ELLIPSIS_BYTES <= this.#bytes
    const between = isEllipsis(previous) ? [] : [namesBetween(previous, isLastTold ? last : undefined)]
    return [...between, ...(isLastTold ? [last] : [])].map((name) => this.#spend(name))
  }

  /** The outermost parts from one on that are left out, as far as they may be named. */
  #hidden(first: number, endByte: number): NamedPart[] {
    const hidden: NamedPart[] = []
    let until = 0
    for (let at = first; at < this.#parts.length && this.#parts[at].startByte < endByte; at++) {
      const part = this.#parts[at]
      if (part.startByte < until || part.endByte > endByte || part.level > this.#deepest) continue
      hidden.push(part)
      until = part.endByte
    }
    return hidden
  }

  #spend(name: ListedName, previous?: ListedName): ListedName {
    this.#bytes -= listedBytes(name, previous)
    return name
  }

  #listed({ name, counts }: NamedPart): ListedName {
    if (PLAIN.test(name)) return listedName(name, this.#toldOf(counts))
    const short = name.length > MOST_NAME_LENGTH ? `…${[...name].slice(-MOST_NAME_LENGTH).join('')}` : name
    const told = isTellable(short) ? short : short.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029\ufffd]/gu, '?')
    return listedName(told, this.#toldOf(counts))
  }

  #toldOf(counts: readonly number[]): string {
    return counts.length === 0 ? '' : this.#tell(counts)
  }

  /** The index of the first part that begins at or behind an offset. */
  #firstFrom(byte: number): number {
    return partition(this.#parts.length, (at) => this.#parts[at].startByte < byte)
  }
}
