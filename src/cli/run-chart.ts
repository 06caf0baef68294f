import { compact, escapedHtml, plural } from './html-text.ts'
import type { ReportedCall } from './run-report.ts'

/** A chart is drawn once for each width of window, because the text in a drawing shrinks with it. */
const WIDTHS = { wide: 960, narrow: 420 } as const
const CONTEXT_HEIGHT = 270
const ADDED_HEIGHT = 130
const LEFT = 52
const RIGHT = 12
const TOP = 14
const BOTTOM = 28
const MOST_STEPS = 320

/** Calls that one step of the chart stands for. */
interface Step {
  first: number
  last: number
  /** Tokens in the context after the last one: with pith, and without a cut. */
  shown: number
  full: number
  added: number
  saved: number
  /** Tokens that calls added which asked for what was left out, or which failed. */
  recalled: number
  failed: number
  label: string
}

/** A number from 1, 2, 2.5 or 5 times a power of ten, so that few lines reach `most`. */
export function tickStep(most: number, lines: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most / lines)))
  return [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((step) => step * lines >= most) ?? 10 * power
}

const tokensOf = (calls: readonly ReportedCall[]): number =>
  calls.reduce((sum, { shownTokens }) => sum + shownTokens, 0)

function stepsOf(calls: readonly ReportedCall[]): Step[] {
  const size = Math.ceil(calls.length / MOST_STEPS)
  const steps: Step[] = []
  let shown = 0
  let full = 0
  for (let at = 0; at < calls.length; at += size) {
    const part = calls.slice(at, at + size)
    const added = tokensOf(part)
    const grown = part.reduce((sum, call) => sum + (call.recallOf === undefined ? call.fullTokens : 0), 0)
    shown += added
    full += grown
    const { event } = part[0]
    const isFailed = (call: ReportedCall) => call.event.status !== 'ok'
    const isRecall = (call: ReportedCall) => call.recallOf !== undefined && !isFailed(call)
    steps.push({
      recalled: tokensOf(part.filter(isRecall)),
      failed: tokensOf(part.filter(isFailed)),
      first: at + 1,
      last: at + part.length,
      shown,
      full,
      added,
      saved: part.reduce((sum, call) => sum + call.fullTokens - call.shownTokens, 0),
      label: part.length === 1 ? `${event.tool}, ${event.status}` : plural(part.length, 'call'),
    })
  }
  return steps
}

const nameOf = ({ first, last }: Step): string =>
  first === last ? `Call ${first}` : `Calls ${first} to ${last}`

/** The places of a chart with a height, for tokens up to `highest`. */
function frame(total: number, steps: number, height: number, highest: number, lines: number) {
  const tick = tickStep(Math.max(highest, 1), lines)
  const most = Math.ceil(Math.max(highest, 1) / tick) * tick
  const right = total - RIGHT
  const width = (right - LEFT) / steps
  const x = (at: number) => round(LEFT + at * width)
  const y = (tokens: number) => round(height - BOTTOM - (tokens / most) * (height - TOP - BOTTOM))
  const grid = Array.from({ length: Math.round(most / tick) + 1 }, (_, at) => {
    const line = y(at * tick)
    return `<path class="grid" d="M${LEFT} ${line}H${right}"/><text x="${LEFT - 8}" y="${line + 4}" text-anchor="end">${compact(at * tick)}</text>`
  }).join('')
  return { x, y, width, right, grid }
}

type Frame = ReturnType<typeof frame>

const hovers = (steps: readonly Step[], { x, width }: Frame, height: number): string =>
  steps
    .map(
      (step, at) =>
        `<rect class="hover" x="${x(at)}" y="${TOP}" width="${round(width)}" height="${height - TOP - BOTTOM}"><title>${escapedHtml(hoverText(step))}</title></rect>`,
    )
    .join('')

const ends = (calls: number, { right }: Frame, height: number): string =>
  `<text x="${LEFT}" y="${height - 8}">call 1</text><text x="${right}" y="${height - 8}" text-anchor="end">call ${calls}</text>`

/** Draws a chart for wide windows and for narrow ones. The style of the page hides the other one. */
const svgs = (id: string, says: string, height: number, draw: (width: number) => string): string =>
  Object.entries(WIDTHS)
    .map(
      ([name, width]) =>
        `<svg class="${name}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-${name}"><title id="${id}-${name}">${says}</title>
${draw(width)}
</svg>`,
    )
    .join('')

