import type { ErrorMatch } from '../collect/facts.ts'
import { addSize, emptySize, fits, minusSize, plusSize, roomOf, type Size, shareOf } from '../text/size.ts'
import { cursorFromEnd, cursorFromStart } from './cursor.ts'
import { type EndSelection, takeHead, takePart, takeTail } from './end-selection.ts'
import { floorOf, type Guarantee } from './floor.ts'
import { type Form, marksInLine } from './forms.ts'
import { Islands } from './islands.ts'
import { between, LeftRoom } from './left-room.ts'
import type { PlannedSegment } from './model.ts'
import { pickIslands } from './pick-islands.ts'
import type { PlanRequest } from './request.ts'
import { covers, RowMaker } from './rows.ts'
import { SegmentList } from './segment-list.ts'
import { fillSmallGaps } from './small-gaps.ts'

/**
 * The ends get at least this share of the room, whatever the islands are worth: both ends together, or a single one.
 */
const BOTH_ENDS_SHARE = 0.13
const ONE_END_SHARE = 0.6
/** Markers and notice that take at most this share of each limit are few words. */
const FEW_WORDS_SHARE = 0.14
/** Where little fits, more statements are worth more than the lines around them, and each needs a marker. */
const FEW_WORDS_SHARE_OF_LITTLE = 0.16
const LITTLE_BYTES = 4096

/**
 * Chooses what to keep with one form of notice: first the guaranteed error lines, then more islands within their share,
 * then both ends (or one end) with all the remaining room.
 */
export class Chooser {
  readonly #request: PlanRequest
  readonly #form: Form
  readonly #guarantee: Guarantee
  #maker: RowMaker
  /** The most that markers and notice may take: a third of each limit (clause 1). */
  readonly #words: Size
  readonly #fewWords: Size

  constructor(request: PlanRequest, form: Form, guarantee: Guarantee) {
    const hasLastLine = request.wording.notice(form).lines > 0
    const lastLineEnd = hasLastLine ? request.sizer.measureInLine('\n') : emptySize()
    const given = { ...request, lastLineEnd: { ...lastLineEnd, lines: 0 } }
    this.#request = marksInLine(form) ? leavingPlace(given) : given
    this.#form = form
    this.#guarantee = guarantee
    this.#maker = new RowMaker(this.#request)
    this.#words = shareOf(request.limit, 1 / 3)
    const isLittle = request.limit.bytes < LITTLE_BYTES
    this.#fewWords = shareOf(request.limit, isLittle ? FEW_WORDS_SHARE_OF_LITTLE : FEW_WORDS_SHARE)
  }

  /**
   * Most room that markers and notice need with this many islands; undefined when it is more than a third of a limit.
   */
  reserve(islands: number): Size | undefined {
    const { wording, keep } = this.#request
    // Both ends beside the islands, or an end of the input and the kept end, make one gap more.
    const markers = islands > 0 || keep === 'ends' ? islands + 1 : 0
    return this.#reserved(addSize({ ...wording.notice(this.#form) }, wording.marker(this.#form), markers))
  }

