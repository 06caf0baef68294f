import { wholeUnits } from '../core/bytes/utf8.ts'
import { wrongOption } from '../errors.ts'
import type { Redactor } from './redactor.ts'

const LF = 0x0a
/** A longer line is passed to the redactor in pieces of this size, which overlap. */
const PIECE_BYTES = 64 * 1024
const OVERLAP_BYTES = 4 * 1024

/** Whole lines are decoded in blocks of at most this size. A longer line is decoded alone. */
const BLOCK_BYTES = 16 * 1024

const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = /* @__PURE__ */ new TextEncoder()

/**
 * Passes each line of a stream of bytes through a redactor. Lines that the redactor does not change stay the same, byte
 * for byte. A line above 64 KiB is passed in pieces. Each piece begins with the last 4 KiB of the one before, so a
 * longer secret at such a place may be missed.
 */
export class LineRedactor {
  readonly #redactor: Redactor
  readonly #keepsLines: boolean
  /** The bytes so far of a line that has not ended. */
  #held: Uint8Array[] = []
  #heldBytes = 0
  /** The size in bytes of the next piece of a long line. */
  #limit = PIECE_BYTES
  /** How many bytes the piece grows next when something changes near its end. */
  #growth = OVERLAP_BYTES

  /** @param keepsLines true to refuse a redacted line that contains an LF, because the caller counts the lines. */
  constructor(redactor: Redactor, keepsLines = false) {
    if (typeof redactor !== 'function') {
      throw wrongOption(`Expected \`redact\` to be a function, got ${typeof redactor}.`)
    }
    this.#redactor = redactor
    this.#keepsLines = keepsLines
  }

  /** Takes the next bytes, and returns the redacted bytes that are ready. Copies the bytes that it holds back. */
  write(bytes: Uint8Array): Uint8Array {
    const ready: Uint8Array[] = []
    const end = bytes.lastIndexOf(LF) + 1
    let at = 0
    if (this.#heldBytes > 0 && end > 0) {
      at = bytes.indexOf(LF) + 1
      this.#hold(bytes.subarray(0, at - 1), ready)
      ready.push(...this.#line(), LINE_END)
    }
    while (at < end) {
      const full = at + BLOCK_BYTES < end ? bytes.lastIndexOf(LF, at + BLOCK_BYTES - 1) + 1 : end
      const blockEnd = full > at ? full : bytes.indexOf(LF, at) + 1
      this.#lines(bytes.subarray(at, blockEnd), ready)
      at = blockEnd
    }
    this.#hold(bytes.subarray(at), ready)
    return joined(ready)
  }

  /** Returns the rest: a last line without LF. */
  end(): Uint8Array {
    return this.#heldBytes === 0 ? NOTHING : joined(this.#line())
  }

  /** Redacts whole lines, including their LFs. A line that is longer than a block comes alone. */
  #lines(block: Uint8Array, ready: Uint8Array[]): void {
    if (block.length > BLOCK_BYTES) {
      this.#hold(block.subarray(0, block.length - 1), ready)
      ready.push(...this.#line(), LINE_END)
      return
    }
    let given = 0
    for (let start = this.#next(block, 0); start < block.length; ) {
      const end = block.indexOf(LF, start)
      const text = decoder.decode(block.subarray(start, end))
      const redacted = this.#call(text)
      if (redacted !== text) {
        ready.push(block.subarray(given, start), encoder.encode(redacted))
        given = end
      }
      start = this.#next(block, end + 1)
    }
    ready.push(block.subarray(given))
  }

  /** The beginning of the first line, at or after the one that begins at `from`, that the redactor must see. */
  #next(bytes: Uint8Array, from: number): number {
    const found = this.#redactor.nextChange?.(bytes, from) ?? from
    return found < 0 ? bytes.length : found > from ? bytes.lastIndexOf(LF, found - 1) + 1 : from
  }

