// Draws the retention table: kept % over budget, a line per contender, all logs and hard logs side by side.
import { drawing, endLabels, escaped, logScale, round } from '../plot/svg.mjs'
import { BUDGETS } from './score.mjs'

const WIDTH = 920
const HEIGHT = 404
const PANEL = { top: 64, bottom: 372, width: 268 }
const PANEL_LEFT = [48, 500]

/**
 * @param {{ name: string, all: number[], hard: number[] }[]} rows shares from 0 to 1, one for each budget; the first
 * row is drawn on top of the others.
 * @param {{ all: number, hard: number }} counts number of logs in each panel.
 * @returns {string} an SVG document
 */
export function retentionPlot(rows, counts) {
  const panels = [
    panel(PANEL_LEFT[0], `All ${counts.all} logs`, seriesOf(rows, 'all')),
    panel(PANEL_LEFT[1], `The ${counts.hard} hard ones`, seriesOf(rows, 'hard')),
  ]
  const best = rows[0]
  const shares = BUDGETS.map((kib, i) => `${Math.round(100 * best.all[i])} % at ${kib} KiB`).join(', ')
  const about = {
    width: WIDTH,
    height: HEIGHT,
    title: 'Logs whose decisive lines are kept, by budget',
    description: `${best.name}: ${shares} of all logs.`,
  }
  const heading = `<text class="title" x="${PANEL_LEFT[0]}" y="22">Logs whose decisive lines are kept, % by budget</text>`
  return drawing(about, [heading, ...panels].join('\n'))
}

/** The rows of one panel. Rows with the same curve become one, with all their names. */
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
  const x = logScale([BUDGETS[0], BUDGETS.at(-1)], [left, right])
  const drawn = series.map(({ index, values }) => {
    const points = values.map((value, i) => [x(BUDGETS[i]), y(value)])
    const dots = points.map(
      ([cx, cy]) => `<circle class="dot c${index}" cx="${cx}" cy="${cy}" r="${index ? 2 : 3.5}"/>`,
    )
    const path = points.map((point) => point.join(',')).join(' ')
    return `<polyline class="line c${index}${index ? '' : ' first'}" points="${path}"/>${dots.join('')}`
  })
  const ends = series.map(({ index, names, values }) => {
    return { index, text: names.join(', '), from: y(values.at(-1)) }
  })
  return [
    `<text class="title" x="${left}" y="46">${escaped(title)}</text>`,
    ...[0, 25, 50, 75, 100].map((percent) => grid(left, right, percent)),
    ...BUDGETS.map((kib) => tick(x(kib), kib)),
    ...drawn,
    ...endLabels(right, PANEL.bottom, ends),
  ].join('\n')
}

const y = (value) => round(PANEL.bottom - value * (PANEL.bottom - PANEL.top))

function grid(left, right, percent) {
  const at = y(percent / 100)
  const text = `<text x="${left - 8}" y="${at + 4}" text-anchor="end">${percent}</text>`
  return `<line class="${percent ? 'grid' : 'axis'}" x1="${left}" y1="${at}" x2="${right}" y2="${at}"/>${text}`
}

function tick(at, kib) {
  const unit = kib === BUDGETS.at(-1) ? ' KiB' : ''
  return `<line class="axis" x1="${at}" y1="${PANEL.bottom}" x2="${at}" y2="${PANEL.bottom + 5}"/><text x="${at}" y="${PANEL.bottom + 20}" text-anchor="middle">${kib}${unit}</text>`
}
