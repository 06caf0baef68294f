import { MAX_SEQUENCE_BYTES, OPEN, SequenceFinder } from '../bytes/sequences.ts'
import { wholeUnits } from '../bytes/utf8.ts'
import { CUT, caretEnd, endsInCaret } from './caret.ts'
import { colourEnd, textEnd } from './controls.ts'
import type { Terminal } from './terminal-state.ts'

const BEL = 0x07
const BS = 0x08
const LF = 0x0a
const VT = 0x0b
const FF = 0x0c
const CR = 0x0d
const ESC = 0x1b
const DEL = 0x7f
const CARET = 0x5e
const C1_LEAD = 0xc2
const CSI = 0x5b
const APC = 0x5f
const SGR = 0x6d
/** What C1 code points lack to the letter that stands for them behind ESC. */
const C1_TO_LETTER = 0x40

/** Reads the text and the controls of some bytes, and obeys them. */
export class TerminalParser {
  readonly #terminal: Terminal
  #bytes: Uint8Array = new Uint8Array(0)
  #end = 0
  /** The place of the first byte in the input. */
  #base = 0
  #isLast = false
  #finder: SequenceFinder | undefined

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  /**
   * Reads `bytes[from, to)`, where `bytes[0]` stands at `base` in the input.
   *
   * @param isLast true when nothing follows. Otherwise what more bytes may complete is left.
   * @param mayStop asked behind each line end; true ends the reading there.
   * @returns the place behind what was read.
   */
  read(
    bytes: Uint8Array,
    from: number,
    to: number,
    { base, isLast, mayStop }: { base: number; isLast: boolean; mayStop: () => boolean },
  ): number {
    this.#bytes = bytes
    this.#end = to
    this.#base = base
    this.#isLast = isLast
    this.#finder = undefined
    let at = from
    while (at < to) {
      const byte = bytes[at]
      if (byte === LF) {
        this.#terminal.endLine('\n', base + at)
        at++
        if (mayStop()) return at
        continue
      }
      if (byte === CR && bytes[at + 1] === LF && at + 1 < to) {
        this.#terminal.endLine('\r\n', base + at)
        at += 2
        if (mayStop()) return at
        continue
      }
      const next = this.#next(byte, at)
      if (next === at) return at
      at = next
    }
    return at
  }

