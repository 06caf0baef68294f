// Tasks on cuts whose units are lines: tables, lists, trees, documents.
import {
  isMark,
  isUnfused,
  keptLines,
  linesOf,
  namesInMarks,
  share,
  shareOf,
  tellsNumber,
  wholeLines,
} from '../cut.mjs'

/** Tasks on every output of lines. */
export const lineTasks = ({ text, words = 'lines' }) => {
  const lines = linesOf(text)
  return [
    { name: 'lines are whole', ask: (cut) => wholeLines(cut, text) },
    { name: 'nothing is fused', ask: (cut) => isUnfused(cut, text) },
    {
      name: `how many ${words} there are`,
      ask: (cut) =>
        tellsNumber(cut, { number: lines.length, words, kept: keptLines(cut).length, lines: lines.length }),
    },
  ]
}

/** Tasks on a table: its header is `headerLines` lines, and its rows are the other ones. */
export function tableTasks({ text, headerLines = 1, cells }) {
  const lines = linesOf(text)
  const header = lines.slice(0, headerLines)
  const rows = lines.slice(headerLines)
  const places = new Map(rows.map((row, i) => [row, i]))
  const kept = (cut) => keptLines(cut).filter((line) => places.has(line))
  return [
    ...lineTasks({ text }),
    {
      name: 'the header, above its rows',
      ask: (cut) =>
        shareOf(
          header,
          (line, i) => keptLines(cut)[i] === line || keptLines(cut).slice(0, headerLines).includes(line),
        ),
    },
    { name: 'the first row', ask: (cut) => keptLines(cut).includes(rows[0]) },
    { name: 'the last row', ask: (cut) => keptLines(cut).includes(rows.at(-1)) },
    {
      name: 'rows of each quarter',
      ask: (cut) => {
        const quarters = new Set(kept(cut).map((row) => Math.floor((4 * places.get(row)) / rows.length)))
        return share(quarters.size, 4)
      },
    },
    ...(cells
      ? [{ name: 'what a column holds', ask: (cut) => holdsColumn(cut, header[0], rows, cells) }]
      : []),
  ]
}

/** Whether the header and a row tell what each column holds: then a reader can name the cell of a column. */
const holdsColumn = (cut, header, rows, cells) => {
  const lines = keptLines(cut)
  const known = new Set(rows)
  const width = cells(header).length
  return lines.includes(header) && lines.some((line) => known.has(line) && cells(line).length === width)
}

/** Tasks on rows whose number of cells must be that of the header. */
export const widthTasks = ({ text, cells }) => {
  const width = cells(linesOf(text)[0]).length
  return [
    {
      name: 'rows have the cells of the header',
      ask: (cut) => shareOf(keptLines(cut), (line) => cells(line).length === width),
    },
  ]
}

/** Tasks on a list of paths. */
export function listingTasks({ text }) {
  const lines = linesOf(text)
  const folders = new Set(lines.flatMap((line) => levelsOf(line).slice(0, -1)))
  const top = [...new Set(lines.map((line) => levelsOf(line)[0]))].filter((each) => each !== '.')
  const second = [...folders].filter((folder) => depthOf(folder) === 2)
  const known = new Set(lines)
  const shown = (cut) =>
    new Set([
      ...keptLines(cut)
        .filter((line) => known.has(line))
        .flatMap(levelsOf),
      ...[...namesInMarks(cut).keys()].flatMap((name) => levelsOf(name.replace(/\/$/, ''))),
    ])
  return [
    ...lineTasks({ text, words: 'paths' }),
    { name: 'first levels', ask: (cut) => ((own) => shareOf(top, (each) => own.has(each)))(shown(cut)) },
    { name: 'second levels', ask: (cut) => ((own) => shareOf(second, (each) => own.has(each)))(shown(cut)) },
    { name: 'the last first level', ask: (cut) => shown(cut).has(top.at(-1)) },
    {
      name: 'folders that are told',
      ask: (cut) =>
        share([...shown(cut)].filter((each) => folders.has(each)).length, Math.min(folders.size, 40)) > 0.5,
    },
  ]
}

