import { type AskedValue, holds } from './filter.ts'
import { type Filter, fromEnd, isConditional, type PathSegment, type Slice, waitsForEnd } from './path.ts'
import type { Condition } from './waiting-values.ts'

// What a segment takes of a container, member by member.

/** Where a value stands in its container: by its name, or by its position. */
export interface Standing {
  isArray: boolean
  name: string | undefined
  ordinal: number
}

/** Whether a value is taken that a filter, or a position from the end, must decide on. */
export interface Choice extends Condition {
  filter: Filter | undefined
  answers: (AskedValue | undefined)[]
  /** What each of the two says. Undefined: not yet. */
  byFilter: boolean | undefined
  byPosition: boolean | undefined
}

/** Whether a segment takes a value. Undefined if this is known only later. */
export function takes(segment: PathSegment, at: Standing, isScalar: boolean): boolean | undefined {
  const { isAny, names, slices, filter, member } = segment
  const isTaken = at.isArray
    ? slices.some((slice) => fromEnd(slice) === 0 && isIn(slice, at.ordinal, Number.POSITIVE_INFINITY))
    : (at.name !== undefined && names.includes(at.name)) || member === at.ordinal
  if (isAny || isTaken) return true
  if (at.isArray && waitsForEnd(segment)) return undefined
  if (!filter) return false
  // There is nothing in a scalar that could answer.
  return isScalar && filter.queries.every(({ length }) => length > 0)
    ? holds(filter.test, [], true)
    : undefined
}

/** Whether a slice of an array of some length has an element. */
function isIn({ first, end, step }: Slice, ordinal: number, length: number): boolean {
  const from = first < 0 ? Math.max(0, length + first) : first
  const to = end < 0 ? length + end : end
  return ordinal >= from && ordinal < to && (ordinal - from) % step === 0
}

/** True when a segment takes nothing more of a container behind an element, or once its names were found. */
export function isOver(segment: PathSegment, { isArray, ordinal }: Standing, found: number): boolean {
  const { isDescendant, isAny, names, slices, member } = segment
  if (isDescendant || isAny || isConditional(segment)) return false
  if (isArray) return slices.length > 0 && slices.every(({ end }) => ordinal + 1 >= end)
  return member === undefined ? names.length > 0 && found === names.length : ordinal >= member
}

export function choiceOf(segment: PathSegment, isArray: boolean, around: Condition | undefined): Choice {
  const { filter } = segment
  return {
    verdict: undefined,
    around,
    lostAt: undefined,
    filter,
    answers: [],
    byFilter: filter ? undefined : false,
    byPosition: isArray && waitsForEnd(segment) ? undefined : false,
  }
}

/** Asks the filter again. `isWhole`: all of the value was read. */
export function judge(choice: Choice, isWhole: boolean): boolean | undefined {
  if (choice.filter && choice.byFilter === undefined)
    choice.byFilter = holds(choice.filter.test, choice.answers, isWhole)
  return verdict(choice)
}

/** Tells that the array has at least so many elements, which is enough for this one. */
export function place(
  choice: Choice,
  { slices }: PathSegment,
  ordinal: number,
  length: number,
): boolean | undefined {
  choice.byPosition = slices.some((slice) => isIn(slice, ordinal, length))
  return verdict(choice)
}

function verdict({ byFilter, byPosition }: Choice): boolean | undefined {
  if (byFilter || byPosition) return true
  return byFilter === false && byPosition === false ? false : undefined
}
