// Finds the escape sequences of terminals in UTF-8. A cut must not fall inside one, because a terminal would take the
// words after the cut as the rest of the sequence.
//
// Terminals disagree on what ends a string such as a window title: BEL, CAN, any ESC, a C1 code point. Here a sequence
// ends where every terminal agrees that it has ended, if that is in its own line. Any other sequence is unended.

/** A longer sequence counts as unended. */
export const MAX_SEQUENCE_BYTES = 4096

/** Says that a sequence is unended. */
const UNENDED = -1
/** Says that a sequence is unended so far: what follows the bytes may end it. */
export const OPEN = -2

const BEL = 0x07
const LF = 0x0a
const CAN = 0x18
const SUB = 0x1a
const ESC = 0x1b
const BACKSLASH = 0x5c
const CSI = 0x5b
const OSC = 0x5d
/** First byte of a C1 code point, U+0080 to U+009F. Its second byte is the low byte of the code point. */
const C1_LEAD = 0xc2
const C1_CSI = 0x9b
const C1_ST = 0x9c
const C1_OSC = 0x9d

/** What follows ESC in the introducer of a string: OSC, DCS, SOS, PM and APC; `k` and `!` of screen and tmux. */
const stringKinds: readonly number[] = [OSC, 0x50, 0x58, 0x5e, 0x5f, 0x6b, 0x21]

/**
 * The first place from `from` on that is neither text nor in a plain control sequence, such as a colour. A sequence that
 * ends after `until` is not plain. This is much faster than a `SequenceFinder` where there are many sequences.
 */
export function plainEnd(bytes: Uint8Array, from: number, until: number): number {
  const end = bytes.length
  const limit = until < end ? until : end
  let at = from
  while (at < end) {
    const byte = bytes[at]
    if (byte !== ESC) {
      if (byte === C1_LEAD && isIntroducer(bytes[at + 1])) return at
      at++
      continue
    }
    const most = Math.min(limit, at + MAX_SEQUENCE_BYTES)
    let to = at + 2
    if (to >= most || bytes[at + 1] !== CSI) return at
    let last = bytes[to]
    while (last >= 0x20 && last < 0x40 && ++to < most) last = bytes[to]
    if (to >= most || last < 0x40 || last > 0x7e || last === CSI) return at
    at = to + 1
  }
  return end
}

/** False for bytes that hold no sequence. */
export const mayHoldSequence = (bytes: Uint8Array): boolean => bytes.includes(ESC) || bytes.includes(C1_LEAD)

/** Goes through the escape sequences in some bytes, in order, in time proportional to the bytes. */
export class SequenceFinder {
  /** Where the sequence begins: its ESC or C1 code point. */
  at = 0
  /** Offset after the sequence; `UNENDED` or `OPEN` if it has none. */
  stop = UNENDED
  readonly #bytes: Uint8Array
  #next = 0
  // The first place of each kind from a place on that was asked for. Infinity when there is none.
  #esc = -1
  #c1 = -1
  #introducer = -1
  #lf = -1
  #bel = -1
  #terminator = -1

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Offset after the control that introduces the sequence. */
  get introducerEnd(): number {
    return this.at + (this.#bytes[this.at] === ESC ? 1 : 2)
  }

  /** Goes on at `offset`, which must be outside the sequences that are skipped. */
  skipTo(offset: number): void {
    this.#next = offset
  }

  /** Goes to the next sequence. False when there is none. */
  next(): boolean {
    const from = this.#next
    if (this.#introducer < from) this.#introducer = indexOfC1(this.#bytes, from, isIntroducer)
    this.at = Math.min(this.#escFrom(from), this.#introducer)
    if (this.at === Number.POSITIVE_INFINITY) return false
    this.stop = this.#stopOf(this.at)
    this.#next = this.stop < 0 ? this.introducerEnd : this.stop
    return true
  }

  /** Treats the sequence as unended. The next one may begin inside it. */
  enter(): void {
    this.stop = UNENDED
    this.#next = this.introducerEnd
  }

  #escFrom(from: number): number {
    if (this.#esc < from) this.#esc = orInfinity(this.#bytes.indexOf(ESC, from))
    return this.#esc
  }

  #stopOf(at: number): number {
    const bytes = this.#bytes
    const most = Math.min(bytes.length, at + MAX_SEQUENCE_BYTES)
    const second = bytes[at + 1]
    if (bytes[at] !== ESC)
      return second === C1_CSI ? this.#controlEnd(at + 2, most) : this.#stringEnd(at + 2, second, most)
    const kindAt = this.#tellingFrom(at + 1, most)
    if (kindAt < 0) return kindAt
    const kind = bytes[kindAt]
    if (kind === CSI) return this.#controlEnd(kindAt + 1, most)
    if (stringKinds.includes(kind)) return this.#stringEnd(kindAt + 1, kind, most)
    return this.#escapeEnd(kindAt, most)
  }

  /**
   * The next byte that has a meaning in a sequence. Terminals ignore the others, or obey them at once. `UNENDED` if the
   * line ends before it, or another sequence begins before it.
   */
  #tellingFrom(from: number, most: number): number {
    const bytes = this.#bytes
    for (let at = from; at < most; at++) {
      const byte = bytes[at]
      if (byte >= 0x20 && byte < 0x7f) return at
      if (byte === CAN || byte === SUB) return at
      if (byte === LF || byte === ESC || (byte === C1_LEAD && isC1(bytes[at + 1]))) return UNENDED
    }
    return most === bytes.length ? OPEN : UNENDED
  }

  /** The end of a control sequence whose parameters begin at `from`. */
  #controlEnd(from: number, most: number): number {
    let at = this.#tellingFrom(from, most)
    for (; at >= 0; at = this.#tellingFrom(at + 1, most)) {
      const byte = this.#bytes[at]
      // For Linux, `ESC [ [` takes one more byte.
      if ((byte >= 0x40 && byte !== CSI) || byte < 0x20) return at + 1
    }
    return at
  }

