// Shared parts of all drawings: colours for light and dark, the SVG document, names next to the ends of lines.

const LABEL_GAP = 10
const LABEL_HEIGHT = 14.5

/** The colours of the contenders, in order: on white and on black. */
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
    (pair, i) =>
      `.line.c${i}{stroke:${pair[scheme]}}.dot.c${i},.name.c${i},.band.c${i},.bar.c${i}{fill:${pair[scheme]}}`,
  ).join('\n')

const STYLE = `
text { font: 12px system-ui, sans-serif; fill: #333 }
.title { font-size: 14px; font-weight: 600 }
.small { font-size: 10px }
.axis, .grid, .leader, .whisker { stroke: #bbb; fill: none; stroke-width: 1 }
.whisker { stroke: #555 }
.grid { stroke: #e6e6e6 }
.line { fill: none; stroke-width: 1.5; stroke-linejoin: round }
.first { stroke-width: 3.5 }
.band { stroke: none; fill-opacity: 0.18 }
.name-first { font-weight: 700 }
${coloursOf(0)}
@media (prefers-color-scheme: dark) {
text { fill: #ddd }
.axis, .leader { stroke: #666 }
.whisker { stroke: #bbb }
.grid { stroke: #3a3a3a }
${coloursOf(1)}
}
`

/**
 * @param {{ width: number, height: number, title: string, description: string }} about
 * @returns {string} an SVG document
 */
export function drawing({ width, height, title, description }, body) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="t d">
<title id="t">${escaped(title)}</title>
<desc id="d">${escaped(description)}</desc>
<style>${STYLE}</style>
${body}
</svg>
`
}

export const round = (n) => Math.round(n * 10) / 10

export const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A logarithmic scale from one range to another, for values that double from tick to tick. */
export function logScale([first, last], [from, to]) {
  return (value) => round(from + ((to - from) * Math.log(value / first)) / Math.log(last / first))
}

/**
 * Draws names next to the ends of their lines, and moves them apart when they would touch.
 *
 * @param {{ index: number, text: string, from: number }[]} wanted `from` is the height where the line ends.
 */
export function endLabels(right, bottom, wanted) {
  const sorted = [...wanted].sort((a, b) => a.from - b.from)
  const places = spread(
    sorted.map(({ from }) => from),
    bottom,
  )
  return sorted.map(({ index, text, from }, i) => {
    const start = right + LABEL_GAP + 12
    const leader = `<line class="leader" x1="${right + 5}" y1="${from}" x2="${start - 4}" y2="${places[i]}"/>`
    const label = `<text class="name c${index}${index ? '' : ' name-first'}" x="${start}" y="${round(places[i] + 4)}">${escaped(text)}</text>`
    return leader + label
  })
}

/** Moves heights in ascending order until they are at least a label apart, in one pass down and one pass up. */
function spread(wanted, bottom) {
  const places = [...wanted]
  for (let i = 1; i < places.length; i++) places[i] = Math.max(places[i], places[i - 1] + LABEL_HEIGHT)
  let lowest = bottom - 2
  for (let i = places.length - 1; i >= 0; i--) {
    places[i] = round(Math.min(places[i], lowest))
    lowest = places[i] - LABEL_HEIGHT
  }
  return places
}
