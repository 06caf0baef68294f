import { fits, minusSize, type Size } from '../render/size.ts'
import { Islands } from './islands.ts'
import type { ErrorSpot } from './material.ts'
import type { Match } from './pieces.ts'
import type { PlanRequest } from './plan.ts'
import { RowMaker } from './rows.ts'

/**
 * What must be shown of the first error and of the last one: as much of each as its floor form shows, where the limits
 * hold that. The floor form is a failed command's status, then the line whole or clipped to 400 bytes around its
 * match, with the shortest marks. So what is shown at some limits is shown at larger ones (clause 13).
 *
 * Limits that hold less of the first error than that show its match if they can. The last error needs both floor forms.
 */
export function guaranteesOf(request: PlanRequest): readonly Match[] {
  const { spots } = request.material
  if (spots.length === 0) return []
  const first = spots[0]
  const last = spots[spots.length - 1]
  const room = minusSize(request.limit, request.wording.notice('none', 0))
  const alone = floorOf(request, [first])
  if (!alone || !fits(alone.size, room)) return matchAlone(request, first, room)
  const shownFirst = shownOf(request, alone, first)
  if (first === last) return [shownFirst]
  const both = floorOf(request, [first, last])
  return both && fits(both.size, room) ? [shownFirst, shownOf(request, both, last)] : [shownFirst]
}

/** The floor forms of some errors; nothing where the match of one can not be shown at all. */
export function floorOf(request: PlanRequest, spots: readonly ErrorSpot[]): Islands | undefined {
  const unlimited = { ...withShortMarks(request), limit: WITHOUT_LIMITS }
  const islands = new Islands(unlimited, new RowMaker(unlimited))
  const isShown = spots.every((spot) => islands.addSpot(spot, WITHOUT_LIMITS) && islands.shows(spot))
  return isShown ? islands : undefined
}

/** The same with `…` as the only mark of a clip. */
export const withShortMarks = (request: PlanRequest): PlanRequest => ({ ...request, clipMarks: ['ellipsis'] })

/** Where a line length clips lines, both ends may clip it elsewhere: then the match alone is asked for. */
function shownOf({ maxLineLength }: PlanRequest, { rows }: Islands, spot: ErrorSpot): Match {
  const stretches = rows.get(spot.line)?.stretches ?? []
  const shown = stretches.find((s) => s.startByte <= spot.matchStart && spot.matchEnd <= s.endByte)
  const isPart = maxLineLength !== Number.POSITIVE_INFINITY
  if (!shown || (isPart && stretches.length > 1)) return spot
  return { matchStart: shown.startByte, matchEnd: shown.endByte }
}

function matchAlone(request: PlanRequest, spot: ErrorSpot, room: Size): readonly Match[] {
  const islands = new Islands(request, new RowMaker(request))
  return islands.addSpot(spot, room) && islands.shows(spot) ? [spot] : []
}

const WITHOUT_LIMITS: Size = {
  lines: Number.POSITIVE_INFINITY,
  bytes: Number.POSITIVE_INFINITY,
  serializedBytes: Number.POSITIVE_INFINITY,
  tokenUnits: Number.POSITIVE_INFINITY,
}
