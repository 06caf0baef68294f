import {
  ALIKE_FOR_RULES,
  beginsLikeMark,
  compareLines,
  DIFFERENT,
  IDENTICAL,
  isOfWords,
  keyOf,
  type Likeness,
  type Text,
  textOf,
} from './alike.ts'
import { HiddenLines, LEAST_LINES, MOST_MARK_BYTES } from './hidden-lines.ts'
import { MAX_LINE_BYTES, RECENT_LINES, RecentLines, type ScannedLines } from './recent-lines.ts'
import type { ViewMap } from './view-map.ts'

// Folds lines that repeat one of the lines shown right before them. A run is a sequence of such lines. Its last line
// stays, and one line of the view, the mark, stands for the others:
//
//   recent lines   shown: up to 16 lines right before the run, after the last mark
//   run            hidden but for its last line
//   other line     shown, and recent for what follows
//
// A line that cannot be folded, because it is long or looks like a mark, is never recent, and neither is what is before
// it. So the view, folded again, stays as it is.

/** `[...` as the scanner reports the opening of a line. */
const MARK_OPENING = 0x2e2e2e5b
const SLOTS = 4096

/** What a line means, by its own text. */
export interface Judgement {
  score: number
  kinds: number
  isError: boolean
}

export interface RepeatsOptions {
  map: ViewMap
  /**
   * Judges the line from `start` to `end` of `bytes`. It is the line `index` of the window if `index` is not negative.
   */
  judge(bytes: Uint8Array, start: number, end: number, index: number): Judgement
  /** True when a rule may distinguish any digits. */
  distinguishesDigits: boolean
  /** The number of a line in marks, given its offset and its number, from 1. */
  numberOf(byte: number, line: number): number
}

