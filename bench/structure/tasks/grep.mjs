// Tasks on cuts of matches, `path:line:text`.
import {
  isMark,
  isUnfused,
  keptLines,
  linesOf,
  namesInMarks,
  shareOf,
  tellsNumber,
  wholeLines,
} from '../cut.mjs'

const MATCH = /^([^:\n]+):(\d+):/

/** The matches of each file, in order. */
function matchesByFile(text) {
  const files = new Map()
  for (const line of linesOf(text)) {
    const path = MATCH.exec(line)?.[1]
    if (path !== undefined) files.set(path, [...(files.get(path) ?? []), line])
  }
  return files
}

/** The matches of a file that a cut shows, and those that marks below them tell, or a mark that names the file. */
function toldOf({ content }, path) {
  const named = namesInMarks({ content }).get(path)
  if (named !== undefined) return named
  let told = 0
  let isOwn = false
  for (const line of linesOf(content)) {
    if (!isMark(line)) isOwn = line.startsWith(`${path}:`)
    if (!isOwn) continue
    if (!isMark(line)) told++
    else if (!/\bfiles?\b/.test(line)) told += Number(/(\d+) match/.exec(line)?.[1] ?? Number.NaN)
  }
  return told
}

export function grepTasks({ text }) {
  const files = matchesByFile(text)
  const paths = [...files.keys()]
  const lines = linesOf(text)
  const number = lines.length
  const asked = [0, 0.5, 0.99].map((at) => paths[Math.floor(at * paths.length)])
  const shown = (cut) => new Set(keptLines(cut).map((line) => MATCH.exec(line)?.[1]))
  return [
    {
      name: 'files with a match',
      ask: (cut) => ((own) => shareOf(paths, (path) => own.has(path)))(shown(cut)),
    },
    {
      name: 'files named',
      ask: (cut) => {
        const own = shown(cut)
        const named = namesInMarks(cut)
        return shareOf(paths, (path) => own.has(path) || named.has(path))
      },
    },
    { name: 'lines are whole', ask: (cut) => wholeLines(cut, text) },
    { name: 'nothing is fused', ask: (cut) => isUnfused(cut, text) },
    {
      name: 'how many matches',
      ask: (cut) =>
        tellsNumber(cut, { number, words: 'match(?:es)?', kept: keptLines(cut).length, lines: number }),
    },
    {
      name: 'how many matches three files have',
      ask: (cut) => shareOf(asked, (path) => toldOf(cut, path) === files.get(path).length),
    },
    { name: 'a match of the first file', ask: (cut) => shown(cut).has(paths[0]) },
    { name: 'a match of the last file', ask: (cut) => shown(cut).has(paths.at(-1)) },
    {
      name: 'how many files',
      ask: (cut) => tellsNumber(cut, { number: paths.length, words: 'files?', kept: shown(cut).size }),
    },
  ]
}
