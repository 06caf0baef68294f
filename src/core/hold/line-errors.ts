import { type Assessor, ERROR_SCORE, type Evidence } from '../judge/evidence.ts'
import { isKnownOpening } from '../judge/openings.ts'
import { contextOf } from '../scan/hits.ts'
import { hasLocation, openingOf } from '../scan/line-facts.ts'
import { findLiterals, LENGTH_AT, RECORD_BYTES, RECORDS_AT, WEIGHTS_AT } from '../scan/literal-set.ts'
import { PART_BYTES } from '../scan/selector.ts'
import { signalSet } from '../scan/signal-set.ts'
import { assessPart, behindStamp } from './judged.ts'
import { CLIP_BYTES, WHOLE_LINE_BYTES } from './kept.ts'
import { judgingFor } from './signal.ts'

const LF = 0x0a
const CR = 0x0d

export { PART_BYTES }

/** A range of bytes. */
export type Range = readonly [start: number, end: number]

/**
 * The evidence of all errors in some whole lines, in order: judged line by line, each as if it were selected. The first
 * byte begins a line, or a part of one.
 */
export function errorsInLines(bytes: Uint8Array): Range[] {
  const found: Range[] = []
  const hits = findLiterals(signalSet(), bytes)
  const { assessor } = judgingFor([], 'js')
  let next = 0
  for (let start = 0; start < bytes.length; ) {
    const end = endOfUnit(bytes, start)
    const first = next
    while (next < hits.length && hits[next] < end) next += 2
    const evidence = evidenceIn(bytes, start, end, hits.subarray(first, next), assessor)
    const isNew = evidence && evidence.startByte > (found.at(-1)?.[0] ?? -1)
    if (isNew && evidence.score >= ERROR_SCORE) found.push([evidence.startByte, evidence.endByte])
    start = end === bytes.length || end - start === PART_BYTES ? end : end + 1
  }
  return found
}

/** Where a unit ends: at an LF, at a CR, and after `PART_BYTES`. */
function endOfUnit(bytes: Uint8Array, start: number): number {
  const most = Math.min(bytes.length, start + PART_BYTES)
  let at = start
  while (at < most && bytes[at] !== LF && bytes[at] !== CR) at++
  return at
}

/** The evidence in a unit. Undefined also for a unit that is never selected. */
function evidenceIn(
  bytes: Uint8Array,
  start: number,
  end: number,
  hits: Int32Array,
  assessor: Assessor,
): Evidence | undefined {
  if (end === start) return undefined
  const isSelected =
    hits.length > 0 || isKnownOpening(openingOf(bytes, start, end)) || hasLocation(bytes, start, end)
  if (!isSelected) return undefined
  const isLine = (start === 0 || bytes[start - 1] === LF) && endsLine(bytes, end)
  if (isLine && end - start <= WHOLE_LINE_BYTES)
    return assessor.assess(bytes, behindStamp(bytes, start, end), end)
  const hit = hits.length > 0 ? strongestIn(bytes, start, hits) : start
  const held = [Math.max(0, hit - CLIP_BYTES), Math.min(bytes.length, hit + CLIP_BYTES)] as const
  return assessPart(assessor, bytes, [start, end], held).found
}

const endsLine = (bytes: Uint8Array, end: number): boolean =>
  end === bytes.length || bytes[end] === LF || (bytes[end] === CR && bytes[end + 1] === LF)

/** Where the strongest literal begins. Of equal ones, the first. */
function strongestIn(bytes: Uint8Array, start: number, hits: Int32Array): number {
  const { bytes: set } = signalSet()
  let most = -1
  let strongest = start
  for (let i = 0; i < hits.length; i += 2) {
    const record = RECORDS_AT + RECORD_BYTES * hits[i + 1]
    const weight =
      set[record + WEIGHTS_AT + contextOf(bytes, hits[i], hits[i] + set[record + LENGTH_AT], start)]
    if (weight <= most) continue
    most = weight
    strongest = hits[i]
  }
  return strongest
}
