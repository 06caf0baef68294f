import { partition } from '../bytes/binary-search.ts'
import { type HiddenError, HiddenLines, LEAST_LINES, MOST_MARK_BYTES, writeFoldMark } from './hidden-lines.ts'
import { isEqual, type Line, saysTheSame } from './likeness.ts'
import {
  knownMeaning,
  MOST_FOLDED_BYTES,
  NO_LINES,
  type RecentLine,
  RecentLines,
  type ScannedLines,
} from './recent-lines.ts'
import type { ViewMap } from './view-map.ts'

// Folds lines that are alike to lines shown before them. A run is a sequence of such lines. One line of the view, the
// mark, stands for them. The last line of a run stays if it is not equal to one before: it says how far a tool came.
//
//   recent lines   shown: up to 64 lines before the run
//   run            hidden, at times but for its last line
//   other line     shown, and recent for what follows
//
// A line that cannot be folded, because it is long or looks like a mark, is never recent, and neither is what is before
// it. So the view, folded again, stays as it is: what would be a run of the view was a part of a run of the input.

/** Most recent lines of its form that a line is compared with. */
export const MOST_COMPARED = 8
/** Errors in hidden lines that are listed. Others are counted. */
const MOST_ERRORS = 1000
/** How a line of pith's own begins. */
const MARK_START = [0x5b, 0x2e, 0x2e, 0x2e]

/** What a line shows of a failure. */
export interface Judgement {
  score: number
  kinds: number
  isError: boolean
}

export interface RepeatsOptions {
  map: ViewMap
  /** A run hides at least this many bytes. */
  leastBytes: number
  /** Judges a line without its LF. */
  judge(bytes: Uint8Array, start: number, end: number): Judgement
  /**
   * Finds the error in the line from `start` to `end` of `bytes`, which is a line of a number, from 1, and begins at an
   * offset.
   */
  errorIn(bytes: Uint8Array, start: number, end: number, byte: number, line: number): HiddenError | undefined
  /** The number of a line in marks, given its offset and its number, from 1. */
  numberOf(byte: number, line: number): number
  /** Folding ends before the first line that stands here in the view or behind, and is not part of a run. */
  mostViewBytes: number
}

/** Finds repeated lines, window by window. No result depends on where a window ends. */
export class Repeats {
  /** The folded text of the last window, when it differs from what was taken. */
  text = new Uint8Array(0)
  textBytes = 0
  isChanged = false
  /** True once folding has ended. Nothing may be taken then. */
  isFull = false
  #mostViewBytes: number
  readonly #options: RepeatsOptions
  readonly #recent = new RecentLines()
  #window = NO_LINES
  /** Offset and number, from 1, of the window's first line. */
  #byte = 0
  #line = 1
  /** Where the part of the window begins that is not in the text yet. */
  #copied = 0
  /** Index of the first line that is not taken. */
  #taken = 0
  /** Index of the last line of the input if it has no LF; negative if not. It stays. */
  #open = -1
  /** True while a line is open that cannot be folded. */
  #isInLongLine = false
  /** True while a run is open of which some lines have left memory. */
  #isRunOpen = false
  readonly #hidden: HiddenLines
  readonly #errorLines: HiddenError[] = []
  /** True when the recent line that `#find` found last is equal to the line. */
  #isIdentical = false

  constructor(options: RepeatsOptions) {
    this.#options = options
    this.#hidden = new HiddenLines(options.leastBytes)
    this.#mostViewBytes = options.mostViewBytes
  }

