import { concat } from '../bytes/concat.ts'
import { countLf } from '../bytes/lines.ts'
import { LAG_BYTES } from '../scan/selector.ts'
import type { Facts, Region } from './facts.ts'
import { MAX_ERROR_LINES } from './found.ts'
import { joinedStatements } from './statements.ts'
import type { Stream } from './stream.ts'

const LF = 0x0a

/** Later bytes change no fact of a line that ends so far before them. */
const SETTLED_BYTES = 2 * LAG_BYTES

/** A place up to which the facts of a stream are final. */
export interface SettledEnd {
  bytes: number
  /** LF bytes before it. */
  newlines: number
  /** The stream's bytes behind it. */
  rest: Uint8Array
  /** Error matches among these bytes. */
  errors: number
}

/** The last start of a line at which all errors before it have been reported. */
export function settledEnd(
  regions: readonly Region[],
  { bytes, newlines }: Pick<Stream, 'bytes' | 'newlines'>,
): SettledEnd {
  const last = regions[regions.length - 1]
  const held = last?.bytes ?? new Uint8Array(0)
  const lf = held.lastIndexOf(LF, held.length - SETTLED_BYTES)
  const isHeld = held.length > SETTLED_BYTES && lf >= 0
  const isAll = last?.startByte === 0 && !isHeld
  const rest = isHeld ? held.subarray(lf + 1) : isAll ? held : held.subarray(held.length)
  const from = bytes - rest.length
  const errors = last?.matches.filter((match) => match >= from).length ?? 0
  return { bytes: from, newlines: newlines - countLf(rest), rest, errors }
}

/** The facts of a stream up to its settled end, and then those of the text that is behind it now. */
export function withRest(given: Facts, rest: Facts, end: SettledEnd): Facts {
  const { bytes, newlines } = end
  const facts = upTo(given, end)
  const moved = <T extends { line: number }>(item: T, offsets: (keyof T)[]): T => {
    const copy: T = { ...item, line: item.line + newlines }
    for (const name of offsets)
      if (Number(item[name]) >= 0) Object.assign(copy, { [name]: Number(item[name]) + bytes })
    return copy
  }
  const { totalTokens: before } = facts
  const { totalTokens: more } = rest
  return {
    ...facts,
    totalBytes: bytes + rest.totalBytes,
    totalLines: newlines + rest.totalLines,
    textBytes: facts.textBytes + rest.textBytes,
    totalTokens: before &&
      more && {
        tokens: before.tokens + more.tokens,
        low: before.low + more.low,
        high: before.high + more.high,
      },
    regions: joinedRegions(facts.regions, rest.regions[0], end),
    errorMatches: [
      ...facts.errorMatches,
      ...rest.errorMatches.map((match) => moved(match, ['matchStart', 'matchEnd'])),
    ],
    values: () => [
      ...facts.values(),
      ...rest.values().map((line) => moved(line, ['startByte', 'matchStart', 'matchEnd'])),
    ],
    errorLines: [
      ...facts.errorLines,
      ...rest.errorLines.map((line) => moved(line, ['startByte', 'endByte'])),
    ].slice(0, MAX_ERROR_LINES),
    statements: joinedStatements(
      facts.statements ?? [],
      (rest.statements ?? []).map((statement) => moved(statement, ['startByte', 'endByte'])),
    ),
    hiddenErrors: [...(facts.hiddenErrors ?? []), ...(rest.hiddenErrors ?? [])],
    totalErrors: facts.totalErrors + rest.totalErrors,
    terminated: rest.terminated,
  }
}

/** The facts before the settled end. */
function upTo(facts: Facts, { bytes, rest, errors }: SettledEnd): Facts {
  const regions = facts.regions.map((region) => ({
    ...region,
    bytes: region.bytes.subarray(0, Math.max(0, bytes - region.startByte)),
    endByte: Math.min(region.endByte, bytes),
    matches: region.matches.filter((match) => match < bytes),
  }))
  return {
    ...facts,
    textBytes: facts.textBytes - rest.length,
    regions: regions.filter(({ startByte, endByte }) => endByte > startByte),
    errorMatches: facts.errorMatches.filter(({ matchStart }) => matchStart < bytes),
    values: () => facts.values().filter(({ startByte }) => startByte < bytes),
    errorLines: facts.errorLines.filter(({ startByte }) => startByte < bytes),
    statements: (facts.statements ?? []).filter(({ startByte }) => startByte < bytes),
    totalErrors: facts.totalErrors - errors,
  }
}

/** The last region of a stream reaches to its end, so that what follows belongs to it. */
function joinedRegions(
  regions: readonly Region[],
  rest: Region | undefined,
  { bytes, newlines }: SettledEnd,
): Region[] {
  const last = regions[regions.length - 1]
  if (!rest) return [...regions]
  if (!last) return [{ ...rest, firstLine: newlines + 1 }]
  const matches = [...last.matches, ...rest.matches.map((match) => match + bytes)]
  const joined: Region = {
    ...last,
    endByte: bytes + rest.endByte,
    bytes: concat(last.bytes, rest.bytes),
    matches,
  }
  delete joined.lineEnd
  return [...regions.slice(0, -1), joined]
}
