import { byId, element, field } from '../dom.ts'
import { Working } from '../working.ts'
import { kinds } from './inputs.ts'
import type { JobName } from './jobs.ts'
import { Plot } from './plot.ts'
import { allSizes, type RaceRequest, type RaceResult, sizeName } from './race.ts'
import { fillTable } from './table.ts'
import { verdictOf } from './verdict.ts'

const KIND_SIZES = [16, 18, 20, 22].map((bits) => 2 ** bits)

/** Opens the part of the page that times pith against what one would write without it. */
export function openSpeedPanel(): void {
  const form = byId<HTMLFormElement>('race')
  const save = byId<HTMLButtonElement>('save')
  const working = new Working('speed')
  const results = new Map<JobName, RaceResult>()
  const show = drawer()
  fillChoices(form)

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const request = requestOf(form)
    const result = await working.run('race', request, 'Making the inputs')
    if (!result) return
    results.set(request.job, result)
    save.disabled = false
    working.say('Done.')
    show(result)
  })
  field(form, 'job').addEventListener('change', () => {
    const result = results.get(requestOf(form).job)
    if (result) show(result)
  })
  save.addEventListener('click', () => download([...results.values()]))
}

function fillChoices(form: HTMLFormElement): void {
  const add = (name: string, values: readonly (string | number)[], chosen: string | number) => {
    const select = field<HTMLSelectElement>(form, name)
    for (const value of values) {
      const label = typeof value === 'number' ? sizeName(value) : value
      select.append(element('option', label, { value: String(value) }))
    }
    select.value = String(chosen)
  }
  add('kind', Object.keys(kinds), 'mixed')
  add('largest', allSizes.slice(2), 2 ** 24)
  add('kindSize', KIND_SIZES, 2 ** 20)
}

function requestOf(form: HTMLFormElement): RaceRequest {
  const number = (name: string) => Number(field(form, name).value)
  return {
    job: field(form, 'job').value as JobName,
    kind: field(form, 'kind').value,
    largest: number('largest'),
    kindSize: number('kindSize'),
    rounds: number('rounds'),
  }
}

function drawer(): (result: RaceResult) => void {
  const sizes = new Plot('sizes')
  const byKind = new Plot('kinds')
  return (result) => {
    byId('race-result').hidden = false
    byId('verdict').textContent = [verdictOf(result), ...result.notes].join(' ')
    byId('contenders').replaceChildren(
      ...result.contenders.map(({ name }, at) => element('li', name, { 'data-line': String(at + 1) })),
    )
    byId('sizes-title').textContent = `By size, ${result.kind}`
    byId('kinds-title').textContent = `By kind, at ${sizeName(result.kindSize)}`
    sizes.draw(result, result.sizes)
    byKind.draw(result, result.kinds)
    fillTable(byId<HTMLTableElement>('sizes-table'), result, result.sizes, 'Size', ({ size }) =>
      sizeName(size),
    )
    fillTable(byId<HTMLTableElement>('kinds-table'), result, result.kinds, 'Kind', ({ kind }) => kind)
  }
}

function download(results: readonly RaceResult[]): void {
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(results, undefined, 2)], { type: 'application/json' }),
  )
  element('a', '', { href: url, download: 'pith-in-this-browser.json' }).click()
  setTimeout(() => URL.revokeObjectURL(url))
}
