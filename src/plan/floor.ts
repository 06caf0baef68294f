import { emptySize, fits, minusSize, type Size } from '../render/size.ts'
import { Islands } from './islands.ts'
import type { ErrorSpot } from './material.ts'
import type { PlanRequest } from './plan.ts'
import { RowMaker } from './rows.ts'

/**
 * The first error and the last one, as far as the limits hold their floor forms: a failed command's status, then each
 * line clipped to 400 bytes around its match, with the shortest marks. A plan shows them whatever else it drops, so
 * what is shown at some limits is shown at larger ones (clause 13).
 *
 * Where the limits hold less of the first error than its floor form, it is shown as far as its match fits. The last
 * error needs both floor forms.
 */
export function guaranteedSpots(request: PlanRequest): readonly ErrorSpot[] {
  const { spots } = request.material
  if (spots.length === 0) return []
  const first = spots[0]
  const last = spots[spots.length - 1]
  const room = minusSize(request.limit, request.wording.notice('none', 0))
  const islands = new Islands(request, new RowMaker(request))
  if (!islands.addSpot(first, room) || !islands.shows(first)) return []
  if (first === last) return [first]
  const both = floorOf(request, [first, last])
  return both && fits(both, room) ? [first, last] : [first]
}

/** What the floor forms of some errors take; nothing where one of them can not be shown at all. */
export function floorOf(request: PlanRequest, spots: readonly ErrorSpot[]): Size | undefined {
  const brief: PlanRequest = {
    ...request,
    limit: WITHOUT_LIMITS,
    wording: { ...request.wording, clip: (mark) => (mark === 'none' ? '' : '…') },
  }
  const islands = new Islands(brief, new RowMaker(brief))
  const isShown = spots.every((spot) => islands.addSpot(spot, WITHOUT_LIMITS) && islands.shows(spot))
  return isShown ? islands.size : undefined
}

const WITHOUT_LIMITS: Size = {
  ...emptySize(),
  lines: Number.POSITIVE_INFINITY,
  bytes: Number.POSITIVE_INFINITY,
  serializedBytes: Number.POSITIVE_INFINITY,
  tokenUnits: Number.POSITIVE_INFINITY,
}
