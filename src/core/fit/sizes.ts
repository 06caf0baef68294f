import type { Settings } from '../../settings.ts'
import { type Size, Sizer } from '../bytes/size.ts'
import type { Facts } from '../hold/facts.ts'
import { scannerFor } from '../scan/backend.ts'
import { type ScanSession, WINDOW_BYTES } from '../scan/scanner.ts'
import { sharedMeter, UNITS_PER_TOKEN } from '../tokens/estimate.ts'
import { weightsFor } from '../tokens/weights.ts'

/** Bytes of the quotes around the text in JSON. */
export const QUOTES = 2

/** Measures everything but tokens. */
export const plainSizer = /* @__PURE__ */ new Sizer()
let countingSizer: Sizer | undefined

/** Measures for a limit. Token units are counted only when tokens are limited. */
export function sizerFor({ maxTokens }: Pick<Settings, 'maxTokens'>): Sizer {
  if (maxTokens === Infinity) return plainSizer
  countingSizer ??= new Sizer(sharedMeter())
  return countingSizer
}

/** Measures lines by their length alone, which is right for valid UTF-8 when neither tokens nor JSON are limited. */
const lengthSizer = /* @__PURE__ */ new Sizer(undefined, true)

/** Measures the lines of an input for a limit. */
export function lineSizerFor(settings: Settings, { mayBeMalformed }: Pick<Facts, 'mayBeMalformed'>): Sizer {
  const { maxTokens, maxSerializedBytes } = settings
  const isByLength = !mayBeMalformed && maxTokens === Infinity && maxSerializedBytes === Infinity
  return isByLength ? lengthSizer : sizerFor(settings)
}

/** Measures in every unit, for the numbers of a result. */
export const fullSizer = (): Sizer => sizerFor({ maxTokens: 0 })

/**
 * The size of a text in every unit. An unterminated last line counts as a line. A long text is measured by the scanner,
 * if JSON is not limited: then `serializedBytes` is not counted.
 */
export function sizeOfText(text: string, settings?: Pick<Settings, 'backend' | 'maxSerializedBytes'>): Size {
  const isLong = text.length >= SCANNED_LENGTH && 3 * text.length <= WINDOW_BYTES
  const size =
    isLong && settings?.maxSerializedBytes === Infinity
      ? scannedSize(text, settings.backend)
      : fullSizer().measureText(text)
  if (text !== '' && !text.endsWith('\n')) size.lines++
  return size
}

function scannedSize(text: string, backend: Settings['backend']): Size {
  sessions[backend] ??= scannerFor(backend).open({ tokens: weightsFor('o200k') })
  const session = sessions[backend]
  session.advance(encoder.encodeInto(text, session.window()).written)
  const { newlines, bytes, tokenUnits } = session.finish()
  session.rewind()
  return { lines: newlines, bytes, serializedBytes: bytes, tokenUnits }
}

/** Sessions that count one text after another. */
const sessions: Partial<Record<Settings['backend'], ScanSession>> = {}

/** Shorter texts are measured sooner without the scanner. */
const SCANNED_LENGTH = 1024
const encoder = /* @__PURE__ */ new TextEncoder()

/**
 * The limits as one size, with at most `textBytes` bytes. Tokens are converted to the estimator's units. JSON is never
 * shorter than its text, so its limit holds for the bytes too: shares of the room are taken of the tighter one. Leaves
 * room for the line end that a caller wants.
 */
export function limitsAsSize(settings: Settings, textBytes: number): Size {
  const ending = settings.notice.lineEnd && textBytes > settings.maxBytes ? 1 : 0
  // In JSON a line end takes two bytes.
  const serializedBytes = settings.maxSerializedBytes - QUOTES - 2 * ending
  return {
    lines: settings.maxLines,
    bytes: Math.max(0, Math.min(settings.maxBytes - ending, textBytes, serializedBytes)),
    serializedBytes,
    tokenUnits: Math.max(0, settings.maxTokens - ending) * UNITS_PER_TOKEN,
  }
}