  /** Reads what begins at `at`. Returns the place behind it; `at` when more bytes must come first. */
  #next(byte: number, at: number): number {
    const bytes = this.#bytes
    if (byte === ESC) return bytes[at + 1] === CSI ? this.#control(at) : this.#sequence(at)
    if (byte === CARET) return this.#caret(at)
    if (byte === C1_LEAD) {
      if (at + 1 === this.#end && !this.#isLast) return at
      const second = at + 1 < this.#end ? bytes[at + 1] : 0
      if (second >= 0x80 && second <= 0x9f) return this.#c1(at, second)
      return this.#text(at)
    }
    if (byte >= 0x20 && byte !== DEL) return this.#text(at)
    if (byte === 0 || byte === 0x09) return this.#text(at)
    if (byte === CR) {
      if (at + 1 === this.#end && !this.#isLast) return at
      let stop = at + 1
      // A CR before the last one has no effect.
      while (stop < this.#end && bytes[stop] === CR) stop++
      const screen = this.#terminal.control()
      screen.carriageReturn()
      if (bytes[stop] === LF || stop === this.#end) return Math.max(at + 1, stop - 1)
      return screen.passOverwritten(bytes, stop, this.#end)
    }
    if (byte === BS) this.#backspace()
    else if (byte === VT || byte === FF) this.#terminal.nextLine()
    else this.#terminal.control()
    return at + 1
  }

  #text(from: number): number {
    const bytes = this.#bytes
    let stop = textEnd(bytes, from + 1, this.#end)
    while (stop < this.#end && bytes[stop] === C1_LEAD && stop + 1 < this.#end && !isC1(bytes[stop + 1]))
      stop = textEnd(bytes, stop + 1, this.#end)
    if (stop === this.#end && !this.#isLast) stop = from + wholeUnits(bytes.subarray(from, stop), stop - from)
    if (stop > from) this.#terminal.write(bytes, from, stop, this.#base + from)
    return stop
  }

  #backspace(): void {
    this.#terminal.control().moveBy(-1, 0)
  }

  #caret(at: number): number {
    const end = caretEnd(this.#bytes, at, this.#end)
    if (end === CUT && !this.#isLast) return at
    const row = this.#terminal.screen.openRow
    const isText = end < 0 || (row !== undefined && endsInCaret(row.bytes, row.length))
    if (isText) return this.#text(at)
    this.#terminal.noteControl()
    return end
  }

  /** Reads a control sequence that begins with `ESC [`. Most of them are colours, which need no more than this. */
  #control(at: number): number {
    const bytes = this.#bytes
    const colour = colourEnd(bytes, at, this.#end)
    if (colour > 0 && this.#terminal.isOfText(bytes[colour - 1], this.#base + colour)) return colour
    const most = Math.min(this.#end, at + MAX_SEQUENCE_BYTES)
    let to = at + 2
    while (to < most && bytes[to] >= 0x20 && bytes[to] < 0x40) to++
    const final = bytes[to]
    if (final === SGR && to < most) {
      this.#terminal.noteControl()
      return to + 1
    }
    if (to >= most || final < 0x40 || final > 0x7e || final === CSI) return this.#sequence(at)
    this.#terminal.obey(bytes, at + 2, to)
    return to + 1
  }

  /** Reads any other sequence. Of one that is unended only the introducer is left out. */
  #sequence(at: number): number {
    const bytes = this.#bytes
    const byBell = bytes[at] === ESC && bytes[at + 1] === APC ? this.#bellEnd(at + 2) : -1
    if (byBell > 0) {
      this.#terminal.noteControl()
      return byBell
    }
    if (byBell === OPEN && !this.#isLast) return at
    this.#finder ??= new SequenceFinder(bytes.subarray(0, this.#end))
    const finder = this.#finder
    finder.skipTo(at)
    finder.next()
    if (finder.stop === OPEN && !this.#isLast) return at
    if (finder.stop < 0) {
      this.#terminal.noteControl()
      return finder.introducerEnd
    }
    const kindAt = bytes[at] === ESC ? tellingFrom(bytes, at + 1) : at + 1
    const kind = bytes[at] === ESC ? bytes[kindAt] : bytes[kindAt] - C1_TO_LETTER
    if (kind === CSI) this.#terminal.obey(bytes, kindAt + 1, finder.stop - 1)
    else this.#terminal.obeyEscape(kind, bytes[finder.stop - 1])
    return finder.stop
  }

  /**
   * The end of a string that BEL ends in its line: -1 for none, `OPEN` when more bytes decide. Buildkite ends its time
   * stamps so, which are application commands.
   */
  #bellEnd(from: number): number {
    const most = Math.min(this.#end, from + MAX_SEQUENCE_BYTES)
    for (let at = from; at < most; at++) {
      const byte = this.#bytes[at]
      if (byte === BEL) return at + 1
      if (byte === LF || byte === ESC) return -1
    }
    return most === this.#end ? OPEN : -1
  }

  #c1(at: number, second: number): number {
    const letter = second - C1_TO_LETTER
    // DCS, SOS, CSI, OSC, PM and APC go on.
    if (letter === 0x50 || letter === 0x58 || letter === CSI || letter >= 0x5d) return this.#sequence(at)
    this.#terminal.obeyEscape(letter, letter)
    return at + 2
  }
}

const isC1 = (byte: number): boolean => byte >= 0x80 && byte <= 0x9f

/** The next byte that is a part of the sequence. Controls inside it count for nothing. */
function tellingFrom(bytes: Uint8Array, from: number): number {
  let at = from
  while (bytes[at] < 0x20 || bytes[at] >= DEL) at++
  return at
}
