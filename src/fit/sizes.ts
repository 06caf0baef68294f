import type { Settings } from '../settings.ts'
import { type Size, Sizer } from '../text/size.ts'
import { sharedMeter, UNITS_PER_TOKEN } from '../tokens/estimate.ts'

/** Bytes of the quotes around the text in JSON. */
export const QUOTES = 2

/** Measures everything but tokens. */
export const plainSizer = /* @__PURE__ */ new Sizer()
let countingSizer: Sizer | undefined

/** Measures for a limit. Token units are counted only when tokens are limited. */
export function sizerFor({ maxTokens }: Pick<Settings, 'maxTokens'>): Sizer {
  if (maxTokens === Number.POSITIVE_INFINITY) return plainSizer
  countingSizer ??= new Sizer(sharedMeter())
  return countingSizer
}

/** Measures in every unit, for the numbers of a result. */
export const fullSizer = (): Sizer => sizerFor({ maxTokens: 0 })

/** The size of a text in every unit. An unterminated last line counts as a line. */
export function sizeOfText(text: string): Size {
  const size = fullSizer().measureText(text)
  if (text !== '' && !text.endsWith('\n')) size.lines++
  return size
}

/** The limits as one size, with at most `textBytes` bytes. Tokens are converted to the estimator's units. */
export function limitsAsSize(settings: Settings, textBytes: number): Size {
  return {
    lines: settings.maxLines,
    bytes: Math.min(settings.maxBytes, textBytes),
    serializedBytes: settings.maxSerializedBytes - QUOTES,
    tokenUnits: settings.maxTokens * UNITS_PER_TOKEN,
  }
}
