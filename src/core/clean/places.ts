/** A line of the input: its number and its first byte. */
export interface LineStart {
  number: number
  startByte: number
}

/** A row that was put together from more parts has no places for the others. */
const MOST_PARTS = 16

/** A part of a text that was written at once. */
export interface WrittenPart {
  viewBytes: number
  /** Its offset in the input. -1 if unknown, as for blanks that no text wrote. */
  inputByte: number
  /** The number of its line. */
  line: number
  /** True when its line begins there. */
  startsLine: boolean
}

/** A strong error that was overwritten. */
export interface LostError {
  text: Uint8Array
  shape: number
  /** Where it comes from. */
  parts: readonly WrittenPart[]
}

/** Where the parts of a text come from. */
export class Places {
  readonly parts: WrittenPart[] = []
  readonly #lineOf: (inputByte: number) => LineStart | undefined

  constructor(lineOf: (inputByte: number) => LineStart | undefined) {
    this.#lineOf = lineOf
  }

  /** The next bytes of the text, and their place in the input; -1 for none. */
  add(viewBytes: number, inputByte: number): void {
    const { parts } = this
    const last = parts[parts.length - 1]
    const next = last === undefined || last.inputByte < 0 ? -1 : last.inputByte + last.viewBytes
    if (last !== undefined && (next === inputByte || parts.length > MOST_PARTS)) {
      last.viewBytes += viewBytes
      return
    }
    const line = inputByte < 0 || parts.length === MOST_PARTS ? undefined : this.#lineOf(inputByte)
    const startsLine = line?.startByte === inputByte
    parts.push({ viewBytes, inputByte: line ? inputByte : -1, line: line?.number ?? 0, startsLine })
  }
}
