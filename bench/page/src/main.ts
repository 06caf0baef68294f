import type { Truncation } from '../../../src/index.ts'
import type { Choice, CutResult } from './cut.ts'
import { byId, element, field, plural, whole } from './dom.ts'
import { onFile } from './drop.ts'
import { InputMap } from './map.ts'
import type { WorkName, Works } from './messages.ts'
import type { RaceResult, Times } from './race.ts'
import { sampleLog } from './sample.ts'
import { ShownText } from './shown.ts'
import { StatementList } from './statements.ts'
import { WholeView } from './whole.ts'
import { Cancelled, work } from './work.ts'

/** Changes within this time lead to a single run. */
const SETTLE_MS = 250

const RACE = 'Cuts this input on both backends, in turns, and tells how long each takes.'

const form = byId<HTMLFormElement>('choice')
const text = new ShownText()
const input = new WholeView((byte) => map.point(byte))
const goTo = (byte: number) => {
  text.goTo(byte)
  void input.goTo(byte)
}
const map = new InputMap(goTo)
const statements = new StatementList(({ startByte }) => goTo(startByte))
const progress = byId('work')

let file = sampleLog()
let opened: File | undefined
let timer = 0
let running: AbortController | undefined

/** The result; undefined when the work failed, was cancelled or was replaced by newer work. The status says so. */
async function run<Name extends WorkName>(
  name: Name,
  request: Works[Name]['request'],
): Promise<Works[Name]['result'] | undefined> {
  running?.abort()
  const own = new AbortController()
  running = own
  const show = ({ done, told }: { done: number; told: string }) => {
    byId<HTMLProgressElement>('done').value = done
    byId('told').textContent = told
  }
  show({ done: 0, told: '' })
  progress.hidden = false
  say('')
  try {
    return await work(name, request, show, own.signal)
  } catch (error) {
    if (running !== own) return undefined
    if (error instanceof Cancelled) say('Cancelled.')
    else say(error instanceof Error ? error.message : String(error), true)
    return undefined
  } finally {
    if (running === own) progress.hidden = true
  }
}

function say(words: string, isFailure = false): void {
  byId('status').textContent = words
  byId('status').classList.toggle('failure', isFailure)
}

async function cut(): Promise<void> {
  clearTimeout(timer)
  const wrong = form.querySelector<HTMLInputElement>(':invalid')
  if (wrong) return say(`${wrong.labels?.[0]?.textContent?.trim()}: ${wrong.validationMessage}`, true)
  const own = file
  byId('result').classList.add('stale')
  const result = await run('cut', { file: own, choice: choiceOf() })
  if (file !== own || !progress.hidden) return
  byId('result').hidden = !result
  byId('result').classList.remove('stale')
  if (result) show(own, result)
}

function show(own: File, result: CutResult): void {
  const { truncation } = result
  say(`${own.name}: ${summaryOf(result)}`)
  // Of an end alone, errors were not looked for.
  const errors = choiceOf().keep === 'ends' && !result.content ? found(truncation) : undefined
  const lines = errors?.lines ?? []
  showTotals(truncation, errors)
  text.set(own.name, truncation, errors)
  map.set(truncation, lines)
  byId('race-table').replaceChildren()
  byId('race-told').textContent = RACE
  if (opened !== own) void input.open(result.whole)
  opened = own
  const errorLines = new Set(lines.map(({ line }) => line))
  input.mark(({ byte, endByte, line }) => ({
    isKept: truncation.segments.some((segment) => segment.startByte < endByte && segment.endByte > byte),
    isError: errorLines.has(line),
  }))
  statements.set(errors?.statements ?? [], statementsTold(result, errors), input.rows)
}

/** The errors of an output that failed, or what looks like errors in one that did not. */
const found = ({ errors, findings }: Truncation) => (errors.total > 0 ? errors : (findings ?? errors))

function statementsTold({ truncation, content }: CutResult, errors: ReturnType<typeof found> | undefined) {
  if (content) return 'A file that is not text makes no statements.'
  if (!errors) return 'Errors are looked for where both ends are kept.'
  if (errors.total === 0) return 'No line says that something failed.'
  const lines = plural(
    errors.total,
    errors.more ? 'line or more' : 'line',
    errors.more ? 'lines or more' : 'lines',
  )
  const what = errors === truncation.findings ? 'The run did not fail, but findings are in' : 'Errors are in'
  return `${what} ${lines}. The likely cause comes first.`
}

