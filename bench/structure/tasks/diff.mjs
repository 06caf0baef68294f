// Tasks on cuts of diffs.
import { isMark, isUnfused, linesOf, namesWritten, share, shareOf, tellsNumber } from '../cut.mjs'

const HUNK = /^@@+ /

/**
 * The files of a diff, each with its hunks and the lines of these.
 *
 * @returns {{ path: string, hunks: { header: string, lines: string[] }[] }[]}
 */
function filesOf(text) {
  const files = []
  for (const { line, path, header } of walk(linesOf(text))) {
    if (path !== undefined && files.at(-1)?.path !== path) files.push({ path, hunks: [] })
    const hunks = files.at(-1)?.hunks
    if (header !== undefined && HUNK.test(line)) hunks?.push({ header, lines: [] })
    else if (header !== undefined) hunks?.at(-1)?.lines.push(line)
  }
  return files
}

/** Each line with the file and the hunk that it stands under. */
function* walk(lines) {
  let path
  let header
  for (const line of lines) {
    const file = /^diff --git a\/(.+) b\/\1$/.exec(line)
    if (file || /^(commit [0-9a-f]{7,}|From [0-9a-f]{40} )/.test(line)) {
      path = file?.[1]
      header = undefined
    } else if (HUNK.test(line)) header = line
    yield { line, path, header }
  }
}

const isChange = (line) => /^[+-]/.test(line) && !/^(\+\+\+|---) /.test(line)

/** The share of the changed lines in a cut that stand under the header of their hunk and of their file. */
function changesWithHeaders({ content }, files) {
  const known = new Map()
  for (const { path, hunks } of files)
    for (const { header, lines } of hunks) known.set(`${path}\n${header}`, new Set(lines))
  let changes = 0
  let right = 0
  for (const { line, path, header } of walk(linesOf(content).filter((each) => !isMark(each)))) {
    if (!isChange(line)) continue
    changes++
    if (known.get(`${path}\n${header}`)?.has(line)) right++
  }
  return share(right, changes)
}

/** Files of which at least one hunk is there to its end. */
const hasWholeHunk = ({ content }, { hunks }) =>
  hunks.some(({ header, lines }) => content.includes([header, ...lines].join('\n')))

const countOf = ({ hunks }, sign) =>
  hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.startsWith(sign)).length, 0)

/** What is told of a file's changed lines: `+12 -3`, or `+12` if no line was removed. */
function changesOf(file) {
  const signs = ['+', '-'].map((sign) => [sign, countOf(file, sign)])
  return signs.flatMap(([sign, count]) => (count > 0 ? [` ${sign}${count}`] : [])).join('')
}

/** Whether the numbers of a file's changed lines are told, or all of them are there. */
function tellsChanges(cut, file) {
  const told = `${file.path}${changesOf(file)}`
  const marks = namesWritten(cut)
  if (marks.some((mark) => mark.includes(`${told},`) || mark.includes(`${told}]`))) return true
  return file.hunks.every(({ header, lines }) => cut.content.includes([header, ...lines].join('\n')))
}

/** Whether a file is named, in a head or in a mark. */
const names = (cut, path) =>
  cut.text.includes(path) || namesWritten(cut).some((mark) => mark.includes(` ${path}`))

const headsIn = ({ content }) => linesOf(content).filter((line) => /^diff --git /.test(line)).length

export function diffTasks({ text }) {
  const files = filesOf(text)
  const last = files.at(-1)
  const number = files.length
  return [
    { name: 'files named', ask: (cut) => shareOf(files, ({ path }) => names(cut, path)) },
    { name: 'changed lines under their headers', ask: (cut) => changesWithHeaders(cut, files) },
    { name: 'nothing is fused', ask: (cut) => isUnfused(cut, text) },
    {
      name: 'how many files',
      ask: (cut) => tellsNumber(cut, { number, words: 'files?', kept: headsIn(cut) }),
    },
    { name: 'which files changed', ask: (cut) => files.every(({ path }) => names(cut, path)) },
    {
      name: 'how many lines of each file',
      ask: (cut) => shareOf(files, (file) => tellsChanges(cut, file)),
    },
    { name: 'a change of the first file', ask: (cut) => showsChange(cut, files[0]) },
    { name: 'the last file', ask: (cut) => names(cut, last.path) },
    { name: 'a whole hunk', ask: (cut) => files.some((file) => hasWholeHunk(cut, file)) },
  ]
}

const showsChange = (cut, { hunks }) =>
  hunks.length === 0 ||
  hunks.some(({ lines }) => lines.some((line) => isChange(line) && cut.content.includes(line)))
