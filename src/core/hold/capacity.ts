import type { Settings } from '../../settings.ts'
import { MAX_SEQUENCE_BYTES } from '../bytes/sequences.ts'

/** Least size of the tail: it must hold a line that is assessed, and the context before it. */
export const LEAST_TAIL_BYTES = 16 * 1024
/** Both ends hold this much more than `maxBytes`, so that the grapheme and the escape sequence at a cut are whole. */
const CONTEXT_BYTES = 256 + MAX_SEQUENCE_BYTES
/** With `maxLineLength`, lines may be far longer than the part that is shown. Both ends then hold this much more. */
const LONG_LINE_BYTES = 512 * 1024

/** Bytes that both ends hold besides those that may be shown. */
export const contextBytes = ({ maxLineLength }: Settings): number =>
  (maxLineLength === Infinity ? 0 : LONG_LINE_BYTES) + CONTEXT_BYTES

/** The most bytes that memory holds of an input that it holds whole. */
export const capacityFor = (settings: Settings): number =>
  settings.maxBytes + Math.max(settings.maxBytes, LEAST_TAIL_BYTES) + 2 * contextBytes(settings)
