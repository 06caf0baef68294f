import type { ClipMark } from '../words/plan-model.ts'

/** A part of a line that is left out: the rest of a long line, or introducers of escape sequences. */
export interface LineCut {
  /** Index in the held bytes of what follows it. */
  at: number
  /** Bytes of the input that earlier cuts of the page leave out. */
  bytesBefore: number
  /** Line of the page, 0-indexed. */
  line: number
  /** Bytes and code points that are left out. */
  bytes: number
  codePoints: number
  mark: ClipMark
  /** True when it leaves out nothing but introducers. */
  onlyIntroducers?: true
}

/** The bytes at the start of a page: a little more than the page can show. Long lines are already clipped. */
export interface PageStart {
  bytes: Uint8Array
  /** In order. */
  cuts: readonly LineCut[]
  /** Bytes of the input, including the clipped ones. */
  inputBytes: number
}
