import { buildDfa, matchesByDfa } from '../rivals/dfa.mjs'
import { linesByRegex, matchesByRegex, regexesFor } from '../rivals/regex.mjs'
import { asBuffer, scanMatches } from '../windows.mjs'

const LF = 0x0a

/** Finds each line's first error word: byte offset, pattern and line number. */
export function errorsTask({ wasm, js, kernels, patterns, errorPatterns }) {
  const regexes = regexesFor(errorPatterns)
  const dfa = buildDfa(errorPatterns)
  const latin1 = (bytes) => asBuffer(bytes).latin1Slice()
  const contenders = [
    { name: 'js scanner', role: 'js', run: (bytes) => scanMatches(js, patterns, bytes, countByLoop) },
    {
      name: 'Aho–Corasick table',
      role: 'rival',
      run: (bytes) => matchesByDfa(dfa, errorPatterns, asBuffer(bytes)),
    },
    {
      name: '/\\b(…)/gi, string ready',
      role: 'rival',
      answers: 'plainOffsets',
      run: (_, text) => matchesByRegex(text, regexes, false),
    },
    {
      name: 'latin1 + /\\b(…)/gi',
      role: 'rival',
      answers: 'plain',
      run: (bytes) => matchesByRegex(latin1(bytes), regexes, true),
    },
    {
      name: 'utf8 + split + /\\b(…)/i',
      role: 'rival',
      answers: 'plainLines',
      run: (bytes) => linesByRegex(asBuffer(bytes).utf8Slice(), regexes),
    },
  ]
  if (wasm) {
    const window = kernels.windowAt.value
    const countIn = (_part, from, to) => kernels.countNewlines(window + from, to - from)
    const run = (bytes) => scanMatches(wasm, patterns, bytes, countIn)
    contenders.unshift({ name: 'wasm scanner', role: 'wasm', run })
  }
  return {
    name: 'error lines with positions and line numbers',
    unit: 'GB/s',
    groups: ['size', 'kind', 'real'],
    compare: ['/\\b(…)/gi, string ready', 'latin1 + /\\b(…)/gi'],
    argument: latin1,
    expected: (_bytes, { matches }) => answersFor(matches),
    note: 'The regexes miss words after a colour escape and inside CamelCase, asserted to be the only difference; with the string ready, decoding is not in the time and no lines are numbered; the split gives lines without positions.',
    contenders,
  }
}

function answersFor({ all, plain }) {
  return {
    all: all.flatMap(({ offset, id, line }) => [offset, id, line]),
    plain: plain.flatMap(({ offset, id, line }) => [offset, id, line]),
    plainOffsets: plain.flatMap(({ offset, id }) => [offset, id]),
    plainLines: plain.map(({ line }) => line),
  }
}

function countByLoop(part, from, to) {
  let count = 0
  for (let i = from; i < to; i++) if (part[i] === LF) count++
  return count
}
