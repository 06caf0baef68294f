import type { TruncateOptions } from '../../src/options.ts'
import type { Segment, Truncation } from '../../src/truncation.ts'

/** A marker and the notice, which the second cut may need although the first one and a cut of the input do not. */
const WORDS = { bytes: 100, lines: 2, tokens: 60 }
const SHARE = 0.9
/** With less, the third of a limit that words may take leaves no place for the markers of more gaps. */
const LEAST_BYTES = 512
const LEAST_LINES = 20
const LEAST_TOKENS = 500

/** False for malformed bytes: which of them are which characters of the text is not known. */
const canBeCut = ({ text }: Segment): boolean => !text.includes('\ufffd')

/** Bytes of the segments' text. A folded segment has other bytes than its range. */
const shownBytes = ({ segments }: Truncation): number =>
  segments.filter(canBeCut).reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)

/**
 * What a result that was cut again shows too little of, or undefined (clause 9). It shows nine tenths of the least of
 * three: what a cut of the input at these limits shows, what the first result shows, and what of that fits, with as
 * many words among it. A text that fills the limit on lines or tokens may have fewer bytes.
 */
export function recutLoss(
  first: Truncation,
  second: Truncation,
  direct: Truncation,
  limits: TruncateOptions,
): string | undefined {
  const { maxBytes = 30_720, maxLines = 2000, maxSerializedBytes = Infinity, maxTokens = Infinity } = limits
  const content = shownBytes(first) / Math.max(1, first.outputBytes)
  const json = first.outputBytes / Math.max(1, Buffer.byteLength(JSON.stringify(first.text)))
  const fitting = Math.min(maxBytes, maxSerializedBytes * json) * content
  const least = SHARE * Math.min(shownBytes(direct), shownBytes(first), fitting) - WORDS.bytes
  const shown = shownBytes(second)
  const isFull =
    second.outputLines >= SHARE * maxLines - WORDS.lines ||
    second.outputTokens >= SHARE * maxTokens - WORDS.tokens
  const isSmall =
    Math.min(maxBytes, maxSerializedBytes) < LEAST_BYTES || maxLines < LEAST_LINES || maxTokens < LEAST_TOKENS
  if (isSmall || !first.segments.every(canBeCut)) return undefined
  return shown >= least || isFull ? undefined : `${shown} bytes of at least ${Math.floor(least)} are shown`
}
