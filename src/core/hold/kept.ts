import { REGIONAL_BYTES, regionalsBefore } from '../bytes/graphemes.ts'
import { countLf, lastLfBefore, nextLf } from '../bytes/lines.ts'
import { MAX_SEQUENCE_BYTES, sequenceCeil } from '../bytes/sequences.ts'
import { leadingContinuations } from '../bytes/utf8.ts'
import type { Evidence } from '../judge/evidence.ts'
import type { Entry } from '../scan/selector.ts'

/** Most lines that are kept before a selected line, and most bytes of them. */
const LINES_BEFORE = 6
const BYTES_BEFORE = 1024
/** Most bytes of the lines that are kept behind it. */
const BYTES_AFTER = 2048
/** Of a longer line, only the bytes around its literal are kept. */
export const WHOLE_LINE_BYTES = 2048
/** So many bytes on either side of the literal's start. */
export const CLIP_BYTES = 1024
/** The LF of a line, and the CR before it. */
const LINE_END_BYTES = 2

const LF = 0x0a
const CR = 0x0d

/** An offset, and the code points before it. */
export interface CountedOffset {
  byte: number
  codePoints: number
}

/** A selected line with the lines around it, or the part of a long line around its literal. */
export interface Kept {
  readonly entry: Entry
  /** Offset in the input of `bytes[0]`. */
  readonly startByte: number
  /** 1-indexed line of the first byte. */
  readonly firstLine: number
  /** How many bytes are wanted. Fewer come when the input ends. */
  readonly wanted: number
  /** The bytes that have come are `bytes[0, length)`. */
  bytes: Uint8Array
  length: number
  /** Set for a part of a long line. */
  readonly clip?: LineClip
  /** What its text says, once that is known. Null for nothing. */
  judged?: Evidence | null
}

/** Where a part of a line lies in the input. */
export interface LineClip {
  codePoints: number
  readonly lineStart: CountedOffset
  /** Undefined until the line ends. */
  lineEnd: CountedOffset | undefined
}

/** The input around a selected line. */
export interface Surroundings {
  /** Offset of the first byte in memory. */
  readonly startByte: number
  /** True if the bytes never change, so that views of them may be kept. */
  readonly isLasting: boolean
  /** The bytes of a range that begins in memory; fewer when its end has not arrived yet. */
  held(startByte: number, endByte: number): Uint8Array
  codePointsAt(offset: number): number
  /** 0 or 1: the parity of the run of regional indicators that ends at `offset`. */
  flagParityAt(offset: number): number
  /** The start of the line that holds the offset. */
  lineStartOf(offset: number): CountedOffset
  /** The end of that line, if it has ended. */
  lineEndOf(offset: number): CountedOffset | undefined
}

/**
 * The lines of the heap, with what is kept around each. Bytes behind a line are added as they come. The content depends
 * on the bytes alone, not on how they were cut into chunks.
 */
export class KeptLines {
  readonly #bySlot: (Kept | undefined)[] = []
  /** Those that still take bytes, or whose line has not ended. */
  #open: Kept[] = []

  add(entry: Entry, around: Surroundings): void {
    const kept = keptOf(entry, around)
    this.#bySlot[entry.slot] = kept
    this.#open.push(kept)
  }

  /** Adds bytes that have come since. */
  extend(bytes: Uint8Array, startByte: number): void {
    if (this.#open.length === 0) return
    this.#open = this.#open.filter((kept) => {
      if (this.#bySlot[kept.entry.slot] !== kept) return false
      const from = kept.startByte + kept.length
      if (kept.length < kept.wanted && from >= startByte) {
        const part = bytes.subarray(from - startByte, from - startByte + kept.wanted - kept.length)
        kept.bytes.set(part, kept.length)
        kept.length += part.length
      }
      return kept.length < kept.wanted || (kept.clip && !kept.clip.lineEnd)
    })
  }

