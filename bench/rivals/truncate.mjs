// The least code for a comparable result: totals and, within the limits, the head, the first and the last line with an
// error word, and the tail. Does not care about graphemes, markers, coordinates or the score of a line.
import { isUtf8 } from 'node:buffer'

const LF = 0x0a
/** Most UTF-16 units of an error line, so that two such lines always fit the limits. */
const MAX_LINE_LENGTH = 1000

/** Splits a decoded text into lines. */
export function cutBySplit(text, limits, { perLine }) {
  const lines = text.split('\n')
  lines.pop()
  const errors = lines.filter((line) => perLine.test(line))
  const totals = { totalLines: lines.length, totalErrors: errors.length }
  if (lines.length <= limits.maxLines && Buffer.byteLength(text) <= limits.maxBytes)
    return { ...totals, text }
  const kept = [errors[0] ?? '', errors.at(-1) ?? ''].map((line) => line.slice(0, MAX_LINE_LENGTH))
  const share = sharesOf(limits, kept)
  const head = takeLines(lines.slice(0, limits.maxLines), share.headBytes, share.headLines)
  const tail = takeLines(lines.slice(-limits.maxLines).reverse(), share.tailBytes, share.tailLines).reverse()
  return { ...totals, text: [...head, ...kept, ...tail].join('\n') }
}

function takeLines(lines, maxBytes, maxLines) {
  let bytes = 0
  let count = 0
  while (count < maxLines && count < lines.length) {
    bytes += Buffer.byteLength(lines[count]) + 1
    if (bytes > maxBytes) break
    count++
  }
  return lines.slice(0, count)
}

/** Uses the fastest native method for each part, on bytes. Only the result is decoded as UTF-8. */
export function cutBuffer(bytes, limits, regexes) {
  const buffer = isUtf8(bytes) ? bytes : Buffer.from(bytes.utf8Slice())
  let totalLines = 0
  for (let at = buffer.indexOf(LF); at >= 0; at = buffer.indexOf(LF, at + 1)) totalLines++
  const { totalErrors, ends } = errorEnds(buffer.latin1Slice(), regexes)
  const totals = { totalLines, totalErrors }
  if (totalLines <= limits.maxLines && buffer.length <= limits.maxBytes)
    return { ...totals, text: buffer.utf8Slice() }
  const kept = ends.map(([start, end]) => buffer.utf8Slice(start, end))
  return { ...totals, text: joined(buffer, buffer, kept, limits) }
}

/** The same on a string. Only parts that may be kept are encoded. */
export function cutString(text, limits, regexes) {
  let totalLines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) totalLines++
  const { totalErrors, ends } = errorEnds(text, regexes)
  const totals = { totalLines, totalErrors }
  if (totalLines <= limits.maxLines && Buffer.byteLength(text) <= limits.maxBytes) return { ...totals, text }
  const kept = ends.map(([start, end]) => text.slice(start, end))
  const head = Buffer.from(text.slice(0, limits.maxBytes))
  const tail = Buffer.from(text.slice(-limits.maxBytes))
  return { ...totals, text: joined(head, tail, kept, limits) }
}

/** The number of lines that match, and the ranges of the first and the last of them, clipped after the match. */
function errorEnds(text, { global }) {
  let totalErrors = 0
  let first = 0
  let last = 0
  global.lastIndex = 0
  for (let match = global.exec(text); match; match = global.exec(text)) {
    last = match.index
    if (totalErrors++ === 0) first = last
    const end = text.indexOf('\n', global.lastIndex)
    if (end < 0) break
    global.lastIndex = end + 1
  }
  if (totalErrors === 0) return { totalErrors, ends: [] }
  const around = (at) => {
    const lineStart = text.lastIndexOf('\n', at) + 1
    return [lineStart, Math.min(text.indexOf('\n', at), lineStart + MAX_LINE_LENGTH)]
  }
  return { totalErrors, ends: [around(first), around(last)] }
}

function sharesOf({ maxBytes, maxLines }, kept) {
  const spareBytes = maxBytes - Buffer.byteLength(kept.join('\n')) - 4
  const spareLines = maxLines - 4
  return {
    headBytes: spareBytes * 0.3,
    headLines: spareLines * 0.3,
    tailBytes: spareBytes * 0.7,
    tailLines: spareLines * 0.7,
  }
}

function joined(headBuffer, tailBuffer, kept, limits) {
  const share = sharesOf(limits, kept)
  let headEnd = 0
  for (let lines = 0; lines + 1 < share.headLines; lines++) {
    const next = headBuffer.indexOf(LF, headEnd)
    if (next < 0 || next >= share.headBytes) break
    headEnd = next + 1
  }
  let tailStart = tailBuffer.length
  for (let lines = 0; lines + 1 < share.tailLines; lines++) {
    const next = tailBuffer.lastIndexOf(LF, tailStart - 2) + 1
    if (next === 0 || tailBuffer.length - next >= share.tailBytes) break
    tailStart = next
  }
  const middle = kept.length === 0 ? '' : `${kept.join('\n')}\n`
  return `${headBuffer.utf8Slice(0, headEnd)}${middle}${tailBuffer.utf8Slice(tailStart)}`
}
