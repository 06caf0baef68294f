import type { OmittedRange, ShownRanges, ToolEvent } from './events.ts'

/** How often what a tool's calls omitted was asked for later. */
export interface RecallFigures {
  tool: string
  /** As in `ToolEvent.strategy`; '' where it is not known. */
  strategy: string
  calls: number
  truncated: number
  /** Truncated calls of which it can be known: what they omitted is in an artifact or a file. */
  linked: number
  /** Linked calls of whose omitted part anything was asked for later. */
  recalled: number
  /** Calls that asked for it. */
  recalls: number
  omittedBytes: number
  /** Those of linked calls. */
  linkedBytes: number
  /** Bytes of the omitted that were asked for, each once; by lines where lines were asked for. */
  recalledBytes: number
  /** Calls that asked for it and failed, as where it is gone. */
  missed: number
}

/** A truncated call, and what was asked for of it. */
interface Omission {
  time: number
  figures: RecallFigures
  omitted: readonly OmittedRange[]
  /** Byte ranges asked for so far, in order and apart. */
  asked: [number, number][]
}

/** The omissions of one artifact or file, by time. Those before `first` are forgotten. */
interface Held {
  all: Omission[]
  first: number
}

const MOST_OMISSIONS = 20_000

/** A recall is held against so many calls before it: a file that is read page by page has thousands. */
const MOST_LOOKED_AT = 256

const NONE = {
  calls: 0,
  truncated: 0,
  linked: 0,
  recalled: 0,
  recalls: 0,
  omittedBytes: 0,
  linkedBytes: 0,
  recalledBytes: 0,
  missed: 0,
}

/**
 * Links calls that ask for a part of an artifact or a file to the call that left it out: the last one before.
 * Give it every event twice, `call` before `recall`; memory is bounded: of more than 20,000 truncated calls the last.
 * So is time: of more than 256 calls that left out of the same artifact or file, the last before the recall.
 */
export class RecallCount {
  /** Truncated calls that were no longer remembered when a recall could have come. */
  forgotten = 0
  readonly #figures = new Map<string, RecallFigures>()
  readonly #omissions = new Map<string, Held>()
  /** Goes on where it was: a new one would pass over all sources that were forgotten. */
  readonly #sources = this.#omissions.keys()
  /** The source of which the next omission is forgotten. */
  #oldest: string | undefined
  #remembered = 0

  /** Takes a call that may have omitted something. */
  call(event: ToolEvent): void {
    // What shows an artifact is how omitted parts come back, not a tool whose output is cut.
    if (event.tool === 'show') return
    const figures = this.#figuresOf(event)
    figures.calls++
    if (!event.truncated) return
    figures.truncated++
    figures.omittedBytes += event.omittedBytes
    const source = sourceOf(event)
    if (source === undefined || !event.omitted) return
    figures.linked++
    figures.linkedBytes += event.omittedBytes
    const omission: Omission = { time: event.time, figures, omitted: event.omitted, asked: [] }
    const held = this.#omissions.get(source)
    // Nearly always behind the last one: the events of a run come in order.
    if (held) held.all.splice(placeOf(held, event.time), 0, omission)
    else this.#omissions.set(source, { all: [omission], first: 0 })
    if (++this.#remembered > MOST_OMISSIONS) this.#forgetOne()
  }

  /** Takes a call that may have asked for something omitted. */
  recall(event: ToolEvent): void {
    const source = sourceOf(event)
    const isOk = event.status === 'ok'
    // A show that failed need not have come to know what it would have shown.
    if (source === undefined || (!event.shown && (isOk || event.tool !== 'show'))) return
    const held = this.#omissions.get(source)
    if (!held) return
    const before = placeOf(held, event.time)
    for (const omission of held.all.slice(Math.max(held.first, before - MOST_LOOKED_AT), before).reverse()) {
      if (!mayFollow(event, omission)) continue
      const ranges = event.shown && commonBytes(omission.omitted, event.shown)
      if (ranges?.length === 0) continue
      if (isOk && ranges) count(omission, ranges)
      else omission.figures.missed++
      return
    }
  }

  /** By tool and strategy, most calls first. */
  result(): RecallFigures[] {
    return [...this.#figures.values()].sort((a, b) => b.calls - a.calls || (a.tool < b.tool ? -1 : 1))
  }

  #figuresOf({ tool, strategy = '' }: ToolEvent): RecallFigures {
    const key = JSON.stringify([tool, strategy])
    let figures = this.#figures.get(key)
    if (!figures) {
      figures = { tool, strategy, ...NONE }
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

/** Behind the omissions up to a time. */
const placeOf = ({ all, first }: Held, time: number): number =>
  Math.max(
    first,
    firstIndex(all.length, (i) => all[i].time > time),
  )

const sourceOf = ({ artifact, file }: ToolEvent): string | undefined =>
  artifact !== undefined ? `artifact ${artifact}` : file !== undefined ? `file ${file}` : undefined

/** Within a millisecond a page may follow the one before it, but a page is no recall of its own rest. */
const mayFollow = (event: ToolEvent, { time, omitted }: Omission): boolean =>
  time < event.time || (time === event.time && event.omitted !== omitted)

function count(omission: Omission, ranges: [number, number][]): void {
  const { figures } = omission
  if (omission.asked.length === 0) figures.recalled++
  figures.recalls++
  for (const range of ranges) figures.recalledBytes += unite(omission.asked, range)
}

/** Adds a range to others that are in order and apart; gives the bytes that are new. */
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

/** The first index that passes, when all behind it do; `length` where none does. */
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

/** The bytes that were omitted and then shown; of lines of a gap, by their share of it. */
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