  /** Holds more bytes of a line. Its pieces do not depend on how the bytes arrive. */
  #hold(bytes: Uint8Array, ready: Uint8Array[]): void {
    let at = 0
    while (at < bytes.length) {
      // Not `slice()`, because that of a Buffer does not copy.
      const part = new Uint8Array(bytes.subarray(at, at + this.#limit - this.#heldBytes))
      this.#held.push(part)
      this.#heldBytes += part.length
      at += part.length
      if (this.#heldBytes === this.#limit) this.#piece(ready)
    }
  }

  /**
   * Redacts a full piece. Holds back its last bytes, so that the redactor sees them again with the bytes that follow.
   */
  #piece(ready: Uint8Array[]): void {
    const all = joined(this.#held)
    // A character that is cut at the end of the piece waits for its rest.
    const piece = all.subarray(0, wholeUnits(all, all.length))
    const end = characterStart(piece, piece.length - OVERLAP_BYTES)
    const { state } = this.#redactor
    const restore = state?.save()
    const isSeen = this.#next(piece, 0) < piece.length
    const text = isSeen ? decoder.decode(piece) : ''
    const redacted = isSeen ? this.#call(text) : ''
    if (redacted === text) {
      ready.push(piece.subarray(0, end))
      this.#keep(all.slice(end))
      return
    }
    const rest = decoder.decode(piece.subarray(end)).length
    const open = state?.openUnits()
    // After the last change, both texts are equal. The piece must not be cut before that point.
    const kept = Math.min(rest, open ?? sameEnd(text, redacted))
    // A secret near the end may continue after the piece, so the piece is redacted again with more bytes. It grows
    // twice as much each time, because equal steps would pass a line full of secrets a dozen times.
    if (open === undefined && kept < rest && this.#growth < PIECE_BYTES) {
      restore?.()
      this.#limit += this.#growth
      this.#growth *= 2
      return
    }
    // An open secret is not in `redacted`. Its text is passed again, because the piece may cut the end of the secret.
    ready.push(encoder.encode(open === undefined ? redacted.slice(0, redacted.length - kept) : redacted))
    this.#keep(joined([encoder.encode(text.slice(text.length - kept)), all.subarray(piece.length)]))
  }

  #keep(bytes: Uint8Array): void {
    this.#held = [bytes]
    this.#heldBytes = bytes.length
    this.#limit = PIECE_BYTES
    this.#growth = OVERLAP_BYTES
  }

  #line(): Uint8Array[] {
    const line = joined(this.#held)
    this.#held = []
    this.#heldBytes = 0
    this.#limit = PIECE_BYTES
    this.#growth = OVERLAP_BYTES
    if (this.#next(line, 0) === line.length) return [line]
    const text = decoder.decode(line)
    const redacted = this.#call(text)
    return [redacted === text ? line : encoder.encode(redacted)]
  }

  #call(text: string): string {
    const redacted: unknown = this.#redactor(text)
    if (typeof redacted !== 'string') {
      throw wrongOption(`Expected \`redact\` to return a string, got ${typeof redacted}.`)
    }
    if (this.#keepsLines && redacted.includes('\n')) {
      throw wrongOption(
        'Expected `redact` to return one line for each line, got more: remove the line ends from its result.',
      )
    }
    return redacted
  }
}

const LINE_END = Uint8Array.of(LF)
const NOTHING = new Uint8Array(0)

function characterStart(bytes: Uint8Array, offset: number): number {
  let at = offset
  while (at > offset - 3 && (bytes[at] & 0xc0) === 0x80) at--
  return at
}

/** The number of UTF-16 units that two texts share at their ends. Does not split a surrogate pair. */
function sameEnd(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let same = 0
  while (same < most && a.charCodeAt(a.length - 1 - same) === b.charCodeAt(b.length - 1 - same)) same++
  const first = a.charCodeAt(a.length - same)
  return first >= 0xdc00 && first <= 0xdfff ? same - 1 : same
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