/** The context filling: an SVG with a step for each call, or for a few calls if there are many. */
export function contextChart(calls: readonly ReportedCall[], contextTokens: number | undefined): string {
  const steps = stepsOf(calls)
  const end = steps[steps.length - 1]
  const highest = Math.max(end.full, end.shown)
  // A much larger context would make the lines flat, and the line of a much smaller one would hide them.
  const isNear = contextTokens !== undefined && contextTokens <= highest * 1.5 && contextTokens > highest / 20
  const limit = isNear ? contextTokens : undefined
  const draw = (width: number) =>
    drawnContext(steps, frame(width, steps.length, CONTEXT_HEIGHT, Math.max(highest, limit ?? 0), 4), {
      limit,
      calls: calls.length,
    })
  return svgs(
    'context-says',
    `After ${plural(calls.length, 'call')} the context holds ${compact(end.shown)} tokens of tool output. Without a cut it would hold ${compact(end.full)}.`,
    CONTEXT_HEIGHT,
    draw,
  )
}

function drawnContext(
  steps: readonly Step[],
  places: Frame,
  { limit, calls }: { limit: number | undefined; calls: number },
): string {
  const { x, y, right, grid } = places
  const line = (height: (step: Step) => number) =>
    `M${LEFT} ${y(0)}${steps.map((step, at) => `H${x(at)}V${y(height(step))}`).join('')}H${x(steps.length)}`
  const shown = line((step) => step.shown)
  const full = line((step) => step.full)
  const limitLine =
    limit === undefined
      ? ''
      : `<path class="limit" d="M${LEFT} ${y(limit)}H${right}"/><text x="${right}" y="${y(limit) - 5}" text-anchor="end">context of ${compact(limit)} tokens</text>`
  return `${grid}<path class="full-area" d="${full}V${y(0)}Z"/><path class="shown-area" d="${shown}V${y(0)}Z"/>
<path class="full-line" d="${full}"/><path class="shown-line" d="${shown}"/>${limitLine}${ends(calls, places, CONTEXT_HEIGHT)}
${hovers(steps, places, CONTEXT_HEIGHT)}`
}

/** What each call added to the context, as bars. */
export function addedChart(calls: readonly ReportedCall[]): string {
  const steps = stepsOf(calls)
  const highest = Math.max(...steps.map(({ added }) => added))
  const each = steps.length < calls.length ? `${plural(steps[0].last, 'call')} together` : 'One call'
  return svgs(
    'added-says',
    `${each} added at most ${compact(highest)} tokens to the context.`,
    ADDED_HEIGHT,
    (width) => drawnAdded(steps, frame(width, steps.length, ADDED_HEIGHT, highest, 2), calls.length),
  )
}

function drawnAdded(steps: readonly Step[], places: Frame, calls: number): string {
  const { x, y, width, grid } = places
  const gap = width > 4 ? 1.5 : 0
  const bars = steps.map((step, at) => {
    let below = 0
    return (['asked', 'failed', 'shown'] as const).map((part) => {
      const { recalled, failed, added } = step
      const tokens = { asked: recalled, failed, shown: added - recalled - failed }[part]
      if (tokens <= 0) return ''
      const top = y(below + tokens)
      const height = round(y(below) - top)
      below += tokens
      return `<rect class="${part}" x="${round(x(at) + gap / 2)}" y="${top}" width="${round(Math.min(width - gap, 28))}" height="${height}"/>`
    })
  })
  return `${grid}${bars.flat().join('')}${ends(calls, places, ADDED_HEIGHT)}${hovers(steps, places, ADDED_HEIGHT)}`
}

const hoverText = (step: Step): string =>
  [
    `${nameOf(step)}: ${step.label}`,
    `adds ${compact(step.added)} tokens${step.saved > 0 ? `, saves ${compact(step.saved)}` : ''}`,
    `context: ${compact(step.shown)} tokens, ${compact(step.full)} without a cut`,
    ...(step.recalled > 0 ? ['asks for what was left out'] : []),
  ].join('\n')

const round = (value: number): number => Math.round(value * 100) / 100
