// Draws throughput by kind of input, as bars from 0: a panel per task, a group of bars per kind, a bar per contender.
import { digits } from '../report.mjs'
import { drawing, escaped, round } from './svg.mjs'

const WIDTH = 920
const LEFT = 104
const PANEL_WIDTH = 268
const BAR_WIDTH = 196
const TOP = 128
const BAR_HEIGHT = 10
const GROUP_GAP = 9

/**
 * @param {{ name: string, cells: object[], contenders: string[] }[]} tasks as in the results' JSON, with the contenders
 * to show.
 * @param {string} machine a description of the machine.
 * @returns {string} an SVG document
 */
export function kindsPlot(tasks, machine) {
  const kinds = tasks[0].cells.filter(({ group }) => group === 'kind').map(({ input }) => input)
  const most = Math.max(...tasks.map(({ contenders }) => contenders.length))
  const groupHeight = most * BAR_HEIGHT + GROUP_GAP
  const names = kinds.map((kind, i) => {
    const at = TOP + groupHeight * i + (most * BAR_HEIGHT) / 2 + 4
    return `<text x="${LEFT - 10}" y="${at}" text-anchor="end">${escaped(kind)}</text>`
  })
  const panels = tasks.map((task, i) => panel(task, LEFT + PANEL_WIDTH * i, groupHeight))
  const about = {
    width: WIDTH,
    height: TOP + groupHeight * kinds.length,
    title: 'Throughput by kind of input, 1 MiB each',
    description: tasks.map(describe).join(' '),
  }
  const heading = `<text class="title" x="12" y="20">GB/s by kind of input, 1 MiB each: median, and least to most of the rounds</text>
<text class="small" x="12" y="36">${escaped(machine)}</text>`
  return drawing(about, [heading, ...names, ...panels].join('\n'))
}

function describe({ name, cells, contenders }) {
  const rates = cells
    .filter(({ group }) => group === 'kind')
    .map(({ input, rows }) => `${input} ${digits(rateOf(rows, contenders[0]).median)}`)
  return `${name}, ${contenders[0]}, GB/s: ${rates.join(', ')}.`
}

const rateOf = (rows, name) => rows.find((row) => row.name === name).gbps

function panel({ name, cells, contenders }, left, groupHeight) {
  const shown = cells.filter(({ group }) => group === 'kind')
  const most = Math.max(...shown.flatMap(({ rows }) => contenders.map((each) => rateOf(rows, each).max)))
  const x = (rate) => round((BAR_WIDTH * rate) / most)
  const legend = contenders.map((text, i) => {
    const at = 76 + 12 * i
    return `<rect class="bar c${i}" x="${left}" y="${at - 8}" width="9" height="9"/><text class="small" x="${left + 14}" y="${at}">${escaped(text)}</text>`
  })
  const bars = shown.flatMap(({ rows }, group) =>
    contenders.map((each, i) =>
      bar(rateOf(rows, each), i, left, TOP + groupHeight * group + BAR_HEIGHT * i, x),
    ),
  )
  return [`<text class="title" x="${left}" y="60">${escaped(name)}</text>`, ...legend, ...bars].join('\n')
}

function bar({ median, min, max }, index, left, top, x) {
  const middle = top + (BAR_HEIGHT - 1) / 2
  return [
    `<rect class="bar c${index}" x="${left}" y="${top}" width="${Math.max(1, x(median))}" height="${BAR_HEIGHT - 1}"/>`,
    `<line class="whisker" x1="${round(left + x(min))}" y1="${middle}" x2="${round(left + x(max))}" y2="${middle}"/>`,
    `<text class="small" x="${round(left + x(max) + 4)}" y="${top + 8.5}">${digits(median)}</text>`,
  ].join('')
}
