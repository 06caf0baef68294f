import assert from 'node:assert/strict'
import { alternation, countLines, firstMatches } from '../oracle.mjs'
import { asBuffer } from '../windows.mjs'

const LF = 0x0a
const MAX_LINES = 2000
const MAX_BYTES = 30 * 1024
const limits = { maxLines: MAX_LINES, maxBytes: MAX_BYTES, keep: 'ends', errors: true }

/**
 * The whole call. No rival gives pith's result (grapheme cuts, coordinates of every gap, the notice), so theirs is the
 * least that answers a like question: totals, and head, first and last line with a word of error, tail, within the limits.
 */
export function truncateTask({ truncate, hasWasm, errorPatterns }) {
  const source = `\\b(?:${alternation(errorPatterns)})`
  const perLine = new RegExp(source, 'i')
  const global = new RegExp(source, 'gi')
  const call = (backend) => (bytes) => truncate(bytes, { ...limits, backend })
  const contenders = [
    { name: "truncate, backend 'js'", role: 'js', run: call('js'), read: readResult },
    {
      name: 'decode utf8 + split + /\\b(…)/i a line',
      role: 'rival',
      answers: 'seenByWordBoundary',
      run: (bytes) => bySplit(bytes, perLine),
      read: readRival,
    },
    {
      name: 'Buffer.indexOf + latin1 /\\b(…)/gi',
      role: 'rival',
      answers: 'seenByWordBoundary',
      run: (bytes) => byNatives(bytes, global),
      read: readRival,
    },
  ]
  if (hasWasm) {
    contenders.unshift({
      name: "truncate, backend 'wasm'",
      role: 'wasm',
      run: call('wasm'),
      read: readResult,
    })
  }
  return {
    name: `truncate to ${MAX_LINES} lines and ${MAX_BYTES} bytes`,
    unit: 'ms',
    expected: (bytes) => {
      if (hasWasm) assertSame(call('wasm')(bytes), call('js')(bytes))
      return answersFor(bytes, errorPatterns)
    },
    bytesOf: (bytes) => bytes.length,
    contenders,
  }
}

function assertSame(wasm, js) {
  assert.equal(wasm.backend, 'wasm')
  assert.deepEqual({ ...wasm, backend: 'js' }, js)
}

function answersFor(bytes, patterns) {
  const matches = firstMatches(bytes, patterns)
  const answer = { totalLines: countLines(bytes), withinLimits: true }
  return {
    all: answer,
    seenByWordBoundary: { ...answer, totalErrors: matches.filter(({ hidden }) => !hidden).length },
  }
}

/** pith judges lines by more than words, so only its totals and limits are compared. */
function readResult({ text, totalLines }) {
  return { totalLines, withinLimits: isWithinLimits(text) }
}

function readRival({ text, totalLines, errors }) {
  return { totalLines, totalErrors: errors.total, withinLimits: isWithinLimits(text) }
}

const isWithinLimits = (text) =>
  Buffer.byteLength(text) <= MAX_BYTES && text.split('\n').length <= MAX_LINES + 1

const isWithin = (text, lines) => lines <= MAX_LINES && text.length <= MAX_BYTES

function bySplit(bytes, regex) {
  const text = asBuffer(bytes).utf8Slice()
  const lines = text.split('\n')
  lines.pop()
  const errors = lines.filter((line) => regex.test(line))
  const total = { totalLines: lines.length, errors: { total: errors.length } }
  if (isWithin(text, lines.length) && bytes.length <= MAX_BYTES) return { ...total, text }
  const kept = [errors[0], errors.at(-1)].filter((line) => line !== undefined)
  const spare = MAX_BYTES - Buffer.byteLength(kept.join('\n')) - 2
  const head = takeLines(lines, spare * 0.3, MAX_LINES * 0.3)
  const tail = takeLines(lines.slice(-MAX_LINES).reverse(), spare * 0.7, MAX_LINES * 0.7 - 2).reverse()
  return { ...total, text: [...head, ...kept, ...tail].join('\n') }
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

/** The fastest natives there are for each part: no split, the ends cut by bytes alone, which keeps the lines below the limit here. */
function byNatives(bytes, regex) {
  const buffer = asBuffer(bytes)
  let totalLines = 0
  for (let at = buffer.indexOf(LF); at >= 0; at = buffer.indexOf(LF, at + 1)) totalLines++
  const all = buffer.latin1Slice()
  let errors = 0
  let first = ''
  let last = ''
  regex.lastIndex = 0
  for (let match = regex.exec(all); match; match = regex.exec(all)) {
    const end = all.indexOf('\n', regex.lastIndex)
    last = buffer.utf8Slice(all.lastIndexOf('\n', match.index) + 1, end)
    if (errors++ === 0) first = last
    regex.lastIndex = end + 1
  }
  const total = { totalLines, errors: { total: errors } }
  if (bytes.length <= MAX_BYTES && totalLines <= MAX_LINES) return { ...total, text: buffer.utf8Slice() }
  const spare = MAX_BYTES - Buffer.byteLength(first + last) - 4
  const headEnd = buffer.lastIndexOf(LF, Math.floor(spare * 0.3))
  const tailStart = buffer.length - Math.floor(spare * 0.7)
  const tail = buffer.utf8Slice(buffer.indexOf(LF, tailStart) + 1)
  return { ...total, text: `${buffer.utf8Slice(0, headEnd)}\n${first}\n${last}\n${tail}` }
}
