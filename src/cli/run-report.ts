import { leftOut, savedBy, type ToolEvent } from '../extra/events/events.ts'
import { RecallCount, type RecallFigures } from '../extra/events/recall.ts'

/** One call as a report shows it. Tokens are estimated. */
export interface ReportedCall {
  event: ToolEvent
  /** Tokens that the call put into the context, and those that it would have put there without a cut. */
  shownTokens: number
  fullTokens: number
  /** Bytes of what it left out that later calls asked for. Each byte counts once. */
  askedBytes: number
  /** For a call that asked for what an earlier one left out: the number of that one, from 1. */
  recallOf?: number
}

export interface RunReport {
  calls: readonly ReportedCall[]
  tools: readonly RecallFigures[]
  runs: number
  shownTokens: number
  fullTokens: number
  errorsKept: number
  errors: number
  failed: number
  truncated: number
  /** Truncated calls for which a later request could be seen, and those for which there was one. */
  linked: number
  recalled: number
}

/** Bytes of a token if no call of the run says more. */
const USUAL_BYTES = 4

const sumOf = <T>(items: readonly T[], amount: (item: T) => number): number =>
  items.reduce((sum, item) => sum + amount(item), 0)

/** Joins the events of a run, the oldest first, into one report. */
export function reportOf(events: readonly ToolEvent[]): RunReport {
  const counted = events.filter(({ outputTokens }) => outputTokens > 0)
  const bytes = sumOf(counted, ({ outputBytes }) => outputBytes)
  const bytesPerToken = bytes > 0 ? bytes / sumOf(counted, ({ outputTokens }) => outputTokens) : USUAL_BYTES
  const calls: ReportedCall[] = events.map((event) => {
    const { outputTokens, outputBytes } = event
    const shownTokens = outputTokens || Math.round(outputBytes / bytesPerToken)
    return {
      event,
      shownTokens,
      fullTokens: leftOut(event)
        ? shownTokens + (event.savedTokens ?? savedBy(event).savedTokens)
        : shownTokens,
      askedBytes: 0,
    }
  })
  const recall = linkCalls(calls)
  const tools = recall.result()
  return {
    calls,
    tools,
    runs: new Set(events.map(({ run }) => run)).size,
    shownTokens: sumOf(calls, (call) => call.shownTokens),
    // Without a cut, nobody would have had to ask again.
    fullTokens: sumOf(calls, (call) => (call.recallOf === undefined ? call.fullTokens : 0)),
    errorsKept: sumOf(events, ({ errorsKept }) => errorsKept),
    errors: sumOf(events, ({ errorsKept, errorsOmitted }) => errorsKept + errorsOmitted),
    failed: events.filter(({ status }) => status !== 'ok').length,
    truncated: events.filter(leftOut).length,
    linked: sumOf(tools, ({ linked }) => linked),
    recalled: sumOf(tools, ({ recalled }) => recalled),
  }
}

/** Finds which call asked for what which earlier one left out. */
function linkCalls(calls: readonly ReportedCall[]): RecallCount {
  const recall = new RecallCount()
  const places = new Map<ToolEvent, number>()
  for (const [at, { event }] of calls.entries()) {
    places.set(event, at)
    recall.call(event)
  }
  for (const call of calls) {
    const found = recall.recall(call.event)
    const at = found && places.get(found.event)
    if (!found || at === undefined) continue
    call.recallOf = at + 1
    calls[at].askedBytes += found.newBytes
  }
  return recall
}
