import { comparisons, type Operand, type ValueTest } from './filter.ts'
import { PathText } from './path-text.ts'

/** Elements from `first` to before `end`, every `step`th. Numbers below 0 count from the end of the array. */
export interface Slice {
  first: number
  end: number
  step: number
}

/** Selects values by what is in them. The test names the queries by their numbers. */
export interface Filter {
  queries: readonly (readonly PathSegment[])[]
  test: ValueTest
}

/** What one segment of a path takes of a container: all that any of its selectors takes. */
export interface PathSegment {
  /** `..`: of all containers inside, too. */
  isDescendant: boolean
  isAny: boolean
  names: readonly string[]
  slices: readonly Slice[]
  filter?: Filter
  /** The ordinal of a member. No path can name it. */
  member?: number
}

/** The longest path, in UTF-16 units. */
const MOST_PATH = 4000
const MOST_PARENTHESES = 100
/** How far positions may count back. So many elements wait until the array ends. */
const MOST_FROM_END = 10_000

/** How many elements before the end a slice must know of. */
export const fromEnd = ({ first, end }: Slice): number => Math.max(0, -first, -end)

/** Positions of a segment are known only when the array ends. */
export const waitsForEnd = ({ slices }: PathSegment): boolean => slices.some((slice) => fromEnd(slice) > 0)

/** A segment takes a value only when more of it, or of its array, was read. */
export const isConditional = (segment: PathSegment): boolean =>
  segment.filter !== undefined || waitsForEnd(segment)

export const segmentOf = (selectors: Partial<PathSegment>): PathSegment => ({
  isDescendant: false,
  isAny: false,
  names: [],
  slices: [],
  ...selectors,
})

/**
 * Parses a path of JSONPath (RFC 9535): names, positions, slices, `*`, lists, `..` and filters. Functions, filters in
 * filters, `$` or `..` in filters, and steps below 1 are refused.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`, which names the place in the path
 * @example
 * parsePath('$.items') // [{ isDescendant: false, isAny: false, names: ['items'], slices: [] }]
 */
export function parsePath(path: string): PathSegment[] {
  const text = new PathText(path)
  if (path.length > MOST_PATH) throw text.refused(`it has more than ${MOST_PATH} characters`)
  if (!text.take('$')) throw text.wrong('$')
  const segments = segmentsIn(text, false)
  if (!text.isEnd)
    throw text.wrong("one of .name, .*, ..name, ['name'], [n], [a:b], [*] and [?@.name == 'x']")
  const first = segments.findIndex(({ isDescendant }) => isDescendant)
  const doubt = segments.findIndex((segment, at) => first >= 0 && at >= first && isConditional(segment))
  if (doubt >= 0 && segments.findLastIndex(({ isDescendant }) => isDescendant) > doubt)
    throw text.refused(
      'a second .. behind a filter, or behind a position from the end, is not supported; name the members between',
    )
  return segments
}

function segmentsIn(text: PathText, isInFilter: boolean): PathSegment[] {
  const segments: PathSegment[] = []
  for (;;) {
    if (text.isNext('..') && isInFilter) throw text.wrong('no .. in a filter')
    if (text.take('..'))
      segments.push({ ...memberIn(text, text.isNext('['), isInFilter), isDescendant: true })
    else if (text.take('.')) segments.push(memberIn(text, false, isInFilter))
    else if (text.isNext('[')) segments.push(memberIn(text, true, isInFilter))
    else return segments
  }
}

function memberIn(text: PathText, isInBrackets: boolean, isInFilter: boolean): PathSegment {
  if (isInBrackets) return bracketsIn(text, isInFilter)
  if (text.take('*')) return segmentOf({ isAny: true })
  const name = text.name()
  if (name === undefined)
    throw text.wrong("a name, which needs quotes (['a b']) if it has other characters, or *")
  return segmentOf({ names: [name] })
}

