import { isAscii, isUtf8 } from 'node:buffer'
import { countByRegex, linesByRegex, regexesFor } from '../rivals/regex.mjs'
import { asBuffer, scan } from '../windows.mjs'

const LF = 0x0a
const CR = 0x0d
const ESC = 0x1b
// Bits of the scanners' flags.
const NON_ASCII = 1
const HAS_CR = 2
const HAS_ESC = 4
const HAS_NUL = 8
const INVALID = 16

/** Finds everything at once: lines, lines with an error word, validity as UTF-8, and the control characters. */
export function factsTask({ wasm, js, patterns, errorPatterns }) {
  const regexes = regexesFor(errorPatterns)
  const contenders = [
    { name: 'js scanner', role: 'js', run: (bytes) => scan(js, patterns, bytes, () => false), read: factsOf },
    {
      name: 'tuned natives',
      role: 'rival',
      answers: 'plain',
      run: (bytes) => byNatives(asBuffer(bytes), regexes),
    },
    {
      name: 'naive split',
      role: 'rival',
      answers: 'plain',
      run: (bytes) => bySplit(asBuffer(bytes), regexes),
    },
  ]
  if (wasm) {
    const run = (bytes) => scan(wasm, patterns, bytes, () => false)
    contenders.unshift({ name: 'wasm scanner', role: 'wasm', run, read: factsOf })
  }
  return {
    name: 'whole facts',
    unit: 'GB/s',
    groups: ['size', 'kind', 'real'],
    compare: ['tuned natives', 'naive split'],
    expected: (_bytes, { lines, bytesSeen, matches }) => ({
      all: { lines, errorLines: matches.all.length, ...bytesSeen },
      plain: { lines, errorLines: matches.plain.length, ...bytesSeen },
    }),
    note: 'Tuned natives: isUtf8, isAscii, indexOf, includes, /\\b(…)/gi on latin1. Naive: toString, split, /\\b(…)/i a line. Neither counts code points or lines by block, nor gives positions; their regexes miss words after a colour escape and inside CamelCase.',
    contenders,
  }
}

function factsOf({ newlines, matches, flags }) {
  return {
    lines: newlines,
    errorLines: matches,
    isUtf8: (flags & INVALID) === 0,
    isAscii: (flags & NON_ASCII) === 0,
    hasCr: (flags & HAS_CR) !== 0,
    hasEsc: (flags & HAS_ESC) !== 0,
    hasNul: (flags & HAS_NUL) !== 0,
  }
}

/** Uses the fastest native method for each part. */
function byNatives(buffer, regexes) {
  let lines = 0
  for (let at = buffer.indexOf(LF); at >= 0; at = buffer.indexOf(LF, at + 1)) lines++
  return {
    lines,
    errorLines: countByRegex(buffer.latin1Slice(), regexes),
    isUtf8: isUtf8(buffer),
    isAscii: isAscii(buffer),
    hasCr: buffer.includes(CR),
    hasEsc: buffer.includes(ESC),
    hasNul: buffer.includes(0),
  }
}

/** The obvious code. */
function bySplit(buffer, regexes) {
  const text = buffer.toString()
  return {
    lines: text.split('\n').length - 1,
    errorLines: linesByRegex(text, regexes).length,
    isUtf8: isUtf8(buffer),
    isAscii: isAscii(buffer),
    hasCr: text.includes('\r'),
    hasEsc: text.includes('\x1b'),
    hasNul: text.includes('\0'),
  }
}
