import { leftOut, NET, type OmittedRange, type ShownRanges, savedBy, type ToolEvent } from './events.ts'

/** How often the parts that a tool's calls omitted were requested later. */
export interface RecallFigures {
  tool: string
  /** As in `ToolEvent`. Empty when it is unknown. */
  program: string
  strategy: string
  calls: number
  /** Calls that left out or folded something. */
  truncated: number
  /** Truncated calls whose omitted part is in an artifact or a file. Only for these, later requests can be seen. */
  linked: number
  /** Linked calls for which a part of the omitted was requested later. */
  recalled: number
  /** Later calls that requested an omitted part. */
  recalls: number
  /** Milliseconds that pith itself took for them. */
  ownMs: number
  /**
   * What the agent would have shown of truncated calls by itself, without what it was shown. Tokens are estimated. What
   * was fetched later is not taken off.
   */
  savedBytes: number
  savedTokens: number
  /** The texts of the later calls that requested an omitted part. */
  fetchedBytes: number
  fetchedTokens: number
  omittedBytes: number
  /** Omitted bytes of linked calls. */
  linkedBytes: number
  /**
   * Omitted bytes that were requested later. Each byte counts once. Requested lines count by their share of the range.
   */
  recalledBytes: number
  /** Later calls that requested an omitted part and failed, for example because it no longer exists. */
  missed: number
  /** Of all of these calls: the bytes of their outputs, and of what was shown. */
  totalBytes: number
  outputBytes: number
}

/** A truncated call, and the omitted parts that were requested since. */
interface Omission {
  event: ToolEvent
  time: number
  figures: RecallFigures
  omitted: readonly OmittedRange[]
  isRecalled: boolean
  /** Byte ranges requested so far, in order and without overlap. */
  asked: [number, number][]
}

/** The omissions of one artifact or file, ordered by time. Those before index `first` are forgotten. */
interface Held {
  all: Omission[]
  first: number
}

const MOST_OMISSIONS = 20_000

/** A recall is compared with at most so many earlier calls, because a file that is read page by page has thousands. */
const MOST_LOOKED_AT = 256

const NONE = {
  calls: 0,
  truncated: 0,
  linked: 0,
  recalled: 0,
  recalls: 0,
  ownMs: 0,
  savedBytes: 0,
  savedTokens: 0,
  fetchedBytes: 0,
  fetchedTokens: 0,
  omittedBytes: 0,
  linkedBytes: 0,
  recalledBytes: 0,
  missed: 0,
  totalBytes: 0,
  outputBytes: 0,
}

/**
 * Links calls that request a part of an artifact or a file to the last earlier call that omitted this part.
 *
 * Pass every event to `call` and then to `recall`. Memory is bounded: only the last 20,000 truncated calls are
 * remembered. Time is bounded too: a recall is compared with the last 256 calls that omitted parts of the same artifact
 * or file.
 */
export class RecallCount {
  /** The number of truncated calls that were dropped from memory, so that later recalls of them cannot be seen. */
  forgotten = 0
  /** Failures inside pith, which cost quality but no output. */
  failures = 0
  readonly #figures = new Map<string, RecallFigures>()
  readonly #omissions = new Map<string, Held>()
  /** Kept from call to call, because a new iterator would have to skip all deleted entries again. */
  readonly #sources = this.#omissions.keys()
  /** The source whose omissions are forgotten next. */
  #oldest: string | undefined
  #remembered = 0

