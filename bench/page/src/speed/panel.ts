import { byId, element, field } from '../dom.ts'
import { Working } from '../working.ts'
import { allSizes, type RaceResult, type Speed, sizeName } from './race.ts'

/** Opens the part of the page that times pith against what one would write without it. */
export function openSpeedPanel(): void {
  const form = byId<HTMLFormElement>('race')
  const save = byId<HTMLButtonElement>('save')
  const working = new Working('speed')
  const largest = field<HTMLSelectElement>(form, 'largest')
  for (const size of allSizes.slice(1))
    largest.append(element('option', sizeName(size), { value: String(size) }))
  largest.value = String(2 ** 24)
  let result: RaceResult | undefined

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const request = { largest: Number(largest.value), rounds: Number(field(form, 'rounds').value) }
    const made = await working.run('race', request, 'Making the inputs')
    if (!made) return
    result = made
    save.disabled = false
    working.say('Done.')
    byId('race-result').hidden = false
    byId('race-table').replaceChildren(...rowsOf(made))
  })
  save.addEventListener('click', () => {
    const url = URL.createObjectURL(
      new Blob([JSON.stringify(result, undefined, 2)], { type: 'application/json' }),
    )
    element('a', '', { href: url, download: 'pith-in-this-browser.json' }).click()
    setTimeout(() => URL.revokeObjectURL(url))
  })
}

/** A row per size, a column per contender. The last column is the ratio of the first to the fastest of the others. */
function rowsOf({ contenders, cells }: RaceResult): HTMLElement[] {
  const head = ['Size', ...contenders, `${contenders[0]} ÷ best other`]
  const rows = cells.map(({ size, speeds }) => {
    const medians = contenders.map((name) => speeds[name].median)
    const fastest = Math.max(...medians)
    return element('tr', [
      element('th', sizeName(size), { scope: 'row' }),
      ...contenders.map((name) =>
        element('td', figure(speeds[name]), speeds[name].median === fastest ? { class: 'best' } : {}),
      ),
      element('td', `${(medians[0] / Math.max(...medians.slice(1))).toFixed(2)}×`),
    ])
  })
  const columns = head.map((text) => element('th', text, { scope: 'col' }))
  return [element('thead', element('tr', columns)), element('tbody', rows)]
}

function figure({ median, min, max }: Speed): Node[] {
  const percent = Math.round((50 * (max - min)) / median)
  return [document.createTextNode(speedName(median)), element('small', ` ±${percent} %`)]
}

/** Three digits, so that columns stay narrow. */
function speedName(bytesPerSecond: number): string {
  const [value, unit] =
    bytesPerSecond >= 1e9 ? [bytesPerSecond / 1e9, 'GB/s'] : [bytesPerSecond / 1e6, 'MB/s']
  return `${value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)} ${unit}`
}
