// Draws throughput over size: a panel per task, a line per contender, with a band from the slowest to the fastest
// round.
import { drawing, endLabels, escaped, logScale } from './svg.mjs'

const WIDTH = 988
const PANEL = { width: 264, height: 244, rowHeight: 322, top: 72 }
const PANEL_LEFT = [60, 544]
/** One in this many sizes has its name below the axis. */
const TICK_EVERY = 2

/**
 * @param {{ name: string, cells: object[], contenders: string[] }[]} tasks as in the results' JSON, with the contenders
 * to show; one panel each, two in a row.
 * @param {string} machine a description of the machine.
 * @returns {string} an SVG document
 */
export function sizesPlot(tasks, machine) {
  const panels = tasks.map((task, i) => {
    return panel(task, PANEL_LEFT[i % 2], PANEL.top + PANEL.rowHeight * (i >> 1))
  })
  const about = {
    width: WIDTH,
    height: PANEL.top + PANEL.rowHeight * Math.ceil(tasks.length / 2) - 24,
    title: 'Throughput over size of input',
    description: tasks.map(describe).join(' '),
  }
  const heading = `<text class="title" x="${PANEL_LEFT[0]}" y="20">GB/s over size of input: median, and least to most of the rounds</text>
<text class="small" x="${PANEL_LEFT[0]}" y="36">${escaped(machine)}</text>`
  return drawing(about, [heading, ...panels].join('\n'))
}

function describe({ name, cells, contenders }) {
  const { rows, input } = cells.filter(({ group }) => group === 'size').at(-1)
  const shown = rows.filter((row) => contenders.includes(row.name))
  const rates = shown.map((row) => `${row.name} ${row.gbps.median.toPrecision(2)}`).join(', ')
  return `${name}, GB/s at ${input}: ${rates}.`
}

function panel({ name, cells: all, contenders }, left, top) {
  const cells = all.filter(({ group }) => group === 'size')
  const right = left + PANEL.width
  const bottom = top + PANEL.height
  const sizes = cells.map(({ bytes }) => bytes)
  const rate = ({ rows }, contender) => rows.find((row) => row.name === contender).gbps
  const decades = decadesOf(cells.flatMap((cell) => contenders.map((each) => rate(cell, each))))
  const x = logScale([sizes[0], sizes.at(-1)], [left, right])
  const y = logScale([decades[0], decades.at(-1)], [bottom, top])
  const series = contenders.map((text, index) => {
    const points = cells.map((cell) => ({ at: x(cell.bytes), ...rate(cell, text) }))
    return { index, text, points, from: y(points.at(-1).median) }
  })
  return [
    `<text class="title" x="${left}" y="${top - 10}">${escaped(name)}</text>`,
    ...decades.map((value, i) => grid(left, right, y(value), value, i === 0)),
    ...cells.map(({ bytes, input }, i) => tick(x(bytes), bottom, i % TICK_EVERY === 0 ? input : '')),
    ...series.map(({ index, points }) => band(index, points, y)),
    ...series.reverse().map(({ index, points }) => line(index, points, y)),
    ...endLabels(right, bottom, series),
  ].join('\n')
}

/** The powers of ten that span all rates. */
function decadesOf(rates) {
  const first = Math.floor(Math.log10(Math.min(...rates.map(({ min }) => min))))
  const last = Math.ceil(Math.log10(Math.max(...rates.map(({ max }) => max))))
  return Array.from({ length: last - first + 1 }, (_, i) => 10 ** (first + i))
}

function band(index, points, y) {
  const upper = points.map(({ at, max }) => `${at},${y(max)}`)
  const lower = points.map(({ at, min }) => `${at},${y(min)}`).reverse()
  return `<polygon class="band c${index}" points="${[...upper, ...lower].join(' ')}"/>`
}

function line(index, points, y) {
  const path = points.map(({ at, median }) => `${at},${y(median)}`).join(' ')
  return `<polyline class="line c${index}${index ? '' : ' first'}" points="${path}"/>`
}

function grid(left, right, at, value, isAxis) {
  const text = `<text x="${left - 8}" y="${at + 4}" text-anchor="end">${Number(value.toPrecision(1))}</text>`
  return `<line class="${isAxis ? 'axis' : 'grid'}" x1="${left}" y1="${at}" x2="${right}" y2="${at}"/>${text}`
}

function tick(at, bottom, text) {
  const label = text && `<text class="small" x="${at}" y="${bottom + 18}" text-anchor="middle">${text}</text>`
  return `<line class="axis" x1="${at}" y1="${bottom}" x2="${at}" y2="${bottom + 5}"/>${label}`
}