/** Finds repeated lines, window by window. No result depends on where a window ends. */
export class Repeats {
  /** The folded text of the last window, when it differs from what was taken. */
  text = new Uint8Array(0)
  textBytes = 0
  isChanged = false
  readonly #options: RepeatsOptions
  readonly #recent = new RecentLines()
  /** The ordinal of the last line by slot of its shape. */
  readonly #seen = new Uint32Array(SLOTS)
  #window: ScannedLines = {
    bytes: new Uint8Array(0),
    newlines: 0,
    lineEnds: new Int32Array(0),
    lineShapes: new Uint32Array(0),
    lineOpenings: new Uint32Array(0),
  }
  #windowText = textOf(this.#window.bytes)
  /** The keys of the window's lines; 0 for one that is not known yet. */
  #keys = new Int32Array(0)
  /** Offset and number, from 1, of the window's first line. */
  #byte = 0
  #line = 1
  /** Where the part of the window begins that is not in the text yet. */
  #copied = 0
  /** Index of the first line that is not taken. */
  #taken = 0
  /** Index of the oldest line that may be recent. */
  #oldest = 0
  /** True while a line is open that cannot be folded. */
  #isInLongLine = false
  /** True while a run is open of which some lines have left memory. */
  #isRunOpen = false
  /** The recent lines of the run: from `#low` to before `#high`. Their judgements, when they are known. */
  #low = 0
  #high = 0
  readonly #judged: (Judgement | undefined)[] = []
  readonly #hidden = new HiddenLines()
  /** The recent line that a line was found alike to, and how alike they are. */
  #matched = 0
  #likeness: Likeness = DIFFERENT

  constructor(options: RepeatsOptions) {
    this.#options = options
  }

  /**
   * Folds the first `endByte` bytes of a window, which begins with what the last call did not take. They end with an LF
   * unless the last line is too long. `isEnd`: no more lines follow.
   *
   * @returns How many bytes were taken. If `isChanged`, `textBytes` of `text` stand for them.
   */
  take(window: ScannedLines, endByte: number, isEnd: boolean): number {
    this.#window = window
    this.#windowText = textOf(window.bytes)
    this.#copied = 0
    this.textBytes = 0
    this.isChanged = false
    this.#taken = window.newlines
    if (this.#keys.length < window.newlines) this.#keys = new Int32Array(2 * window.newlines)
    else this.#keys.fill(0, 0, window.newlines)
    const endsLong = endByte > this.#startOf(window.newlines)
    this.#goThrough(isEnd || endsLong)
    const taken = this.#taken === window.newlines ? endByte : this.#startOf(this.#taken)
    if (!this.#isRunOpen) {
      if (this.isChanged) this.#addText(taken)
      this.#options.map.copy(taken - this.#copied)
      this.#keepRecent(Math.max(this.#oldest, this.#taken - RECENT_LINES), this.#taken)
    }
    this.#byte += taken
    this.#line += this.#taken
    this.#oldest = endsLong ? 0 : this.#oldest - this.#taken
    if (endsLong) this.#recent.clear()
    if (endsLong) this.#isInLongLine = true
    return taken
  }

  /** The mark of a run that is open, as if the run ended with the line that is not taken. Notes it in `map`. */
  previewMark(map: ViewMap): Uint8Array {
    const { bytes, lines, errors, lastByte, lastLine } = this.#hidden
    if (!this.#isRunOpen) return new Uint8Array(0)
    const mark = this.#hidden.markThrough(this.#options.numberOf(lastByte, lastLine))
    map.replace({
      inputBytes: bytes,
      inputLines: lines,
      viewBytes: mark.length,
      viewLines: 1,
      errors,
      isRepeat: true,
    })
    return mark
  }

  #goThrough(isEnd: boolean): void {
    const { newlines, lineEnds, lineShapes, lineOpenings } = this.#window
    const seen = this.#seen
    const firstLine = this.#line
    let i = this.#isRunOpen ? this.#extend(0, isEnd) : 0
    let start = this.#startOf(i)
    while (i < newlines) {
      const end = lineEnds[i]
      const slot = slotOf(lineShapes[i])
      // Negative for a line that was not taken when it was seen.
      const distance = (firstLine + i - seen[slot]) | 0
      seen[slot] = firstLine + i
      if (end - start > MAX_LINE_BYTES || lineOpenings[i] === MARK_OPENING || this.#isInLongLine) {
        if (this.#isBarrier(i)) this.#oldest = i + 1
        this.#isInLongLine = false
      }
      if (distance <= RECENT_LINES) {
        const next = this.#runFrom(i, isEnd)
        if (next > i) {
          i = next
          start = this.#startOf(i)
          continue
        }
      }
      i++
      start = end + 1
    }
  }

  /** Goes through the run that begins at a line. Returns the index after it; `first` when no run begins. */
  #runFrom(first: number, isEnd: boolean): number {
    this.#low = Math.max(this.#oldest, first - RECENT_LINES, -this.#recent.count)
    this.#high = first
    if (!this.#mayHide(first)) return first
    this.#judged.length = 0
    if (!this.#matches(first)) return first
    this.#hidden.clear()
    return this.#extend(first, isEnd)
  }

  /** False when the shapes of the next lines show that a run would be too short. Then it does not matter. */
  #mayHide(first: number): boolean {
    const { newlines } = this.#window
    const stop = Math.min(newlines, first + LEAST_LINES + 1)
    for (let i = first; i < stop; i++) if (!this.#mayBeAlike(i)) return false
    return true
  }

  /** True when a recent line has the same shape and key. */
  #mayBeAlike(index: number): boolean {
    const shape = this.#window.lineShapes[index]
    for (let recent = this.#high - 1; recent >= this.#low; recent--)
      if (this.#shapeOf(recent) === shape && this.#keyOf(recent) === this.#keyOf(index)) return true
    return false
  }

  /** Goes through the lines from `first` on that belong to the run. Returns the index after them. */
  #extend(first: number, isEnd: boolean): number {
    const { newlines, lineShapes } = this.#window
    let matched = 0
    let likeness: Likeness = DIFFERENT
    let i = first
    for (; i < newlines && !this.#isBarrier(i) && this.#matches(i); i++) {
      if (i > first) this.#hide(i - 1, matched, likeness)
      matched = this.#matched
      likeness = this.#likeness
      this.#seen[slotOf(lineShapes[i])] = this.#line + i
    }
    if (i === newlines && !isEnd) this.#pause(first)
    else this.#endRun(first, i)
    return i
  }

  #hide(index: number, matched: number, likeness: Likeness): void {
    const hidden = this.#hidden
    const start = this.#startOf(index)
    const { numberOf } = this.#options
    if (hidden.lines === 0) hidden.firstNumber = numberOf(this.#byte + start, this.#line + index)
    if (matched < hidden.firstMatched + this.#high) {
      hidden.firstMatched = matched - this.#high
      hidden.firstMatchedNumber = this.#numberOfRecent(matched)
    }
    if (matched > hidden.lastMatched + this.#high) {
      hidden.lastMatched = matched - this.#high
      hidden.lastMatchedNumber = this.#numberOfRecent(matched)
    }
    hidden.lines++
    hidden.bytes += this.#startOf(index + 1) - start
    hidden.lastByte = this.#byte + start
    hidden.lastLine = this.#line + index
    if (likeness !== IDENTICAL) hidden.isIdentical = false
    if (this.#judgementOf(matched).isError) hidden.errors++
  }

  /** The window has ended, but not the run. Its last line is not taken, and all of it when it may yet be shown. */
  #pause(first: number): void {
    if (!this.#hidden.isEnough) {
      this.#taken = first
      return
    }
    this.#taken--
    if (!this.#isRunOpen) {
      this.#addText(this.#startOf(first))
      this.#options.map.copy(this.#startOf(first) - this.#copied)
      this.#keepRecent(this.#low, this.#high)
      this.#low = -this.#recent.count
      this.#high = 0
    }
    this.isChanged = true
    this.#isRunOpen = true
  }

  /** Writes the mark of a run that ends before the line `stop`, if it is worth a mark. */
  #endRun(first: number, stop: number): void {
    this.#isRunOpen = false
    const hidden = this.#hidden
    if (!hidden.isEnough) return
    const { map, numberOf } = this.#options
    this.#addText(this.#startOf(first))
    map.copy(this.#startOf(first) - this.#copied)
    const mark = hidden.markThrough(numberOf(hidden.lastByte, hidden.lastLine))
    this.text.set(mark, this.textBytes)
    this.textBytes += mark.length
    this.isChanged = true
    map.replace({
      inputBytes: hidden.bytes,
      inputLines: hidden.lines,
      viewBytes: mark.length,
      viewLines: 1,
      errors: hidden.errors,
      isRepeat: true,
    })
    this.#copied = this.#startOf(stop - 1)
    this.#oldest = stop - 1
  }

  /** Appends what is not in the text yet, up to `end`. */
  #addText(end: number): void {
    const { bytes } = this.#window
    const most = bytes.length + MOST_MARK_BYTES
    if (this.text.length < most) {
      const grown = new Uint8Array(most)
      grown.set(this.text.subarray(0, this.textBytes))
      this.text = grown
    }
    this.text.set(bytes.subarray(this.#copied, end), this.textBytes)
    this.textBytes += end - this.#copied
  }

  #isBarrier(index: number): boolean {
    const { bytes, lineEnds } = this.#window
    const start = this.#startOf(index)
    const end = lineEnds[index]
    if (end - start > MAX_LINE_BYTES || (index === 0 && this.#isInLongLine)) return true
    return bytes[start] === 0x5b && beginsLikeMark(bytes, start, end)
  }

  /** Looks for a recent line that a line is alike to, the newest first. */
  #matches(index: number): boolean {
    const { lineEnds, lineShapes } = this.#window
    const shape = lineShapes[index]
    const start = this.#startOf(index)
    const end = lineEnds[index]
    for (let recent = this.#high - 1; recent >= this.#low; recent--) {
      if (this.#shapeOf(recent) !== shape) continue
      // Lines with words are compared as they are.
      const key = this.#keyOf(recent)
      if (!isOfWords(key) && key !== this.#keyOf(index)) continue
      const from = this.#startOf(recent)
      const likeness = compareLines(
        this.#textOf(recent),
        from,
        this.#endOf(recent),
        this.#windowText,
        start,
        end,
      )
      if (likeness === DIFFERENT || !this.#meansTheSame(recent, index, likeness)) continue
      this.#matched = recent
      this.#likeness = likeness
      return true
    }
    return false
  }

  #meansTheSame(recent: number, index: number, likeness: Likeness): boolean {
    if (likeness === IDENTICAL) return true
    if (!isOfWords(this.#keyOf(recent))) return false
    if (likeness === ALIKE_FOR_RULES && !this.#options.distinguishesDigits) return true
    const one = this.#judgementOf(recent)
    const other = this.#options.judge(
      this.#window.bytes,
      this.#startOf(index),
      this.#window.lineEnds[index],
      index,
    )
    return one.score === other.score && one.kinds === other.kinds
  }

  #judgementOf(recent: number): Judgement {
    const at = recent - this.#low
    const known =
      this.#judged[at] ??
      this.#options.judge(this.#textOf(recent).bytes, this.#startOf(recent), this.#endOf(recent), recent)
    this.#judged[at] = known
    return known
  }

  #numberOfRecent(index: number): number {
    const { firstByte, firstLine, count } = this.#recent
    const { numberOf } = this.#options
    const start = this.#startOf(index)
    return index < 0
      ? numberOf(firstByte + start, firstLine + count + index)
      : numberOf(this.#byte + start, this.#line + index)
  }

  #keepRecent(first: number, stop: number): void {
    this.#recent.keep(Math.max(first, -this.#recent.count), stop, this.#window, this.#byte, this.#line)
  }

  // Lines of the window have indices from 0 on, recent lines before it have negative ones.

  #textOf(index: number): Text {
    return index < 0 ? this.#recent.text : this.#windowText
  }

  #startOf(index: number): number {
    if (index < 0) return this.#recent.startOf(index)
    return index === 0 ? 0 : this.#window.lineEnds[index - 1] + 1
  }

  #endOf(index: number): number {
    return index < 0 ? this.#recent.endOf(index) : this.#window.lineEnds[index]
  }

  #keyOf(index: number): number {
    if (index < 0) return this.#recent.keyOf(index)
    const known = this.#keys[index]
    if (known !== 0) return known
    this.#keys[index] = keyOf(this.#windowText.bytes, this.#startOf(index), this.#endOf(index))
    return this.#keys[index]
  }

  #shapeOf(index: number): number {
    return index < 0 ? this.#recent.shapeOf(index) : this.#window.lineShapes[index]
  }
}

const slotOf = (shape: number): number => (shape ^ (shape >>> 12)) & (SLOTS - 1)
