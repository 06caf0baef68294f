import { concat } from '../bytes/concat.ts'
import { MOST_FOLDED_BYTES } from '../clean/recent-lines.ts'
import { Repeats } from '../clean/repeats.ts'
import { ViewMap } from '../clean/view-map.ts'
import type { ErrorPlace, FoundError } from './found.ts'
import { LineJudge, type Rules } from './line-judge.ts'
import { LineScanner } from './line-scanner.ts'
import { HeldBack } from './ring.ts'

const LF = 0x0a
const LINE_END = Uint8Array.of(LF)
const NOTHING = new Uint8Array(0)

/** Bytes that are folded at once. */
const WINDOW_BYTES = 256 * 1024

const NO_EVIDENCE = { score: 0, kinds: 0, isError: false }

/** Takes bytes of the view. They are valid during the call. */
type Show = (bytes: Uint8Array) => void

/** The number of a line of the input, given its offset and its number, from 1, in what the stream was given. */
export type LineNumbers = (byte: number, line: number) => number

export interface FoldingOptions {
  /** Undefined when errors are not looked for. */
  rules: Rules | undefined
  numberOf: LineNumbers
  /** A mark stands for at least this many bytes. */
  leastBytes: number
  /** Where an error of what the stream is given is in the input. */
  placeOf: ((error: ErrorPlace) => ErrorPlace) | undefined
  /** Folding ends when the view has so many bytes, until the last bytes come. */
  headBytes: number
  /** The last bytes that are folded, too. */
  tailBytes: number
}

/**
 * Folds repeated lines at both ends of a text before a stream sees them: until the folded text has as many bytes as can
 * be shown of its start, and among the last bytes.
 */
export class Folding {
  readonly map = new ViewMap()
  readonly #lines = new LineScanner()
  readonly #repeats: Repeats
  readonly #judge: LineJudge | undefined
  /** Bytes that wait for what follows: an open line, or lines that may be hidden. */
  #waiting: Uint8Array = NOTHING
  #joined = NOTHING
  /** True while a line is open that cannot be folded. */
  #isInLongLine = false
  /** True once the head is full. What follows is shown as it is, but for the last bytes. */
  #isPassing = false
  /** Where the last bytes begin in the view that are folded again. Undefined if folding went on to the end. */
  lastPartByte: number | undefined
  /** The last bytes behind the place where folding ended. */
  readonly #last: HeldBack

