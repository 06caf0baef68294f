import type { Truncation } from '../../truncation.ts'
import { fits, minusSize, type Size, shareOf } from '../bytes/size.ts'
import type { Plan } from '../words/plan-model.ts'
import type { Draft, DraftRequest, Draw } from './draft.ts'
import { stoppedBy } from './exceeded.ts'
import { type Exceeded, resultOf } from './result.ts'
import { sizeOfText } from './sizes.ts'

/** A second draft is made when the first leaves more than this share of every limit. */
const LEFT_SHARE = 0.08
/** Shares of the room left over that the second draft may use. Its words can be longer, so the first try may fail. */
const SPARE_SHARES = [0.98, 0.5]

/**
 * A result within a size. Words are reserved in their widest form. Where they came out much shorter, a second draft
 * uses the room that they left (clause 14).
 */
export function bestDraft(request: DraftRequest, exceeded: Exceeded[], draw: Draw): Truncation {
  const { settings, facts } = request
  let { plan, rendered } = draw(request)
  let size = sizeOfText(rendered.text, settings)
  // A draft of units uses the room by itself.
  if ((settings.keep === 'ends' || facts.shownLines) && request.least === undefined && !facts.units) {
    // The ends of a result stop at its gaps. A second draft takes other lines of it too.
    const shares = facts.shownLines ? [0, ...SPARE_SHARES] : SPARE_SHARES
    const measure = (text: string) => sizeOfText(text, settings)
    const fuller = fullerDraft(request, plan, size, exceeded, draw, measure, shares)
    if (fuller) {
      plan = fuller.plan
      rendered = fuller.rendered
      size = fuller.size
    }
  }
  const isHidden = facts.notText !== undefined && exceeded.length === 0
  // All units may fit without their colours.
  const isWhole = facts.units !== undefined && rendered.gaps.length === 0
  return resultOf(
    rendered,
    size,
    facts,
    isHidden || isWhole ? undefined : stoppedBy(plan, size, settings, exceeded, request.limit.bytes),
  )
}

/** A draft that keeps more than the first one, if that left much room. */
export function fullerDraft<Request extends { limit: Size; spare?: Size }>(
  request: Request,
  first: Plan,
  used: Size,
  exceeded: Exceeded[],
  draw: (request: Request) => Draft,
  measure: (text: string) => Size,
  shares: readonly number[] = SPARE_SHARES,
): (Draft & { size: Size }) | undefined {
  const { limit } = request
  const left = minusSize(limit, used)
  if (!isMuch(left, limit, exceeded)) return undefined
  for (const share of shares) {
    const fuller = draw({ ...request, spare: finite(shareOf(left, share)) })
    const size = measure(fuller.rendered.text)
    if (fits(size, limit) && keptBytesOf(fuller.plan) > keptBytesOf(first)) return { ...fuller, size }
  }
  return undefined
}

const keptBytesOf = ({ segments }: Plan): number =>
  segments.reduce((sum, { startByte, endByte }) => sum + endByte - startByte, 0)

/**
 * True when more than `LEFT_SHARE` of each limit in bytes and tokens is left, and of the lines if there are too many.
 */
const isMuch = (left: Size, limit: Size, exceeded: Exceeded[]): boolean =>
  (!exceeded.includes('lines') || left.lines > LEFT_SHARE * limit.lines) &&
  (['bytes', 'serializedBytes', 'tokenUnits'] as const).every(
    (unit) => limit[unit] === Infinity || left[unit] > LEFT_SHARE * limit[unit],
  )

/** Room in units that have a limit; the others need no spare room. */
const finite = (size: Size): Size => {
  const known = (value: number) => (value === Infinity ? 0 : value)
  const { lines, bytes, serializedBytes, tokenUnits } = size
  return {
    lines: known(lines),
    bytes: known(bytes),
    serializedBytes: known(serializedBytes),
    tokenUnits: known(tokenUnits),
  }
}
