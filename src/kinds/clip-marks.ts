import type { Clip } from './clip.ts'
import type { ByteCursor } from './cursor.ts'
import type { Place } from './kind.ts'

/** A range of a text that may be left out. `least` is where the text begins. */
export interface TextClip extends Clip {
  least: number
}

/** Places in a text that is read, at which a clip may begin or end. */
export class ClipMarks {
  /** Where the next byte is at which there may be one. */
  next = Infinity
  /** Where the next one is due. */
  due = 0
  readonly #recordBytes: number
  #start = 0
  #from: Place | undefined
  /** Two places, each a while behind the last. */
  #to: [Place, Place] | undefined

  constructor(recordBytes: number) {
    this.#recordBytes = recordBytes
  }

  /** A text begins at a byte. */
  begin(startByte: number): void {
    this.#from = this.#to = undefined
    this.#start = startByte
    this.next = this.due = startByte + (this.#recordBytes >> 1)
  }

  /** There is one at a place. */
  pass(at: ByteCursor): void {
    const place = at.place()
    if (this.#from) this.#to = [this.#to?.[1] ?? place, place]
    else this.#from = place
    this.next = this.due = at.byte + (this.#recordBytes >> 2)
  }

  /** True behind the first bytes of a text, which are always shown, as long as these are not too many to be. */
  isLongText(byte: number): boolean {
    return this.#from !== undefined && byte - this.#start <= 4 * this.#recordBytes
  }

  /** The part of the text that may be left out. Undefined if this part has at most `bytes` bytes. */
  clip(bytes: number): TextClip | undefined {
    const from = this.#from
    const to = this.#to?.[0]
    return from && to && to.byte - from.byte > bytes ? { from, to, least: this.#start } : undefined
  }
}
