import { formatSize, writeClip, writeMarker } from '../render/notices.ts'
import type { Gap, Segment, Truncation } from '../truncation.ts'

const LF = 0x0a

/** The first bytes of an output, which a reader has seen already. */
export interface Seen {
  bytes: Uint8Array
  /** Number of its LFs. */
  lineFeeds: number
}

export function seenOf(bytes: Uint8Array): Seen {
  let lineFeeds = 0
  for (const byte of bytes) if (byte === LF) lineFeeds++
  return { bytes, lineFeeds }
}

/**
 * The text of a result without the bytes that a reader has seen, if the text begins with exactly these bytes. Undefined
 * if it does not.
 */
export function restOfText({ text }: Truncation, { bytes }: Seen): Uint8Array | undefined {
  const whole = Buffer.from(text)
  return whole.subarray(0, bytes.length).equals(bytes) ? whole.subarray(bytes.length) : undefined
}

/**
 * What follows the bytes that a reader has seen: the kept parts of the output after them, with a marker for each part
 * that is left out, and the notice. Lines count in the whole output.
 */
export function continueText({ segments, gaps, notice, truncated }: Truncation, seen: Seen): Uint8Array {
  const parts: Uint8Array[] = []
  let isLineOpen = seen.bytes.length > 0 && seen.bytes.at(-1) !== LF
  const add = (bytes: Uint8Array) => {
    if (bytes.length === 0) return
    parts.push(bytes)
    isLineOpen = bytes[bytes.length - 1] !== LF
  }
  /** Markers have lines of their own. */
  const addLine = (line: string) => add(Buffer.from(`${isLineOpen ? '\n' : ''}${line}\n`))
  for (const piece of piecesAfter(seen, segments, gaps)) {
    if ('text' in piece) add(Buffer.from(piece.text))
    else if ('bytes' in piece) add(piece.bytes)
    else if (piece.mark !== undefined) addLine(piece.mark)
    else if (piece.codePoints !== undefined) add(Buffer.from(writeClip(piece.codePoints)))
    else addLine(writeMarker({ ...piece, size: formatSize(piece.endByte - piece.startByte) }))
  }
  if (notice !== undefined && (truncated || parts.length > 0))
    add(Buffer.from(`${isLineOpen ? '\n' : ''}${notice}`))
  return Buffer.concat(parts)
}

type Piece = Segment | Gap | { bytes: Uint8Array }

/** The segments and gaps that are not seen, in order. One that is seen in part begins where the seen bytes end. */
function* piecesAfter(
  { bytes, lineFeeds }: Seen,
  segments: readonly Segment[],
  gaps: readonly Gap[],
): Iterable<Piece> {
  const seenBytes = bytes.length
  const line = lineFeeds + 1
  const all: (Segment | Gap)[] = [...segments, ...gaps].sort((a, b) => a.startByte - b.startByte)
  let unseen: Gap | undefined
  for (const piece of all) {
    if (piece.endByte <= seenBytes) continue
    if (piece.startByte >= seenBytes) {
      if (unseen && !('text' in piece) && piece.mark === undefined && piece.codePoints === undefined) {
        yield {
          ...piece,
          startByte: unseen.startByte,
          firstLine: unseen.firstLine,
          errors: unseen.errors + piece.errors,
        }
        unseen = undefined
        continue
      }
      if (unseen) yield unseen
      unseen = undefined
      yield piece
    } else if (!('text' in piece)) {
      const { mark: _, codePoints: __, column: ___, ...rest } = piece
      unseen = { ...rest, startByte: seenBytes, firstLine: line }
    } else if (piece.exact) {
      yield { bytes: Buffer.from(piece.text).subarray(seenBytes - piece.startByte) }
    } else {
      // What a terminal would show of this part cannot be divided.
      const { endByte, lastLine } = piece
      unseen = { startByte: seenBytes, endByte, firstLine: line, lastLine, errors: 0, asked: true }
    }
  }
  if (unseen) yield unseen
}
