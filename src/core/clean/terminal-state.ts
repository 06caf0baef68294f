import type { LostErrors } from './lost-errors.ts'
import { type InputLine, LEAST_WRITTEN, type LineEnd, type ScreenRow } from './row.ts'
import { MAX_ROW_BYTES, Screen, type ScreenOptions } from './screen.ts'

/** Most repetitions of a character or movement. */
const MOST_COUNT = 9999

export interface TerminalOptions {
  rows: number
  columns: number
  errors: LostErrors
  take: ScreenOptions['take']
}

/** What escape sequences of two bytes do. */
const escapes: Readonly<Record<string, (screen: Screen) => void>> = {
  '7': (screen) => screen.save(),
  '8': (screen) => screen.restore(),
  D: (screen) => screen.index(),
  M: (screen) => screen.reverseIndex(),
}

/** A control sequence's first two parameters, where 0 stands for 1, and then as they are. */
type Command = (screen: Screen, count: number, second: number, first: number, last: number) => void

const right: Command = (screen, count) => screen.moveBy(count, 0)
const down: Command = (screen, count) => screen.moveBy(0, count)
const column: Command = (screen, count) => screen.moveTo(count - 1, screen.y)
const place: Command = (screen, row, at) => screen.moveTo(at - 1, row - 1)

/** What control sequences do, by their last letter. */
const commands: Readonly<Record<string, Command>> = {
  A: (screen, count) => screen.moveBy(0, -count),
  B: down,
  e: down,
  C: right,
  a: right,
  D: (screen, count) => screen.moveBy(-count, 0),
  E(screen, count) {
    screen.moveBy(0, count)
    screen.carriageReturn()
  },
  F(screen, count) {
    screen.moveBy(0, -count)
    screen.carriageReturn()
  },
  G: column,
  '`': column,
  H: place,
  f: place,
  d: (screen, row) => screen.moveTo(screen.x, row - 1),
  s: (screen) => screen.save(),
  u: (screen) => screen.restore(),
  J: (screen, _count, _second, kind) => screen.eraseDisplay(kind),
  K: (screen, _count, _second, kind) => screen.eraseLine(kind),
  L: (screen, count) => screen.shiftRows(count),
  M: (screen, count) => screen.shiftRows(-count),
  P: (screen, count) => screen.shiftCells(-count),
  '@': (screen, count) => screen.shiftCells(count),
  X: (screen, count) => screen.eraseCells(count),
  S: (screen, count) => screen.scrollRegion(count),
  T: (screen, count) => screen.scrollRegion(-count),
  r: (screen, first, _second, _first, last) => screen.setRegion(first, last),
}

/** A terminal: its screen, the alternate one that pagers and editors use, and what control sequences do to them. */
export class Terminal {
  /** The line of the input that is being read. */
  readonly line: InputLine = { number: 0, startByte: 0, written: [], mostWritten: LEAST_WRITTEN }
  readonly #main: Screen
  readonly #options: TerminalOptions
  #alternate: Screen | undefined
  /** Lines in a row without any control. */
  plainLines = 0
  #hasControl = false
  readonly #parameters: number[] = []
  /** Rows of both screens to use again. */
  readonly #spare: ScreenRow[] = []

  constructor(options: TerminalOptions) {
    this.#options = options
    this.#main = new Screen({ ...options, line: this.line, spare: this.#spare })
  }

  get main(): Screen {
    return this.#main
  }

  /** The screen that is shown. */
  get screen(): Screen {
    return this.#alternate ?? this.#main
  }

  /** Begins anew at a place in the input, where a row begins and the cursor is. */
  begin(byte: number): void {
    this.line.number = 0
    this.line.startByte = byte
    this.plainLines = 0
    this.#hasControl = false
  }

  /** Removes and returns the rows, if they are the input from `byte` on, as it came or but for colours, and the cursor is behind them. */
  takePlainRows(byte: number, mayHaveColours: boolean): ScreenRow[] | undefined {
    return this.#alternate ? undefined : this.#main.takePlain(byte, mayHaveColours)
  }

  write(bytes: Uint8Array, from: number, to: number, inputByte: number): void {
    this.screen.write(bytes, from, to, inputByte)
  }

  endLine(end: LineEnd, inputByte: number): void {
    this.screen.settle()
    this.screen.endLine(end, inputByte)
    this.plainLines = this.#hasControl || this.#alternate ? 0 : this.plainLines + 1
    this.#hasControl = false
  }

