import type { Keep } from '../limits.ts'
import type { Size, Sizer } from '../render/size.ts'
import { barePlan } from './bare.ts'
import { Chooser } from './ends.ts'
import type { Material, ValuedLine } from './material.ts'

/**
 * How much may be said of what was left out: markers and notice in full, their short form, a bare `…`, or nothing.
 */
export type Form = 'full' | 'short' | 'ellipsis' | 'none'

/** What stands in a clip inside a line. */
export type ClipMark = 'count' | 'ellipsis' | 'none'

/** Sizes of words that a plan reserves; their text is render's business. */
export interface Wording {
  /** The widest marker line, its LF included. */
  marker(form: Form): Size
  /** The widest notice over so many line ranges, with the LF that may have to stand before it. */
  notice(form: Form, ranges: number): Size
  clip(mark: ClipMark, codePoints: number): string
}

export interface PlanRequest {
  material: Material
  keep: Keep
  headRatio: number
  /** What the text may cost, markers and notice included. */
  limit: Size
  maxLineLength: number
  /** What lines are worth that may become islands, in order; none where islands are not wanted. */
  values(): readonly ValuedLine[]
  wording: Wording
  sizer: Sizer
  /** True where nothing may be said of what was left out. */
  silent: boolean
  /** True for a line that pith wrote itself: `maxLineLength` does not bind it, or cutting twice would cut it. */
  isOwnLine(bytes: Uint8Array): boolean
}

/** A kept stretch: whole lines, or a piece of one line. */
export interface Stretch {
  startByte: number
  endByte: number
  firstLine: number
  lastLine: number
  kind: 'head' | 'tail' | 'error'
  /** Where a clip begins that ends at `startByte`, in the same line. */
  clipFrom?: number
  /** The mark that stands in that clip. */
  mark?: ClipMark
  /** True for an LF that is known to be there but not held: it is written, not read. */
  apart?: true
  /** The mark of the clip after `endByte`, when its line goes on and nothing more of it is kept. */
  open?: ClipMark
}

/** A stretch left out: whole lines, or a piece of one line. */
export interface PlannedGap {
  startByte: number
  endByte: number
  firstLine: number
  lastLine: number
  /** 1-indexed column of the first byte, when it doesn't begin its line. */
  column?: number
  /** Absent for whole lines. */
  clip?: { mark: ClipMark; codePoints: number }
}

/** What to keep. With `gaps`, `stretches` partition the input. */
export interface Plan {
  form: Form
  stretches: Stretch[]
  gaps: PlannedGap[]
}

const attempts: readonly { form: Form; withIslands: boolean }[] = [
  { form: 'full', withIslands: true },
  { form: 'short', withIslands: true },
  { form: 'full', withIslands: false },
  { form: 'short', withIslands: false },
  { form: 'ellipsis', withIslands: true },
  { form: 'ellipsis', withIslands: false },
  { form: 'none', withIslands: true },
  { form: 'none', withIslands: false },
]

/**
 * What to keep of an input that is over its limits. Pure, and sees offsets only.
 *
 * The fullest form of notice is taken that leaves two thirds of each limit to content; within a form the first error
 * line comes before everything else (clause 10).
 */
export function planFor(request: PlanRequest): Plan {
  const given = request.material.spots.length > 0 || request.values().some((line) => line.value > 0)
  for (const { form, withIslands } of attempts) {
    if (request.silent && form !== 'none') continue
    if (withIslands && !given) continue
    const stretches = new Chooser(request, form).choose(withIslands)
    // With a full notice the text alone leads back to every byte, so no clip may go unmarked (clause 7).
    if (form === 'full' && stretches?.some((s) => s.mark === 'none' || s.open === 'none')) continue
    if (stretches && stretches.length > 0)
      return { form, stretches, gaps: gapsBetween(stretches, request.material) }
  }
  return barePlan(request)
}

/** The gaps that a choice leaves: clips inside lines, whole lines elsewhere. */
function gapsBetween(stretches: readonly Stretch[], material: Material): PlannedGap[] {
  const gaps: PlannedGap[] = []
  let at = 0
  let line = 1
  const lines = (to: number, lastLine: number) => {
    if (to > at) gaps.push({ startByte: at, endByte: to, firstLine: line, lastLine })
  }
  const clip = (from: number, to: number, number: number, mark: ClipMark) => {
    const column = material.columnAt(from)
    const codePoints = material.codePointsBetween(from, to)
    const gap: PlannedGap = {
      startByte: from,
      endByte: to,
      firstLine: number,
      lastLine: number,
      clip: { mark, codePoints },
    }
    gaps.push(column > 1 ? { ...gap, column } : gap)
  }
  for (const s of stretches) {
    lines(s.clipFrom ?? s.startByte, s.firstLine - 1)
    if (s.clipFrom !== undefined) clip(s.clipFrom, s.startByte, s.firstLine, s.mark ?? 'none')
    at = s.endByte
    line = s.lastLine + 1
    if (s.open !== undefined) {
      clip(at, material.totalBytes, s.lastLine, s.open)
      at = material.totalBytes
    }
  }
  lines(material.totalBytes, material.totalLines)
  return gaps
}
