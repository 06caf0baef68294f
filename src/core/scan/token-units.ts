import { isSecondByte, sequenceLength } from './utf8.ts'

/**
 * Weights for the cost of bytes in token units: a sum over the text in which a byte's cost depends on at most four
 * bytes before it. So it needs no second pass, no vocabulary and no memory of its own, and does not depend on where
 * windows and chunks are cut. The scanner treats weights as plain data; src/core/tokens/weights.ts makes them.
 *
 * An ASCII byte costs by its class and the class of the byte before it. If it repeats that byte, it costs by whether
 * that byte was a repeat too. From the fourth consonant or digit of a run on, `run` is added, because such letters
 * rarely form words. Control characters other than white space have a cost of their own. A character that is not ASCII
 * costs by its script, by whether it is common, and by whether it is the first after ASCII or repeats the character
 * before it. A malformed sequence costs the same as the U+FFFD that it decodes to. The text counts as preceded by an
 * LF, so a line costs the same wherever it is.
 */
export interface TokenWeights {
  /** In the module's layout. `PAIRS`, `RUNS`, `CHARACTERS`, `SCRIPTS` and `COMMON` are offsets in it. */
  readonly bytes: Uint8Array
  /** The first `CHARACTERS` of them, where making all takes longer: a short text may hold ASCII alone. */
  readonly ascii?: Uint8Array
}

// Offsets in `TokenWeights.bytes`, the same as in assembly/memory.ts.
/**
 * u8 by class of the byte before × 8 + class of the byte, where 6 is for a repeated byte and 7 for one repeated again.
 */
export const PAIRS = 0
/** u8 for a consonant and u8 for a digit in a long run. They share no bit; assembly/tokens.ts relies on that. */
export const RUNS = 48
/** u8 for a control character, and u8 for one that repeats the byte before it. */
export const CONTROLS = 50
/** u16 by script × 8 + 4 for a common character + 1 for the first after ASCII or 2 for a repeated one. */
export const CHARACTERS = 64
export const MOST_SCRIPTS = 32
/** u8 by code point / 64, up to U+1FFFF. The last one is for all code points above. */
export const SCRIPTS = CHARACTERS + 16 * MOST_SCRIPTS
/** One bit for each code point up to U+1FFFF. */
export const COMMON = SCRIPTS + 2048
export const WEIGHT_BYTES = COMMON + 0x20000 / 8

export const SMALL = 0
export const CAPITAL = 1
export const DIGIT = 2
const SPACE = 3
export const NEWLINE = 4
const PUNCTUATION = 5
const CLASSES = [SMALL, CAPITAL, DIGIT, SPACE, NEWLINE, PUNCTUATION]
const SAME = 6
const SAME_AGAIN = 7

/** Bytes before a byte that may affect its cost. */
const LOOK_BACK = 4

const NO_GROUP = 0
const CONSONANT = 1
const DIGITS = 2
/** True for control characters other than white space and ESC, which begins a colour. */
const isControl = (byte: number): boolean => byte < 0x09 || (byte > 0x0d && byte < 0x20 && byte !== 0x1b)

// In each 16 consecutive ASCII bytes the class changes at most once: EDGES has the lower four bits at which BELOW
// changes to FROM_EDGE. For the cost of the byte after them, control characters count as white space or punctuation.
const EDGES = [10, 16, 1, 10, 1, 11, 1, 11]
const BELOW = [SPACE, PUNCTUATION, SPACE, DIGIT, PUNCTUATION, CAPITAL, PUNCTUATION, SMALL]
const FROM_EDGE = [NEWLINE, PUNCTUATION, PUNCTUATION, PUNCTUATION, CAPITAL, PUNCTUATION, SMALL, PUNCTUATION]

/** The class of an ASCII byte. */
const classOf = (byte: number): number => ((byte & 15) < EDGES[byte >> 4] ? BELOW : FROM_EDGE)[byte >> 4]

/** Bytes with 1, 5, 9 or 15 as their lower four bits are vowels or q, and form no group. */
function groupOf(byte: number): number {
  const byteClass = classOf(byte)
  if (byteClass === DIGIT) return DIGITS
  if (byteClass > CAPITAL) return NO_GROUP
  return ((byte & 3) === 1 && (byte & 15) !== 13) || (byte & 15) === 15 ? NO_GROUP : CONSONANT
}

