import { truncate } from '../../core/truncate.ts'

const LF = 0x0a
const CR = 0x0d
const TAB = 0x09
const SPACE = 0x20
const DEL = 0x7f
const C1_LEAD = 0xc2
/** A longer line stays as it is, because a line is held to be rendered. */
const MOST_LINE_BYTES = 1024 ** 2

/** Each line is rendered alone, without limits, so that lines keep their numbers. */
const LINE = {
  fold: { rows: 1 },
  errors: false,
  notice: false,
  maxBytes: Number.POSITIVE_INFINITY,
  maxLines: Number.POSITIVE_INFINITY,
} as const

/** The lines of a stream as a terminal would show each: without control sequences and what they overwrite. */
export async function* shownLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  let held: Uint8Array[] = []
  let heldBytes = 0
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LF) + 1
    if (end > 0) {
      yield shownText(Buffer.concat([...held, chunk.subarray(0, end)]))
      held = []
      heldBytes = 0
    }
    // The bytes of a chunk are valid until the next one.
    held.push(chunk.slice(end))
    heldBytes += chunk.length - end
    if (heldBytes <= MOST_LINE_BYTES) continue
    yield Buffer.concat(held)
    held = []
    heldBytes = 0
  }
  if (heldBytes > 0) yield shownText(Buffer.concat(held))
}

/** Text without controls, which is most of it, stays as it is. */
function shownText(bytes: Uint8Array): Uint8Array {
  if (!hasControls(bytes, 0, bytes.length)) return bytes
  const parts: Uint8Array[] = []
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    const lf = bytes.indexOf(LF, start)
    end = lf < 0 ? bytes.length : lf + 1
    parts.push(...shownLine(bytes.subarray(start, end)))
  }
  return Buffer.concat(parts)
}

function shownLine(line: Uint8Array): Uint8Array[] {
  const end = line.length - endBytes(line)
  const text = hasControls(line, 0, end) ? decoded(line.subarray(0, end)) : undefined
  if (text === undefined) return [line]
  return [Buffer.from(truncate(text, LINE).text.replaceAll('\n', ' ')), line.subarray(end)]
}

/** Bytes of the end of a line: LF, or CR and LF. */
const endBytes = (line: Uint8Array): number =>
  line[line.length - 1] !== LF ? 0 : line[line.length - 2] === CR ? 2 : 1

/** Undefined for bytes that are no text: they stay as they are. */
function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Whether there are controls other than TAB, LF and CRLF. */
function hasControls(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at]
    if (byte === TAB || byte === LF || (byte === CR && bytes[at + 1] === LF)) continue
    if (byte < SPACE || byte === DEL) return true
    if (byte === C1_LEAD && bytes[at + 1] >= 0x80 && bytes[at + 1] < 0xa0) return true
  }
  return false
}
