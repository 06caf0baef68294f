// Tasks on cuts of what git prints about its commits and its work tree.
import { isMark, isUnfused, keptLines, linesOf, share, shareOf, tellsNumber, wholeLines } from '../cut.mjs'

const HASH = /^(?:\* )?(?:commit )?([0-9a-f]{7,40})\b/

/** The commits of a log, newest first, each with its lines. */
function commitsOf(lines) {
  const commits = []
  for (const line of lines) {
    if (HASH.test(line)) commits.push({ hash: HASH.exec(line)[1], lines: [] })
    commits.at(-1)?.lines.push(line)
  }
  for (const commit of commits) while (commit.lines.at(-1) === '') commit.lines.pop()
  return commits
}

export function logTasks({ text }) {
  const commits = commitsOf(linesOf(text))
  const whole = new Map(commits.map(({ hash, lines }) => [hash, lines.join('\n')]))
  const number = commits.length
  const wholeIn = ({ content }) =>
    commitsOf(linesOf(content).filter((line) => !isMark(line))).filter(
      ({ hash, lines }) => whole.get(hash) === lines.join('\n'),
    )
  const begun = ({ content }) => linesOf(content).filter((line) => HASH.test(line)).length
  const newest = (count) => ({
    name: `the newest ${count === 1 ? 'commit' : `${count} commits`}`,
    ask: (cut) => {
      const own = new Set(wholeIn(cut).map(({ hash }) => hash))
      return shareOf(commits.slice(0, count), ({ hash }) => own.has(hash))
    },
  })
  return [
    newest(1),
    newest(5),
    { name: 'commits are whole', ask: (cut) => share(wholeIn(cut).length, begun(cut)) },
    { name: 'lines are whole', ask: (cut) => wholeLines(cut, text) },
    { name: 'nothing is fused', ask: (cut) => isUnfused(cut, text) },
    {
      name: 'how many commits',
      ask: (cut) =>
        tellsNumber(cut, {
          number,
          words: 'commits?',
          kept: begun(cut),
          ...(isOneline(text) && { lines: number }),
        }),
    },
  ]
}

const isOneline = (text) => linesOf(text).every((line) => HASH.test(line))

/** Tasks on `git status`: `groups` are its paths by section heading. */
export function statusTasks({ text, branch, groups }) {
  const headings = Object.keys(groups)
  const lines = linesOf(text)
  return [
    { name: 'the branch', ask: (cut) => cut.content.includes(branch) },
    {
      name: 'the headings of its parts',
      ask: (cut) => shareOf(headings, (each) => keptLines(cut).includes(each)),
    },
    {
      name: 'a path of each part',
      ask: (cut) => shareOf(headings, (each) => groups[each].some((path) => keptLines(cut).includes(path))),
    },
    { name: 'lines are whole', ask: (cut) => wholeLines(cut, text) },
    { name: 'nothing is fused', ask: (cut) => isUnfused(cut, text) },
    {
      name: 'how many lines',
      ask: (cut) =>
        tellsNumber(cut, {
          number: lines.length,
          words: 'paths|entries',
          kept: keptLines(cut).length,
          lines: lines.length,
        }),
    },
  ]
}
