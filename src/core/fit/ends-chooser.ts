import {
  addSize,
  copyOf,
  emptySize,
  fits,
  largerSize,
  minusSize,
  plusSize,
  type Size,
  shareOf,
} from '../bytes/size.ts'
import type { ErrorMatch } from '../hold/facts.ts'
import type { Form } from '../words/forms.ts'
import type { Match, PlannedSegment } from '../words/plan-model.ts'
import { type Cursor, cursorFromEnd, cursorFromStart, hiddenLastLine } from './cursor.ts'
import { type EndSelection, nextShortLine, takeLines, takePart } from './end-selection.ts'
import { LeftRoom } from './left-room.ts'
import { type MiddleLines, nothingBetween } from './middle-lines.ts'
import type { LinePart } from './pieces.ts'
import type { PlanRequest } from './request.ts'
import { covers, RowMaker } from './rows.ts'
import { SegmentList } from './segment-list.ts'
import { fillSmallGaps } from './small-gaps.ts'

/** Chooses both ends, or one of them, with one form of notice. Nothing between them is kept. */
export class EndsChooser {
  protected readonly request: PlanRequest
  protected readonly form: Form
  protected maker: RowMaker
  /** The most that markers and notice may take: a third of each limit (clause 1). */
  protected readonly words: Size
  /** Gaps behind the tail. Of a result, also before the head. */
  readonly #endGaps: number

  constructor(request: PlanRequest, form: Form) {
    const hasLastLine = request.wording.notice(form).lines > 0
    const lastLineEnd = hasLastLine ? request.sizer.measureInLine('\n') : emptySize()
    this.request = {
      ...request,
      lastLineEnd: copyOf(lastLineEnd, { lines: 0 }),
      isEllipsisFree: form === 'name',
    }
    this.form = form
    this.maker = new RowMaker(this.request)
    this.words = shareOf(request.limit, 1 / 3)
    // A limit in bytes counts as no larger than the input, which as JSON has no fewer bytes than its text.
    const most = Math.floor(request.material.textBytes / 3)
    this.words.serializedBytes = Math.min(this.words.serializedBytes, most)
    this.#endGaps = endGapsOf(request)
  }

  /** The segments to keep, in order. Empty or undefined when this form has no room for them. */
  chooseEnds(): PlannedSegment[] | undefined {
    const content = this.roomForContent()
    if (!content) return undefined
    if (this.request.material.totalLines === 1) return this.onlyLine(content, [])
    return this.everyLine() ?? this.fillEnds(nothingBetween, content)
  }

  /** Room for content beside the words of this form. Undefined when these take too much. */
  protected roomForContent(): Size | undefined {
    const base = this.request.material.totalLines === 1 ? this.reserveForLine() : this.reserve(0)
    if (!base) return undefined
    this.maker.wordRoom = this.wordsBeside(base)
    return this.roomBeside(base)
  }

  /**
   * Most room that markers and notice need with this many islands; undefined when it is more than a third of a limit.
   */
  reserve(islands: number): Size | undefined {
    const { wording, keep, clipsHideLines } = this.request
    // Both ends beside the islands, or an end of the input and the kept end, make one gap more.
    const hasMore = islands > 0 || keep === 'ends' || this.#endGaps > 0 || clipsHideLines
    const between = hasMore ? islands + 1 : 0
    const markers = between + this.#endGaps
    return this.#reserved(addSize(copyOf(wording.notice(this.form)), wording.marker(this.form), markers))
  }

  /** Like `reserve`, for an input of one line. It has no marker lines. */
  protected reserveForLine(): Size | undefined {
    return this.#reserved(this.request.wording.notice(this.form))
  }

