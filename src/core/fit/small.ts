import type { Settings } from '../../settings.ts'
import type { Truncation } from '../../truncation.ts'
import type { View } from '../clean/view.ts'
import type { FoundError, FoundStatement } from '../hold/found.ts'
import { scanSmallText } from '../hold/small-text.ts'
import { estimateOf, tokensOfUnits } from '../tokens/estimate.ts'
import type { Rendered } from '../words/render.ts'
import { type ResultTotals, resultOf } from './result.ts'
import { plainSizer, QUOTES } from './sizes.ts'
import { areFindings } from './verdict.ts'

const LF = 0x0a

/** What a scan found of a small text that is within all limits. */
export interface Small {
  errorLines: FoundError[]
  totalErrors: number
  mayHaveMoreErrors: boolean
  statements: readonly FoundStatement[]
  bytes: number
  lines: number
  /** True when its last byte is LF. */
  terminated: boolean
  isAscii: boolean
  tokenUnits: number
  backend: 'wasm' | 'js'
}

/** Scans a text. Undefined when something must be cut, and for malformed bytes. */
export function scanSmall(bytes: Uint8Array, settings: Settings): Small | undefined {
  const {
    newlines,
    isValid,
    isAscii,
    errorLines,
    totalErrors,
    mayHaveMoreErrors,
    statements,
    tokenUnits,
    backend,
  } = scanSmallText(bytes, settings)
  if (!isValid) return undefined
  const { length } = bytes
  const terminated = length > 0 && bytes[length - 1] === LF
  const lines = newlines + (length > 0 && !terminated ? 1 : 0)
  if (length > 0 && !isWithin(settings, bytes, length, lines, tokenUnits)) return undefined
  return {
    errorLines,
    totalErrors,
    mayHaveMoreErrors,
    statements,
    bytes: length,
    lines,
    terminated,
    isAscii,
    tokenUnits,
    backend,
  }
}

/** The result that shows all of a small text, which may be a view. */
export function resultOfSmall(
  { errorLines, totalErrors, mayHaveMoreErrors, statements, bytes, lines, tokenUnits, backend }: Small,
  pieces: Rendered,
  settings: Settings,
  view?: View,
): Truncation {
  const { maxTokens, source } = settings
  const totals: ResultTotals = {
    totalLines: lines,
    errorLines,
    totalErrors,
    totalBytes: bytes,
    totalTokens: maxTokens === Infinity ? undefined : estimateOf(tokenUnits, 'o200k'),
    statements,
    areFindings: false,
    backend,
    source,
  }
  if (view) totals.view = view
  totals.areFindings = areFindings(totals, undefined, settings)
  if (mayHaveMoreErrors) totals.mayHaveMoreErrors = true
  return resultOf(pieces, { lines, bytes, tokenUnits }, totals, undefined)
}

function isWithin(
  { maxBytes, maxLines, maxTokens, maxSerializedBytes, maxLineLength }: Settings,
  bytes: Uint8Array,
  length: number,
  lines: number,
  tokenUnits: number,
): boolean {
  if (length > maxBytes || lines > maxLines || tokensOfUnits(tokenUnits) > maxTokens) return false
  if (maxLineLength !== Infinity && longestLine(bytes, length) > maxLineLength) return false
  if (maxSerializedBytes === Infinity) return true
  return plainSizer.measure(bytes, 0, length).serializedBytes + QUOTES <= maxSerializedBytes
}

/** Bytes of the longest line, without its LF. */
function longestLine(bytes: Uint8Array, length: number): number {
  let longest = 0
  for (let start = 0; start < length; ) {
    const lf = bytes.indexOf(LF, start)
    const end = lf < 0 || lf > length ? length : lf
    longest = Math.max(longest, end - start)
    start = end + 1
  }
  return longest
}
