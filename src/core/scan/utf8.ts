/** What a range of bytes decodes to, according to the WHATWG decoder. */
export interface Decoded {
  /** Code points that begin in the range. A malformed sequence counts as one U+FFFD. */
  codePoints: number
  /** UTF-8 bytes of the text, less the bytes it was decoded from. */
  extraBytes: number
  invalid: boolean
}

/** Bytes, and the same memory as 32-bit words. */
export interface Memory {
  readonly bytes: Uint8Array
  readonly words: Uint32Array
}

/** UTF-8 bytes of U+FFFD. */
export const REPLACEMENT_BYTES = 3

/**
 * Number of bytes (0 to 3) of an unfinished sequence that ends right before `at`. Three bytes are enough, because a
 * decoder's pending state never reaches further back. Reads from `at - 3`.
 */
export function pendingBytes(bytes: Uint8Array, at: number): number {
  const last = bytes[at - 1]
  if (last < 0x80) return 0
  if (last >= 0xc0) return sequenceLength(last) > 1 ? 1 : 0
  const second = bytes[at - 2]
  if (second >= 0xc0) return sequenceLength(second) > 2 && isSecondByte(second, last) ? 2 : 0
  const third = bytes[at - 3]
  return sequenceLength(third) === 4 && isSecondByte(third, second) ? 3 : 0
}

/**
 * Counts what the bytes from `from` to `to`, at most 256, decode to. A sequence that began before `from` continues. One
 * that is unfinished at `to` is counted but not checked. Reads from `from - 3`.
 */
export function countDecoded(memory: Memory, from: number, to: number, out: Decoded): void {
  const { bytes } = memory
  let at = from - pendingBytes(bytes, from)
  out.codePoints = at < from ? -1 : 0
  out.extraBytes = 0
  out.invalid = false
  tables ??= createTables()
  at = skipComplete(memory, tables, at, to, out)
  if (at < to) decodeRest(bytes, tables, at, to, out)
}

interface Tables {
  /** By lead byte: the lowest second byte, and how far the highest is above it. No second byte follows other bytes. */
  readonly seconds: Uint16Array
  readonly spans: Uint8Array
  readonly classes: Uint8Array
  readonly steps: Uint32Array
}

/** Made when the first bytes arrive that are not ASCII. */
let tables: Tables | undefined

function createTables(): Tables {
  const seconds = new Uint16Array(256).fill(0x100)
  const spans = new Uint8Array(256)
  for (let lead = 0xc2; lead <= 0xf4; lead++) {
    seconds[lead] = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
    spans[lead] = (lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf) - seconds[lead]
  }
  const classes = new Uint8Array(256)
  for (const [firstByte, byteClass] of CLASS_STARTS) classes.fill(byteClass, firstByte)
  return { seconds, spans, classes, steps: stepsOfStates() }
}

/** Counts complete sequences. Returns where one is malformed or may go on past `to`. */
function skipComplete(
  { bytes, words }: Memory,
  { seconds, spans }: Tables,
  from: number,
  to: number,
  out: Decoded,
): number {
  const end = to - 3
  let at = from
  let codePoints = 0
  while (at < end) {
    const lead = bytes[at]
    codePoints++
    if (lead < 0x80) {
      at++
      for (; (at & 3) === 0 && at < end && (words[at >> 2] & 0x80808080) === 0; at += 4) codePoints += 4
      continue
    }
    const isBroken = (bytes[at + 1] - seconds[lead]) >>> 0 > spans[lead]
    if (
      isBroken ||
      (lead >= 0xe0 && bytes[at + 2] >> 6 !== 2) ||
      (lead >= 0xf0 && bytes[at + 3] >> 6 !== 2)
    ) {
      codePoints--
      break
    }
    at += lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
  }
  out.codePoints += codePoints
  return at
}