const depthOf = (path) => path.replace(/^\.\//, '').split('/').length

/** A path and all folders above it. */
function levelsOf(line) {
  const parts = line.replace(/^\.\//, '').split('/')
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'))
}

/** How deep a line of a drawn tree stands: its name comes behind four columns, and two or four more for each level. */
function depthInTree(line, step) {
  const drawn = /^(?:[│├└─┬┐|`+\\ -]|\u00a0)*/.exec(line)[0].length
  return drawn === 0 ? 0 : 1 + Math.max(0, Math.round((drawn - 4) / step))
}

/** Tasks on a drawn tree. */
export function treeTasks({ text, step }) {
  const lines = linesOf(text)
  const parents = parentsOf(lines, step)
  const times = new Map()
  for (const line of lines) times.set(line, (times.get(line) ?? 0) + 1)
  const top = lines.filter((line) => depthInTree(line, step) === 1)
  return [
    ...lineTasks({ text, words: 'entries' }),
    {
      name: 'lines with the lines above them',
      ask: (cut) => {
        const kept = keptLines(cut)
        const own = kept.filter((line) => times.get(line) === 1)
        const before = new Map(kept.map((line, i) => [line, i]))
        return shareOf(own, (line) => {
          const parent = parents.get(line)
          return (
            parent === undefined ||
            (before.get(parent) ?? Infinity) < before.get(line) ||
            kept.includes(parent)
          )
        })
      },
    },
    {
      name: 'first levels',
      ask: (cut) => ((own) => shareOf(top, (line) => own.has(line)))(new Set(keptLines(cut))),
    },
    { name: 'the last first level', ask: (cut) => keptLines(cut).includes(top.at(-1)) },
  ]
}

function parentsOf(lines, step) {
  const parents = new Map()
  const above = []
  for (const line of lines) {
    const depth = depthInTree(line, step)
    above[depth] = line
    if (depth > 0) parents.set(line, above[depth - 1])
  }
  return parents
}

/** Tasks on a text with texts that a reader looks for, in groups: a share for each. */
export const textTasks = (groups) =>
  Object.entries(groups).map(([name, texts]) => ({
    name,
    ask: ({ content }) => shareOf([texts].flat(), (each) => content.includes(each)),
  }))

/** Tasks on a document: which of its headings a cut has as whole lines. */
export const headingTasks = (headings) => [
  {
    name: 'headings to level 2',
    ask: (cut) => {
      const lines = new Set(linesOf(cut.content).filter((line) => !isMark(line)))
      return shareOf(headings, (line) => lines.has(line))
    },
  },
]

/** Tasks on `ls -R`: folders with a heading, and what is in each below it. */
export function folderTasks({ text }) {
  const folders = foldersOf(linesOf(text))
  return [
    ...lineTasks({ text, words: 'paths|entries' }),
    {
      name: 'headings or names of folders',
      ask: (cut) =>
        ((own, named) => shareOf([...folders.keys()], (each) => own.has(`${each}:`) || named.has(each)))(
          new Set(keptLines(cut)),
          namesInMarks(cut),
        ),
    },
    {
      name: 'entries below the heading of their folder',
      ask: (cut) => {
        const kept = [...foldersOf(keptLines(cut))].flatMap(([folder, entries]) =>
          [...entries].map((entry) => ({ folder, entry })),
        )
        return shareOf(kept, ({ folder, entry }) => folders.get(folder)?.has(entry) ?? false)
      },
    },
  ]
}

function foldersOf(lines) {
  const folders = new Map()
  let folder = ''
  for (const line of lines) {
    if (line.endsWith(':')) {
      folder = line.slice(0, -1)
      folders.set(folder, new Set())
    } else if (line !== '') {
      if (!folders.has(folder)) folders.set(folder, new Set())
      folders.get(folder).add(line)
    }
  }
  return folders
}
