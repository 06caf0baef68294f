import {
  ALIKE_FOR_RULES,
  beginsLikeMark,
  compareLines,
  DIFFERENT,
  endingOf,
  IDENTICAL,
  isOfWords,
  type Likeness,
  lineKey,
  MARK_START,
  withView,
} from './alike.ts'
import { haveSameCodes } from './error-codes.ts'
import { type Progress, progressOf, showProgress } from './progress.ts'
import {
  MOST_FOLDED_BYTES,
  RECENT_LINES,
  RecentLines,
  type ScannedLines,
  SHAPE_SLOTS,
  slotOf,
} from './recent-lines.ts'

/** Most recent lines that a line is compared with. */
export const MOST_COMPARED = 8
/** An error is hidden when a line like it is among this many next lines. */
export const NEAR_LINES = 32

/** No recent line is like a line. */
export const NONE = 0
/** It depends on lines that follow the window. */
export const UNDECIDED = -1

/** What a line means, by its own text. */
export interface Judgement {
  score: number
  kinds: number
  isError: boolean
}

export interface Meaning {
  /**
   * Judges the line from `start` to `end` of `bytes`. It is the line `index` of the window if `index` is not negative.
   */
  judge(bytes: Uint8Array, start: number, end: number, index: number): Judgement
  /** True when a rule may distinguish any digits. */
  distinguishesDigits: boolean
  /** True when numbers are data: only equal lines are alike, and lines that show progress. */
  onlyProgress: boolean
}

/** What is known of a recent line. */
interface Known {
  ordinal: number
  judgement?: Judgement
  progress?: Progress
  /** The number of the last line that is known to be alike to it; 0 for none. */
  againLine: number
}

/** Finds the recent line that a line of the window is alike to. */
export class LikeFinder {
  readonly recent = new RecentLines()
  /** How alike the line is to the recent line that `find` found last. */
  likeness: Likeness = DIFFERENT
  /** True when that line is an error that no line like it follows soon: it may be the last. */
  isLastError = false
  readonly #meaning: Meaning
  /** The number of the window's first line. */
  #line = 1
  #window: ScannedLines | undefined
  #text = withView(new Uint8Array(0))
  /** The keys of the window's lines; 0 for one that is not known yet. */
  #keys = new Int32Array(0)
  /** Their endings, likewise. */
  #endings = new Int32Array(0)
  /** The ordinal of the last recent line of numbers by slot of its key. */
  readonly #numbersSeen = new Uint32Array(SHAPE_SLOTS)
  /** By slot of its shape, the ordinal of the last recent line of which it is not known whether it is of numbers. */
  readonly #unknownSeen = new Uint32Array(SHAPE_SLOTS)
  /** What was found last of a line of a window, by its number. */
  #progress: { line: number; found: Progress } | undefined
  readonly #known: Known[] = Array.from({ length: RECENT_LINES }, () => ({ ordinal: 0, againLine: 0 }))

  constructor(meaning: Meaning) {
    this.#meaning = meaning
  }

