import { codePointFloor } from '../bytes/graphemes.ts'
import { countLf } from '../bytes/lines.ts'
import type { Controls } from '../scan/controls.ts'
import { CUT } from './caret.ts'
import { colourEnd, controlAt, plainTextEnd, controls as reference } from './controls.ts'
import { LostErrors } from './lost-errors.ts'
import { RowWriter } from './row-writer.ts'
import { MAX_ROW_BYTES, MAX_SCREEN_BYTES } from './screen.ts'
import { TerminalParser } from './terminal-parser.ts'
import { Terminal } from './terminal-state.ts'
import type { ViewMap } from './view-map.ts'

const LF = 0x0a
const CR = 0x0d
/** Plain bytes that are held before some of them are passed on. */
const LEAST_HELD = 64 * 1024
/** Fewer bytes that wait for more are read again with each write. */
const LEAST_WAITING = 32
const DEFAULT_ROWS = 100
/** Read bytes that stay, so that rows with colours can become text again. */
const KEPT_BYTES = 64 * 1024

const none = new Uint8Array(0)

export interface TerminalRendererOptions {
  /** Learns where the rendered bytes come from. */
  map: ViewMap
  /** Rows from the last one up that the cursor can reach. Default: 100. */
  rows?: number
  /** Where text goes on in the next row, in the rows that a control can reach. Default: Infinity, never. */
  columns?: number
  /** Finds and removes controls. Default: the reference. */
  controls?: Controls
  /** Whether a text that is overwritten must stay. */
  isStrongError(bytes: Uint8Array, start: number, end: number): boolean
}

/**
 * Makes of a stream the text that a terminal shows at its end. Its lines end in LF alone.
 *
 * The cursor can reach the last rows. Those above are final, as are rows beyond `MAX_SCREEN_BYTES` together, and a line
 * longer than `MAX_ROW_BYTES` in parts of that size.
 */
export class TerminalRenderer {
  readonly #rows: number
  readonly #controls: Controls
  readonly #terminal: Terminal
  readonly #parser: TerminalParser
  readonly #writer: RowWriter
  /** Bytes of the input that are held or not yet read: from `#start` to `#length`. */
  #buffer: Uint8Array = none
  #start = 0
  #length = 0
  /** The place of the buffer's first byte in the input. */
  #base = 0
  /** True while the bytes from `#start` on are plain: up to `#searched`. They begin with a row. */
  #isPlain = true
  #searched = 0
  /** True when the bytes from `#start` on begin inside a long line. */
  #isInLine = false
  /** Plain bytes are passed on when more than this are held. */
  #mostHeld = LEAST_HELD
  /** More is read when so many bytes are there. */
  #next = 0
  #hasControls = false
  /** Colours are left out of plain text, unless it must be cut into rows. */
  readonly #leavesColours: boolean
  /** The end of the last colour in plain text, in the input. */
  #colourByte = 0
  /** A place in the input where a line begins. */
  #lineByte = 0

