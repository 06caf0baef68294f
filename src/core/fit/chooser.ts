import { copyOf, emptySize, fits, minusSize, roomOf, type Size, shareOf } from '../bytes/size.ts'
import type { ErrorMatch } from '../hold/facts.ts'
import type { Form } from '../words/forms.ts'
import type { PlannedSegment } from '../words/plan-model.ts'
import { EndsChooser } from './ends-chooser.ts'
import { floorOf, type Guarantee } from './floor.ts'
import { Islands } from './islands.ts'
import { between } from './left-room.ts'
import { nothingBetween } from './middle-lines.ts'
import { pickIslands } from './pick-islands.ts'
import type { PlanRequest } from './request.ts'
import { covers, RowMaker } from './rows.ts'

/**
 * The ends get at least this share of the room, whatever the islands are worth: both ends together, or a single one.
 */
const BOTH_ENDS_SHARE = 0.13
const BOTH_ENDS_SHARE_OF_LITTLE = 0.03
/** What looks like an error in an answer takes at most a tenth of it. */
const BOTH_ENDS_SHARE_OF_ANSWERS = 0.9
/** What a query asks for may take the rest of the room. */
const BOTH_ENDS_SHARE_OF_QUERIES = 0.3
const ONE_END_SHARE = 0.6
/**
 * Markers and notice of an answer: one that grows loses at most a tenth of its limit, and the widest notice and the rest
 * of a line take some of it. Those of a log may take a third, because another statement is worth its marker (11 of 1,616
 * strings).
 */
const WORDS_SHARE_OF_ANSWERS = 0.08
const LITTLE_BYTES = 4096

/**
 * Chooses what to keep with one form of notice: first the guaranteed error lines, then more islands within their share,
 * then both ends (or one end) with all the remaining room.
 */
export class Chooser extends EndsChooser {
  readonly #guarantee: Guarantee
  readonly #bothEndsShare: number

  constructor(request: PlanRequest, form: Form, guarantee: Guarantee) {
    super(request, form)
    this.#guarantee = guarantee
    const isLittle = request.limit.bytes < LITTLE_BYTES
    const ends = isLittle ? BOTH_ENDS_SHARE_OF_LITTLE : BOTH_ENDS_SHARE
    const answers = request.isAnswer ? BOTH_ENDS_SHARE_OF_ANSWERS : ends
    this.#bothEndsShare = request.isQueried ? BOTH_ENDS_SHARE_OF_QUERIES : answers
  }

  /** The segments to keep, in order. Empty or undefined when this form has no room for them. */
  choose(withIslands: boolean): PlannedSegment[] | undefined {
    const content = this.roomForContent()
    if (!content) return undefined
    if (this.request.material.totalLines === 1) return this.onlyLine(content, this.#guarantee)
    if (!withIslands) return this.everyLine() ?? this.fillEnds(nothingBetween, content, this.#hidden?.line)
    const { leads } = this.request
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
    this.maker = new RowMaker(this.request)
    const islands = new Islands(this.request, this.maker)
    const rooms: (Room | null)[] = []
    const roomBeside = (groups: number): Room | undefined => {
      let room = rooms[groups]
      if (room === undefined) rooms[groups] = room = this.#roomFor(groups, ends) ?? null
      if (room === null || !fits(this.maker.marks, room.inLines)) return undefined
      this.maker.wordRoom = room.inLines
      return room
    }
    const [first, next] = leads
    if (first) {
      const one = roomBeside(1)
      if (!one || !islands.addError(first, this.#roomForFirst(one.all, first, next))) return undefined
      const both = this.#hidden ? undefined : roomBeside(2)
      if (next && both) islands.addError(next, minusSize(both.all, islands.size))
    }
    const hidden = this.#hidden
    const values = this.request.values()
    pickIslands({
      islands,
      lines: hidden ? values.filter(({ line }) => line !== hidden.line) : values,
      room: (groups) => roomBeside(groups)?.besideEnds,
      isFree: ends.isFree,
      maxBytes: this.roomBeside(this.reserve(0) ?? emptySize()).bytes,
      areWordsFew: (groups) => this.#areWordsFew(groups),
      // Of a result that is cut again, the ends cannot take more of the room that the first draft left.
      takesAny: this.request.spare !== undefined && this.request.material.shown !== undefined,
    })
    const left = roomBeside(islands.groups)
    return left && this.fillEnds(islands, minusSize(left.all, islands.size), this.#hidden?.line)
  }

  #areWordsFew(groups: number): boolean {
    if (!this.request.isAnswer) return true
    const words = this.reserve(groups)
    const most = shareOf(this.request.limit, WORDS_SHARE_OF_ANSWERS)
    return words !== undefined && fits(copyOf(words, { lines: 0 }), most)
  }

  /**
   * The second lead, if only the first one is guaranteed. It is left out, because at a larger limit it might disappear.
   */
  get #hidden(): ErrorMatch | undefined {
    const [first, next] = this.request.leads
    return this.#guarantee.length === 1 && next?.line !== first.line ? next : undefined
  }

  /** Room for the first lead. It leaves room for the second one when both are guaranteed. */
  #roomForFirst(room: Size, first: ErrorMatch, next: ErrorMatch | undefined): Size {
    if (this.#guarantee.length < 2 || next === undefined) return room
    const both = floorOf(this.request, [first, next])?.size
    if (both && fits(both, room)) return minusSize(room, floorOf(this.request, [next])?.size ?? emptySize())
    const alone = floorOf(this.request, [first])?.size
    return alone && fits(alone, room) ? roomOf(alone, room) : shareOf(room, 0.5)
  }

  #roomFor(groups: number, ends: LeastEnds): Room | undefined {
    const words = this.reserve(groups)
    if (!words) return undefined
    const all = this.roomBeside(words)
    return { all, besideEnds: minusSize(all, ends.size), inLines: this.wordsBeside(words) }
  }

  /** The least that the ends take. */
  #leastEnds(content: Size): LeastEnds {
    const { head, tail } = this.selections(undefined)
    const isBoth = this.request.keep === 'ends'
    const share = shareOf(content, isBoth ? this.#bothEndsShare : ONE_END_SHARE)
    if (isBoth) share.lines = Math.max(share.lines, Math.min(2, content.lines / 3))
    return {
      size: this.takeEnds(head, tail, share),
      isFree: between(head, tail),
    }
  }
}

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
