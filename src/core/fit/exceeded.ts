import type { Settings } from '../../settings.ts'
import { countCodePoints } from '../bytes/graphemes.ts'
import { emptySize, type Size } from '../bytes/size.ts'
import type { Facts } from '../hold/facts.ts'
import { LEAST_REFUSED_BYTES, MAX_BYTES_PER_TOKEN, mostCountedBytes } from '../tokens/counter.ts'
import { tokensOfUnits } from '../tokens/estimate.ts'
import { isNoticeLine, MAX_NOTICE_LENGTH } from '../words/parse.ts'
import { decode } from '../words/parts.ts'
import type { Plan } from '../words/plan-model.ts'
import type { Counting } from './counted.ts'
import type { Exceeded } from './result.ts'
import { fullSizer, plainSizer, QUOTES } from './sizes.ts'

const LF = 0x0a
/** The second byte of a marker, which may be longer than a notice. */
const DOT = 0x2e

export interface Whole {
  bytes: Uint8Array
  text: string
  size: Size
}

/**
 * The input's text with its size. Undefined when not all of it is in memory, or bytes or lines are over their limits.
 */
export function wholeText(facts: Facts, settings: Settings): Whole | undefined {
  const { regions, totalBytes, textBytes, totalLines } = facts
  if (totalBytes === 0) return { bytes: new Uint8Array(0), text: '', size: emptySize() }
  if (textBytes > settings.maxBytes || totalLines > settings.maxLines) return undefined
  const region = regions[0]
  if (!region || region.endByte - region.startByte < totalBytes) return undefined
  const size = fullSizer().measure(region.bytes, 0, totalBytes)
  return { bytes: region.bytes, text: decode(region.bytes), size }
}

/** The limits that the input exceeds. */
export function* exceededLimits(
  facts: Facts,
  settings: Settings,
  whole: Whole | undefined,
): Counting<Exceeded[]> {
  const exceeded: Exceeded[] = []
  if (facts.totalBytes === 0) return exceeded
  if (facts.totalLines > settings.maxLines) exceeded.push('lines')
  const textBytes = whole ? whole.size.bytes : facts.textBytes
  if (textBytes > settings.maxBytes || isOverInJson(facts, settings, whole)) exceeded.push('bytes')
  if (yield* tokensExceeded(facts, settings, whole)) exceeded.push('tokens')
  if (facts.regions.some((region) => hasLongLine(region.bytes, settings.maxLineLength)))
    exceeded.push('line-length')
  return exceeded
}

/** Whether the text as JSON is over its limit. Of a text that is not in memory, only its bytes are known. */
function isOverInJson(
  { textBytes, totalBytes, regions }: Facts,
  { maxSerializedBytes }: Settings,
  whole: Whole | undefined,
): boolean {
  if (maxSerializedBytes === Infinity) return false
  const isOver = (serializedBytes: number) => serializedBytes + QUOTES > maxSerializedBytes
  if (whole) return isOver(whole.size.serializedBytes)
  const bytes = regions[0]?.bytes
  if (isOver(textBytes) || bytes?.length !== totalBytes) return isOver(textBytes)
  return isOver(plainSizer.measure(bytes, 0, totalBytes).serializedBytes)
}

function* tokensExceeded(
  { textBytes, totalBytes, totalTokens, regions }: Facts,
  { maxTokens, tokens }: Settings,
  whole: Whole | undefined,
): Counting<boolean> {
  if (maxTokens === Infinity) return false
  if (!tokens) {
    if (whole) return tokensOfUnits(whole.size.tokenUnits) > maxTokens
    return totalTokens ? totalTokens.tokens > maxTokens : textBytes > maxTokens * MAX_BYTES_PER_TOKEN
  }
  if (textBytes > mostCountedBytes(maxTokens)) return true
  if (whole) return (yield whole.text) > maxTokens
  // Another limit is exceeded anyway, so a long text is not worth counting.
  const isHeld = totalBytes <= LEAST_REFUSED_BYTES && regions[0]?.bytes.length === totalBytes
  return isHeld && (yield decode(regions[0].bytes)) > maxTokens
}

/** Whether a line has more than `maxLineLength` code points. Lines in the form of a marker or a notice do not count. */
export function hasLongLine(bytes: Uint8Array, maxLineLength: number): boolean {
  if (maxLineLength === Infinity) return false
  for (let start = 0; start < bytes.length; ) {
    const lf = bytes.indexOf(LF, start)
    const end = lf < 0 ? bytes.length : lf
    if (end - start > maxLineLength && countCodePoints(bytes, start, end) > maxLineLength) {
      if (!isOwnLine(bytes.subarray(start, end))) return true
    }
    start = end + 1
  }
  return false
}

/** True for a line in the form of a marker or a notice, also a short one. */
export const isOwnLine = (line: Uint8Array): boolean =>
  (line.length <= MAX_NOTICE_LENGTH || line[1] === DOT) &&
  (decode(line) === '…' || isNoticeLine(decode(line)))

/** A limit can have stopped the text when more than this share of it is used. */
const NEARLY_FULL = 0.9

/** The exceeded limit that the text came closest to. Ties are decided in the order of `truncatedBy`. */
export function stoppedBy(
  plan: Plan,
  text: Size,
  settings: Pick<Settings, 'maxLines' | 'maxBytes' | 'maxTokens' | 'maxSerializedBytes'>,
  exceeded: Exceeded[],
  worthBytes: number,
): Exceeded {
  const [only, ...others] = exceeded
  if (only === undefined) return 'bytes'
  if (others.length === 0) return only
  const { maxLines, maxBytes, maxTokens, maxSerializedBytes } = settings
  const share = (size: number, limit: number) => (limit <= 0 ? 1 : size / limit)
  const used: Record<Exceeded, number> = {
    lines: share(text.lines, maxLines),
    bytes: Math.max(share(text.bytes, maxBytes), share(text.serializedBytes + QUOTES, maxSerializedBytes)),
    tokens: share(tokensOfUnits(text.tokenUnits), maxTokens),
    'line-length': 0,
    worth: share(text.bytes, worthBytes),
  }
  const [first, second] = plan.gaps.filter((gap) => !gap.onlyIntroducers)
  const isNearlyFull = exceeded.some((name) => used[name] >= NEARLY_FULL)
  const isClip = first?.clip !== undefined && first.firstLine !== second?.firstLine
  if (exceeded.includes('line-length') && (isClip || !isNearlyFull)) return 'line-length'
  return exceeded.reduce((most, name) => (used[name] > used[most] ? name : most), only)
}
