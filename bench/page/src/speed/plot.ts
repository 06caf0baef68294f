import uPlot from 'uplot'
import { byId, colour, whenLooksChange } from '../dom.ts'
import type { Cell, RaceResult } from './race.ts'
import { sizeName } from './race.ts'
import { speedName } from './table.ts'

const HEIGHT = 300
const FONT = '12px system-ui, sans-serif'
/** Most CSS pixels between the marks of two contenders on one kind. */
const DODGE = 6

/**
 * Draws speeds, as lines with bands over sizes or as marks with bars over kinds. The axis of speed is logarithmic in
 * both.
 */
export class Plot {
  readonly #box: HTMLElement
  readonly #told: HTMLElement
  readonly #isSizes: boolean
  #plot: uPlot | undefined
  #last: { result: RaceResult; cells: readonly Cell[] } | undefined

  constructor(name: 'sizes' | 'kinds') {
    this.#box = byId(`${name}-plot`)
    this.#told = byId(`${name}-told`)
    this.#isSizes = name === 'sizes'
    whenLooksChange(this.#box, () => this.#redraw())
  }

  draw(result: RaceResult, cells: readonly Cell[]): void {
    this.#last = { result, cells }
    this.#redraw()
    this.#told.textContent = 'Point at the plot for figures; the table below has them all.'
  }

  #redraw(): void {
    const width = this.#box.clientWidth
    if (!this.#last || width === 0) return
    const { result, cells } = this.#last
    this.#plot?.destroy()
    this.#plot = new uPlot(
      this.#options(result, cells, width),
      dataOf(result, cells, this.#isSizes),
      this.#box,
    )
  }

  #options(result: RaceResult, cells: readonly Cell[], width: number): uPlot.Options {
    const names = result.contenders.map(({ name }) => name)
    const isSizes = this.#isSizes
    const series = names.flatMap((_, at) => [lineOf(at + 1, isSizes), edgeOf(isSizes), edgeOf(isSizes)])
    const bands = names.map(
      (_, at): uPlot.Band => ({ series: [3 * at + 2, 3 * at + 3], fill: `${colour(`line-${at + 1}`)}2e` }),
    )
    return {
      width,
      height: HEIGHT,
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, y: false, points: { show: isSizes } },
      scales: {
        x: isSizes ? { time: false, distr: 3, log: 2 } : { time: false, range: [-0.6, cells.length - 0.4] },
        y: { distr: 3, log: 10 },
      },
      axes: [isSizes ? sizeAxis(width, cells) : kindAxis(cells), speedAxis()],
      series: [{}, ...series],
      ...(isSizes ? { bands } : {}),
      hooks: {
        setCursor: [(plot) => this.#tell(names, cells, plot.cursor.idx ?? undefined)],
        ...(isSizes ? {} : { draw: [(plot) => drawMarks(plot, names, cells)] }),
      },
    }
  }

  #tell(names: readonly string[], cells: readonly Cell[], at: number | undefined): void {
    const cell = at === undefined ? undefined : cells[at]
    if (!cell) return
    const figures = names.map((name) => `${name} ${speedName(cell.speeds[name].median)}`)
    this.#told.textContent = `${this.#isSizes ? sizeName(cell.size) : cell.kind}: ${figures.join(', ')}`
  }
}

/** The median, maximum and minimum of each contender. */
function dataOf({ contenders }: RaceResult, cells: readonly Cell[], isSizes: boolean): uPlot.AlignedData {
  const rows = contenders.flatMap(({ name }) => [
    cells.map(({ speeds }) => speeds[name].median),
    cells.map(({ speeds }) => speeds[name].max),
    cells.map(({ speeds }) => speeds[name].min),
  ])
  return [cells.map(({ size }, at) => (isSizes ? size : at)), ...rows]
}

const lineOf = (number: number, show: boolean): uPlot.Series => ({
  stroke: colour(`line-${number}`),
  width: number === 1 ? 2.5 : 1.5,
  points: { show, size: 5, fill: colour(`line-${number}`) },
  ...(show ? {} : { paths: () => null }),
})

const edgeOf = (isSizes: boolean): uPlot.Series => ({
  stroke: 'transparent',
  width: 0,
  points: { show: false },
  ...(isSizes ? {} : { paths: () => null }),
})

const axis = (): uPlot.Axis => ({
  stroke: colour('quiet'),
  font: FONT,
  grid: { stroke: colour('rule'), width: 1 },
  ticks: { show: false },
})

const sizeAxis = (width: number, cells: readonly Cell[]): uPlot.Axis => ({
  ...axis(),
  size: 30,
  splits: () => cells.filter((_, at) => width > 600 || at % 3 === 1).map(({ size }) => size),
  values: (_, splits) => splits.map(sizeName),
  filter: (_, splits) => splits,
})

const kindAxis = (cells: readonly Cell[]): uPlot.Axis => ({
  ...axis(),
  grid: { show: false },
  size: 82,
  rotate: 40,
  splits: () => cells.map((_, at) => at),
  values: () => cells.map(({ kind }) => kind),
})

const isDecade = (value: number): boolean => Number.isInteger(Math.log10(value))

const decades = (_: uPlot, splits: number[]) => splits.map((value) => (isDecade(value) ? value : null))

const speedAxis = (): uPlot.Axis => ({
  ...axis(),
  grid: { stroke: colour('rule'), width: 1, filter: decades },
  size: 66,
  filter: decades,
  values: (_, splits) => splits.map((value) => (value === null ? '' : short(value))),
})

const short = (value: number): string => (value >= 1e9 ? `${value / 1e9} GB/s` : `${value / 1e6} MB/s`)

/** Draws a dot for the median and a bar from minimum to maximum, with contenders side by side. */
function drawMarks(plot: uPlot, names: readonly string[], cells: readonly Cell[]): void {
  const { ctx } = plot
  const scale = devicePixelRatio
  const slot = plot.bbox.width / cells.length
  const dodge = Math.min(DODGE * scale, slot / (names.length + 1))
  ctx.save()
  for (const [at, { speeds }] of cells.entries()) {
    for (const [number, name] of names.entries()) {
      const { median, min, max } = speeds[name]
      const x = plot.valToPos(at, 'x', true) + (number - (names.length - 1) / 2) * dodge
      const y = (value: number) => plot.valToPos(value, 'y', true)
      ctx.strokeStyle = ctx.fillStyle = colour(`line-${number + 1}`)
      ctx.lineWidth = 1.5 * scale
      ctx.beginPath()
      ctx.moveTo(x, y(min))
      ctx.lineTo(x, y(max))
      ctx.stroke()
      ctx.beginPath()
      ctx.arc(x, y(median), 2.75 * scale, 0, 2 * Math.PI)
      ctx.fill()
    }
  }
  ctx.restore()
}
