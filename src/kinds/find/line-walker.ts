import { withoutColours } from '../../core/bytes/colours.ts'
import { joinedParts } from './find.ts'

const LF = 0x0a
/** Most bytes of a line that a finder sees. */
const SEEN_BYTES = 8 * 1024

/** Calls `line` for each line with its beginning as text, without colours, LF and CR. */
export class LineWalker {
  #line: (text: string, startByte: number, endByte: number) => void
  #held: Uint8Array[] = []
  #heldBytes = 0
  #start = 0
  #at = 0

  constructor(line: (text: string, startByte: number, endByte: number) => void) {
    this.#line = line
  }

  write(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; ) {
      const lf = chunk.indexOf(LF, at)
      const end = lf < 0 ? chunk.length : lf
      this.#hold(chunk.subarray(at, end))
      this.#at += end - at
      at = end
      if (lf < 0) return
      at++
      this.#at++
      this.#close()
    }
  }

  /** Closes the last line. Returns the number of bytes. */
  end(): number {
    if (this.#at > this.#start) this.#close()
    return this.#at
  }

  #hold(part: Uint8Array): void {
    const kept = part.slice(0, SEEN_BYTES - this.#heldBytes)
    if (kept.length === 0) return
    this.#held.push(kept)
    this.#heldBytes += kept.length
  }

  #close(): void {
    // The decoder drops a BOM at the start of the line.
    const text = new TextDecoder().decode(withoutColours(joinedParts(this.#held)))
    this.#line(text.endsWith('\r') ? text.slice(0, -1) : text, this.#start, this.#at)
    this.#held = []
    this.#heldBytes = 0
    this.#start = this.#at
  }
}