// The table of steps. It is indexed by the byte before and the byte:
//
//   bits 0 to 7  the cost without that of a long run      8 and 9  the byte's group
//
// Two lists follow the rows: the extra cost of a long run, indexed by the groups of the last four bytes as one number,
// and the cost of a byte that equals the two bytes before it.
const COST = 0xff
const GROUP_SHIFT = 8
/** The row for bytes that follow a byte that is not ASCII. It counts as a small letter. */
const NOT_ASCII = 128
const LONG_RUNS = (NOT_ASCII + 1) * 128
const REPEATS = LONG_RUNS + 128

/** Place of a character: the first after ASCII, or a repeat of the character before it. */
const FIRST = 1
const AGAIN = 2

const LF = 0x0a
const REPLACEMENT = 0xfffd
const LAST_SCRIPT = COMMON - 1
const BEYOND = 0x20000

const steps = /* @__PURE__ */ new WeakMap<TokenWeights, Uint16Array>()

/**
 * The table for these weights, made once. The lists after its rows have two entries per u16, as in assembly/memory.ts.
 */
export function stepsOf(weights: TokenWeights): Uint16Array {
  const known = steps.get(weights) ?? makeSteps(weights.ascii ?? weights.bytes)
  steps.set(weights, known)
  return known
}

function makeSteps(weights: Uint8Array): Uint16Array {
  const table = new Uint16Array(REPEATS + 64)
  const bytes = Array.from({ length: 128 }, (_, byte) => ({
    byte,
    kind: classOf(byte),
    group: groupOf(byte),
  }))
  const costOf = (byte: number, place: number) => weights[isControl(byte) ? CONTROLS : PAIRS + place]
  const rows = CLASSES.map((before) =>
    Uint16Array.from(
      bytes,
      ({ byte, kind, group }) => (group << GROUP_SHIFT) | costOf(byte, 8 * before + kind),
    ),
  )
  for (const { byte, kind } of bytes) table.set(rows[kind], 128 * byte)
  table.set(rows[SMALL], 128 * NOT_ASCII)
  const repeats = new Uint8Array(table.buffer, 2 * REPEATS)
  for (const { byte, kind, group } of bytes) {
    const place = (same: number) => (isControl(byte) ? CONTROLS + 1 : PAIRS + 8 * kind + same)
    table[128 * byte + byte] = (group << GROUP_SHIFT) | weights[place(SAME)]
    repeats[byte] = weights[place(SAME_AGAIN)]
  }
  const longRuns = new Uint8Array(table.buffer, 2 * LONG_RUNS)
  for (let run = 0; run < 256; run++) {
    const group = run & (run >> 2) & (run >> 4) & (run >> 6)
    longRuns[run] = group === NO_GROUP ? 0 : weights[RUNS + group - 1]
  }
  return table
}

/** Counts token units over consecutive ranges of one text. */
export class UnitMeter {
  readonly #steps: Uint16Array
  readonly #longRuns: Uint8Array
  readonly #repeats: Uint8Array
  readonly #weights: TokenWeights
  #last = LF
  /** The byte before `#last`. */
  #former = NOT_ASCII
  #run = 0
  /** The last character that was not ASCII. */
  #character = 0

  constructor(weights: TokenWeights) {
    this.#steps = stepsOf(weights)
    this.#longRuns = new Uint8Array(this.#steps.buffer, 2 * LONG_RUNS, 256)
    this.#repeats = new Uint8Array(this.#steps.buffer, 2 * REPEATS)
    this.#weights = weights
  }

  /** Starts a new text. */
  restart(): void {
    this.#last = LF
    this.#former = NOT_ASCII
    this.#run = 0
  }