  /**
   * Folds the first `endByte` bytes of a window, which begins with what the last call did not take. They end with an LF
   * unless the last line is too long. `isEnd`: no more lines follow.
   *
   * @returns How many bytes were taken. If `isChanged`, `textBytes` of `text` stand for them.
   */
  take(window: ScannedLines, endByte: number, isEnd: boolean): number {
    this.#window = window
    this.#copied = 0
    this.textBytes = 0
    this.isChanged = false
    this.#taken = window.newlines
    const endsLong = endByte > this.#startOf(window.newlines)
    this.#open = endByte < this.#startOf(window.newlines) ? window.newlines - 1 : -1
    this.#goThrough(isEnd || endsLong)
    // A long line that is open stands behind the place, too.
    if (endsLong && this.#taken === window.newlines && this.#isFullAt(window.newlines)) this.isFull = true
    const takesAll = this.#taken === window.newlines && !this.isFull
    const taken = takesAll ? endByte : this.#startOf(this.#taken)
    if (!this.#isRunOpen) {
      if (this.isChanged) this.#addText(taken)
      this.#options.map.copy(taken - this.#copied)
    }
    if (endsLong && takesAll) {
      this.#recent.clear()
      this.#isInLongLine = true
    }
    if (!isEnd) this.#recent.close()
    this.#byte += taken
    this.#line += this.#taken
    return taken
  }

  /** Goes on at a later line, without an end. `byte` and `line`, from 1, are where it begins. */
  resume(byte: number, line: number): void {
    this.#byte = byte
    this.#line = line
    this.#mostViewBytes = Infinity
    this.#recent.clear()
    this.isFull = this.#isInLongLine = false
  }

  /** Bytes of the input that were taken. */
  get takenBytes(): number {
    return this.#byte
  }

  /** Offsets of the lines that a mark may yet name. */
  get places(): number[] {
    const { firstByte, lastByte } = this.#hidden
    return this.#isRunOpen ? [...this.#recent.places, firstByte, lastByte] : this.#recent.places
  }

  /** The first errors in hidden lines. */
  get errorLines(): HiddenError[] {
    return this.#isRunOpen ? [...this.#errorLines, ...this.#hidden.errorLines] : this.#errorLines
  }

  /** The mark of a run that is open, as if the run ended with the line that is not taken. Notes it in `map`. */
  previewMark(map: ViewMap): Uint8Array {
    return this.#isRunOpen ? this.#noteMark(map) : new Uint8Array(0)
  }

  #goThrough(isEnd: boolean): void {
    const recent = this.#recent
    const { bytes, lineEnds, lineForms, newlines } = this.#window
    let i = 0
    if (this.#isRunOpen) i = this.#extend(0, isEnd)
    let full = this.#fullFrom(i)
    let start = this.#startOf(i)
    for (; i < newlines && i < full; start = lineEnds[i++] + 1) {
      // Asked here first, because few lines need the full question.
      const mayBeBarrier = lineEnds[i] - start > MOST_FOLDED_BYTES || bytes[start] === MARK_START[0]
      if ((mayBeBarrier && this.#isBarrier(i)) || (i === 0 && this.#isInLongLine)) {
        recent.clear()
        this.#isInLongLine = false
        continue
      }
      if (recent.newest(lineForms[i]) && this.#mayHide(i)) {
        const next = this.#extend(i, isEnd)
        if (next > i || i === newlines) {
          i = next - 1
          full = this.#fullFrom(next)
          continue
        }
      }
      this.#add(i)
    }
    if (i < newlines) {
      this.isFull = true
      this.#taken = Math.min(this.#taken, i)
    }
  }

  /** The index of the first line from `from` on before which folding ends, if no run comes before it. */
  #fullFrom(from: number): number {
    return from + partition(Math.max(0, this.#window.newlines - from), (i) => !this.#isFullAt(from + i))
  }

  /** Whether folding ends before a line that stands in no run. */
  #isFullAt(index: number): boolean {
    if (index === 0 && this.#isInLongLine) return false
    return this.#options.map.viewBytes + this.#startOf(index) - this.#copied >= this.#mostViewBytes
  }

  /** False when a run that begins at a line would be too short. Then it does not matter. */
  #mayHide(first: number): boolean {
    const { newlines, lineForms } = this.#window
    if (this.#startOf(first + 1) - this.#startOf(first) >= this.#options.leastBytes) return true
    const stop = Math.min(newlines, first + LEAST_LINES)
    for (let i = first + 1; i < stop; i++) if (!this.#recent.newest(lineForms[i])) return false
    return true
  }

  /** Goes through the lines from `first` on that belong to the run. Returns the index after them. */
  #extend(first: number, isEnd: boolean): number {
    const { newlines } = this.#window
    if (!this.#isRunOpen) this.#hidden.clear()
    let matched: RecentLine | undefined
    let isIdentical = true
    let i = first
    for (; i < newlines && !this.#isBarrier(i); i++) {
      // A line equal to the one before it is alike to the same line.
      const isSame = matched !== undefined && this.#isSame(i)
      const found = isSame ? matched : this.#find(i)
      if (found === undefined) break
      if (matched) this.#hide(i - 1, matched, isIdentical)
      if (!isSame) isIdentical = this.#isIdentical
      matched = found
    }
    if (i === newlines && !isEnd) this.#pause(first)
    else if (matched) {
      const stays = i - 1 === this.#open || !isIdentical
      if (!stays) this.#hide(i - 1, matched, isIdentical)
      this.#endRun(first, stays ? i - 1 : i, i)
    }
    return i
  }

  /** The recent line that a line is alike to, the newest first. */
  #find(index: number): RecentLine | undefined {
    const recent = this.#recent
    const form = this.#window.lineForms[index]
    let compared = 0
    for (let one = recent.newest(form); one && compared < MOST_COMPARED; one = recent.before(one)) {
      if (one.form !== form) continue
      if (this.#isAlike(one, index)) return this.#isSameLine(one, index) ? undefined : one
      compared++
    }
    return undefined
  }

  /** Compares a recent line with one of the window that has its form. */
  #isAlike(one: RecentLine, index: number): boolean {
    const line = this.#lineAt(index)
    this.#isIdentical = one.hash === this.#window.lineHashes[index] && isEqual(one, line)
    if (this.#isIdentical) return true
    const meaning = knownMeaning(one)
    return saysTheSame(one, meaning, line) && (!meaning.isProgress || this.#meansTheSame(one, line))
  }

  /** True for rows that one line of the input has written: a mark would name that line alone. */
  #isSameLine(one: RecentLine, index: number): boolean {
    const { numberOf } = this.#options
    const byte = this.#byte + this.#startOf(index)
    return numberOf(one.byte, one.line) === numberOf(byte, this.#line + index)
  }

  /** True when the rules see the same in two lines whose numbers differ. */
  #meansTheSame(one: Line, other: Line): boolean {
    const a = this.#options.judge(one.bytes, one.start, one.end)
    const b = this.#options.judge(other.bytes, other.start, other.end)
    return a.score === b.score && a.kinds === b.kinds
  }

  /** True when a recent line is an error. Then the lines that are alike to it are errors too. */
  #isError(recent: RecentLine): boolean {
    recent.isError ??= this.#options.judge(recent.bytes, recent.start, recent.end).isError
    return recent.isError
  }

  /** True for a line that cannot be folded: it is long, or may be one of pith's own. */
  #isBarrier(index: number): boolean {
    const { bytes, lineEnds } = this.#window
    const start = this.#startOf(index)
    const length = lineEnds[index] - start
    if (length > MOST_FOLDED_BYTES) return true
    return length >= MARK_START.length && MARK_START.every((byte, i) => bytes[start + i] === byte)
  }

  #add(index: number): void {
    const { start, end } = this.#lineAt(index)
    this.#recent.add(this.#window, index, start, end, this.#byte + start, this.#line + index)
  }

  #lineAt(index: number): Line {
    const { bytes, lineEnds } = this.#window
    return { bytes, start: this.#startOf(index), end: lineEnds[index] }
  }

  /** True for a line that equals the one before it. */
  #isSame(index: number): boolean {
    const { lineHashes } = this.#window
    return (
      lineHashes[index] === lineHashes[index - 1] && isEqual(this.#lineAt(index), this.#lineAt(index - 1))
    )
  }

  #hide(index: number, matched: RecentLine, isIdentical: boolean): void {
    const hidden = this.#hidden
    const start = this.#startOf(index)
    hidden.add(this.#byte + start, this.#startOf(index + 1) - start, this.#line + index)
    hidden.firstMatched = Math.min(hidden.firstMatched, matched.ordinal)
    hidden.lastMatched = Math.max(hidden.lastMatched, matched.ordinal)
    if (!isIdentical) hidden.isIdentical = false
    if (!this.#isError(matched)) return
    hidden.errors++
    if (this.#errorLines.length + hidden.errorLines.length < MOST_ERRORS) this.#listError(index)
  }

  #listError(index: number): void {
    const { bytes, lineEnds } = this.#window
    const start = this.#startOf(index)
    const byte = this.#byte + start
    const found = this.#options.errorIn(bytes, start, lineEnds[index], byte, this.#line + index)
    if (found) this.#hidden.errorLines.push(found)
  }

  /** The window has ended, but not the run. Its last line is not taken, and all of it when it may yet be shown. */
  #pause(first: number): void {
    if (!this.#hidden.isEnough) {
      this.#taken = first
      return
    }
    this.#taken = this.#window.newlines - 1
    if (!this.#isRunOpen) {
      this.#addText(this.#startOf(first))
      this.#options.map.copy(this.#startOf(first) - this.#copied)
    }
    this.isChanged = true
    this.#isRunOpen = true
  }

  /** Writes the mark for the lines up to `last` of a run that ends before the line `stop`, if they are worth a mark. */
  #endRun(first: number, last: number, stop: number): void {
    if (!this.#hidden.isEnough) {
      for (let i = first; i < stop; i++) this.#add(i)
      return
    }
    const { map } = this.#options
    if (!this.#isRunOpen) {
      this.#addText(this.#startOf(first))
      map.copy(this.#startOf(first) - this.#copied)
    }
    this.#isRunOpen = false
    this.#addMark()
    this.#copied = this.#startOf(last)
    if (last < stop) this.#add(last)
  }

  #addMark(): void {
    this.#errorLines.push(...this.#hidden.errorLines)
    const mark = this.#noteMark(this.#options.map)
    this.#growText()
    this.text.set(mark, this.textBytes)
    this.textBytes += mark.length
    this.isChanged = true
  }

