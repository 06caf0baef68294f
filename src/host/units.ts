import { invalidOption, outOfRange, type PithError } from '../errors.ts'
import { FileFinder } from '../kinds/find/files.ts'
import { type Bytes, joinedParts, type UnitSelector } from '../kinds/find/find.ts'
import { ItemsSurvey } from '../kinds/find/items.ts'
import { JsonPathSelector } from '../kinds/find/json-path.ts'
import { lineFinder } from '../kinds/find/lines.ts'
import { parsePath, segmentOf } from '../kinds/find/path.ts'
import { formOfTable, jsonLineRecords, RecordSelector } from '../kinds/find/records.ts'
import { SectionFinder } from '../kinds/find/section.ts'
import { ValueCounts } from '../kinds/find/value-counts.ts'
import { withoutSecrets } from '../redact/stream.ts'
import type { ArtifactStat, ArtifactStore, MissingRange } from '../store/store.ts'

/**
 * Units of an artifact: a range counts from 1 and includes its last unit, which may be Infinity. `count`: lines that say how
 * often each value at the path came.
 */
export type Unit =
  | { items: readonly [first: number, last: number] }
  | { rows: readonly [first: number, last: number] }
  | { path: string; count?: boolean }
  | { file: string }
  | { section: string }

/** The bytes of the units, in order. Reads the artifact during iteration. */
export interface UnitBytes extends AsyncIterable<Uint8Array> {
  /** The part of the artifact that the store did not keep. Only what is before it was read. */
  readonly notSearched: MissingRange | undefined
  /** True, after the iteration, when the artifact ended inside a unit. */
  readonly isCut: boolean
  /** True, after the iteration, when the unit has more than 10,000 parts. Only these were read. */
  readonly isCapped: boolean
}

type Source = () => AsyncIterable<Uint8Array>

/** Lines of a table in which its header is looked for. */
const HEADER_LINES = 10
/** Most bytes of a header that wait for the first row. */
const HEADER_BYTES = 1024 * 1024

/**
 * Reads a part of an artifact: items of JSON, the value at a path, rows of a table, a file of a diff, the matches of a
 * file, or a section of Markdown. Needs linear time and bounded memory.
 *
 * @param options `redact` replaces secrets before units are looked for.
 * @throws {PithError} `PITH_INVALID_OPTION`; `PITH_OFFSET_OUT_OF_RANGE`, which says what there is, for a unit that is not
 *   there; `PITH_INVALID_INPUT` for values that are too large or too deep for a path; `PITH_UNKNOWN_ARTIFACT`,
 *   `PITH_STORE_FAILED`.
 * @example
 * for await (const bytes of unitsOf(store, id, { path: '$.items[42]' })) process.stdout.write(bytes)
 */
export function unitsOf(
  store: ArtifactStore,
  id: string,
  unit: Unit,
  options: { redact?: boolean } = {},
): UnitBytes {
  const read = readerOf(unit)
  const state: ReadState & { notSearched: MissingRange | undefined } = {
    notSearched: undefined,
    isCut: false,
    isCapped: false,
  }
  return {
    get notSearched() {
      return state.notSearched
    },
    get isCut() {
      return state.isCut
    },
    get isCapped() {
      return state.isCapped
    },
    async *[Symbol.asyncIterator]() {
      const stat = await store.stat(id)
      state.notSearched = stat.missing
      const source = sourceOf(store, stat, options.redact === true)
      state.isCut = yield* read(source, (what) => notThere(what, stat), state)
    },
  }
}

interface ReadState {
  isCut: boolean
  isCapped: boolean
}

/** Yields the bytes. Returns true when the input ended inside a unit. */
type Read = (
  source: Source,
  absent: (what: string) => PithError,
  state: ReadState,
) => AsyncGenerator<Uint8Array, boolean, undefined>

function readerOf(unit: Unit): Read {
  if ('path' in unit) {
    if (typeof unit.path !== 'string') throw invalidOption('path', 'a path such as $.items[42]', unit.path)
    const segments = parsePath(unit.path)
    const selector = () => new JsonPathSelector(segments)
    return unit.count === true
      ? (source, absent) => countsOf(source, selector(), absent)
      : (source, absent) => select(source, selector(), absent)
  }
  if ('items' in unit) return itemsOf(...rangeOf('items', unit.items))
  if ('rows' in unit) return rowsOf(...rangeOf('rows', unit.rows))
  const name = 'file' in unit ? unit.file : unit.section
  if (typeof name !== 'string' || name === '')
    throw invalidOption('file' in unit ? 'file' : 'section', 'a name', name)
  return rangesOf('file' in unit ? () => new FileFinder(name) : () => new SectionFinder(name))
}

