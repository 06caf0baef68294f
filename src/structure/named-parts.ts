import { partition } from '../text/binary-search.ts'
import type { Omission } from './choosing.ts'
import { isTellable, type Piece } from './kind.ts'

// Parts of an input that have names, such as files. Markers name those that they hide.

/** Parts whose names are remembered. */
const MOST_PARTS = 5000
/** The most characters of a name in a marker. */
const MOST_NAME_LENGTH = 120

/** `, …` */
const ROOM_BYTES = 4
const PART_OF = ': part of '

const encoder = /* @__PURE__ */ new TextEncoder()
const byteLength = (text: string): number => encoder.encode(text).length

/** A part begins before the parts in it, and ends behind them. */
export interface NamedPart {
  name: string
  startByte: number
  /** Infinite as long as it is open. */
  endByte: number
  /** How many parts it is in. */
  level: number
  /** What is told of it besides its name: how many units of each sort it has. */
  readonly counts: number[]
}

export class NamedParts {
  readonly #parts: NamedPart[] = []
  readonly #share: number
  readonly #tell: (counts: readonly number[]) => string
  /** True if a marker inside a part tells the counts of that part too. */
  readonly tellsShown: boolean
  /** Bytes that markers may still spend on names. */
  #bytes = 0
  /** What the names of a part and of all parts before it take. */
  readonly #needed: number[] = []
  /** What the names of all parts of a level take. */
  readonly #levels: number[] = []
  /** The deepest level whose parts are named. The names of the outer ones go first. */
  #deepest = 0

  /**
   * @param tell what is told behind a name: `+12 -3`
   * @param share the share of the room that names may take
   */
  constructor(tell: (counts: readonly number[]) => string, share = 0.5, tellsShown = false) {
    this.#tell = tell
    this.#share = share
    this.tellsShown = tellsShown
  }

  /** A part begins. Returned even if it is not remembered. */
  begin(name: string, startByte: number, sorts: number, level = 0): NamedPart {
    const part = { name, startByte, endByte: Infinity, level, counts: new Array<number>(sorts).fill(0) }
    if (this.#parts.length < MOST_PARTS) this.#parts.push(part)
    return part
  }

  /** The input ends, and with it the parts that are open. */
  finish(endByte: number): void {
    let needed = 0
    for (const part of this.#parts) {
      if (part.endByte === Infinity) part.endByte = endByte
      const own = byteLength(this.#told(part)) + 2
      this.#levels[part.level] = (this.#levels[part.level] ?? 0) + own
      needed += own
      this.#needed.push(needed)
    }
  }

  at(startByte: number): NamedPart | undefined {
    const part = this.#parts[this.#firstFrom(startByte)]
    return part?.startByte === startByte ? part : undefined
  }

  /** Keeps room for names. Called before each choice. */
  reserve(bytes: number): number {
    const most = Math.floor(bytes * this.#share)
    let needed = ROOM_BYTES + (this.tellsShown ? PART_OF.length * this.#parts.length : 0)
    for (const [level, own = 0] of this.#levels.entries()) {
      if (level > 0 && needed + own > most) break
      needed += own
      this.#deepest = level
    }
    this.#bytes = Math.min(most, needed)
    return this.#bytes
  }

  /** False when not even the names of all parts have room, and so not the parts. */
  mayBeShown(bytes: number): boolean {
    return (this.#needed.at(-1) ?? 0) <= bytes
  }

  /** True when a kept piece shows the first bytes of each part, so that no marker has to name one. */
  areShown(pieces: readonly Piece[]): boolean {
    return pieces.every(
      (piece) => 'bytes' in piece || this.#firstFrom(piece.from.byte) === this.#firstFrom(piece.to.byte),
    )
  }

  /** Names the outermost parts that are left out: `: src/a.c +12 -3, src/b.c +1 -0`. */
  detail({ from, to }: Pick<Omission, 'from' | 'to'>): string {
    let told = ''
    const first = this.#firstFrom(from.byte)
    const around = this.tellsShown ? this.#parts[first - 1] : undefined
    const isPart = around !== undefined && around.startByte < from.byte && from.byte < around.endByte
    if (isPart) {
      const name = PART_OF + this.#told(around)
      const later = (this.#needed.at(-1) ?? 0) - this.#needed[first - 1]
      if (byteLength(name) + ROOM_BYTES + later <= this.#bytes) told = this.#spend(name)
    }
    const hidden = this.#hidden(first, to.byte)
    for (const [at, part] of hidden.entries()) {
      const name = `${told === '' ? ': ' : ', '}${this.#told(part)}`
      // The last one tells how far the others go.
      const last = at < hidden.length - 1 ? byteLength(this.#told(hidden[hidden.length - 1])) + 2 : 0
      if (byteLength(name) + ROOM_BYTES + last > this.#bytes) return told + this.#cut(told, hidden)
      told += this.#spend(name)
    }
    return told
  }

  /** What stands for the parts that have no room. */
  #cut(told: string, hidden: readonly NamedPart[]): string {
    if (told === '') return ''
    const last = `, ${this.#told(hidden[hidden.length - 1])}`
    return byteLength(last) + ROOM_BYTES <= this.#bytes ? `, …${this.#spend(last)}` : ', …'
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

  #spend(name: string): string {
    this.#bytes -= byteLength(name)
    return name
  }

  #told({ name, counts }: NamedPart): string {
    const short = name.length > MOST_NAME_LENGTH ? `…${[...name].slice(-MOST_NAME_LENGTH).join('')}` : name
    return `${isTellable(short) ? short : short.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029\ufffd]/gu, '?')} ${this.#tell(counts)}`
  }

  /** The index of the first part that begins at or behind an offset. */
  #firstFrom(byte: number): number {
    return partition(this.#parts.length, (at) => this.#parts[at].startByte < byte)
  }
}
