import { fits, minusSize, roomOf, type Size } from '../bytes/size.ts'
import type { ErrorMatch } from '../hold/facts.ts'
import type { Match } from '../words/plan-model.ts'
import { Islands } from './islands.ts'
import type { PlanRequest } from './request.ts'
import { RowMaker } from './rows.ts'

/** The ranges that a plan must show: of the strongest statement and of the next different one. */
export type Guarantee = readonly Match[]

/**
 * Lists what a plan must show of the leading statements. The most that fits the limits comes first. The floor form of
 * an error is a failed command's status, then the error's line, whole or clipped to 400 bytes around its
 * match, with the shortest marks. What is shown at some limits is shown at larger ones (clause 13).
 *
 * The first lead's floor form takes precedence over the second one. When `maxLineLength` or the input allows no plan
 * with a floor form, showing the matches is enough.
 */
export function guaranteesOf(request: PlanRequest): readonly Guarantee[] {
  const [first, next] = request.leads
  if (first === undefined) return []
  const shortMarked = withShortMarks(request)
  const room = minusSize(request.limit, request.wording.notice('none'))
  const alone = floorOf(request, [first])
  if (!alone || !fits(alone.size, room)) return showsIn(shortMarked, room, [first]) ? [[first]] : []
  const shownFirst = shownOf(request, alone, first)
  const ofFirst = [[shownFirst], [first]]
  if (next === undefined || !showsIn(shortMarked, room, [first, next], roomOf(alone.size, room)))
    return ofFirst
  const ofBoth = [[shownFirst, next], [first, next], ...ofFirst]
  const both = floorOf(request, [first, next])
  if (!both || !fits(both.size, room)) return ofBoth
  return [[shownFirst, shownOf(request, both, next)], ...ofBoth]
}

/** The floor forms of some errors. Undefined when one of the matches cannot be shown at all. */
export function floorOf(request: PlanRequest, errorMatches: readonly ErrorMatch[]): Islands | undefined {
  const unlimited: PlanRequest = { ...request, clipMarks: SHORT_MARKS, limit: WITHOUT_LIMITS, isFloor: true }
  const islands = new Islands(unlimited, new RowMaker(unlimited))
  const isShown = errorMatches.every(
    (errorMatch) => islands.addError(errorMatch, WITHOUT_LIMITS) && islands.shows(errorMatch),
  )
  return isShown ? islands : undefined
}

/** The same request, with `…` as the only clip mark. */
export const withShortMarks = (request: PlanRequest): PlanRequest => ({ ...request, clipMarks: SHORT_MARKS })

const SHORT_MARKS = ['ellipsis'] as const

/**
 * What a plan must show of an error. If `maxLineLength` clips its line, only the match: an end may clip it elsewhere.
 */
function shownOf({ maxLineLength }: PlanRequest, { rows }: Islands, errorMatch: ErrorMatch): Match {
  const segments = rows.get(errorMatch.line)?.segments ?? []
  const shown = segments.find((s) => s.startByte <= errorMatch.matchStart && errorMatch.matchEnd <= s.endByte)
  const isPart = maxLineLength !== Number.POSITIVE_INFINITY
  if (!shown || (isPart && segments.length > 1)) return errorMatch
  return { matchStart: shown.startByte, matchEnd: shown.endByte }
}

/** True when a room can hold the matches of some errors. The first of them may take at most `firstRoom`. */
function showsIn(
  request: PlanRequest,
  room: Size,
  errorMatches: readonly ErrorMatch[],
  firstRoom = room,
): boolean {
  const islands = new Islands(request, new RowMaker(request))
  return errorMatches.every((errorMatch, i) => {
    const left = i === 0 ? firstRoom : minusSize(room, islands.size)
    return islands.addError(errorMatch, left) && islands.shows(errorMatch)
  })
}

const WITHOUT_LIMITS: Size = {
  lines: Number.POSITIVE_INFINITY,
  bytes: Number.POSITIVE_INFINITY,
  serializedBytes: Number.POSITIVE_INFINITY,
  tokenUnits: Number.POSITIVE_INFINITY,
}
