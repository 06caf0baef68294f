import { hasLocation, headOf, LINE_BYTES_SEEN, SHAPE_BITS } from '../scan/line-facts.ts'
import { isHead } from '../signal/heads.ts'
import { someStretch } from '../signal/pieces.ts'

/** Whether a stretch behind a CR, as a line, begins with a telling head or a location; the first one is behind none. */
export const speaksBehindReturn = (bytes: Uint8Array): boolean =>
  someStretch(bytes, (start, end) => start > 0 && speaksAsLine(bytes, start, end))

/** Whether a line may matter for how it begins: with a telling head, or soon with a location. */
export const speaksAsLine = (bytes: Uint8Array, start: number, end: number): boolean =>
  isHead(headOf(bytes, start, end)) || hasLocation(bytes, start, Math.min(end, start + LINE_BYTES_SEEN))

/** The same, by what the scanner found in the line. `judgesAll`: every line is judged. */
export const speaksByFacts = (shape: number, head: number, judgesAll: boolean): boolean =>
  judgesAll || shape > SHAPE_BITS || isHead(head)