  /** True for a colour or an erasure, ended by `final`, that the line could have as part of its text. */
  isOfText(final: number, endByte: number): boolean {
    const isShort = endByte - this.line.startByte <= MAX_ROW_BYTES
    return isShort && !this.#alternate && (final === 0x6d || this.#main.openRow !== undefined)
  }

  /** Notes that this line of the input has a control. */
  noteControl(): void {
    this.#hasControl = true
  }

  /** The screen, for a control that changes it. */
  control(): Screen {
    this.#hasControl = true
    this.screen.settle()
    return this.screen
  }

  /** Begins a row, as VT, FF and NEL do. */
  nextLine(): void {
    const screen = this.control()
    screen.moveTo(0, screen.y)
    screen.index()
  }

  /** Obeys an escape sequence, of which the first and the last byte tell what it does. */
  obeyEscape(kind: number, final: number): void {
    const screen = this.control()
    if (kind !== final) return
    if (kind === 0x45) this.nextLine()
    else if (kind === 0x63) {
      this.leave()
      this.#main.reset()
    } else escapes[String.fromCharCode(kind)]?.(screen)
  }

  /** Obeys a control sequence with parameters in `bytes[from, to)` and its last byte at `to`. */
  obey(bytes: Uint8Array, from: number, to: number): void {
    this.#hasControl = true
    const final = bytes[to]
    // Colours.
    if (final === 0x6d) return
    const isPrivate = bytes[from] >= 0x3c && bytes[from] <= 0x3f
    // An intermediate byte makes it something else.
    if (to > from && bytes[to - 1] < 0x30 && bytes[to - 1] >= 0x20) return
    this.#readParameters(bytes, isPrivate ? from + 1 : from, to)
    this.screen.settle()
    if (isPrivate) {
      if (bytes[from] === 0x3f) this.#obeyPrivate(final)
      return
    }
    const [first = 0, second = 0] = this.#parameters
    commands[String.fromCharCode(final)]?.(this.screen, first || 1, second || 1, first, second)
  }

  /** Shows the rows as they are now, those of an alternate screen last. */
  preview(show: (row: ScreenRow) => void): void {
    for (const screen of [this.#main, this.#alternate]) {
      if (!screen) continue
      const { last, isOpen } = screen.lastShown
      for (const [index, row] of screen.rows.slice(0, last + 1).entries()) {
        const { isPart } = row
        row.isPart = index === last ? isOpen && screen === this.screen : screen.goesOn(index)
        show(row)
        row.isPart = isPart
      }
    }
  }

  /** Ends the alternate screen. The text that it shows last stays as rows. */
  leave(): void {
    const screen = this.#alternate
    if (!screen) return
    this.#alternate = undefined
    this.#main.insert(screen)
  }

  #obeyPrivate(final: number): void {
    const isSet = final === 0x68
    if (!isSet && final !== 0x6c) {
      const [kind = 0] = this.#parameters
      if (final === 0x4a) this.screen.eraseDisplay(kind)
      if (final === 0x4b) this.screen.eraseLine(kind)
      return
    }
    for (const mode of this.#parameters) {
      if (mode === 1048) isSet ? this.screen.save() : this.screen.restore()
      if (mode !== 47 && mode !== 1047 && mode !== 1049) continue
      if (isSet) this.#enter(mode === 1049)
      else {
        this.leave()
        if (mode === 1049) this.#main.restore()
      }
    }
  }

  #enter(isSaving: boolean): void {
    if (isSaving) this.screen.save()
    if (this.#alternate) return
    this.#alternate = new Screen({ ...this.#options, line: this.line, take: undefined, spare: this.#spare })
    this.#alternate.moveTo(this.#main.x, this.#main.y)
  }

  #readParameters(bytes: Uint8Array, from: number, to: number): void {
    const parameters = this.#parameters
    parameters.length = 0
    if (from === to) return
    let value = 0
    for (let at = from; at < to; at++) {
      const byte = bytes[at]
      if (byte >= 0x30 && byte <= 0x39) value = Math.min(MOST_COUNT, 10 * value + byte - 0x30)
      else if (byte === 0x3b || byte === 0x3a) {
        if (parameters.length < 16) parameters.push(value)
        value = 0
      }
    }
    parameters.push(value)
  }
}
