/** A part of the input, and what stands for it in the view. */
export interface Edit {
  /** Bytes and LF bytes of the input. */
  inputBytes: number
  inputLines: number
  /** Bytes and LF bytes of the view. */
  viewBytes: number
  viewLines: number
  /** Error lines of the input that the view does not show. */
  errors?: number
  /** Whether a line of the input begins at the part's start. Default: it does. */
  startsLine?: boolean | undefined
  /** Whether one begins at its end. Default: if the part has line ends. */
  endsLine?: boolean | undefined
  /** True for whole lines in whose place a line of the view says that they are alike. */
  isRepeat?: boolean
  /** Where the bytes of the view were written, if that is not this part of the input. Counted from its start. */
  origin?: Origin | undefined
}

/** A place in the input, as bytes and lines from another place. */
export interface Origin {
  bytes: number
  lines: number
}

/** A place in the view, and the place in the input where it comes from. */
export interface ViewPlace {
  viewByte: number
  inputByte: number
  /** What to add to a line number of the view at this place to get that of the input. */
  lineShift: number
  /** Whether the input has a line end right before this place. Undefined: if the view has one. */
  endsLine?: boolean | undefined
  /** Error lines before this place that the view does not show. */
  errors: number
}

/** Whole lines of the input that one line of the view stands for. */
export interface Repeat {
  /** Where the line of the view begins and ends. */
  view: ViewPlace
  viewEnd: ViewPlace
}

/** Bytes of the input that stand in the view. */
export interface ViewSource {
  inputByte: number
  inputEnd: number
  /** What to add to a line number of the view at this place to get that of the input. */
  lineShift: number
}

/** A half-open range of the view's bytes. */
export interface ViewRange {
  startByte: number
  endByte: number
}
