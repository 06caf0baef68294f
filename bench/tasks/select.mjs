import { isAscii, isUtf8 } from 'node:buffer'
import { buildDfa, matchesByDfa } from '../rivals/dfa.mjs'
import { countByRegex, linesByRegex, matchesByRegex, regexesFor } from '../rivals/regex.mjs'
import { asBuffer, select } from '../windows.mjs'

const LF = 0x0a
const CR = 0x0d
const ESC = 0x1b

export const SELECT = 'the 512 lines that most likely tell of a failure, and all counts'

/** Selects the lines that most likely tell of a failure, and counts everything. */
export function selectTask({ selectors, literals, errorPatterns }) {
  const { wasm, js } = selectors
  const regexes = regexesFor(errorPatterns)
  const dfa = buildDfa(errorPatterns)
  const latin1 = (bytes) => asBuffer(bytes).latin1Slice()
  const contenders = [
    { name: 'js selector', role: 'js', run: (bytes) => select(js, literals, bytes) },
    {
      name: 'tuned natives',
      role: 'rival',
      answers: 'facts',
      run: (bytes) => byNatives(asBuffer(bytes), regexes),
    },
    {
      name: 'naive split',
      role: 'rival',
      answers: 'facts',
      run: (bytes) => bySplit(asBuffer(bytes), regexes),
    },
    {
      name: 'Aho–Corasick table',
      role: 'rival',
      answers: 'words',
      run: (bytes) => matchesByDfa(dfa, errorPatterns, asBuffer(bytes)),
    },
    {
      name: 'latin1 + /\\b(…)/gi',
      role: 'rival',
      answers: 'plainWords',
      run: (bytes) => matchesByRegex(latin1(bytes), regexes, true),
    },
  ]
  if (wasm)
    contenders.unshift({ name: 'wasm selector', role: 'wasm', run: (bytes) => select(wasm, literals, bytes) })
  return {
    name: SELECT,
    unit: 'GB/s',
    groups: ['size', 'kind', 'real'],
    compare: ['tuned natives', 'latin1 + /\\b(…)/gi'],
    expected: (bytes, { lines, bytesSeen, matches }) => ({
      all: select(js, literals, bytes),
      facts: { lines, errorLines: matches.plain.length, ...bytesSeen },
      words: numbersOf(matches.all),
      plainWords: numbersOf(matches.plain),
    }),
    note: 'Both selectors give the same lines, scores and counts. The rivals do a part of this work. Tuned natives: isUtf8, isAscii, indexOf, includes, /\\b(…)/gi on latin1. Naive: toString, split, /\\b(…)/i a line. The table and the regexes look for 24 words, the selectors for 500, and neither weighs lines nor counts repeats.',
    contenders,
  }
}

const numbersOf = (matches) => matches.flatMap(({ offset, id, line }) => [offset, id, line])

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
