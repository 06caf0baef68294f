import { element } from '../dom.ts'
import type { Speed } from './measure.ts'
import type { Cell, RaceResult } from './race.ts'

/**
 * A row per input, a column per contender. The last column is the ratio of pith's backend to the fastest of the others.
 */
export function fillTable(
  table: HTMLTableElement,
  { contenders, backend }: RaceResult,
  cells: readonly Cell[],
  title: string,
  nameOf: (cell: Cell) => string,
): void {
  const column = (text: string) => element('th', text, { scope: 'col' })
  const head = [title, ...contenders.map(({ name }) => name), `${backend} ÷ best other`].map(column)
  const rows = cells.map((cell) => {
    const speeds = contenders.map(({ name }) => cell.speeds[name])
    const fastest = Math.max(...speeds.map(({ median }) => median))
    const others = contenders
      .filter(({ name }) => name !== backend)
      .map(({ name }) => cell.speeds[name].median)
    return element('tr', [
      element('th', nameOf(cell), { scope: 'row' }),
      ...speeds.map((speed) =>
        element('td', figure(speed), speed.median === fastest ? { class: 'best' } : {}),
      ),
      element('td', `${(cell.speeds[backend].median / Math.max(...others)).toFixed(2)}×`),
    ])
  })
  table.replaceChildren(element('thead', element('tr', head)), element('tbody', rows))
}

function figure({ median, min, max }: Speed): Node[] {
  const percent = Math.round((50 * (max - min)) / median)
  return [document.createTextNode(speedName(median)), element('small', ` ±${percent} %`)]
}

/** Three digits, so that columns stay narrow. */
export function speedName(bytesPerSecond: number): string {
  const [value, unit] =
    bytesPerSecond >= 1e9 ? [bytesPerSecond / 1e9, 'GB/s'] : [bytesPerSecond / 1e6, 'MB/s']
  return `${value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)} ${unit}`
}