  /** Sets the window, which begins at an offset and a line number. */
  open(window: ScannedLines, byte: number, line: number): void {
    this.#window = window
    this.#line = line
    this.#text = withView(window.bytes)
    if (this.#keys.length < window.newlines) {
      this.#keys = new Int32Array(2 * window.newlines)
      this.#endings = new Int32Array(2 * window.newlines)
    } else {
      this.#keys.fill(0, 0, window.newlines)
      this.#endings.fill(0, 0, window.newlines)
    }
    this.recent.open(window, this.#text, byte, line)
  }

  startOf(index: number): number {
    return index === 0 ? 0 : this.#lines.lineEnds[index - 1] + 1
  }

  /** True for a line that cannot be folded. */
  isBarrier(index: number): boolean {
    const { bytes, lineEnds } = this.#lines
    const start = this.startOf(index)
    const end = lineEnds[index]
    return end - start > MOST_FOLDED_BYTES || beginsLikeMark(bytes, start, end)
  }

  /** Adds a line of the window to the recent ones. */
  add(index: number): void {
    const ordinal = this.recent.add(index)
    const key = this.#keys[index]
    if (key === 0) this.#unknownSeen[slotOf(this.#lines.lineShapes[index])] = ordinal
    else if (!isOfWords(key)) this.#numbersSeen[slotOf(key)] = ordinal
  }

  /**
   * Adds the lines from `first` on, up to `stop`, that are lines of numbers of the shape of the line before, which was
   * just added, and that no recent line equals. `find` would find nothing for them. A column of data is many such lines.
   *
   * @returns The index after them.
   */
  addNewNumbers(first: number, stop: number): number {
    const { recent } = this
    const { bytes, lineEnds, lineShapes } = this.#lines
    const known = this.#keys[first - 1]
    if (known === 0 || isOfWords(known)) return first
    const shape = lineShapes[first - 1]
    const slot = slotOf(shape)
    let i = first
    for (let start = this.startOf(first); i < stop; start = lineEnds[i++] + 1) {
      const end = lineEnds[i]
      if (lineShapes[i] !== shape || bytes[start] === MARK_START[0] || end - start > MOST_FOLDED_BYTES) break
      const key = lineKey(bytes, start, end)
      this.#keys[i] = key
      if (isOfWords(key) || recent.isRecent(this.#unknownSeen[slot])) break
      if (recent.isRecent(this.#numbersSeen[slotOf(key)]) && this.#hasRecent(key)) break
      this.#numbersSeen[slotOf(key)] = recent.add(i)
    }
    return i
  }

  /** True when a recent line has a key. */
  #hasRecent(key: number): boolean {
    const { recent } = this
    for (let ordinal = recent.last; recent.isRecent(ordinal); ordinal--)
      if (this.#keyOfRecent(ordinal) === key) return true
    return false
  }

  /** The ordinal of the recent line that a line is alike to, the newest first. */
  find(index: number, isEnd: boolean): number {
    const { recent } = this
    let ordinal = recent.newest(this.#lines.lineShapes[index])
    if (ordinal !== NONE && this.#isNewNumber(ordinal, index)) return NONE
    for (let compared = 0; ordinal !== NONE && compared < MOST_COMPARED; compared++) {
      const likeness = this.#likenessTo(ordinal, index)
      if (likeness !== DIFFERENT) {
        this.likeness = likeness
        const again = this.isError(ordinal) ? this.#comesAgain(ordinal, index, isEnd) : true
        this.isLastError = again === false
        return again === undefined ? UNDECIDED : ordinal
      }
      ordinal = recent.before(ordinal)
    }
    return NONE
  }

  /** True when a recent line is an error. Then the lines that are found alike to it are errors too. */
  isError(ordinal: number): boolean {
    return this.#judgementOf(ordinal).isError
  }

  /**
   * True for a line of numbers that no recent line equals, as most are. Asked before lines are compared.
   *
   * @param newest Of the recent lines of its shape. Lines of one shape are mostly of one kind.
   */
  #isNewNumber(newest: number, index: number): boolean {
    if (isOfWords(this.#keyOfRecent(newest))) return false
    const key = this.#keyOf(index)
    if (isOfWords(key)) return false
    const { recent } = this
    const shape = this.#lines.lineShapes[index]
    return (
      !recent.isRecent(this.#numbersSeen[slotOf(key)]) && !recent.isRecent(this.#unknownSeen[slotOf(shape)])
    )
  }

  /** True when a line like it follows a line soon. Undefined when that is not known yet. */
  #comesAgain(ordinal: number, index: number, isEnd: boolean): boolean | undefined {
    const { newlines } = this.#lines
    const known = this.#knownOf(ordinal)
    // Up to that line there is no barrier.
    const again = known.againLine - this.#line
    if (again > index && again < Math.min(newlines, index + 1 + NEAR_LINES)) return true
    const stop = Math.min(newlines, index + 1 + NEAR_LINES)
    for (let next = index + 1; next < stop; next++) {
      if (this.isBarrier(next)) return false
      if (this.#likenessTo(ordinal, next) === DIFFERENT) continue
      known.againLine = this.#line + next
      return true
    }
    return stop < index + 1 + NEAR_LINES && !isEnd ? undefined : false
  }

  /** Compares a recent line with a line of the window. Lines that mean different things are different. */
  #likenessTo(ordinal: number, index: number): Likeness {
    const { recent } = this
    if (recent.shapeOf(ordinal) !== this.#lines.lineShapes[index]) return DIFFERENT
    const key = this.#keyOfRecent(ordinal)
    // Lines with words are compared as they are.
    if (!isOfWords(key) && key !== this.#keyOf(index)) return DIFFERENT
    if (this.#endingOfRecent(ordinal) !== this.#endingOf(index)) return DIFFERENT
    const start = this.startOf(index)
    const end = this.#lines.lineEnds[index]
    const text = recent.textOf(ordinal)
    const likeness = compareLines(
      text,
      recent.startOf(ordinal),
      recent.endOf(ordinal),
      this.#text,
      start,
      end,
    )
    if (likeness === DIFFERENT || likeness === IDENTICAL) return likeness
    // The numbers of a line without words are data.
    if (!isOfWords(key)) return DIFFERENT
    if (this.#meaning.onlyProgress) {
      const known = this.#knownOf(ordinal)
      known.progress ??= progressOf(text.bytes.subarray(recent.startOf(ordinal), recent.endOf(ordinal)))
      if (!showProgress(known.progress, () => this.#progressOf(index))) return DIFFERENT
    }
    const one = this.#judgementOf(ordinal)
    if (one.isError) {
      const [from, to] = [recent.startOf(ordinal), recent.endOf(ordinal)]
      if (!haveSameCodes(text.bytes, from, to, this.#text.bytes, start, end)) return DIFFERENT
    }
    if (likeness === ALIKE_FOR_RULES && !this.#meaning.distinguishesDigits) return likeness
    const other = this.#meaning.judge(this.#text.bytes, start, end, index)
    return one.score === other.score && one.kinds === other.kinds ? likeness : DIFFERENT
  }

  /** That of a line of the window. A line is compared with several. */
  #progressOf(index: number): Progress {
    const { bytes } = this.#text
    if (this.#progress?.line !== this.#line + index) {
      const found = progressOf(bytes.subarray(this.startOf(index), this.#lines.lineEnds[index]))
      this.#progress = { line: this.#line + index, found }
    }
    return this.#progress.found
  }

  #judgementOf(ordinal: number): Judgement {
    const { recent } = this
    const known = this.#knownOf(ordinal)
    known.judgement ??= this.#meaning.judge(
      recent.textOf(ordinal).bytes,
      recent.startOf(ordinal),
      recent.endOf(ordinal),
      recent.indexOf(ordinal),
    )
    return known.judgement
  }

  #knownOf(ordinal: number): Known {
    const at = ordinal % RECENT_LINES
    if (this.#known[at].ordinal !== ordinal) this.#known[at] = { ordinal, againLine: 0 }
    return this.#known[at]
  }

  #keyOfRecent(ordinal: number): number {
    const index = this.recent.indexOf(ordinal)
    return index < 0 ? this.recent.keyOf(ordinal) : this.#keyOf(index)
  }

  #keyOf(index: number): number {
    const known = this.#keys[index]
    if (known !== 0) return known
    this.#keys[index] = lineKey(this.#text.bytes, this.startOf(index), this.#lines.lineEnds[index])
    return this.#keys[index]
  }

  #endingOfRecent(ordinal: number): number {
    const index = this.recent.indexOf(ordinal)
    return index < 0 ? this.recent.endingOf(ordinal) : this.#endingOf(index)
  }

  #endingOf(index: number): number {
    const known = this.#endings[index]
    if (known !== 0) return known
    this.#endings[index] = endingOf(this.#text.bytes, this.startOf(index), this.#lines.lineEnds[index])
    return this.#endings[index]
  }

  get #lines(): ScannedLines {
    // The first call is `open`.
    return this.#window as ScannedLines
  }
}
