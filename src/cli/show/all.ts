import type { AskedRange } from '../../host/artifact-part.ts'
import { withoutSecrets } from '../../redact/stream.ts'
import type { ArtifactStore, MissingRange } from '../../store/store.ts'
import { endOut, type Written, warn, writeOut } from '../print/output.ts'
import type { ShownPart } from './events.ts'

const LF = 0x0a
/**
 * Size of a pipe on most systems. If the reader closes the pipe during a larger write, it is not known how much of it
 * was read.
 */
const PIPE_BYTES = 64 * 1024

/** `--all`: prints an artifact, or the part that was asked for, byte for byte and without limits. */
export function showAll(
  store: ArtifactStore,
  id: string,
  asked: AskedRange | undefined,
  redact: boolean,
): Promise<ShownPart> {
  return asked?.unit === 'lines' ? allLines(store, id, asked) : allBytes(store, id, asked, redact)
}

async function allLines(store: ArtifactStore, id: string, { first, last }: AskedRange): Promise<ShownPart> {
  let outputBytes = 0
  let lineFeeds = 0
  const written = await writeParts(store.lines(id, { firstLine: first, lastLine: last }), (part) => {
    outputBytes += part.length
    for (let at = part.indexOf(LF); at >= 0; at = part.indexOf(LF, at + 1)) lineFeeds++
  })
  const end = written === 'written' ? last : first + lineFeeds - 1
  return { unit: 'lines', ranges: end < first ? [] : [[first, end]], outputBytes }
}

type Range = readonly [start: number, end: number]

async function allBytes(
  store: ArtifactStore,
  id: string,
  asked: AskedRange | undefined,
  redact: boolean,
): Promise<ShownPart> {
  const missing = asked ? undefined : (await store.stat(id)).missing
  const ranges: Range[] = missing
    ? endsBeside(missing)
    : [[asked?.first ?? 0, asked?.last ?? Number.POSITIVE_INFINITY]]
  let outputBytes = 0
  const written = await writeParts(bytesOf(store, id, ranges, redact), (part) => {
    outputBytes += part.length
  })
  if (missing && written === 'written') warnOfMissing(missing)
  // Redacted bytes cannot be mapped to the artifact's, so a complete output counts as all of its range.
  const shown = redact && written === 'written' ? ranges : firstBytes(ranges, outputBytes)
  return { unit: 'bytes', ranges: shown, outputBytes }
}

/** Writes until the end, or until the reader closes the pipe. Counts only what the reader has taken. */
async function writeParts(
  parts: AsyncIterable<Uint8Array>,
  count: (part: Uint8Array) => void,
): Promise<Written> {
  let pieceBytes = PIPE_BYTES
  for await (const part of parts) {
    for (let at = 0; at < part.length; at += pieceBytes) {
      const piece = part.subarray(at, at + pieceBytes)
      if ((await writeOut(piece)) === 'closed') return 'closed'
      count(piece)
    }
    pieceBytes = Number.POSITIVE_INFINITY
  }
  return endOut()
}

function firstBytes(ranges: readonly Range[], bytes: number): Range[] {
  let left = bytes
  return ranges.flatMap(([start, end]): Range[] => {
    const length = Math.min(left, end - start)
    left -= length
    return length > 0 ? [[start, start + length]] : []
  })
}

/** The two ranges of bytes that were kept. */
const endsBeside = ({ startByte, endByte }: MissingRange): Range[] => [
  [0, startByte],
  [endByte, Number.POSITIVE_INFINITY],
]

async function* bytesOf(
  store: ArtifactStore,
  id: string,
  ranges: readonly Range[],
  redact: boolean,
): AsyncGenerator<Uint8Array> {
  async function* bytes() {
    for (const [startByte, endByte] of ranges) yield* store.read(id, { startByte, endByte })
  }
  yield* redact ? withoutSecrets(bytes()) : bytes()
}

function warnOfMissing({ startByte, endByte, firstLine, lastLine }: MissingRange): void {
  warn(`Bytes ${startByte}-${endByte} (lines ${firstLine}-${lastLine}) of this output were not kept.`)
}