function rangeOf(name: string, [first, last]: readonly [number, number]): [number, number] {
  const isLast = last === Number.POSITIVE_INFINITY || Number.isSafeInteger(last)
  if (Number.isSafeInteger(first) && first >= 1 && isLast && last >= first) return [first, last]
  throw invalidOption(name, 'two whole numbers from 1, the larger one last', [first, last])
}

function sourceOf(store: ArtifactStore, { id, bytes, missing }: ArtifactStat, redact: boolean): Source {
  const range = { startByte: 0, endByte: missing?.startByte ?? bytes }
  return () => (redact ? withoutSecrets(store.read(id, range)) : store.read(id, range))
}

function notThere(what: string, { missing }: ArtifactStat): PithError {
  const lost = missing ? ` Bytes ${missing.startByte}-${missing.endByte} and later were not searched.` : ''
  return outOfRange(`There is no such unit. ${what}${lost}`)
}

async function* select(
  source: Source,
  selector: UnitSelector,
  absent: (what: string) => PithError,
): AsyncGenerator<Uint8Array, boolean, undefined> {
  const held: Uint8Array[] = []
  let heldBytes = 0
  for await (const chunk of source()) {
    const bytes = selector.write(chunk)
    // A header alone is no answer, so it waits for the first row.
    // One by one: a call with very many arguments overflows the stack.
    for (const each of bytes) held.push(each)
    heldBytes += bytes.reduce((sum, { length }) => sum + length, 0)
    // Joined, since whoever takes them may write each part by itself.
    if (held.length > 0 && (selector.isFound || heldBytes > HEADER_BYTES)) yield joinedParts(held.splice(0))
    if (selector.isDone) break
  }
  const last = selector.isDone ? [] : selector.end()
  if (!selector.isFound) throw absent(selector.missing())
  yield joinedParts([...held, ...last])
  return selector.isCut
}

async function* countsOf(
  source: Source,
  selector: UnitSelector,
  absent: (what: string) => PithError,
): AsyncGenerator<Uint8Array, boolean, undefined> {
  const counts = new ValueCounts()
  for await (const chunk of source()) counts.write(selector.write(chunk))
  counts.write(selector.end())
  if (!selector.isFound) throw absent(selector.missing())
  yield new TextEncoder().encode(counts.end())
  return selector.isCut
}

function itemsOf(first: number, last: number): Read {
  return async function* (source, absent) {
    const survey = new ItemsSurvey()
    for await (const chunk of source()) {
      survey.write(chunk)
      if (survey.isDone) break
    }
    const place = survey.end()
    if (place === undefined) throw absent('There is no array and there are no JSON lines.')
    const items = segmentOf({ slices: [{ first: first - 1, end: last, step: 1 }] })
    const selector =
      place === 'lines'
        ? new RecordSelector(jsonLineRecords, first, last)
        : new JsonPathSelector([...place.path, items], true)
    return yield* select(source, selector, absent)
  }
}

function rowsOf(first: number, last: number): Read {
  return async function* (source, absent) {
    const form = formOfTable(await firstLines(source))
    if (form.separator !== undefined) {
      const survey = new RecordSelector(form, first, last)
      for await (const chunk of source()) {
        survey.write(chunk)
        if (survey.isDone) break
      }
      // A quote that is never closed would make one row of everything after it.
      if (survey.inQuotes) form.separator = undefined
    }
    return yield* select(source, new RecordSelector(form, first, last), absent)
  }
}

async function firstLines(source: Source): Promise<string[]> {
  const lines: string[] = []
  const finder = lineFinder(({ text }) => {
    if (lines.length < HEADER_LINES) lines.push(text)
  })
  let isWhole = true
  for await (const chunk of source()) {
    finder.write(chunk, false)
    isWhole = lines.length < HEADER_LINES
    if (!isWhole) break
  }
  if (isWhole) finder.end()
  return lines
}

interface RangeFinder {
  readonly isCapped: boolean
  write(chunk: Uint8Array): void
  end(): Bytes[] | string
}

function rangesOf(create: () => RangeFinder): Read {
  return async function* (source, absent, state) {
    const finder = create()
    for await (const chunk of source()) finder.write(chunk)
    const ranges = finder.end()
    if (typeof ranges === 'string') throw absent(ranges)
    state.isCapped = finder.isCapped
    yield* bytesOf(source(), ranges)
    return false
  }
}

async function* bytesOf(
  chunks: AsyncIterable<Uint8Array>,
  ranges: readonly Bytes[],
): AsyncGenerator<Uint8Array> {
  let at = 0
  let next = 0
  for await (const chunk of chunks) {
    const end = at + chunk.length
    while (next < ranges.length && ranges[next][0] < end) {
      const [startByte, endByte] = ranges[next]
      yield chunk.subarray(Math.max(0, startByte - at), Math.min(chunk.length, endByte - at))
      if (endByte > end) break
      next++
    }
    if (next === ranges.length) return
    at = end
  }
}