  constructor({
    map,
    rows = DEFAULT_ROWS,
    columns = Infinity,
    controls = reference,
    isStrongError,
  }: TerminalRendererOptions) {
    this.#controls = controls
    this.#rows = Math.max(1, rows)
    this.#leavesColours = columns === Infinity
    const errors = new LostErrors(isStrongError)
    const writer = new RowWriter(map, errors, controls)
    this.#writer = writer
    this.#terminal = new Terminal({
      rows: this.#rows,
      columns: Math.max(1, columns),
      errors,
      take: (row, byte, line) => writer.write(row, this.#terminal.main.rows, byte, line),
    })
    this.#parser = new TerminalParser(this.#terminal)
  }

  /** True when something other than plain text was seen. */
  get hasControls(): boolean {
    return this.#hasControls
  }

  /** Takes the next bytes. Returns rendered bytes that no later byte can change. They are valid until the next write. */
  write(bytes: Uint8Array): Uint8Array {
    this.#append(bytes)
    if (this.#length - this.#start < this.#next) return none
    this.#read(false)
    return this.#isPlain ? this.#release() : this.#writer.take()
  }

  /** Returns the rest. */
  end(): Uint8Array {
    this.#writer.keepTaken()
    this.#read(true)
    if (this.#isPlain) this.#copyTo(this.#length)
    else {
      const { line, main } = this.#terminal
      const endByte = this.#base + this.#length
      this.#terminal.leave()
      main.end(endByte)
      this.#writer.skipTo(endByte, line.number)
    }
    return this.#writer.take()
  }

  /** The rest as it is now. Changes nothing but `map`, a copy of the renderer's own. */
  preview(map: ViewMap): Uint8Array {
    const writer = new RowWriter(map, { take: ({ lost }) => lost }, this.#controls)
    writer.doneByte = this.#writer.doneByte
    writer.doneLine = this.#writer.doneLine
    writer.isLineStart = this.#writer.isLineStart
    let unread = this.#start
    let { number } = this.#terminal.line
    if (this.#isPlain) {
      unread = this.#searched
      number = writer.doneLine + countLf(this.#buffer.subarray(this.#start, unread))
      writer.copy(this.#buffer, this.#start, unread, this.#hasColours)
      writer.doneLine = number
    } else this.#terminal.preview((row) => writer.write(row, [], row.shareByte, row.shareLine))
    const rest = this.#buffer.subarray(unread, this.#length)
    writer.skipTo(this.#base + this.#length, number + countLf(rest))
    return writer.take()
  }

  #read(isLast: boolean): void {
    while (true) {
      if (this.#isPlain) {
        if (!this.#findControl(isLast)) return
        this.#leavePlain()
      }
      this.#start = this.#parser.read(this.#buffer, this.#start, this.#length, {
        base: this.#base,
        isLast,
        mayStop: () => this.#terminal.plainLines >= this.#rows,
      })
      if (this.#terminal.plainLines < this.#rows) break
      if (!this.#enterPlain()) this.#terminal.plainLines = 0
    }
    // Bytes that wait for more are read again when they are twice as many.
    const waiting = this.#length - this.#start
    this.#next = waiting < LEAST_WAITING ? 0 : 2 * waiting
  }

  /** Searches on to the first control that is not a colour. True when it is there. */
  #findControl(isLast: boolean): boolean {
    while (true) {
      if (this.#leavesColours) this.#passColours()
      const at = plainTextEnd(this.#buffer, this.#searched, this.#length, isLast, this.#controls)
      this.#searched = at
      if (controlAt(this.#buffer, at, this.#length, isLast) !== true) return false
      if (!this.#leavesColours) return true
      const stop = colourEnd(this.#buffer, at, this.#length)
      if (stop === CUT && !isLast) return false
      if (stop < 0 || !this.#isInShortLine(stop)) return true
      this.#passTo(stop)
    }
  }

  /** Passes colours as long as their line is known to be short. */
  #passColours(): void {
    const to = Math.min(this.#length, this.#lineByte - this.#base + MAX_ROW_BYTES)
    const stop = this.#controls.coloursEnd(this.#buffer, this.#searched, to)
    if (stop > this.#searched) this.#passTo(stop)
  }

  #passTo(stop: number): void {
    this.#searched = stop
    this.#colourByte = this.#base + stop
    this.#hasControls = true
  }

  /** True when a colour that ends at a place lies in the first part of its line. */
  #isInShortLine(stop: number): boolean {
    if (this.#base + stop - this.#lineByte <= MAX_ROW_BYTES) return true
    const start = this.#rowStart(stop)
    if (start === this.#start && this.#isInLine) return false
    this.#lineByte = this.#base + start
    return stop - start <= MAX_ROW_BYTES
  }

  /** Makes rows of the text before a control, as far as the cursor can reach them. */
  #leavePlain(): void {
    this.#hasControls = true
    this.#isPlain = false
    this.#copyTo(this.#windowStart(this.#searched))
    this.#writer.doneLine = 0
    this.#terminal.begin(this.#base + this.#start)
  }

  /** Holds the rows as plain text again, if they are that. */
  #enterPlain(): boolean {
    const held = this.#base + this.#start - this.#writer.doneByte
    const mayHaveColours = this.#leavesColours && held <= KEPT_BYTES
    const rows = this.#terminal.takePlainRows(this.#writer.doneByte, mayHaveColours)
    if (!rows) return false
    this.#colourByte = mayHaveColours ? this.#base + this.#start : 0
    this.#lineByte = this.#base + this.#start
    if (held > this.#start) {
      const rest = this.#buffer.subarray(this.#start, this.#length)
      const joined = new Uint8Array(Math.max(this.#buffer.length, held + rest.length))
      let at = 0
      for (const row of rows) at = row.writeWhole(joined, at)
      joined.set(rest, at)
      this.#buffer = joined
      this.#base = this.#writer.doneByte
      this.#start = at
      this.#length = at + rest.length
    }
    this.#searched = this.#start
    this.#start -= held
    this.#isPlain = true
    this.#isInLine = false
    this.#next = 0
    return true
  }

  /** Plain bytes that are final. */
  #release(): Uint8Array {
    if (this.#length - this.#start < this.#mostHeld) return this.#writer.take()
    const from = this.#start
    const to = this.#windowStart(this.#searched)
    this.#mostHeld = LEAST_HELD + 2 * (this.#length - to)
    const text = this.#buffer.subarray(from, to)
    if (!this.#writer.isEmpty || this.#hasColours || text.includes(CR)) {
      this.#copyTo(to)
      return this.#writer.take()
    }
    this.#writer.noteCopy(text)
    this.#start = to
    return text
  }

  #copyTo(to: number): void {
    this.#writer.copy(this.#buffer, this.#start, to, this.#hasColours)
    this.#start = to
  }

  /** True when the plain text that is held may have colours. */
  get #hasColours(): boolean {
    return this.#colourByte > this.#base + this.#start
  }

  /** Where the rows begin that the cursor can reach from `stop`. All before is plain text. */
  #windowStart(stop: number): number {
    let at = this.#rowStart(stop)
    if (stop - at > MAX_ROW_BYTES || (at === this.#start && this.#isInLine)) return this.#partStart(at, stop)
    const least = stop - MAX_SCREEN_BYTES
    for (let rows = 1; rows < this.#rows && at > this.#start; rows++) {
      const before = this.#rowStart(at - 1)
      const isPart = before === this.#start && this.#isInLine
      if (before < least || at - before > MAX_ROW_BYTES || isPart) break
      at = before
    }
    if (at > this.#start) this.#isInLine = false
    return at
  }

  #rowStart(stop: number): number {
    const before = stop > this.#start ? this.#buffer.lastIndexOf(LF, stop - 1) : -1
    return Math.max(this.#start, before + 1)
  }

  /** Where the last part of a long line begins. */
  #partStart(lineStart: number, stop: number): number {
    let at = lineStart
    while (stop - at > MAX_ROW_BYTES) at = codePointFloor(this.#buffer, at + MAX_ROW_BYTES)
    this.#isInLine = true
    return at
  }

  #append(bytes: Uint8Array): void {
    if (this.#length + bytes.length > this.#buffer.length) this.#makeRoom(bytes.length)
    this.#buffer.set(bytes, this.#length)
    this.#length += bytes.length
  }

  #makeRoom(bytes: number): void {
    const kept = this.#isPlain ? 0 : Math.min(this.#start, KEPT_BYTES)
    const from = this.#start - kept
    const held = this.#length - from
    const least = 2 * (held + bytes)
    if (this.#buffer.length >= least) this.#buffer.copyWithin(0, from, this.#length)
    else {
      const grown = new Uint8Array(least)
      grown.set(this.#buffer.subarray(from, this.#length))
      this.#buffer = grown
    }
    this.#base += from
    this.#searched -= from
    this.#start = kept
    this.#length = held
  }
}
