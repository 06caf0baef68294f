import type { Segment } from '../../truncation.ts'
import { countLf } from '../bytes/lines.ts'
import { unitLength } from '../bytes/size.ts'
import type { PlannedSegment } from './plan-model.ts'

const LF = 0x0a

let decoder: TextDecoder | undefined
let strictDecoder: TextDecoder | undefined

/** Decodes as WHATWG does, but keeps the BOM. The contract calls the result the input's text. */
export function decode(bytes: Uint8Array): string {
  decoder ??= new TextDecoder('utf-8', { ignoreBOM: true })
  return decoder.decode(bytes)
}

/** The text of bytes that are valid UTF-8; undefined for others. The platform checks faster than a look at each byte. */
function decodeValid(bytes: Uint8Array): string | undefined {
  strictDecoder ??= new TextDecoder('utf-8', { ignoreBOM: true, fatal: true })
  try {
    return strictDecoder.decode(bytes)
  } catch {
    return undefined
  }
}

/** Offset of the first byte at or after `from` that is not valid UTF-8, or -1. */
function firstMalformed(bytes: Uint8Array, from: number): number {
  for (let i = from; i < bytes.length; ) {
    if (bytes[i] < 0x80) {
      i++
      continue
    }
    const length = unitLength(bytes, i, bytes.length)
    if (length < 0) return i
    i += length
  }
  return -1
}

/**
 * Turns a kept range into segments. Lines with malformed bytes become segments of their own, so that only these are not
 * exact. With `coarse`, returns a single segment.
 */
export function partsOf(segment: PlannedSegment, bytes: Uint8Array, coarse = false): Segment[] {
  const { startByte, firstLine, lastLine, kind } = segment
  const text = decodeValid(bytes)
  if (text !== undefined)
    return [{ startByte, endByte: startByte + bytes.length, firstLine, lastLine, kind, exact: true, text }]
  let bad = firstMalformed(bytes, 0)
  const part = (from: number, to: number, first: number, last: number, exact: boolean): Segment => ({
    startByte: startByte + from,
    endByte: startByte + to,
    firstLine: first,
    lastLine: last,
    kind,
    exact,
    text: decode(bytes.subarray(from, to)),
  })
  if (coarse) return [part(0, bytes.length, firstLine, lastLine, false)]
  const parts: Segment[] = []
  let at = 0
  let line = firstLine
  while (bad >= 0) {
    const start = bad === 0 ? 0 : bytes.lastIndexOf(LF, bad - 1) + 1
    if (start > at) {
      const lines = countLf(bytes, at, start)
      parts.push(part(at, start, line, line + lines - 1, true))
      line += lines
    }
    const lf = bytes.indexOf(LF, bad)
    const end = lf < 0 ? bytes.length : lf + 1
    const last = parts[parts.length - 1]
    if (last && !last.exact && last.endByte === startByte + start) {
      last.endByte = startByte + end
      last.lastLine = line
      last.text += decode(bytes.subarray(start, end))
    } else parts.push(part(start, end, line, line, false))
    at = end
    line++
    bad = firstMalformed(bytes, end)
  }
  if (at < bytes.length) parts.push(part(at, bytes.length, line, lastLine, true))
  return parts
}