function bracketsIn(text: PathText, isInFilter: boolean): PathSegment {
  text.take('[')
  const names: string[] = []
  const slices: Slice[] = []
  const tests: ValueTest[] = []
  const queries: PathSegment[][] = []
  let isAny = false
  do {
    text.blanks()
    const name = text.quoted()
    if (name !== undefined) names.push(name)
    else if (text.take('*')) isAny = true
    else if (text.isNext('?') && isInFilter) throw text.wrong('no filter in a filter')
    else if (text.take('?')) tests.push(anyIn(text, queries, 0))
    else slices.push(sliceIn(text, isInFilter))
  } while (text.takeNext(','))
  if (!text.take(']')) throw text.wrong('] or a comma')
  const filter = tests.length > 0 ? { queries, test: { any: tests } } : undefined
  return segmentOf({ isAny, names, slices, ...(filter && { filter }) })
}

function sliceIn(text: PathText, isInFilter: boolean): Slice {
  const first = positionIn(text, isInFilter)
  if (!text.takeNext(':')) {
    if (first === undefined)
      throw text.wrong("a name in quotes, a position, a slice a:b, *, or a filter ?@.name == 'x'")
    return { first, end: first === -1 ? Number.POSITIVE_INFINITY : first + 1, step: 1 }
  }
  text.blanks()
  const end = positionIn(text, isInFilter) ?? Number.POSITIVE_INFINITY
  if (!text.takeNext(':')) return { first: first ?? 0, end, step: 1 }
  text.blanks()
  if (text.isNext('-'))
    throw text.wrong('a step of at least 0, since values come in the order of the document,')
  return { first: first ?? 0, end, step: text.whole() ?? 1 }
}

function positionIn(text: PathText, isInFilter: boolean): number | undefined {
  if (isInFilter && text.isNext('-')) throw text.wrong('a position from 0 in a filter')
  const position = text.whole()
  if (position === undefined || position >= -MOST_FROM_END) return position
  throw text.refused(`positions from the end go to -${MOST_FROM_END}, got ${position}`)
}

/** Tests that `||` joins. */
function anyIn(text: PathText, queries: PathSegment[][], depth: number): ValueTest {
  if (depth > MOST_PARENTHESES) throw text.wrong(`at most ${MOST_PARENTHESES} parentheses`)
  const any: ValueTest[] = []
  do {
    const all = [oneIn(text, queries, depth)]
    while (text.takeNext('&&')) all.push(oneIn(text, queries, depth))
    any.push(all.length === 1 ? all[0] : { all })
  } while (text.takeNext('||'))
  return any.length === 1 ? any[0] : { any }
}

function oneIn(text: PathText, queries: PathSegment[][], depth: number): ValueTest {
  if (text.takeNext('!')) {
    if (text.isNext('(')) return { not: oneIn(text, queries, depth) }
    if (!text.isNext('@')) throw text.wrong('@ or ( behind !')
    return { not: { query: queryIn(text, queries) } }
  }
  if (text.take('(')) {
    const inner = anyIn(text, queries, depth + 1)
    if (!text.takeNext(')')) throw text.wrong(')')
    return inner
  }
  const left = operandIn(text, queries)
  text.blanks()
  const is = comparisons.find((each) => text.take(each))
  if (is === undefined && 'query' in left && !text.isNext('=')) return left
  if (is === undefined) throw text.wrong('one of == != < <= > >=')
  const right = operandIn(text, queries)
  for (const side of [left, right]) {
    if ('query' in side && !queries[side.query].every(isSingular))
      throw text.refused('a comparison needs single values: names and positions without lists, slices and *')
  }
  return { left, is, right }
}

function operandIn(text: PathText, queries: PathSegment[][]): Operand {
  if (text.isNext('@')) return { query: queryIn(text, queries) }
  const literal = text.quoted() ?? text.literal()
  if (literal === undefined)
    throw text.wrong('@, a text in quotes, a number, true, false or null (functions are not supported)')
  return { literal }
}

/** Reads a query, and returns its number. */
function queryIn(text: PathText, queries: PathSegment[][]): number {
  text.take('@')
  return queries.push(segmentsIn(text, true)) - 1
}

const isSingular = ({ isAny, names, slices }: PathSegment): boolean =>
  !isAny && names.length + slices.length === 1 && slices.every(({ first, end }) => end === first + 1)
