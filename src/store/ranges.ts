import { invalidOption, outOfRange, PithError } from '../errors.ts'
import type { ArtifactStat, ByteRange, LineRange, MissingRange } from './store.ts'

/**
 * Cuts a byte range to an artifact of `size` bytes.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` for a malformed range; `PITH_OFFSET_OUT_OF_RANGE` for a start past the end.
 */
export function clampBytes(range: ByteRange, size: number): ByteRange {
  const startByte = whole('startByte', range.startByte, 0)
  const endByte = Math.min(whole('endByte', range.endByte, startByte), size)
  if (startByte > size) throw pastEnd('byte', startByte, size)
  return { startByte, endByte }
}

/**
 * Cuts a line range to an artifact of `total` lines.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` for a malformed range; `PITH_OFFSET_OUT_OF_RANGE` for a start past the end.
 */
export function clampLines(range: LineRange, total: number): LineRange {
  const firstLine = whole('firstLine', range.firstLine, 1)
  const lastLine = Math.min(whole('lastLine', range.lastLine, firstLine), total)
  if (firstLine > total) throw pastEnd('line', firstLine, total)
  return { firstLine, lastLine }
}

function pastEnd(unit: 'byte' | 'line', at: number, total: number): PithError {
  const name = unit === 'byte' ? 'Byte' : 'Line'
  return outOfRange(
    `${name} ${at} is past the end: the artifact has ${total} ${total === 1 ? unit : `${unit}s`}.`,
  )
}

/** The ranges of an output that are kept: all of it, or both ends. */
export const keptRanges = ({ bytes, missing }: Pick<ArtifactStat, 'bytes' | 'missing'>): ByteRange[] =>
  missing
    ? [
        { startByte: 0, endByte: missing.startByte },
        { startByte: missing.endByte, endByte: bytes },
      ]
    : [{ startByte: 0, endByte: bytes }]

/** @throws {PithError} `PITH_NOT_RETAINED` for a range that includes bytes which were not kept. */
export function refuseMissingBytes(range: ByteRange, missing: MissingRange | undefined): void {
  if (!missing || range.startByte >= range.endByte) return
  if (range.endByte <= missing.startByte || range.startByte >= missing.endByte) return
  throw new PithError(
    'PITH_NOT_RETAINED',
    `Bytes ${missing.startByte} to ${missing.endByte} were not kept: the output was larger than its store takes.`,
  )
}

/** @throws {PithError} `PITH_NOT_RETAINED` for lines that include bytes which were not kept. */
export function refuseMissingLines(
  { firstLine, lastLine }: LineRange,
  missing: MissingRange | undefined,
): void {
  if (!missing || lastLine < missing.firstLine || firstLine > missing.lastLine) return
  throw new PithError(
    'PITH_NOT_RETAINED',
    `Lines ${missing.firstLine}-${missing.lastLine} were not kept whole: the output was larger than its store takes.`,
  )
}

function whole(name: string, value: number, least: number): number {
  const open = value === Number.POSITIVE_INFINITY && (name === 'endByte' || name === 'lastLine')
  if (open || (Number.isSafeInteger(value) && value >= least)) return value
  throw invalidOption(name, `a whole number from ${least}`, value)
}

/** The bytes of a line range, LFs included. Stops reading at the chunk in which the last line ends. */
export async function* selectLines(
  chunks: AsyncIterable<Uint8Array>,
  { firstLine, lastLine }: LineRange,
): AsyncGenerator<Uint8Array, void, undefined> {
  let line = 1
  for await (const chunk of chunks) {
    let start = 0
    if (line < firstLine) {
      const feeds = countLineFeeds(chunk)
      if (line + feeds < firstLine) {
        line += feeds
        continue
      }
      start = afterLineFeeds(chunk, 0, firstLine - line)
      line = firstLine
    }
    const rest = chunk.subarray(start)
    const feeds = countLineFeeds(rest)
    if (line + feeds > lastLine) {
      yield rest.subarray(0, afterLineFeeds(rest, 0, lastLine - line + 1))
      return
    }
    line += feeds
    if (rest.length > 0) yield rest
  }
}

/** The offset after the `count`-th LF from `start` on. There must be at least `count` LFs. */
export function afterLineFeeds(bytes: Uint8Array, start: number, count: number): number {
  let at = start
  for (let seen = 0; seen < count; seen++) at = bytes.indexOf(0x0a, at) + 1
  return at
}

/** Counts LF bytes, four bytes at a time, because a store scans every byte of every output. */
export function countLineFeeds(bytes: Uint8Array): number {
  // Such a short array may contain no aligned word.
  if (bytes.length < 8) return countOneByOne(bytes, 0, bytes.length)
  const lead = -bytes.byteOffset & 3
  const wordCount = (bytes.length - lead) >> 2
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + lead, wordCount)
  let count = countOneByOne(bytes, 0, lead) + countOneByOne(bytes, lead + wordCount * 4, bytes.length)
  for (let at = 0; at < wordCount; ) {
    // Each byte of `lanes` counts the LFs at one of the four positions. After 255 words it could overflow.
    const end = Math.min(wordCount, at + 255)
    let lanes = 0
    for (; at < end; at++) {
      const other = words[at] ^ 0x0a0a0a0a
      lanes = (lanes + (~(((other & 0x7f7f7f7f) + 0x7f7f7f7f) | other | 0x7f7f7f7f) >>> 7)) | 0
    }
    count += (lanes & 255) + ((lanes >>> 8) & 255) + ((lanes >>> 16) & 255) + (lanes >>> 24)
  }
  return count
}

function countOneByOne(bytes: Uint8Array, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at++) if (bytes[at] === 0x0a) count++
  return count
}
