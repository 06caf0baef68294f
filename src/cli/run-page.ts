import { formatBytes } from '../core/words/notices.ts'
import { leftOut } from '../extra/events/events.ts'
import type { RecallFigures } from '../extra/events/recall.ts'
import { compact, escapedHtml, percent, plural } from './html-text.ts'
import { addedChart, contextChart } from './run-chart.ts'
import { pageStyle } from './run-page-style.ts'
import type { ReportedCall, RunReport } from './run-report.ts'

export interface RunPageFacts {
  /** What was selected: the name of a run, or `all runs`. */
  title: string
  /** Size of the model's context, if it is set. */
  contextTokens: number | undefined
  /** Events that were selected, of which the report holds the last. */
  total: number
}

const tile = (name: string, value: string, detail: string, tone = ''): string =>
  `<div><dt>${name}</dt><dd${tone && ` class="${tone}"`}>${value}<small>${detail}</small></dd></div>`

function tiles(report: RunReport): string {
  const saved = Math.max(0, report.fullTokens - report.shownTokens)
  const share = percent(saved, report.fullTokens)
  return `<dl class="tiles">
${tile('Calls', String(report.calls.length), `${report.truncated} cut, ${report.failed} failed`)}
${tile('In the context', compact(report.shownTokens), `of ${compact(report.fullTokens)} tokens`)}
${tile('Saved', compact(saved), share === '' ? 'tokens' : `tokens, ${share}`, 'good')}
${tile('Error lines kept', report.errors === 0 ? '0' : percent(report.errorsKept, report.errors), report.errors === 0 ? 'no call had one' : `${report.errorsKept} of ${report.errors}`, report.errorsKept < report.errors ? 'asked' : '')}
${tile('Asked again', String(report.recalled), report.linked === 0 ? 'nothing was left out' : `of ${plural(report.linked, 'cut call')}, ${percent(report.recalled, report.linked)}`, report.recalled > 0 ? 'asked' : '')}
</dl>`
}

/** What a call kept, what was asked for later, and the rest, as a bar of shares. */
function bar(kept: number, asked: number, all: number): string {
  if (all === 0) return ''
  const share = (part: number) => Math.min(100, Math.round((1000 * part) / all) / 10)
  return `<span class="bar"><i class="k-shown" style="width:${share(kept)}%"></i>${asked > 0 ? `<i class="k-asked" style="width:${share(asked)}%"></i>` : ''}</span>`
}

const barKey = `<ul class="key"><li><i class="k-shown"></i>kept</li><li><i class="k-asked"></i>left out, asked for later</li><li><i class="k-out"></i>left out</li></ul>`

const toolRow = (tool: RecallFigures): string =>
  `<tr><td class="tool">${escapedHtml(tool.tool)}</td><td class="soft">${escapedHtml(tool.strategy)}</td><td class="n">${tool.calls}</td><td class="n">${tool.truncated}</td><td class="n">${formatBytes(tool.savedBytes)}</td><td class="n">${compact(tool.savedTokens)}</td><td class="n">${tool.linked === 0 ? '' : `${tool.recalled} of ${tool.linked}`}</td><td class="n">${percent(tool.recalledBytes, tool.linkedBytes)}</td></tr>`

const toolTable = (tools: readonly RecallFigures[]): string =>
  `<section><div class="head"><h2>By tool</h2></div><div class="scroll"><table><caption>What each tool's calls saved, and how often what they left out was asked for</caption>
<thead><tr><th scope="col">tool</th><th scope="col">strategy</th><th scope="col" class="n">calls</th><th scope="col" class="n">cut</th><th scope="col" class="n">saved</th><th scope="col" class="n">tokens saved</th><th scope="col" class="n">asked again</th><th scope="col" class="n">share of bytes</th></tr></thead>
<tbody>${tools.map(toolRow).join('\n')}</tbody></table></div></section>`

/** `14:30:05`, in the user's time zone. */
const clock = (time: number): string => new Date(time).toTimeString().slice(0, 8)