function choiceOf(): Choice {
  const chosen = (name: string) => field(form, name).value
  const isOn = (name: string) => field<HTMLInputElement>(form, name).checked
  const limit = (name: string) => (chosen(name) === '' ? Number.POSITIVE_INFINITY : Number(chosen(name)))
  return {
    keep: chosen('keep') as Choice['keep'],
    maxLines: limit('maxLines'),
    maxBytes: Number(chosen('maxBytes')),
    maxTokens: limit('maxTokens'),
    backend: chosen('backend') as Choice['backend'],
    fold: isOn('fold'),
    isRun: isOn('isRun'),
  }
}

function summaryOf({ content, truncation, milliseconds }: CutResult): string {
  const { keptLines, totalLines, totalBytes, backend } = truncation
  const which =
    keptLines > 0 ? 'Only its plain lines are shown.' : 'It is named for the model, not shown as text.'
  if (content) return `${content}, ${plural(totalBytes, 'byte')}. ${which}`
  const seconds = (milliseconds / 1000).toFixed(milliseconds < 100 ? 3 : 2)
  return `${plural(totalLines, 'line')}, ${plural(totalBytes, 'byte')} in ${seconds} s on the ${backend} backend`
}

function showTotals(truncation: Truncation, errors: Truncation['errors'] | undefined): void {
  const { totalLines, totalBytes, keptLines, keptBytes, outputLines, outputBytes, outputTokens } = truncation
  const rows = [
    [
      'Model reads',
      `${plural(outputLines, 'line')}, ${plural(outputBytes, 'byte')}, about ${plural(outputTokens, 'token')}`,
    ],
    ['Lines kept', `${whole(keptLines)} of ${whole(totalLines)}`],
    ['Bytes kept', `${whole(keptBytes)} of ${whole(totalBytes)}`],
    ['Error lines', errors ? errorsTold(errors) : 'not looked for'],
  ]
  byId('totals').replaceChildren(
    ...rows.map(([term, told]) => element('div', [element('dt', term), element('dd', told)])),
  )
}

function errorsTold({ total, lines }: Truncation['errors']): string {
  const kept = lines.filter((line) => line.kept).length
  if (total === 0) return 'none'
  return total > lines.length
    ? `${whole(total)}, ${whole(kept)} of the ${whole(lines.length)} judged are kept`
    : `${whole(kept)} of ${whole(total)} kept`
}

async function compare(): Promise<void> {
  const result = await run('race', { file, choice: choiceOf() })
  if (!result) return
  say('Compared.')
  const { bytes, isPart, rounds, times } = result
  const part = isPart ? ', of its first 64 MiB' : ''
  byId('race-told').textContent =
    `Median of ${plural(rounds, 'round')}${part}; ± shows their range. Both backends gave the same result.`
  if (!times.wasm) byId('race-told').textContent = 'This page’s policy or browser has no WebAssembly.'
  byId('race-table').replaceChildren(...raceRows(times, bytes))
}

function raceRows(times: RaceResult['times'], bytes: number): HTMLElement[] {
  const head = ['Backend', 'One cut', 'Speed', 'Against JavaScript']
  const rows = [['WebAssembly', times.wasm] as const, ['JavaScript', times.js] as const].flatMap(
    ([name, own]) => (own ? [raceRow(name, own, bytes, times.js.median)] : []),
  )
  const columns = element(
    'tr',
    head.map((name) => element('th', name, { scope: 'col' })),
  )
  return [element('thead', columns), element('tbody', rows)]
}

function raceRow(name: string, { median, min, max }: Times, bytes: number, ofJs: number): HTMLElement {
  const cells = [
    `${median.toPrecision(3)} ms ±${Math.round((50 * (max - min)) / median)} %`,
    `${(bytes / 1000 / median).toPrecision(3)} MB/s`,
    `${(ofJs / median).toFixed(2)}×`,
  ]
  return element('tr', [element('th', name, { scope: 'row' }), ...cells.map((cell) => element('td', cell))])
}

function take(chosen: File): void {
  file = chosen
  void cut()
}

onFile(take, (why) => say(why, true))
byId('sample').addEventListener('click', () => take(sampleLog()))
byId('cancel').addEventListener('click', () => running?.abort())
byId('compare').addEventListener('click', () => void compare())
form.addEventListener('input', () => {
  clearTimeout(timer)
  timer = window.setTimeout(() => void cut(), SETTLE_MS)
})
form.addEventListener('submit', (event) => {
  event.preventDefault()
  void cut()
})
void cut()
