import type { CommandStatus, Source } from '../../options.ts'
import { countLf, lastLfBefore } from '../bytes/lines.ts'
import type { Facts, Region, RemainingPiece, Remains } from './facts.ts'

const LF = 0x0a

/**
 * The facts of an input of which only both ends are left. Lines of which a part is left are not among them, because
 * nobody knows their columns. Undefined if no whole line is left.
 */
export function factsOfEnds(
  { pieces, totalBytes, totalLines }: Remains,
  backend: 'wasm' | 'js',
  source: Source | undefined,
  status: CommandStatus | undefined,
): Facts | undefined {
  const [first, last] = pieces
  if (pieces.length !== 2) return undefined
  const regions = [wholeLines(first, true), wholeLines(last, false)].filter(({ bytes }) => bytes.length > 0)
  if (regions.length < 2) return undefined
  return {
    totalBytes,
    totalLines,
    // What is malformed takes more bytes as text.
    textBytes: totalBytes,
    regions,
    errorMatches: [],
    values: () => [],
    errorLines: [],
    totalErrors: 0,
    totalTokens: undefined,
    terminated: last.bytes[last.bytes.length - 1] === LF,
    mayBeMalformed: true,
    mayHoldSequences: true,
    backend,
    source,
    status,
  }
}

/** The whole lines of an end. Its other side is the first byte of the input, or its last one. */
function wholeLines({ bytes, startByte, firstLine }: RemainingPiece, isFirst: boolean): Region {
  const from = isFirst ? 0 : bytes.indexOf(LF) + 1 || bytes.length
  const to = isFirst ? lastLfBefore(bytes, bytes.length) + 1 : bytes.length
  return {
    startByte: startByte + from,
    endByte: startByte + to,
    bytes: bytes.subarray(from, to),
    firstLine: firstLine + countLf(bytes, 0, from),
    codePoints: 0,
    errors: 0,
    matches: [],
    startsLine: true,
  }
}
