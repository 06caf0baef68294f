import { limitsAsSize, sizerOf } from '../../fit/exceeded.ts'
import { graphemeFloor } from '../../render/graphemes.ts'
import { addSize, emptySize, fits, type Size } from '../../render/size.ts'
import type { Settings } from '../../settings.ts'
import type { Truncation } from '../../truncation.ts'
import type { HeldLines, LineCut } from './lines.ts'

const LF = 0x0a

/** A page of lines. */
export interface PageRequest {
  /** First line, 1-indexed. */
  offset: number
  /** Lines asked for; Infinity for all. */
  limit: number
  /** First character of the first line, 1-indexed, in code points. */
  column: number
  /** False reads no further than the page: the totals stay unknown. */
  totals: boolean
}

/** What a page is cut from. */
export interface PageFacts {
  backend: 'wasm' | 'js'
  /** A sentence for the notice, such as how the input was decoded. */
  note: string | undefined
  held: HeldLines
  startByte: number
  /** Where the lines asked for end. */
  askedEnd: number
  totalBytes: number
  totalLines: number
  /** UTF-8 bytes of the input's text; undefined where the input was not read to its end. */
  textBytes: number | undefined
  /** True when the input was read to its end, so that the totals are its own. */
  readAll: boolean
  /** True when the last line has no LF. */
  isOpen: boolean
}

/** What a page shows of the lines that are held. */
export interface Kept {
  bytes: Uint8Array
  /** Whole lines in it, clipped ones among them. */
  lines: number
  /** True for a part of one line that is larger than the page. */
  isPart: boolean
  cuts: readonly LineCut[]
  /** Offset in the input after it. */
  endByte: number
  /** The limit that stopped it; undefined when all that was asked for is kept. */
  stoppedBy: Truncation['truncatedBy']
}

/** The limits of a page; the estimator's units stand for tokens. */
export function limitOf(settings: Settings, request: PageRequest, facts: PageFacts): Size {
  const { offset, column, limit } = request
  // Of a text that was asked for as a whole, the page is never larger than the text.
  const isWhole =
    offset === 1 && column === 1 && limit === Number.POSITIVE_INFINITY && facts.note === undefined
  return limitsAsSize(settings, (isWhole && facts.textBytes) || Number.POSITIVE_INFINITY)
}

/** Whole lines while they fit; where not even one does, as much of it as fits. */
export function keepLines(facts: PageFacts, room: Size, maxLineLength: number): Kept {
  const { startByte, askedEnd, held } = facts
  const sizer = sizerOf(room)
  const isAll = held.inputBytes >= askedEnd - startByte
  const used = emptySize()
  let at = 0
  let lines = 0
  let cuts = 0
  let stoppedBy: Kept['stoppedBy']
  while (at < held.bytes.length && stoppedBy === undefined) {
    const lf = held.bytes.indexOf(LF, at)
    const end = lf < 0 ? held.bytes.length : lf + 1
    const cut = held.cuts[cuts]?.at === (lf < 0 ? end : lf) ? held.cuts[cuts] : undefined
    const size = { ...sizer.measure(held.bytes, at, end), lines: 1 }
    if (cut) addSize(size, sizer.measureInLine(cut.mark))
    addSize(used, size)
    stoppedBy = lf < 0 && !isAll ? 'bytes' : limitOver(used, room)
    if (stoppedBy !== undefined) break
    at = end
    lines++
    if (cut) cuts++
  }
  if (at === 0 && held.bytes.length > 0 && room.lines >= 1)
    return keepPart(facts, room, maxLineLength, stoppedBy)
  const kept = held.cuts.slice(0, cuts)
  const endByte = startByte + at + kept.reduce((sum, cut) => sum + cut.bytes, 0)
  return { bytes: held.bytes.subarray(0, at), lines, isPart: false, cuts: kept, endByte, stoppedBy }
}

function keepPart(
  { held, startByte }: PageFacts,
  room: Size,
  maxLineLength: number,
  stoppedBy: Kept['stoppedBy'],
): Kept {
  const lf = held.bytes.indexOf(LF)
  const stop = lf < 0 ? held.bytes.length : lf
  const fit = sizerOf(room).fitForward(held.bytes, 0, stop, room, maxLineLength)
  const length = graphemeFloor(held.bytes, fit)
  const bytes = held.bytes.subarray(0, length)
  return { bytes, lines: 0, isPart: length > 0, cuts: [], endByte: startByte + length, stoppedBy }
}

function limitOver(size: Size, room: Size): Kept['stoppedBy'] {
  if (fits(size, room)) return undefined
  if (size.lines > room.lines) return 'lines'
  return size.bytes > room.bytes || size.serializedBytes > room.serializedBytes ? 'bytes' : 'tokens'
}
