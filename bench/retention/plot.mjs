// The retention table as a drawing: kept % over budget, a line a contender, all logs and hard logs side by side.
import { BUDGETS } from './score.mjs'

const WIDTH = 920
const HEIGHT = 404
const PANEL = { top: 64, bottom: 372, width: 268 }
const PANEL_LEFT = [48, 500]
const LABEL_GAP = 10
const LABEL_HEIGHT = 14.5

/** One for each contender, in order: on white and on black. */
const COLOURS = [
  ['#0a5fd6', '#6cb2ff'],
  ['#4b5563', '#9aa4b2'],
  ['#a8323a', '#f28b8b'],
  ['#7c6f1d', '#d4c466'],
  ['#b4530a', '#f0a35e'],
  ['#1a7f4b', '#5fd39a'],
  ['#6d28d9', '#b794f6'],
  ['#0e7490', '#5cc8de'],
  ['#57534e', '#b8b0a8'],
  ['#be3f91', '#f19ad0'],
  ['#556b1f', '#a9c46c'],
]

const coloursOf = (scheme) =>
  COLOURS.map(
    (pair, i) => `.line.c${i}{stroke:${pair[scheme]}}.dot.c${i},.name.c${i}{fill:${pair[scheme]}}`,
  ).join('\n')

const STYLE = `
text { font: 12px system-ui, sans-serif; fill: #333 }
.title { font-size: 14px; font-weight: 600 }
.axis, .grid, .leader { stroke: #bbb; fill: none; stroke-width: 1 }
.grid { stroke: #e6e6e6 }
.line { fill: none; stroke-width: 1.5; stroke-linejoin: round }
.first { stroke-width: 3.5 }
.name-first { font-weight: 700 }
${coloursOf(0)}
@media (prefers-color-scheme: dark) {
text { fill: #ddd }
.axis, .leader { stroke: #666 }
.grid { stroke: #3a3a3a }
${coloursOf(1)}
}
`

/**
 * @param {{ name: string, all: number[], hard: number[] }[]} rows shares from 0 to 1, one for each budget; the first is
 * drawn above the others.
 * @param {{ all: number, hard: number }} counts how many logs each panel is of.
 * @returns {string} an SVG document
 */
export function retentionPlot(rows, counts) {
  const panels = [
    panel(PANEL_LEFT[0], `All ${counts.all} logs`, seriesOf(rows, 'all')),
    panel(PANEL_LEFT[1], `The ${counts.hard} hard ones`, seriesOf(rows, 'hard')),
  ]
  const best = rows[0]
  const shares = BUDGETS.map((kib, i) => `${Math.round(100 * best.all[i])} % at ${kib} KiB`).join(', ')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="t d">
<title id="t">Logs whose decisive lines are kept, by budget</title>
<desc id="d">${escaped(best.name)}: ${shares} of all logs.</desc>
<style>${STYLE}</style>
<text class="title" x="${PANEL_LEFT[0]}" y="22">Logs whose decisive lines are kept, % by budget</text>
${panels.join('\n')}
</svg>
`
}

/** The rows of one panel; those with the same curve are one, with all their names. */
function seriesOf(rows, field) {
  const series = new Map()
  for (const [index, row] of rows.entries()) {
    const key = row[field].join()
    const same = series.get(key)
    if (same) same.names.push(row.name)
    else series.set(key, { index, names: [row.name], values: row[field] })
  }
  return [...series.values()].reverse()
}

function panel(left, title, series) {
  const right = left + PANEL.width
  const drawn = series.map(({ index, values }) => {
    const points = values.map((value, i) => [x(left, BUDGETS[i]), y(value)])
    const dots = points.map(
      ([cx, cy]) => `<circle class="dot c${index}" cx="${cx}" cy="${cy}" r="${index ? 2 : 3.5}"/>`,
    )
    const path = points.map((point) => point.join(',')).join(' ')
    return `<polyline class="line c${index}${index ? '' : ' first'}" points="${path}"/>${dots.join('')}`
  })
  return [
    `<text class="title" x="${left}" y="46">${title}</text>`,
    ...[0, 25, 50, 75, 100].map((percent) => grid(left, right, percent)),
    ...BUDGETS.map((kib) => tick(left, kib)),
    ...drawn,
    ...labels(right, series),
  ].join('\n')
}

const round = (n) => Math.round(n * 10) / 10
const y = (value) => round(PANEL.bottom - value * (PANEL.bottom - PANEL.top))

/** Budgets on a scale of ratios, as they double. */
function x(left, kib) {
  const [first, last] = [BUDGETS[0], BUDGETS.at(-1)]
  return round(left + (PANEL.width * Math.log(kib / first)) / Math.log(last / first))
}

function grid(left, right, percent) {
  const at = y(percent / 100)
  const text = `<text x="${left - 8}" y="${at + 4}" text-anchor="end">${percent}</text>`
  return `<line class="${percent ? 'grid' : 'axis'}" x1="${left}" y1="${at}" x2="${right}" y2="${at}"/>${text}`
}

function tick(left, kib) {
  const at = x(left, kib)
  const unit = kib === BUDGETS.at(-1) ? ' KiB' : ''
  return `<line class="axis" x1="${at}" y1="${PANEL.bottom}" x2="${at}" y2="${PANEL.bottom + 5}"/><text x="${at}" y="${PANEL.bottom + 20}" text-anchor="middle">${kib}${unit}</text>`
}

/** Names beside the ends of their lines, moved apart where they would touch. */
function labels(right, series) {
  const wanted = series
    .map(({ index, names, values }) => ({ index, text: names.join(', '), from: y(values.at(-1)) }))
    .sort((a, b) => a.from - b.from)
  const places = spread(wanted.map(({ from }) => from))
  return wanted.map(({ index, text, from }, i) => {
    const start = right + LABEL_GAP + 12
    const leader = `<line class="leader" x1="${right + 5}" y1="${from}" x2="${start - 4}" y2="${places[i]}"/>`
    const label = `<text class="name c${index}${index ? '' : ' name-first'}" x="${start}" y="${round(places[i] + 4)}">${escaped(text)}</text>`
    return leader + label
  })
}

/** Heights in ascending order, at least a label apart, as near to those wanted as going up and down once brings them. */
function spread(wanted) {
  const places = [...wanted]
  for (let i = 1; i < places.length; i++) places[i] = Math.max(places[i], places[i - 1] + LABEL_HEIGHT)
  let lowest = PANEL.bottom - 2
  for (let i = places.length - 1; i >= 0; i--) {
    places[i] = round(Math.min(places[i], lowest))
    lowest = places[i] - LABEL_HEIGHT
  }
  return places
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