/** `2026-05-01 14:30:05`, in the user's time zone. */
function dateAndTime(time: number): string {
  const date = new Date(time)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${clock(time)}`
}

function callRow({ event, askedBytes, recallOf }: ReportedCall, at: number): string {
  const { status, totalBytes, outputBytes, keptBytes, errorsKept, errorsOmitted } = event
  const isCut = leftOut(event)
  const errors = errorsKept + errorsOmitted
  const kinds = [
    isCut && 'cut',
    (askedBytes > 0 || recallOf !== undefined) && 'again',
    status !== 'ok' && 'bad-row',
  ]
  const classes = kinds.filter(Boolean).join(' ')
  const note =
    recallOf !== undefined
      ? `<span class="asked">asks again for call ${recallOf}</span>`
      : event.artifact !== undefined
        ? `<code>pith show ${escapedHtml(event.artifact)}</code>`
        : ''
  return `<tr${classes && ` class="${classes}"`}><td class="n soft">${at + 1}</td><td class="soft">${clock(event.time)}</td><td class="tool">${escapedHtml(event.tool)}</td><td${status === 'ok' ? ' class="soft"' : ' class="bad"'}>${status}</td><td class="n">${formatBytes(totalBytes || outputBytes)}</td><td class="n">${formatBytes(outputBytes)}</td><td>${isCut ? bar(keptBytes, askedBytes, totalBytes) : ''}</td><td class="n${errorsOmitted > 0 ? ' asked' : ''}">${errors === 0 ? '' : `${errorsKept} of ${errors}`}</td><td>${note}</td></tr>`
}

const filter = (id: string, label: string, count: number, isChecked = false): string =>
  `<label><input type="radio" name="only" id="${id}"${isChecked ? ' checked' : ''}>${label} ${count}</label>`

function callTable({ calls, truncated, failed }: RunReport): string {
  const again = calls.filter(({ askedBytes, recallOf }) => askedBytes > 0 || recallOf !== undefined).length
  return `<section><div class="head"><h2>Calls</h2>${barKey}</div>
<fieldset><legend>Which calls are shown</legend>${filter('only-all', 'all', calls.length, true)}${filter('only-cut', 'cut', truncated)}${filter('only-asked', 'asked again', again)}${filter('only-failed', 'failed', failed)}</fieldset>
<div class="scroll"><table><caption>Each call, the oldest first</caption>
<thead><tr><th scope="col" class="n">#</th><th scope="col">time</th><th scope="col">tool</th><th scope="col">status</th><th scope="col" class="n">output</th><th scope="col" class="n">shown</th><th scope="col">kept</th><th scope="col" class="n">errors kept</th><th scope="col">full output</th></tr></thead>
<tbody>${calls.map(callRow).join('\n')}</tbody></table></div></section>`
}

/** The page of a run: one file that loads nothing and runs no script. Sizes, times and names are all that it holds. */
export function runPage(report: RunReport, { title, contextTokens, total }: RunPageFacts): string {
  const { calls } = report
  const first = calls[0].event.time
  const last = calls[calls.length - 1].event.time
  const to =
    new Date(first).toDateString() === new Date(last).toDateString() ? clock(last) : dateAndTime(last)
  const part = total > calls.length ? ` The page has the last ${calls.length} of ${total} calls.` : ''
  const runs = report.runs > 1 ? `, ${plural(report.runs, 'run')}` : ''
  const policy = "default-src 'none'; style-src 'unsafe-inline'"
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer">
<title>${escapedHtml(title)}, pith</title><style>${pageStyle}</style></head>
<body><main>
<header><h1>${escapedHtml(title)}</h1><p>${dateAndTime(first)} to ${to}${runs}.${part}</p></header>
${tiles(report)}
<section><div class="head"><h2>The context, call by call</h2><ul class="key"><li><i class="k-shown"></i>tokens in the context</li><li><i class="k-full"></i>without a cut</li></ul></div>
${contextChart(calls, contextTokens)}
<div class="head second"><h2>What each call added</h2><ul class="key"><li><i class="k-shown"></i>output</li><li><i class="k-asked"></i>asked again</li><li><i class="k-bad"></i>failed</li></ul></div>
${addedChart(calls)}</section>
${toolTable(report.tools)}
${callTable(report)}
<footer>Made by <code>pith events --html</code>. Tokens are estimated. The page holds no argument, no path and no output.</footer>
</main></body></html>
`
}
