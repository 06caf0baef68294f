import { byId, element, field, plural, whole } from '../dom.ts'
import { whenShown } from '../tabs.ts'
import { Working } from '../working.ts'
import { type Choice, fieldsFor, toolNotes } from './choice.ts'
import { withCodes } from './codes.ts'
import { onFile } from './drop.ts'
import type { LogResult } from './log.ts'
import { sampleLog } from './sample.ts'

/** Changes within this time lead to a single run. */
const SETTLE_MS = 250
const COPIED_MS = 1500

/** Opens the part of the page that truncates a log. */
export function openLogPanel(): void {
  const form = byId<HTMLFormElement>('choice')
  const working = new Working('log')
  const text = byId('text')
  let file = sampleLog()
  let timer = 0
  let runs = 0

  async function cut() {
    clearTimeout(timer)
    showFields(form)
    const wrong = form.querySelector<HTMLInputElement>(':invalid')
    if (wrong) return working.say(`${labelOf(wrong)}: ${wrong.validationMessage}`, true)
    const run = ++runs
    const box = byId('result')
    box.classList.add('stale')
    const result = await working.run('log', { file, choice: choiceOf(form) }, `Reading ${file.name}`)
    if (run !== runs) return
    box.hidden = !result
    box.classList.remove('stale')
    if (!result) return
    working.say(`${file.name}: ${summaryOf(result)}`)
    byId('totals').hidden = result.content !== undefined
    showTotals(result)
    text.replaceChildren(...withCodes(result.text))
    byId('text-box').scrollTop = 0
  }

  const take = (chosen: File) => {
    file = chosen
    void cut()
  }
  onFile(take, (why) => working.say(why, true))
  const copy = byId('copy')
  copy.addEventListener('click', async () => {
    const done = await copied(text.textContent ?? '')
    if (!done) getSelection()?.selectAllChildren(text)
    copy.textContent = done ? 'Copied' : 'Selected: press Ctrl+C'
    setTimeout(() => {
      copy.textContent = 'Copy'
    }, COPIED_MS)
  })
  byId('sample').addEventListener('click', () => take(sampleLog()))
  form.addEventListener('input', () => {
    clearTimeout(timer)
    showFields(form)
    timer = window.setTimeout(() => void cut(), SETTLE_MS)
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void cut()
  })
  // A benchmark in the other part shall not wait for the sample.
  whenShown('log', () => void cut())
}

const labelOf = (input: HTMLInputElement): string => input.labels?.[0]?.textContent?.trim() ?? input.name

function choiceOf(form: HTMLFormElement): Choice {
  const text = (name: string) => field(form, name).value
  const isOn = (name: string) => field<HTMLInputElement>(form, name).checked
  const limit = (name: string) => (text(name) === '' ? Number.POSITIVE_INFINITY : Number(text(name)))
  return {
    tool: text('tool') as Choice['tool'],
    keep: text('keep') as Choice['keep'],
    offset: Number(text('offset')),
    maxLines: limit('maxLines'),
    maxBytes: Number(text('maxBytes')),
    maxTokens: limit('maxTokens'),
    backend: text('backend') as Choice['backend'],
    fold: isOn('fold'),
    isRun: isOn('isRun'),
  }
}

/** Disables fields that do not apply to the choice, so that none seems to have an effect. */
function showFields(form: HTMLFormElement): void {
  const { tool } = choiceOf(form)
  for (const [name, used] of Object.entries(fieldsFor(tool))) field(form, name).disabled = !used
  byId('choice-note').textContent = toolNotes[tool]
}

function summaryOf({ content, keptLines, totalLines, totalBytes, milliseconds, backend }: LogResult): string {
  const which =
    keptLines > 0 ? 'Only its plain lines are shown.' : 'It is named for the model, not shown as text.'
  if (content) return `${content}, ${plural(totalBytes, 'byte')}. ${which}`
  const seconds = (milliseconds / 1000).toFixed(milliseconds < 100 ? 3 : 2)
  const how = backend ? `on the ${backend} backend` : 'without a scanner'
  return `${plural(totalLines, 'line')}, ${plural(totalBytes, 'byte')} in ${seconds} s ${how}`
}

function showTotals(result: LogResult): void {
  const { totalLines, totalBytes, keptLines, keptBytes, outputLines, outputBytes, outputTokens, errors } =
    result
  const rows = [
    ['Lines kept', `${whole(keptLines)} of ${whole(totalLines)}`],
    ['Bytes kept', `${whole(keptBytes)} of ${whole(totalBytes)}`],
    ['Error lines', errors ? errorsTold(errors) : 'not looked for'],
    [
      'Model reads',
      `${plural(outputLines, 'line')}, ${plural(outputBytes, 'byte')}, about ${plural(outputTokens, 'token')}`,
    ],
  ]
  byId('totals').replaceChildren(
    ...rows.map(([term, told]) => element('div', [element('dt', term), element('dd', told)])),
  )
}

function errorsTold({ total, seen, kept }: NonNullable<LogResult['errors']>): string {
  if (total === 0) return 'none'
  return total > seen
    ? `${whole(total)}, the first ${whole(seen)} looked at`
    : `${whole(kept)} of ${whole(total)} kept`
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
