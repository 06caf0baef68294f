import type { Keep } from '../options.ts'
import type { Form } from '../render/forms.ts'
import type { Size, Sizer } from '../render/size.ts'
import type { Material } from './material.ts'
import type { ClipMark, ValuedLine } from './model.ts'

/** Sizes of words that a plan reserves; their text is render's business. */
export interface Wording {
  /** The widest marker line, its LF included. */
  marker(form: Form): Size
  /** The widest last line over so many line ranges. */
  notice(form: Form, ranges: number): Size
  /** The part of it that tells the status. The status does not count as words about what was left out. */
  status(form: Form): Size
  clip(mark: ClipMark, codePoints: number): string
}

export interface PlanRequest {
  material: Material
  keep: Keep
  headRatio: number
  /** What the text may cost, markers and notice included. */
  limit: Size
  /** Room that an earlier plan left unused because its words were shorter than their widest form. */
  spare?: Size
  maxLineLength: number
  /** What lines are worth that may become islands, in order; none where islands are not wanted. */
  values(): readonly ValuedLine[]
  wording: Wording
  sizer: Sizer
  /** True where nothing may be said of what was left out. */
  silent: boolean
  /** Cost of the LF that an unterminated last line needs before a notice. */
  lastLineEnd?: Size
  /** Marks that a clip inside a line may have, the fullest first; by default all. */
  clipMarks?: readonly Exclude<ClipMark, 'none'>[]
  /** True for a line that pith wrote itself: `maxLineLength` does not bind it, or cutting twice would cut it. */
  isOwnLine(bytes: Uint8Array): boolean
}
