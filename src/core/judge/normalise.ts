import { latin1Text } from './bytes.ts'
import { hideFalseAlarms } from './false-alarms.ts'
import { prefixesIn } from './prefixes.ts'
import { coarseOf, messageShape } from './shape.ts'

/**
 * Bytes of a line that are assessed: its first and its last ones. Together they are 8 KiB, the most that is assessed at
 * once.
 */
const FRONT_BYTES = 5192
const BACK_BYTES = 3000
/** What reads the text may look this many bytes past the end. */
const SPARE_BYTES = 64
const CARET = 0x5e
/** There may be an escape sequence before every byte. */
const MAP_ENTRIES = FRONT_BYTES + BACK_BYTES + 2

/**
 * For each digit, the one that stands for its group. No rule distinguishes 2 3 7 8 9 from 1, or 6 from 5. So lines that
 * differ only in such digits are assessed once. Folding uses the same groups.
 */
export const ALIKE_DIGITS = '0111455111'

/**
 * What each byte is replaced with. A CR or NUL inside a line becomes a space. 0 marks bytes that may begin an escape.
 */
function seenBytes(exactDigits: boolean): Uint8Array {
  const seen = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  seen[0x0d] = 0x20
  seen[0] = 0x20
  seen[0x1b] = 0
  seen[0x5b] = 0
  seen[CARET] = 0
  if (!exactDigits) for (let i = 0; i < 10; i++) seen[0x30 + i] = ALIKE_DIGITS.charCodeAt(i)
  return seen
}

/** A scratch buffer for one line at a time, without escapes and prefixes, and with its harmless words masked. */
export interface Normaliser {
  readonly text: Uint8Array
  /** Where the text begins, after the prefixes. */
  readonly from: number
  readonly to: number
  /** The text between them, if it is ASCII. */
  readonly ascii: string | undefined
  /** Maps an offset in the text to an offset in the given bytes. */
  originOf(at: number): number
  /** Hash of the text without its numbers and quoted strings: a whole number below 2^32. */
  shape(): number
  /** Hash of what similar texts have in common. */
  coarse(): number
  normalise(bytes: Uint8Array, start: number, end: number): void
}

/** `exactDigits`: keeps all digits, for patterns that may distinguish them. */
export const createNormaliser = (exactDigits = false): Normaliser => new Scratch(exactDigits)

class Scratch implements Normaliser {
  readonly text = new Uint8Array(FRONT_BYTES + BACK_BYTES + SPARE_BYTES)
  from = 0
  to = 0
  ascii: string | undefined
  /** All bytes that were copied, in one. */
  #all = 0
  readonly #seen: Uint8Array
  /** For each offset in `#mapAt`, how much further the same place is in the given bytes. */
  readonly #mapAt = new Int32Array(MAP_ENTRIES)
  readonly #mapShift = new Int32Array(MAP_ENTRIES)
  #mapped = 0

  constructor(exactDigits: boolean) {
    this.#seen = seenBytes(exactDigits)
  }

  normalise(bytes: Uint8Array, start: number, given: number): void {
    this.#mapped = 0
    this.to = 0
    this.#all = 0
    let end = given
    while (end > start && (bytes[end - 1] === 0x0d || bytes[end - 1] === 0x0a)) end--
    if (end - start > FRONT_BYTES + BACK_BYTES) {
      this.#copy(bytes, start, start + FRONT_BYTES)
      this.text[this.to++] = 0x20
      this.#copy(bytes, end - BACK_BYTES, end)
    } else this.#copy(bytes, start, end)
    while (this.to > 0 && this.text[this.to - 1] === 0x20) this.to--
    // Bytes of an earlier, longer line must not be read as part of this one.
    this.text.fill(0, this.to, this.to + SPARE_BYTES)
    const isAscii = this.#all < 0x80
    const line = latin1Text(this.text, 0, this.to, isAscii)
    this.from = prefixesIn(line, this.to)
    const own = line.slice(this.from)
    const isMasked = hideFalseAlarms(own, this.text, this.from)
    if (!isAscii) this.ascii = undefined
    else this.ascii = isMasked ? latin1Text(this.text, this.from, this.to, true) : own
  }

  shape(): number {
    return messageShape(this.text, this.from, this.to)
  }

  coarse(): number {
    return coarseOf(this.text, this.from, this.to)
  }

  originOf(at: number): number {
    let low = 0
    let high = this.#mapped - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#mapAt[middle] <= at) low = middle
      else high = middle - 1
    }
    return at + this.#mapShift[low]
  }

  /** Copies bytes without escapes. */
  #copy(bytes: Uint8Array, start: number, end: number): void {
    const text = this.text
    const seen = this.#seen
    let to = this.to
    let all = 0
    this.#note(to, start - to)
    for (let at = start; at < end; ) {
      const as = seen[bytes[at]]
      all |= as
      const skipped = as === 0 ? escapeLength(bytes, at, end) : 0
      if (skipped === 0) {
        text[to++] = as === 0 ? bytes[at] : as
        at++
        continue
      }
      at += skipped
      this.#note(to, at - to)
    }
    this.to = to
    this.#all |= all
  }

  /** Notes the shift from `at` on. Replaces a note for the same offset, so that the last of several escapes counts. */
  #note(at: number, shift: number): void {
    if (this.#mapped > 0 && this.#mapAt[this.#mapped - 1] === at) this.#mapped--
    this.#mapAt[this.#mapped] = at
    this.#mapShift[this.#mapped++] = shift
  }
}

/** Bytes of an escape sequence that begins at `at`, or of one that lost its ESC; 0 for none. */
function escapeLength(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] === 0x5b) return orphanLength(bytes, at, end)
  if (bytes[at] === CARET) return caretLength(bytes, at, end)
  const kind = at + 1 < end ? bytes[at + 1] : 0
  if (kind === 0x5b) {
    let to = at + 2
    while (to < end && bytes[to] >= 0x20 && bytes[to] <= 0x3f) to++
    return (to < end ? to + 1 : end) - at
  }
  if (kind === 0x5d) {
    for (let to = at + 2; to < end && to < at + 2048; to++) {
      if (bytes[to] === 7) return to + 1 - at
      // What ends it is an escape sequence of its own.
      if (bytes[to] === 0x1b) return to - at
    }
    return 2
  }
  if (kind >= 0x20 && kind <= 0x2f) return Math.min(3, end - at)
  return Math.min(kind >= 0x40 && kind <= 0x7e ? 2 : 1, end - at)
}

/** Bytes of `^[[31m`: colours in caret notation, as CI systems write them; 0 for none. */
function caretLength(bytes: Uint8Array, at: number, end: number): number {
  if (at + 3 >= end || bytes[at + 1] !== 0x5b || bytes[at + 2] !== 0x5b) return 0
  const rest = orphanLength(bytes, at + 2, end)
  return rest === 0 ? 0 : rest + 2
}

/** Bytes of `[31m` or `[0K`: colours of logs whose ESC was dropped on the way; 0 for none. */
function orphanLength(bytes: Uint8Array, at: number, end: number): number {
  let to = at + 1
  while (to < end && to < at + 12 && ((bytes[to] >= 0x30 && bytes[to] <= 0x39) || bytes[to] === 0x3b)) to++
  if (to >= end || to === at + 1) return 0
  return bytes[to] === 0x6d || bytes[to] === 0x4b ? to + 1 - at : 0
}