// The table that `decodeRest` follows. Bytes have few classes. What is open of a sequence is one of a few states; in
// state 0 nothing is open. Each state and class have a step, made of
//
//   bits 0 to 7    the next state, times CLASSES       bits 18 to 27  malformed sequences that end here
//   bits 8 to 17   code points that begin             bits 28 on     extra bytes of those malformed sequences
const CLASSES = 16
const BEGINS = 1 << 8
const MALFORMED = 1 << 18
const EXTRA_BYTE = 1 << 28

/**
 * First byte of each class: ASCII, three classes of continuation bytes, lead bytes, and class 4 for bytes that are
 * never valid.
 */
const CLASS_STARTS: readonly (readonly [firstByte: number, byteClass: number])[] = [
  [0x00, 0],
  [0x80, 1],
  [0x90, 2],
  [0xa0, 3],
  [0xc0, 4],
  [0xc2, 5],
  [0xe0, 6],
  [0xe1, 7],
  [0xed, 8],
  [0xee, 7],
  [0xf0, 9],
  [0xf1, 10],
  [0xf4, 11],
  [0xf5, 4],
]
const LEAD_CLASS = 5

/**
 * The states: bytes so far, first and last class that may follow, and the state after it. A lead byte leads to its
 * class less 4.
 */
const STATES: readonly (readonly [bytes: number, first: number, last: number, next: number])[] = [
  [0, 1, 0, 0],
  [1, 1, 3, 0],
  [1, 3, 3, 8],
  [1, 1, 3, 8],
  [1, 1, 2, 8],
  [1, 2, 3, 9],
  [1, 1, 3, 9],
  [1, 1, 1, 9],
  [2, 1, 3, 0],
  [2, 1, 3, 10],
  [3, 1, 3, 0],
]

function stepsOfStates(): Uint32Array {
  const steps = new Uint32Array(STATES.length * CLASSES)
  STATES.forEach(([bytes, first, last, next], state) => {
    const broken = bytes === 0 ? 0 : MALFORMED + (REPLACEMENT_BYTES - bytes) * EXTRA_BYTE
    for (let byteClass = 0; byteClass < CLASSES; byteClass++) {
      const goesOn = byteClass >= first && byteClass <= last
      steps[state * CLASSES + byteClass] = goesOn ? next * CLASSES : broken + firstStep(byteClass)
    }
  })
  return steps
}

function firstStep(byteClass: number): number {
  if (byteClass >= LEAD_CLASS) return BEGINS + (byteClass - LEAD_CLASS + 1) * CLASSES
  return byteClass === 0 ? BEGINS : BEGINS + MALFORMED + (REPLACEMENT_BYTES - 1) * EXTRA_BYTE
}

/**
 * Counts byte by byte from where a sequence begins. It has no branches on bytes, because they would be mispredicted.
 */
function decodeRest(
  bytes: Uint8Array,
  { classes, steps }: Tables,
  from: number,
  to: number,
  out: Decoded,
): void {
  let step = 0
  let sums = 0
  for (let at = from; at < to; at++) {
    step = steps[(step & 0xff) | classes[bytes[at]]]
    sums += step >>> 8
  }
  out.codePoints += sums & 0x3ff
  if (((sums >>> 10) & 0x3ff) > 0) out.invalid = true
  out.extraBytes += sums >>> 20
}

/** Bytes in a sequence with this first byte; 0 if no sequence begins with it. */
export function sequenceLength(lead: number): number {
  if (lead < 0x80) return 1
  if (lead < 0xc2 || lead > 0xf4) return 0
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
}

/**
 * Whether `byte` may follow `lead`. Rejects overlong forms, surrogates and values above U+10FFFF (Unicode, table 3-7).
 */
export function isSecondByte(lead: number, byte: number): boolean {
  if (lead === 0xe0) return byte >= 0xa0 && byte <= 0xbf
  if (lead === 0xed) return byte >= 0x80 && byte <= 0x9f
  if (lead === 0xf0) return byte >= 0x90 && byte <= 0xbf
  if (lead === 0xf4) return byte >= 0x80 && byte <= 0x8f
  return byte >> 6 === 2
}