  /** Notes in a map that a mark stands for the hidden lines. Returns the mark. */
  #noteMark(map: ViewMap): Uint8Array {
    const { numberOf } = this.#options
    const recent = this.#recent
    const { firstByte, firstLine, lastByte, lastLine, firstMatched, lastMatched, ...hidden } = this.#hidden
    const numberOfRecent = (ordinal: number) => numberOf(recent.at(ordinal).byte, recent.at(ordinal).line)
    const mark = writeFoldMark({
      first: numberOf(firstByte, firstLine),
      last: numberOf(lastByte, lastLine),
      firstMatched: numberOfRecent(firstMatched),
      lastMatched: numberOfRecent(lastMatched),
      isIdentical: hidden.isIdentical,
    })
    map.replace({
      inputBytes: hidden.bytes,
      inputLines: hidden.lines,
      viewBytes: mark.length,
      viewLines: 1,
      errors: hidden.errors,
      isRepeat: true,
    })
    return mark
  }

  /** Appends what is not in the text yet, up to `end`. */
  #addText(end: number): void {
    this.#growText()
    this.text.set(this.#window.bytes.subarray(this.#copied, end), this.textBytes)
    this.textBytes += end - this.#copied
  }

  #growText(): void {
    const most = this.#window.bytes.length + MOST_MARK_BYTES
    if (this.text.length >= most) return
    const grown = new Uint8Array(most)
    grown.set(this.text.subarray(0, this.textBytes))
    this.text = grown
  }

  #startOf(index: number): number {
    return index === 0 ? 0 : this.#window.lineEnds[index - 1] + 1
  }
}
