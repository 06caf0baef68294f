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

const MOST_OMISSIONS = 20_000

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
 */
export class RecallCount {
  /** Truncated calls that were no longer remembered when a recall could have come. */
  forgotten = 0
  readonly #figures = new Map<string, RecallFigures>()
  readonly #omissions = new Map<string, Omission[]>()
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
    const others = this.#omissions.get(source)
    if (others) others.push(omission)
    else this.#omissions.set(source, [omission])
    if (++this.#remembered > MOST_OMISSIONS) this.#forgetOne()
  }

  /** Takes a call that may have asked for something omitted. */
  recall(event: ToolEvent): void {
    const source = sourceOf(event)
    const isOk = event.status === 'ok'
    // A show that failed need not have come to know what it would have shown.
    if (source === undefined || (!event.shown && (isOk || event.tool !== 'show'))) return
    for (const omission of this.#omissions.get(source)?.toReversed() ?? []) {
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
    const [first] = this.#omissions
    const [source, omissions] = first
    omissions.shift()
    if (omissions.length === 0) this.#omissions.delete(source)
    this.#remembered--
    this.forgotten++
  }
}

const sourceOf = ({ artifact, file }: ToolEvent): string | undefined =>
  artifact !== undefined ? `artifact ${artifact}` : file !== undefined ? `file ${file}` : undefined

/** Within a millisecond a page may follow the one before it, but a page is no recall of its own rest. */
const mayFollow = (event: ToolEvent, { time, omitted }: Omission): boolean =>
  time < event.time || (time === event.time && event.omitted !== omitted)

function count(omission: Omission, ranges: [number, number][]): void {
  const { figures } = omission
  if (omission.asked.length === 0) figures.recalled++
  figures.recalls++
  figures.recalledBytes -= lengthOf(omission.asked)
  omission.asked = united([...omission.asked, ...ranges])
  figures.recalledBytes += lengthOf(omission.asked)
}

const lengthOf = (ranges: readonly [number, number][]): number =>
  ranges.reduce((sum, [start, end]) => sum + end - start, 0)

function united(ranges: [number, number][]): [number, number][] {
  const all: [number, number][] = []
  for (const [start, end] of ranges.sort((a, b) => a[0] - b[0])) {
    const last = all[all.length - 1]
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else all.push([start, end])
  }
  return all
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