  constructor({
    rules,
    numberOf,
    leastBytes,
    placeOf = (error) => error,
    headBytes,
    tailBytes,
  }: FoldingOptions) {
    this.#last = new HeldBack(tailBytes)
    const judge = rules && new LineJudge(rules)
    this.#judge = judge
    this.#repeats = new Repeats({
      map: this.map,
      judge: judge ? judge.judge.bind(judge) : () => NO_EVIDENCE,
      numberOf,
      leastBytes,
      mostViewBytes: headBytes,
      errorIn: (bytes, start, end, byte, line) => {
        const error = judge?.errorIn(bytes, start, end)
        if (!error) return undefined
        const { startByte, endByte, kinds } = error
        const shift = byte - start
        return { ...placeOf({ line, startByte: startByte + shift, endByte: endByte + shift }), kinds }
      },
    })
  }

  /** The first errors in lines that marks stand for, as they are in the input. */
  get hiddenErrors(): readonly FoundError[] {
    return this.#repeats.errorLines
  }

  /** Bytes of the input that are shown or hidden. The others wait. */
  get takenBytes(): number {
    return this.#isPassing ? this.map.inputBytes : this.#repeats.takenBytes
  }

  /** Offsets in the input of lines that a mark may yet name. */
  get places(): number[] {
    return this.#repeats.places
  }

  push(chunk: Uint8Array, show: Show): void {
    for (let at = 0; at < chunk.length; ) {
      if (this.#isPassing) {
        this.#hold(chunk.subarray(at), show)
        return
      }
      const part = chunk.subarray(at, at + WINDOW_BYTES)
      at += part.length
      this.#takeLines(this.#behindWaiting(part), show)
    }
  }

  /** What waits, and the next bytes behind it. Valid until the next call. */
  #behindWaiting(part: Uint8Array): Uint8Array {
    const waiting = this.#waiting
    if (waiting.length === 0) return part
    const length = waiting.length + part.length
    // Used again: a new one for each window is garbage that is collected late.
    if (this.#joined.length < length) this.#joined = new Uint8Array(length)
    this.#joined.set(waiting)
    this.#joined.set(part, waiting.length)
    return this.#joined.subarray(0, length)
  }

  /** Ends the input: shows what waits. `newlines` gives the LF bytes shown so far. */
  finish(newlines: () => number, show: Show): void {
    if (!this.#isPassing) this.#takeRest(show)
    if (this.#isPassing) {
      this.#foldLast(newlines(), show)
      this.#takeRest(show)
    }
  }

  /** Takes what waits, since no more comes. */
  #takeRest(show: Show): void {
    const length = this.#waiting.length
    if (length === 0) return
    // An LF makes the last line whole. It is not shown.
    const isOpen = this.#waiting[length - 1] !== LF
    const window = isOpen ? concat(this.#waiting, LINE_END) : this.#waiting
    this.#waiting = this.#take(window, length, true, show)
    this.#passWhenFull(show)
  }

  /** What waits, as it is now. Notes it in `map`, a copy of the own one. Changes nothing else. */
  preview(map: ViewMap): Uint8Array {
    const mark = this.#repeats.previewMark(map)
    const waiting = this.#isPassing ? this.#last.bytes() : this.#waiting
    map.copy(waiting.length)
    return concat(mark, waiting)
  }

  /** Takes the whole lines of a window. An open line waits, unless it is too long to be folded. */
  #takeLines(window: Uint8Array, show: Show): void {
    const { length } = window
    const from = Math.max(0, length - MOST_FOLDED_BYTES - 1)
    const lines = from + window.subarray(from).lastIndexOf(LF) + 1
    const isLong = lines === from && (length > MOST_FOLDED_BYTES || this.#isInLongLine)
    const ready = isLong ? length : lines
    this.#isInLongLine = isLong
    const open = window.subarray(ready)
    const rest = ready === 0 ? NOTHING : this.#take(window.subarray(0, ready), ready, false, show)
    // A copy, because the chunk may change.
    this.#waiting = concat(rest, open)
    this.#passWhenFull(show)
  }

  /** From here on bytes pass, once folding has ended. */
  #passWhenFull(show: Show): void {
    if (!this.#repeats.isFull) return
    this.#isPassing = true
    this.#hold(this.#waiting, show)
    this.#waiting = NOTHING
  }

  /** Shows the bytes before the last ones as they are. */
  #hold(bytes: Uint8Array, show: Show): void {
    this.#last.push(bytes, (passed) => this.#pass(passed, show))
  }

  #pass(bytes: Uint8Array, show: Show): void {
    if (bytes.length === 0) return
    this.map.copy(bytes.length)
    show(bytes)
  }

  /** Folds the last bytes, from the first line that begins among them. `newlines` are the LF bytes shown so far. */
  #foldLast(newlines: number, show: Show): void {
    const last = this.#last.bytes()
    const lf = last.indexOf(LF)
    const start = lf < 0 ? last.length : lf + 1
    this.#pass(last.subarray(0, start), show)
    this.#repeats.resume(this.map.inputBytes, newlines + this.map.lineShift + 2)
    this.#isPassing = this.#isInLongLine = false
    if (start < last.length) this.lastPartByte = this.map.viewBytes
    this.push(last.subarray(start), show)
  }

  /**
   * Folds lines, of which the first `endByte` bytes are input, and shows the view of them.
   *
   * @returns The input that was not taken.
   */
  #take(window: Uint8Array, endByte: number, isEnd: boolean, show: Show): Uint8Array {
    const repeats = this.#repeats
    const taken = repeats.take(this.#lines.scan(window), endByte, isEnd)
    const shown = repeats.isChanged ? repeats.text.subarray(0, repeats.textBytes) : window.subarray(0, taken)
    if (shown.length > 0) show(shown)
    return window.subarray(taken, endByte)
  }
}
