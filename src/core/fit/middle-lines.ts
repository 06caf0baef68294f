import type { LineSpan, Match } from '../words/plan-model.ts'
import type { Row } from './rows.ts'

/** The lines that are kept between the ends, as the ends and what fills the room see them. */
export interface MiddleLines {
  readonly rows: ReadonlyMap<number, Row>
  remove(line: number): Row | undefined
  replace(row: Row): void
  /** The matches that a clipped line is clipped around. */
  matchesOf(line: number): readonly Match[]
  /** True when `groups` more groups and the pieces of `row` have a place. */
  hasPlaceFor(groups: number, row: Row): boolean
  /** The line that holds an offset; undefined when its ends are not known. */
  spanOf(offset: number, line: number): LineSpan | undefined
}

/** No line between the ends is kept. */
export const nothingBetween: MiddleLines = {
  rows: new Map(),
  remove: () => undefined,
  replace() {},
  matchesOf: () => [],
  hasPlaceFor: () => true,
  spanOf: () => undefined,
}