  #reserved(size: Size): Size | undefined {
    return fits(emptySize(), this.wordsBeside(size)) ? size : undefined
  }

  /** Room for words that is left beside `size`. The status does not count as words about what was left out. */
  protected wordsBeside(size: Size): Size {
    return minusSize(plusSize(this.words, this.request.wording.status(this.form)), size)
  }

  /** Room that is left for content when markers and notice take `words`. */
  protected roomBeside(words: Size): Size {
    const { limit, spare } = this.request
    const room = minusSize(limit, words)
    return spare ? plusSize(room, spare) : room
  }

  /** All lines, when only the length of lines is over a limit. No marker is needed then. */
  protected everyLine(): PlannedSegment[] | undefined {
    const { material, maxLineLength, wording } = this.request
    if (maxLineLength === Infinity || (material.regions.length !== 1 && !material.shown)) return undefined
    const { head } = this.selections(undefined)
    takeLines(head, this.roomBeside(wording.notice(this.form)), 'head', Infinity)
    return head.taken === material.totalLines ? head.segments.segments : undefined
  }

  /** The only line, whole or with both its ends. If that hides guaranteed matches, the parts around these matches. */
  protected onlyLine(content: Size, guarantee: readonly Match[]): PlannedSegment[] {
    const { material, keep } = this.request
    const span = cursorFromStart(material).peek()
    if (!span) return []
    const kind = keep === 'tail' ? 'tail' : 'head'
    const { leads } = this.request
    const rows = [
      () => this.maker.whole(span, kind) ?? this.maker.asShown(span, kind),
      () => this.maker.clipped(span, 'both', content, kind),
      () =>
        this.maker.clipped(
          span,
          { matches: inOrder(leads), ends: true, shown: partsOf(guarantee) },
          content,
          kind,
        ),
      () => this.maker.clipped(span, { matches: inOrder(leads) }, content, kind),
      () => this.maker.clipped(span, { matches: leads.slice(0, 1) }, content, kind),
    ]
    for (const row of rows.map((make) => make())) {
      if (!row || !fits(row.size, content)) continue
      if (guarantee.every((match) => covers(row.segments, match))) return row.segments
    }
    return []
  }

  protected selections(islands: MiddleLines | undefined): { head: EndSelection; tail: EndSelection } {
    const { material } = this.request
    return {
      head: this.#selection(cursorFromStart(material), islands, 0),
      tail: this.#selection(cursorFromEnd(material), islands, Infinity),
    }
  }

  #selection(cursor: Cursor, islands: MiddleLines | undefined, taken: number): EndSelection {
    const segments = new SegmentList()
    const { maker } = this
    return { cursor, maker, segments, islands, taken, part: undefined, onlyPart: undefined }
  }

  protected fillEnds(islands: MiddleLines, room: Size, hidden?: number): PlannedSegment[] {
    const { head, tail } = this.selections(islands)
    let left = minusSize(room, this.takeEnds(head, tail, room))
    const marker = this.request.wording.marker(this.form)
    const leftRoom = new LeftRoom(this.request, this.maker, islands)
    const { keep } = this.request
    if (keep === 'ends') left = leftRoom.fill(head, tail, left, marker)
    else left = leftRoom.fillOneEnd(keep === 'head' ? head : tail, keep, left)
    const rows = [...islands.rows.values()].sort((a, b) => a.line - b.line)
    const middle = new SegmentList()
    for (const row of rows) middle.append(row)
    const segments = [...head.segments.segments, ...middle.segments, ...tail.segments.segments]
    const { material } = this.request
    return fillSmallGaps(segments, { material, maker: this.maker, marker, left, hidden })
  }

  /** Shares the room between the ends. What one end can't use goes to the other. Returns what both took. */
  protected takeEnds(head: EndSelection, tail: EndSelection, all: Size): Size {
    const room = copyOf(all)
    const { keep, headRatio, limit } = this.request
    const aboveTail = () => Math.min(tail.taken, tail.part ?? Infinity)
    const belowHead = () => Math.max(head.taken, head.part ?? 0)
    const isEmpty = (selection: EndSelection) => selection.segments.isEmpty
    if (keep === 'tail') {
      takeLines(tail, room, 'tail', belowHead())
      if (isEmpty(tail)) takePart(tail, room, 'tail', 'end', all)
      return spent(all, room)
    }
    const first = headRatio > 0 ? nextShortLine(head, room) : undefined
    const share = keep === 'head' ? copyOf(room) : holding(first, headShare(room, headRatio), room)
    const before = copyOf(share)
    const [atHead, atTail] = keep === 'ends' ? (['both', 'both'] as const) : (['start', 'end'] as const)
    takeLines(head, share, 'head', aboveTail())
    if (isEmpty(head)) takePart(head, share, 'head', atHead, keep === 'head' ? all : limit)
    if (keep === 'head') return spent(all, share)
    const left = minusSize(room, spent(before, share))
    takeLines(tail, left, 'tail', belowHead())
    const last = tail.cursor.peek()
    if (isEmpty(tail) && last && last.number > belowHead()) takePart(tail, left, 'tail', atTail, limit)
    takeLines(head, left, 'head', aboveTail())
    // Of a line that has no room beside the words, a part is better than nothing. Beside islands it is not, unless lines
    // are clipped anyway.
    const mayBePart = !head.islands?.rows.size || !head.maker.takesAnyLength
    if (isEmpty(head) && isEmpty(tail) && mayBePart) takePart(head, left, 'head', atHead, all)
    return plusSize(spent(before, share), spent(minusSize(room, spent(before, share)), left))
  }
}

/** Gaps behind the last line that the tail can begin with, and before the first one of the head. */
function endGapsOf({ keep, material }: PlanRequest): number {
  const { shown, totalLines } = material
  const isEndHidden =
    hiddenLastLine(material) !== undefined || (shown !== undefined && shown.last.number < totalLines)
  return (
    Number(keep !== 'head' && isEndHidden) +
    Number(keep !== 'tail' && shown !== undefined && shown.first.number > 1)
  )
}

/** The head's share of a room. Of two or more lines it gets at least one whole line. */
const headShare = (room: Size, ratio: number): Size =>
  copyOf(shareOf(room, ratio), {
    // No share of unlimited lines is a number.
    lines: ratio === 0 ? 0 : room.lines >= 2 ? Math.max(1, room.lines * ratio) : room.lines * ratio,
  })

/** A share that holds a line too, if half of the room does. */
const holding = (line: Size | undefined, share: Size, room: Size): Size =>
  line && fits(line, shareOf(room, 0.5)) ? largerSize(share, line) : share

/** What was taken from a room. */
const spent = (before: Size, after: Size): Size => ({
  lines: difference(before.lines, after.lines),
  bytes: difference(before.bytes, after.bytes),
  serializedBytes: difference(before.serializedBytes, after.serializedBytes),
  tokenUnits: difference(before.tokenUnits, after.tokenUnits),
})

const difference = (before: number, after: number): number => (before === Infinity ? 0 : before - after)

/** What must be shown, as parts of its line. */
const partsOf = (guarantee: readonly Match[]): LinePart[] =>
  guarantee.map(({ matchStart, matchEnd }): LinePart => [matchStart, matchEnd]).sort((a, b) => a[0] - b[0])

const inOrder = (matches: readonly ErrorMatch[]): ErrorMatch[] =>
  [...matches].sort((a, b) => a.matchStart - b.matchStart)