  /** Continues a text at `at`, a decode boundary, after the bytes before it. The text counts as preceded by an LF. */
  resume(bytes: Uint8Array, at: number): void {
    this.restart()
    for (let i = Math.max(0, at - LOOK_BACK); i < at; i++) {
      this.#former = this.#last
      this.#last = Math.min(bytes[i], NOT_ASCII)
      this.#run = this.#last < NOT_ASCII ? ((this.#run << 2) | groupOf(this.#last)) & 0xff : 0
    }
    if (this.#last === NOT_ASCII) this.#character = characterBefore(bytes, at)
  }

  /** The most that a text's first character can cost in another place, less what it costs at the start of a line. */
  surcharge(text: Uint8Array): number {
    if (text.length === 0) return 0
    const [byte] = text
    if (byte >= 0x80) {
      const character = characterAt(text, 0, text.length) >>> 3
      const [next, first, again] = [0, FIRST, AGAIN].map((place) => this.#unitsOf(character, place))
      return Math.max(0, next - first, again - first)
    }
    const start = this.#steps[(LF << 7) | byte] & COST
    let most = Math.max(start, this.#repeats[byte])
    for (let last = 0; last <= NOT_ASCII; last++) {
      most = Math.max(most, this.#steps[(last << 7) | byte] & COST)
    }
    return most - start
  }

  /** Token units of the next bytes, from `from` to `to`. Both must be decode boundaries. */
  add(bytes: Uint8Array, from: number, to: number): number {
    const steps = this.#steps
    const longRuns = this.#longRuns
    const repeats = this.#repeats
    let last = this.#last
    let former = this.#former
    let run = this.#run
    let units = 0
    let i = from
    while (i < to) {
      // Two bytes at once: a quarter faster.
      for (; i + 1 < to; i += 2) {
        const byte = bytes[i]
        const next = bytes[i + 1]
        if ((byte | next) >= 0x80) break
        const step = steps[(last << 7) | byte]
        const nextStep = steps[(byte << 7) | next]
        const runSoFar = ((run << 2) | (step >> GROUP_SHIFT)) & 0xff
        run = ((runSoFar << 2) | (nextStep >> GROUP_SHIFT)) & 0xff
        units += (step & COST) + (nextStep & COST) + longRuns[runSoFar] + longRuns[run]
        if (byte === last) {
          if (byte === former) units += repeats[byte] - (step & COST)
          if (byte === next) units += repeats[byte] - (nextStep & COST)
        }
        former = byte
        last = next
      }
      if (i === to) break
      const byte = bytes[i]
      if (byte < 0x80) {
        const step = steps[(last << 7) | byte]
        run = ((run << 2) | (step >> GROUP_SHIFT)) & 0xff
        units += (byte === last && byte === former ? repeats[byte] : step & COST) + longRuns[run]
        former = last
        last = byte
        i++
      } else {
        const found = characterAt(bytes, i, to)
        const character = found >>> 3
        units += this.#unitsOf(
          character,
          last !== NOT_ASCII ? FIRST : character === this.#character ? AGAIN : 0,
        )
        this.#character = character
        i += found & 7
        last = NOT_ASCII
        run = 0
      }
    }
    this.#last = last
    this.#former = former
    this.#run = run
    return units
  }

  #unitsOf(codePoint: number, place: number): number {
    const weights = this.#weights.bytes
    const isKnown = codePoint < BEYOND
    const script = weights[isKnown ? SCRIPTS + (codePoint >> 6) : LAST_SCRIPT]
    const common = isKnown ? (weights[COMMON + (codePoint >> 3)] >> (codePoint & 7)) & 1 : 0
    const at = CHARACTERS + 2 * (8 * script + 4 * common + place)
    return weights[at] | (weights[at + 1] << 8)
  }
}

/**
 * Code point at `at` × 8 + its length in bytes. A malformed sequence is U+FFFD with the length of the bytes it
 * replaces.
 */
function characterAt(bytes: Uint8Array, at: number, end: number): number {
  const lead = bytes[at]
  const length = sequenceLength(lead)
  if (length < 2) return (REPLACEMENT << 3) | 1
  let codePoint = lead & (0x7f >> length)
  for (let i = 1; i < length; i++) {
    const byte = at + i < end ? bytes[at + i] : 0
    const goesOn = i === 1 ? isSecondByte(lead, byte) : byte >> 6 === 2
    if (!goesOn) return (REPLACEMENT << 3) | i
    codePoint = (codePoint << 6) | (byte & 0x3f)
  }
  return (codePoint << 3) | length
}

/**
 * Code point of the character, not ASCII, that ends at `at`; U+FFFD if none does. The lead byte shows where it begins.
 */
function characterBefore(bytes: Uint8Array, at: number): number {
  for (let length = 2; length <= Math.min(4, at); length++) {
    const found = characterAt(bytes, at - length, at)
    if ((found & 7) === length && sequenceLength(bytes[at - length]) === length) return found >>> 3
  }
  return REPLACEMENT
}
