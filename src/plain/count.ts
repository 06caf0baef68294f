import { unitLength } from '../core/bytes/size.ts'

const LF = 0x0a
const ESC = 0x1b
const REPLACEMENT_BYTES = 3

/** Exact counts of an input. */
export interface Counts {
  /** LF bytes. */
  newlines: number
  /** UTF-8 bytes of the input's text. Each malformed sequence takes three. */
  textBytes: number
  mayBeMalformed: boolean
  mayHoldSequences: boolean
}

/** Counts an input in one pass. */
export function countsOf(bytes: Uint8Array): Counts {
  let newlines = 0
  let extra = 0
  let others = 0
  let isMalformed = false
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at]
    if (byte < 0x80) {
      if (byte === LF) newlines++
      at++
      continue
    }
    const length = unitLength(bytes, at, bytes.length)
    others++
    if (length < 0) {
      isMalformed = true
      extra += REPLACEMENT_BYTES + length
    }
    at += Math.abs(length)
  }
  return {
    newlines,
    textBytes: bytes.length + extra,
    mayBeMalformed: isMalformed,
    // A sequence begins with ESC or a C1 code point.
    mayHoldSequences: others > 0 || bytes.includes(ESC),
  }
}
