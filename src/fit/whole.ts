import { type Prepared, preparedFor } from '../collect/signal.ts'
import { MAX_SMALL_TEXT_BYTES, SmallTextScanner } from '../collect/small-text.ts'
import type { Input } from '../options.ts'
import { decode } from '../render/parts.ts'
import type { Scanner } from '../scan/scanner.ts'
import { scannerFor } from '../scan/select.ts'
import type { Settings } from '../settings.ts'
import { estimateOf, tokensOfUnits } from '../tokens/estimate.ts'
import type { Segment, Truncation } from '../truncation.ts'
import { plainSizer, QUOTES } from './exceeded.ts'
import { resultOf } from './result.ts'

const LF = 0x0a

/**
 * Up to so many UTF-16 units or bytes a text is first looked at whole: within the limits it is its own result, at a
 * tenth of what a stream's memory costs, and beyond them hardly anything is lost.
 */
export const MAX_UNITS = 64 * 1024

const encoder = /* @__PURE__ */ new TextEncoder()

/**
 * The result for an input that is within all limits: its own text. Deep-equal to what the collector gives.
 *
 * @returns Nothing where something has to be cut, for malformed bytes, and for what only the collector can tell.
 */
export function wholeResult(input: Input, settings: Settings): Truncation | undefined {
  if (settings.tokens || input.length > Math.min(settings.maxBytes, MAX_UNITS)) return undefined
  const scanner = smallTextScannerFor(settings)
  const window = scanner.window()
  const length = typeof input === 'string' ? encoder.encodeInto(input, window).written : input.length
  if (length > settings.maxBytes || length > MAX_SMALL_TEXT_BYTES) return undefined
  if (typeof input !== 'string') window.set(input)
  const errorLines = scanner.scan(window, length)
  if (errorLines === undefined || !scanner.isValid) return undefined
  const { newlines, backend, isAscii, tokenUnits } = scanner
  const totalLines = newlines + (length > 0 && window[length - 1] !== LF ? 1 : 0)
  if (length > 0 && !isWithin(settings, window, length, totalLines, tokenUnits)) return undefined
  const text =
    typeof input === 'string' && (isAscii || isWellFormed(input)) ? input : decode(window.subarray(0, length))
  const totalTokens = settings.maxTokens === Infinity ? undefined : estimateOf(tokenUnits, 'o200k')
  return resultOf(
    { text, segments: segmentsOf(text, length, totalLines, settings), gaps: [] },
    { lines: totalLines, bytes: length, tokenUnits },
    {
      totalBytes: length,
      totalLines,
      totalTokens,
      errorLines,
      totalErrors: errorLines.length,
      backend,
      source: settings.source,
    },
    undefined,
  )
}

function segmentsOf(text: string, endByte: number, lastLine: number, { keep }: Settings): Segment[] {
  if (endByte === 0) return []
  const kind = keep === 'tail' ? 'tail' : 'head'
  return [{ startByte: 0, endByte, firstLine: 1, lastLine, kind, exact: true, text }]
}

function isWithin(
  { maxLines, maxTokens, maxSerializedBytes, maxLineLength }: Settings,
  bytes: Uint8Array,
  length: number,
  lines: number,
  tokenUnits: number,
): boolean {
  if (lines > maxLines || tokensOfUnits(tokenUnits) > maxTokens) return false
  if (maxLineLength !== Infinity && longestLine(bytes, length) > maxLineLength) return false
  if (maxSerializedBytes === Infinity) return true
  return plainSizer.measure(bytes, 0, length).serializedBytes + QUOTES <= maxSerializedBytes
}

/** Bytes of the longest line, its LF not among them. */
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

/** Without the method a text that is not ASCII is decoded anew, which says the same. */
function isWellFormed(text: string & { isWellFormed?(): boolean }): boolean {
  return text.isWellFormed?.() === true
}

/** One for each backend and each way of judging. */
const judging = /* @__PURE__ */ new WeakMap<Scanner, WeakMap<Prepared, SmallTextScanner>>()
const counting = /* @__PURE__ */ new WeakMap<Scanner, SmallTextScanner>()

function smallTextScannerFor({ backend, errors }: Settings): SmallTextScanner {
  const scanner = scannerFor(backend)
  if (!errors) return knownOr(counting, scanner, () => new SmallTextScanner(scanner, undefined))
  const signal = preparedFor(errors.patterns)
  const known = knownOr(judging, scanner, () => new WeakMap<Prepared, SmallTextScanner>())
  return knownOr(known, signal, () => new SmallTextScanner(scanner, signal))
}

function knownOr<Key extends object, Value>(map: WeakMap<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
