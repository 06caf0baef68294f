import type { CommandStatus, Source } from '../../options.ts'
import { defaults, type Settings } from '../../settings.ts'
import { View, type ViewedInput } from '../clean/view.ts'
import type { ViewMap } from '../clean/view-map.ts'
import { queryWords } from '../judge/query-words.ts'
import { scannerFor } from '../scan/backend.ts'
import { FLAG_ESC, FLAG_INVALID, FLAG_NON_ASCII, type Totals } from '../scan/scanner.ts'
import { estimateOf } from '../tokens/estimate.ts'
import { weightsFor } from '../tokens/weights.ts'
import { contextBytes, LEAST_TAIL_BYTES } from './capacity.ts'
import type { Facts, ValuedLine } from './facts.ts'
import type { LineNumbers } from './folding.ts'
import { type ErrorPlace, MAX_ERROR_LINES } from './found.ts'
import { errorLinesOf, type JudgedLines, judged } from './judged.ts'
import { HeldLines } from './reader.ts'
import { regionsOf } from './regions.ts'
import { judgingFor, rulesFor } from './signal.ts'
import { hasSucceeded, statementsOf } from './statements.ts'
import { Stream, type StreamOptions } from './stream.ts'
import { errorMatchesOf, valuesOf } from './values.ts'

const LF = 0x0a

/** When the text is folded, both ends hold this many times `maxBytes`, because the last bytes are folded later. */
const FOLDED = 2

/** @param numberOf the numbers of lines in marks, for a text that a terminal shows */
export function openStream(
  settings: Settings,
  numberOf?: LineNumbers,
  placeOf?: StreamOptions['placeOf'],
): Stream {
  const { backend, errors, fold, keep, maxBytes, maxTokens, query } = settings
  const most = settings.fold ? FOLDED * maxBytes : maxBytes
  return new Stream({
    scanner: scannerFor(backend),
    judging: errors && judgingFor(errors.patterns, backend),
    query: query === undefined ? [] : queryWords(query),
    tokens: maxTokens === Infinity ? undefined : weightsFor('o200k'),
    headBytes: most + contextBytes(settings),
    tailBytes: Math.max(most, LEAST_TAIL_BYTES) + contextBytes(settings),
    isBothEnds: keep === 'ends',
    fold:
      numberOf && fold && fold.leastRepeatBytes < Infinity
        ? {
            numberOf,
            leastBytes: fold.leastRepeatBytes,
            rules: errors && rulesFor(errors.patterns, backend),
          }
        : undefined,
    placeOf,
  })
}

/** What the input is, besides its bytes. */
export interface Told {
  source: Source | undefined
  status: CommandStatus | undefined
}

/** The facts of a stream. `maps` are the steps from the input to the stream, and `input` is what they came from. */
export function factsOfStream(
  stream: Stream,
  totals: Pick<Totals, 'textBytes' | 'tokenUnits' | 'flags'>,
  { errors, maxTokens, backend }: Settings,
  maps: readonly ViewMap[],
  input: ViewedInput,
  { source, status }: Told,
): Facts {
  const { bytes, newlines } = stream
  const found = foundIn(stream)
  const { queried } = stream
  const kept = [...found.lines.map((line) => line.kept), ...(queried?.lines ?? [])]
  const regions = regionsOf(stream, kept, found.matches)
  const last = regions[regions.length - 1]
  const terminated = bytes > 0 && last.bytes[last.bytes.length - 1] === LF
  const totalLines = newlines + (bytes > 0 && !terminated ? 1 : 0)
  const { placeOf } = stream
  const placed = <E extends ErrorPlace>(error: E): E =>
    placeOf ? { ...error, input: placeOf(error) } : error
  const statements = statementsOf(found, new HeldLines(regions)).map(placed)
  const margins = errors ?? { before: defaults.before, after: defaults.after }
  const hiddenErrors = stream.folding?.hiddenErrors ?? []
  const totalErrors = found.totalErrors + hiddenErrorsIn(maps)
  const listed = Math.min(MAX_ERROR_LINES, found.matches.length + hiddenErrors.length)
  let values: ValuedLine[] | undefined
  const view = maps.every((map) => map.isIdentity) ? undefined : new View(maps, input)
  return {
    ...(view && { view }),
    totalBytes: bytes,
    totalLines,
    totalTokens: maxTokens === Infinity ? undefined : estimateOf(totals.tokenUnits, 'o200k'),
    textBytes: totals.textBytes,
    regions,
    errorMatches: errorMatchesOf(found),
    values: () => {
      values ??= kept.length === 0 ? [] : valuesOf(found, statements, regions, margins, queried)
      return values
    },
    errorLines: errorLinesOf(found).map(placed),
    statements: hasSucceeded(status) ? [] : statements,
    hiddenErrors,
    totalErrors,
    ...(found.mayHaveMore && { mayHaveMoreErrors: true as const }),
    ...(totalErrors > listed && { hasCountedErrors: true as const }),
    terminated,
    mayBeMalformed: (totals.flags & FLAG_INVALID) !== 0,
    // A sequence begins with ESC or a C1 code point.
    mayHoldSequences: (totals.flags & (FLAG_ESC | FLAG_NON_ASCII)) !== 0,
    backend: scannerFor(backend).backend,
    source,
    status,
  }
}

const NOTHING: JudgedLines = { lines: [], matches: [], totalErrors: 0, mayHaveMore: false }

/** What the selected lines of a stream say so far. */
export function foundIn(stream: Stream): JudgedLines {
  const { judging, counts } = stream
  return judging && counts ? judged(stream.keptLines(), judging.assessor, counts) : NOTHING
}

/** Errors in lines that these steps left out. */
export const hiddenErrorsIn = (maps: readonly ViewMap[]): number =>
  maps.reduce((sum, { errors }) => sum + errors, 0)