  /** Registers a call that may have omitted something. */
  call(event: ToolEvent): void {
    // `show` requests omitted parts. It is not a tool whose output is truncated.
    if (event.tool === NET) this.failures++
    if (event.tool === 'show' || event.tool === NET) return
    const figures = this.#figuresOf(event)
    figures.calls++
    figures.ownMs += event.ownMs ?? 0
    figures.totalBytes += event.totalBytes
    figures.outputBytes += event.outputBytes
    if (!leftOut(event)) return
    figures.truncated++
    const usual = savedBy(event)
    figures.savedBytes += event.savedBytes ?? usual.savedBytes
    figures.savedTokens += event.savedTokens ?? usual.savedTokens
    figures.omittedBytes += event.omittedBytes
    const source = sourceOf(event)
    if (source === undefined || !event.omitted) return
    figures.linked++
    figures.linkedBytes += event.omittedBytes
    const { time, omitted } = event
    const omission: Omission = { event, time, figures, omitted, isRecalled: false, asked: [] }
    const held = this.#omissions.get(source)
    // Nearly always at the end, because the events of a run come in order.
    if (held) held.all.splice(placeOf(held, event.time), 0, omission)
    else this.#omissions.set(source, { all: [omission], first: 0 })
    if (++this.#remembered > MOST_OMISSIONS) this.#forgetOne()
  }

  /**
   * Registers a call that may have requested an omitted part.
   *
   * @returns the call that omitted the part, and how many of its omitted bytes were requested for the first time.
   * Undefined if there is no such call.
   */
  recall(event: ToolEvent): { event: ToolEvent; newBytes: number } | undefined {
    const source = sourceOf(event)
    const isOk = event.status === 'ok'
    // A `show` of units, or one that failed early, does not know which ranges it shows.
    if (source === undefined || (!event.shown && event.tool !== 'show')) return undefined
    const held = this.#omissions.get(source)
    if (!held) return undefined
    const before = placeOf(held, event.time)
    for (const omission of held.all.slice(Math.max(held.first, before - MOST_LOOKED_AT), before).reverse()) {
      if (!mayFollow(event, omission)) continue
      const ranges = event.shown && commonBytes(omission.omitted, event.shown)
      if (ranges?.length === 0) continue
      if (isOk) return { event: omission.event, newBytes: count(omission, event, ranges ?? []) }
      omission.figures.missed++
      return { event: omission.event, newBytes: 0 }
    }
    return undefined
  }

  /** The figures for each tool and strategy. Those with the most calls come first. */
  result(): RecallFigures[] {
    return [...this.#figures.values()].sort((a, b) => b.calls - a.calls || (a.tool < b.tool ? -1 : 1))
  }

  #figuresOf({ tool, program = '', strategy = '' }: ToolEvent): RecallFigures {
    const key = JSON.stringify([tool, program, strategy])
    let figures = this.#figures.get(key)
    if (!figures) {
      figures = { tool, program, strategy, ...NONE }
      this.#figures.set(key, figures)
    }
    return figures
  }

  #forgetOne(): void {
    this.#oldest ??= this.#sources.next().value ?? ''
    const held = this.#omissions.get(this.#oldest)
    if (!held) return
    held.first++
    if (held.first === held.all.length) {
      this.#omissions.delete(this.#oldest)
      this.#oldest = undefined
    } else if (held.first > held.all.length / 2) {
      held.all.splice(0, held.first)
      held.first = 0
    }
    this.#remembered--
    this.forgotten++
  }
}

/** Whether cutting saved tokens, or nothing was cut: what was shown, and fetched later, has fewer than without pith. */
export const isWorthIt = ({ truncated, savedTokens, fetchedTokens }: RecallFigures): boolean =>
  truncated === 0 || savedTokens > fetchedTokens

/** The index after all omissions up to a time. */
const placeOf = ({ all, first }: Held, time: number): number =>
  Math.max(
    first,
    firstIndex(all.length, (i) => all[i].time > time),
  )

const sourceOf = ({ artifact, file }: ToolEvent): string | undefined =>
  artifact !== undefined ? `artifact ${artifact}` : file !== undefined ? `file ${file}` : undefined

/** Two pages may have the same time in milliseconds. But a call is not a recall of what it omitted itself. */
const mayFollow = (event: ToolEvent, { time, omitted }: Omission): boolean =>
  time < event.time || (time === event.time && event.omitted !== omitted)

function count(omission: Omission, event: ToolEvent, ranges: [number, number][]): number {
  const { figures } = omission
  const { totalBytes, totalTokens } = omission.event
  if (!omission.isRecalled) figures.recalled++
  omission.isRecalled = true
  figures.recalls++
  figures.fetchedBytes += event.outputBytes
  // Most calls that show a part do not count its tokens.
  const tokens = totalBytes > 0 ? Math.round((totalTokens * event.outputBytes) / totalBytes) : 0
  figures.fetchedTokens += event.outputTokens || tokens
  const newBytes = ranges.reduce((sum, range) => sum + unite(omission.asked, range), 0)
  figures.recalledBytes += newBytes
  return newBytes
}

/** Adds a range to a list of ordered ranges without overlap. Returns the number of new bytes. */
function unite(ranges: [number, number][], [start, end]: [number, number]): number {
  const from = firstIndex(ranges.length, (i) => ranges[i][1] >= start)
  const all: [number, number] = [start, end]
  let known = 0
  let to = from
  for (; to < ranges.length && ranges[to][0] <= end; to++) {
    const [first, last] = ranges[to]
    known += last - first
    all[0] = Math.min(all[0], first)
    all[1] = Math.max(all[1], last)
  }
  ranges.splice(from, to - from, all)
  return all[1] - all[0] - known
}

/** The first index for which `passes` is true, if all later ones pass too. `length` when none passes. */
function firstIndex(length: number, passes: (index: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if (passes(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** The byte ranges that were omitted and then shown. Bytes of shown lines are computed from their share of the gap. */
function commonBytes(omitted: readonly OmittedRange[], { unit, ranges }: ShownRanges): [number, number][] {
  const common: [number, number][] = []
  for (const [firstLine, lastLine, startByte, endByte] of omitted) {
    const [from, to] = unit === 'lines' ? [firstLine, lastLine + 1] : [startByte, endByte]
    for (const [first, last] of ranges) {
      const start = Math.max(from, first)
      const end = Math.min(to, unit === 'lines' ? last + 1 : last)
      if (start >= end) continue
      const byteAt = (at: number) =>
        startByte + Math.round(((at - from) / (to - from)) * (endByte - startByte))
      common.push([byteAt(start), byteAt(end)])
    }
  }
  return common
}
