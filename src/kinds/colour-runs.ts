const ESC = 0x1b
/** The letters that end a colour: `ESC [ … m` and `ESC [ K`. */
const LAST = [0x6d, 0x4b]

/** Splits the chunks of a text into runs without colours, for readers that do not know colours. */
export class ColourRuns {
  /** True between an ESC and its letter. */
  #isOpen = false
  readonly #text: (bytes: Uint8Array) => void
  readonly #colour: (count: number) => void

  /**
   * @param text takes bytes of the text
   * @param colour takes the number of bytes of a colour, all ASCII
   */
  constructor(text: (bytes: Uint8Array) => void, colour: (count: number) => void) {
    this.#text = text
    this.#colour = colour
  }

  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.#isOpen) {
        let to = at
        while (to < bytes.length && !LAST.includes(bytes[to])) to++
        this.#isOpen = to === bytes.length
        to = Math.min(bytes.length, to + 1)
        this.#colour(to - at)
        at = to
        continue
      }
      const next = bytes.indexOf(ESC, at)
      const to = next < 0 ? bytes.length : next
      if (to > at) this.#text(bytes.subarray(at, to))
      this.#isOpen = next >= 0
      at = to
    }
  }
}
