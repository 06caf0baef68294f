import { alternation, firstMatches } from '../oracle.mjs'
import { asBuffer, scan } from '../windows.mjs'

/** Each line's first error word: byte offset and pattern. Rivals decode first, and that is in their time. */
export function errorsTask({ wasm, js, patterns, errorPatterns }) {
  const regex = new RegExp(`\\b(?:${alternation(errorPatterns)})`, 'gi')
  const lineRegex = new RegExp(`\\b(?:${alternation(errorPatterns)})`, 'i')
  const idOf = new Map(errorPatterns.map(({ literal }, id) => [literal, id]))
  const contenders = [
    { name: 'js scanner', role: 'js', run: (bytes) => matchesWith(js, patterns, bytes) },
    {
      name: 'decode latin1 + /\\b(…)/gi',
      role: 'rival',
      answers: 'seenByWordBoundary',
      run: (bytes) => matchesByRegex(bytes, regex, idOf),
    },
    {
      name: 'decode utf8 + split + /\\b(…)/i a line',
      role: 'rival',
      answers: 'linesSeenByWordBoundary',
      run: (bytes) => linesByRegex(bytes, lineRegex),
    },
  ]
  if (wasm) {
    contenders.unshift({
      name: 'wasm scanner',
      role: 'wasm',
      run: (bytes) => matchesWith(wasm, patterns, bytes),
    })
  }
  return {
    name: 'error lines with positions',
    unit: 'GB/s',
    expected: (bytes) => answersFor(firstMatches(bytes, errorPatterns)),
    note: ({ all, seenByWordBoundary }) =>
      `the regexes miss ${(all.length - seenByWordBoundary.length) / 2} of ${all.length / 2} error lines: \\b sees no word after a colour escape or inside CamelCase; asserted to be the only difference`,
    bytesOf: (bytes) => bytes.length,
    contenders,
  }
}

function answersFor(matches) {
  const seen = matches.filter(({ hidden }) => !hidden)
  return {
    all: matches.flatMap(({ offset, id }) => [offset, id]),
    seenByWordBoundary: seen.flatMap(({ offset, id }) => [offset, id]),
    linesSeenByWordBoundary: seen.map(({ line }) => line),
  }
}

function matchesWith(scanner, patterns, bytes) {
  const found = []
  const { lateCandidates } = scan(scanner, patterns, bytes, ({ candidates, candidateCount, startByte }) => {
    for (let i = 0; i < candidateCount; i++) found.push(startByte + candidates[2 * i], candidates[2 * i + 1])
    return false
  })
  found.push(...lateCandidates)
  return found
}

function matchesByRegex(bytes, regex, idOf) {
  const text = asBuffer(bytes).latin1Slice()
  const found = []
  regex.lastIndex = 0
  for (let match = regex.exec(text); match; match = regex.exec(text)) {
    found.push(match.index, idOf.get(match[0].toLowerCase()))
    const end = text.indexOf('\n', regex.lastIndex)
    if (end < 0) break
    regex.lastIndex = end + 1
  }
  return found
}

function linesByRegex(bytes, regex) {
  const lines = asBuffer(bytes).utf8Slice().split('\n')
  const found = []
  for (let i = 0; i < lines.length; i++) if (regex.test(lines[i])) found.push(i + 1)
  return found
}
