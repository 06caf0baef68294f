import type { Keep } from '../../options.ts'
import type { Size, Sizer } from '../bytes/size.ts'
import type { ErrorMatch, ValuedLine } from '../hold/facts.ts'
import type { ClipMark } from '../words/plan-model.ts'
import type { Wording } from '../words/wording.ts'
import type { Material } from './material.ts'

export interface PlanRequest {
  material: Material
  keep: Keep
  headRatio: number
  /** The limits of the text, markers and notice included. */
  limit: Size
  /** Room that the draft before left unused: its words were shorter than the widest form that was reserved. */
  spare?: Size | undefined
  maxLineLength: number
  /** The lines that may become islands, in order, with their values. Empty when islands are not wanted. */
  values(): readonly ValuedLine[]
  /** What must be shown first: the strongest statement, and the next different one. At most two, none without errors. */
  leads: readonly ErrorMatch[]
  wording: Wording
  sizer: Sizer
  /** True for an answer. Markers then take little room, so that an answer that grows loses little of what was shown. */
  isAnswer?: boolean
  /** True where lines hold words of a query. They may then take more of the room than errors of an answer may. */
  isQueried?: boolean
  /** True when the text must not mention what was left out. */
  silent: boolean
  /** Cost of the LF that an unterminated last line needs before a notice. */
  lastLineEnd?: Size | undefined
  /** The marks that a clip may have, the fullest first. All of them by default. */
  clipMarks?: readonly Exclude<ClipMark, 'none'>[] | undefined
  /** True where `…` as a clip mark is no word: beside an artifact's name, which may take all the room for words. */
  isEllipsisFree?: boolean
  /** True for floor forms: bytes that are not needed behind a match show no more before it. */
  isFloor?: boolean
  /**
   * True for a line that pith wrote itself. `maxLineLength` does not apply to it, so that a second cut changes nothing.
   */
  isOwnLine(bytes: Uint8Array): boolean
  /** True if a clip in a line may leave out lines of the input, so that what is left out behind it needs a marker. */
  clipsHideLines?: boolean
  /** True for a line that stands for repeated lines. It is never clipped, nor marked. */
  isRepeat?: ((startByte: number, endByte: number) => boolean) | undefined
}
