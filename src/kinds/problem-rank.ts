import { byEarlier, byFirst, byFirstAndLast } from './choose.ts'
import type { Unit } from './unit.ts'

// The sorts of units in a list of problems, and which of them come first.

export const FILE_SORT = 0
/** A further run of problems in a file. */
export const MORE = 1
/** The first problem of its code, and the first one of its code in its file. */
export const NEW = 2
export const NEW_IN_FILE = 3
export const ERROR = 4
export const WARNING = 5
/** A line of a problem whose lines are too many to be shown as one. */
export const DETAIL = 6
/** A line that belongs to no problem, and one that tells of a failure. */
export const OTHER = 7
export const FAILURE = 8
/** The names of all sorts, as in `LineKind`. */
export const SORTS = ['files', '', 'problems', 'problems', 'problems', 'problems', '', '', '']

/** Warnings come behind all errors, but for the first ones of their codes and files. */
const LATE = 30
/** The last lines of an output tell how it ended. */
const LAST_UNITS = 3

export const isNew = (sort: number): boolean => sort === NEW || sort === NEW_IN_FILE

export function rankOfProblem(unit: Unit, { size }: Unit): number {
  const { sort, index, isNotable } = unit
  switch (sort) {
    case FILE_SORT:
    case MORE:
      return isNotable ? 0.01 * byFirst(index) : 0.3 + 0.05 * byFirstAndLast(index, size)
    case NEW:
      return isNotable ? 0 : 1
    case DETAIL:
      return 1 + 0.3 * byFirst(index)
    case FAILURE:
      return size - index <= LAST_UNITS ? 0.2 : 0.3 * byEarlier(unit, FAILURE)
    case OTHER:
      return size - index <= LAST_UNITS ? 0.25 : 4 + byFirst(Math.min(index, size - index))
  }
  if (index === 0) return 0.5
  if (sort === NEW_IN_FILE) return 1
  return 2 + byFirst(index) + (sort === WARNING ? LATE : 0)
}