  /** Records that the lines that are still open end at `byte`. */
  endLines(byte: number, codePointsAt: (offset: number) => number): void {
    for (const { entry, clip } of this.#open)
      if (clip && !clip.lineEnd && entry.hitByte < byte)
        clip.lineEnd = { byte, codePoints: codePointsAt(byte) }
  }

  /** What is kept of the line in a slot of the heap. */
  at(slot: number): Kept {
    const kept = this.#bySlot[slot]
    if (!kept) throw new Error(`Nothing was kept for slot ${slot}.`)
    return kept
  }
}

/** What is kept of a line and around it, as far as it has come. */
function keptOf(entry: Entry, around: Surroundings): Kept {
  return isWholeLine(entry, around) ? wholeLine(entry, around) : partOfLine(entry, around)
}

function isWholeLine({ startByte, endByte }: Entry, { held }: Surroundings): boolean {
  if (endByte - startByte > WHOLE_LINE_BYTES) return false
  if (startByte > 0 && held(startByte - 1, startByte)[0] !== LF) return false
  const end = held(endByte, endByte + LINE_END_BYTES)
  return end.length === 0 || end[0] === LF || (end[0] === CR && end[1] === LF)
}

function wholeLine(entry: Entry, around: Surroundings): Kept {
  const least = Math.max(around.startByte, entry.startByte - BYTES_BEFORE)
  const before = around.held(least, entry.startByte)
  let from = before.length
  let lines = 0
  while (lines < LINES_BEFORE && from > 0) {
    const lf = lastLfBefore(before, from - 1)
    if (lf < 0 && least > 0) break
    from = lf + 1
    lines++
  }
  const startByte = least + from
  const most = entry.endByte + LINE_END_BYTES + BYTES_AFTER - startByte
  return { entry, startByte, firstLine: entry.line - lines, ...taken(around, startByte, most) }
}

/** The bytes from `startByte` on that have come, with room for those that are still wanted. */
function taken(
  { held, isLasting }: Surroundings,
  startByte: number,
  wanted: number,
): Pick<Kept, 'wanted' | 'bytes' | 'length'> {
  const there = held(startByte, startByte + wanted)
  if (isLasting) return { wanted, bytes: there, length: there.length }
  const bytes = new Uint8Array(wanted)
  bytes.set(there)
  return { wanted, bytes, length: there.length }
}

function partOfLine(entry: Entry, around: Surroundings): Kept {
  const { hitByte, line } = entry
  const least = Math.max(around.startByte, hitByte - CLIP_BYTES)
  const raw = around.held(least, hitByte + CLIP_BYTES)
  const hit = hitByte - least
  const lf = lastLfBefore(raw, hit)
  const skipped = lf >= 0 ? lf + 1 : least === 0 ? 0 : wholeStart(raw, least, hit, around)
  const startByte = least + skipped
  const lineStart = around.lineStartOf(hitByte)
  const next = nextLf(raw, hit)
  const most = (next < 0 ? hit + CLIP_BYTES : next + 1) - skipped
  const lineEnd = around.lineEndOf(hitByte)
  const clip = { codePoints: around.codePointsAt(startByte), lineStart, lineEnd }
  const firstLine = line - countLf(raw, skipped, hit)
  return { entry, startByte, firstLine, clip, ...taken(around, startByte, most) }
}

/**
 * Where a part of a line can begin: not inside a code point or an escape sequence, and not between the two halves of a
 * flag.
 */
function wholeStart(raw: Uint8Array, from: number, hit: number, around: Surroundings): number {
  const start = leadingContinuations(raw)
  const half = regionalsBefore(raw, start + REGIONAL_BYTES) > 0 && around.flagParityAt(from + start) === 1
  if (half) return start + REGIONAL_BYTES
  const oldest = Math.max(around.startByte, from - MAX_SEQUENCE_BYTES)
  const near = around.held(oldest, from + MAX_SEQUENCE_BYTES)
  const outside = sequenceCeil(near, from + start - oldest) - (from - oldest)
  return outside <= hit ? outside : start
}

/**
 * The length of what is kept: behind the line, whole lines. A part of a line is kept as it is.
 *
 * @param isAll true if all bytes of the input have come
 */
export function keptLength({ entry, startByte, wanted, bytes, length, clip }: Kept, isAll: boolean): number {
  if (clip || (isAll && length < wanted)) return length
  const end = lastLfBefore(bytes, length) + 1
  return end > entry.endByte - startByte ? end : length
}