  /** The end of an escape sequence: intermediate bytes, then a final one. */
  #escapeEnd(from: number, most: number): number {
    let at = from
    for (; at >= 0; at = this.#tellingFrom(at + 1, most)) {
      const byte = this.#bytes[at]
      if (byte >= 0x30 || byte < 0x20) return at + 1
    }
    return at
  }

  /**
   * The end of a string: `ESC \`. If no other sequence begins before, also BEL for an OSC, and U+009C for a string that
   * a C1 code point introduced.
   */
  #stringEnd(from: number, kind: number, most: number): number {
    const bytes = this.#bytes
    if (this.#lf < from) this.#lf = orInfinity(bytes.indexOf(LF, from))
    const lineEnd = Math.min(most, this.#lf)
    if (this.#c1 < from) this.#c1 = indexOfC1(bytes, from, isC1)
    const other = Math.min(this.#escFrom(from), this.#c1)
    let stop = Number.POSITIVE_INFINITY
    if (kind === OSC || kind === C1_OSC) {
      if (this.#bel < from) this.#bel = orInfinity(bytes.indexOf(BEL, from))
      if (this.#bel < other) stop = this.#bel + 1
    }
    if (isC1(kind) && other === this.#c1 && bytes[other + 1] === C1_ST) stop = Math.min(stop, other + 2)
    if (stop === Number.POSITIVE_INFINITY) {
      if (this.#terminator < from) this.#terminator = indexOfTerminator(bytes, from)
      stop = this.#terminator + 2
    }
    if (stop <= lineEnd) return stop
    return lineEnd === bytes.length ? OPEN : UNENDED
  }
}

/** The last place up to `offset` at which a cut splits no sequence. `bytes` begins outside all sequences. */
export function sequenceFloor(bytes: Uint8Array, offset: number): number {
  const finder = new SequenceFinder(bytes)
  while (finder.next() && finder.at < offset) {
    if (finder.stop > offset) return finder.at
  }
  return offset
}

/** The first place from `offset` on at which a cut splits no sequence. `bytes` begins outside all sequences. */
export function sequenceCeil(bytes: Uint8Array, offset: number): number {
  const finder = new SequenceFinder(bytes)
  while (finder.next() && finder.at < offset) {
    if (finder.stop > offset) return finder.stop
  }
  return offset
}

/** True for the second byte of a C1 code point. */
const isC1 = (byte: number): boolean => byte >= 0x80 && byte <= 0x9f

/** True for the second byte of a C1 code point that begins a sequence: DCS, SOS, CSI, OSC, PM or APC. */
const isIntroducer = (byte: number): boolean =>
  byte === 0x90 || byte === 0x98 || byte === C1_CSI || (byte >= C1_OSC && byte <= 0x9f)

function indexOfC1(bytes: Uint8Array, from: number, isWanted: (second: number) => boolean): number {
  let at = bytes.indexOf(C1_LEAD, from)
  while (at >= 0 && !isWanted(bytes[at + 1])) at = bytes.indexOf(C1_LEAD, at + 1)
  return orInfinity(at)
}

/** The next `ESC \`. One behind another ESC does not count, because tmux takes a doubled ESC as data. */
function indexOfTerminator(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(ESC, from)
  while (at >= 0 && (bytes[at + 1] !== BACKSLASH || bytes[at - 1] === ESC)) at = bytes.indexOf(ESC, at + 1)
  return orInfinity(at)
}

const orInfinity = (index: number): number => (index < 0 ? Number.POSITIVE_INFINITY : index)