  /** Like `reserve`, for an input of one line. It has no marker lines, and a bare `…` counts as a clip mark. */
  #reserveForLine(): Size | undefined {
    const { wording } = this.#request
    return this.#reserved(this.#form === 'ellipsis' ? wording.notice('none') : wording.notice(this.#form))
  }

  #reserved(size: Size): Size | undefined {
    return fits(emptySize(), this.#wordsBeside(size)) ? size : undefined
  }

  /** Room for words that is left beside `size`. The status does not count as words about what was left out. */
  #wordsBeside(size: Size): Size {
    return minusSize(plusSize(this.#words, this.#request.wording.status(this.#form)), size)
  }

  /** Room that is left for content when markers and notice take `words`. */
  #roomBeside(words: Size): Size {
    const { limit, spare } = this.#request
    const room = minusSize(limit, words)
    return spare ? plusSize(room, spare) : room
  }

  /** The segments to keep, in order. Empty or undefined when this form has no room for them. */
  choose(withIslands: boolean): PlannedSegment[] | undefined {
    const base = this.#request.material.totalLines === 1 ? this.#reserveForLine() : this.reserve(0)
    if (!base || (marksInLine(this.#form) && this.#request.maxLineLength < 0)) return undefined
    const content = this.#roomBeside(base)
    this.#maker.wordRoom = this.#wordsBeside(base)
    if (this.#request.material.totalLines === 1) return this.#onlyLine(content)
    const all = withIslands ? undefined : this.#everyLine()
    if (all) return all
    if (!withIslands) return this.#fillEnds(new Islands(this.#request, this.#maker), content)
    const { leads } = this.#request
    const ends = this.#leastEnds(content)
    const chosen = this.#withIslands(
      leads.filter(({ line }) => ends.isFree(line)),
      ends,
    )
    // With long lines, an end may hold less than `#leastEnds` found. Then the errors near that end must be islands too.
    const isShown = chosen && this.#guarantee.every((match) => covers(chosen, match))
    return isShown || leads.length === 0 ? chosen : (this.#withIslands(leads, ends) ?? chosen)
  }

  /**
   * Both ends with islands: the leads, then lines by value. Undefined when the first lead does not fit.
   */
  #withIslands(leads: readonly ErrorMatch[], ends: LeastEnds): PlannedSegment[] | undefined {
    this.#maker = new RowMaker(this.#request)
    const islands = new Islands(this.#request, this.#maker)
    const known: { rooms: (Room | undefined)[]; few: (boolean | undefined)[] } = { rooms: [], few: [] }
    const roomBeside = (groups: number): Room | undefined => {
      if (!(groups in known.rooms)) known.rooms[groups] = this.#roomFor(groups, ends)
      const room = known.rooms[groups]
      if (!room || !fits(this.#maker.marks, room.inLines)) return undefined
      this.#maker.wordRoom = room.inLines
      return room
    }
    const [first, next] = leads
    if (first) {
      const one = roomBeside(1)
      if (!one || !islands.addError(first, this.#roomForFirst(one.all, first, next))) return undefined
      const both = this.#hidden ? undefined : roomBeside(2)
      if (next && both) islands.addError(next, minusSize(both.all, islands.size))
    }
    pickIslands({
      islands,
      lines: this.#request.values().filter(({ line }) => line !== this.#hidden?.line),
      room: (groups) => roomBeside(groups)?.besideEnds,
      isFree: ends.isFree,
      maxBytes: this.#roomBeside(this.reserve(0) ?? emptySize()).bytes,
      areWordsFew: (groups) => {
        known.few[groups] ??= this.#areWordsFew(groups)
        return known.few[groups]
      },
    })
    const left = roomBeside(islands.groups)
    return left && this.#fillEnds(islands, minusSize(left.all, islands.size))
  }

  #areWordsFew(groups: number): boolean {
    const words = this.reserve(groups)
    return words !== undefined && fits({ ...words, lines: 0 }, this.#fewWords)
  }

  /**
   * The second lead, if only the first one is guaranteed. It is left out, because at a larger limit it might disappear.
   */
  get #hidden(): ErrorMatch | undefined {
    const [first, next] = this.#request.leads
    return this.#guarantee.length === 1 && next?.line !== first.line ? next : undefined
  }

  /** Room for the first lead. It leaves room for the second one when both are guaranteed. */
  #roomForFirst(room: Size, first: ErrorMatch, next: ErrorMatch | undefined): Size {
    if (this.#guarantee.length < 2 || next === undefined) return room
    const both = floorOf(this.#request, [first, next])?.size
    if (both && fits(both, room)) return minusSize(room, floorOf(this.#request, [next])?.size ?? emptySize())
    const alone = floorOf(this.#request, [first])?.size
    return alone && fits(alone, room) ? roomOf(alone, room) : shareOf(room, 0.5)
  }

  #roomFor(groups: number, ends: LeastEnds): Room | undefined {
    const words = this.reserve(groups)
    if (!words) return undefined
    const all = this.#roomBeside(words)
    return { all, besideEnds: minusSize(all, ends.size), inLines: this.#wordsBeside(words) }
  }

  /** All lines, when only the length of lines is over a limit. No marker is needed then. */
  #everyLine(): PlannedSegment[] | undefined {
    const { material, maxLineLength, wording } = this.#request
    if (maxLineLength === Infinity || material.regions.length !== 1) return undefined
    const { head } = this.#selections(undefined)
    takeHead(head, this.#roomBeside(wording.notice(this.#form)), () => true)
    return head.taken === material.totalLines ? head.segments.segments : undefined
  }

  /** The only line, whole or with both its ends. If that hides guaranteed matches, the parts around these matches. */
  #onlyLine(content: Size): PlannedSegment[] {
    const { material, keep } = this.#request
    const span = cursorFromStart(material).peek()
    if (!span) return []
    const kind = keep === 'tail' ? 'tail' : 'head'
    const { leads } = this.#request
    const rows = [
      () => this.#maker.whole(span, kind),
      () => this.#maker.clipped(span, 'both', content, kind),
      () => this.#maker.clipped(span, { matches: inOrder(leads) }, content, kind),
      () => this.#maker.clipped(span, { matches: leads.slice(0, 1) }, content, kind),
    ]
    for (const row of rows.map((make) => make())) {
      if (!row || !fits(row.size, content)) continue
      if (this.#guarantee.every((match) => covers(row.segments, match))) return row.segments
    }
    return []
  }

  /** The least that the ends take. */
  #leastEnds(content: Size): LeastEnds {
    const { head, tail } = this.#selections(undefined)
    const isBoth = this.#request.keep === 'ends'
    const room = shareOf(content, isBoth ? BOTH_ENDS_SHARE : ONE_END_SHARE)
    if (isBoth) room.lines = Math.max(room.lines, Math.min(2, content.lines / 3))
    return {
      size: this.#takeEnds(head, tail, room),
      isFree: between(head, tail),
    }
  }

  #selections(islands: Islands | undefined): { head: EndSelection; tail: EndSelection } {
    const { material } = this.#request
    const selection = { maker: this.#maker, islands }
    return {
      head: { ...selection, cursor: cursorFromStart(material), segments: new SegmentList(), taken: 0 },
      tail: { ...selection, cursor: cursorFromEnd(material), segments: new SegmentList(), taken: Infinity },
    }
  }

  #fillEnds(islands: Islands, room: Size): PlannedSegment[] {
    const { head, tail } = this.#selections(islands)
    let left = minusSize(room, this.#takeEnds(head, tail, room))
    const marker = this.#request.wording.marker(this.#form)
    if (this.#request.keep === 'ends')
      left = new LeftRoom(this.#request, this.#maker, islands).fill(head, tail, left, marker)
    const rows = [...islands.rows.values()].sort((a, b) => a.line - b.line)
    const middle = new SegmentList()
    for (const row of rows) middle.append(row)
    const segments = [...head.segments.segments, ...middle.segments, ...tail.segments.segments]
    const { material } = this.#request
    return fillSmallGaps(segments, { material, maker: this.#maker, marker, left, hidden: this.#hidden?.line })
  }

  /** Shares the room between the ends. What one end can't use goes to the other. Returns what both took. */
  #takeEnds(head: EndSelection, tail: EndSelection, all: Size): Size {
    const room = { ...all }
    const { keep, headRatio } = this.#request
    const aboveTail = (line: number) => line < tail.taken && line !== tail.part
    const belowHead = (line: number) => line > head.taken && line !== head.part
    const isEmpty = (selection: EndSelection) => selection.segments.isEmpty
    if (keep === 'tail') {
      takeTail(tail, room, belowHead)
      if (isEmpty(tail)) takePart(tail, room, 'tail', 'end')
      return spent(all, room)
    }
    const share = keep === 'head' ? { ...room } : headShare(room, headRatio)
    const before = { ...share }
    const [atHead, atTail] = keep === 'ends' ? (['both', 'both'] as const) : (['start', 'end'] as const)
    takeHead(head, share, aboveTail)
    if (isEmpty(head)) takePart(head, share, 'head', atHead)
    if (keep === 'head') return spent(all, share)
    const left = minusSize(room, spent(before, share))
    takeTail(tail, left, belowHead)
    const last = tail.cursor.peek()
    if (isEmpty(tail) && last && belowHead(last.number)) takePart(tail, left, 'tail', atTail)
    takeHead(head, left, aboveTail)
    if (isEmpty(head) && isEmpty(tail)) takePart(head, left, 'head', atHead)
    return plusSize(spent(before, share), spent(minusSize(room, spent(before, share)), left))
  }
}

/** The head's share of a room. Of two or more lines it gets at least one whole line. */
const headShare = (room: Size, ratio: number): Size => ({
  ...shareOf(room, ratio),
  // No share of unlimited lines is a number.
  lines: ratio === 0 ? 0 : room.lines >= 2 ? Math.max(1, room.lines * ratio) : room.lines * ratio,
})

/** The room that is left beside markers and notice, for some number of islands. */
interface Room {
  all: Size
  /** `all` without the least that the ends take. */
  besideEnds: Size
  /** Room for words inside lines. */
  inLines: Size
}

interface LeastEnds {
  size: Size
  /** True for a line that the ends leave out. */
  isFree(line: number): boolean
}

/** Reserves two code points in each line, pith's own lines too, because a bare `…` may be added at either end. */
const leavingPlace = (request: PlanRequest): PlanRequest => ({
  ...request,
  maxLineLength: request.maxLineLength - 2,
  isOwnLine: () => false,
})

/** What was taken from a room. */
const spent = (before: Size, after: Size): Size => ({
  lines: difference(before.lines, after.lines),
  bytes: difference(before.bytes, after.bytes),
  serializedBytes: difference(before.serializedBytes, after.serializedBytes),
  tokenUnits: difference(before.tokenUnits, after.tokenUnits),
})

const difference = (before: number, after: number): number => (before === Infinity ? 0 : before - after)

const inOrder = (matches: readonly ErrorMatch[]): ErrorMatch[] =>
  [...matches].sort((a, b) => a.matchStart - b.matchStart)
