import type { Cursor } from './cursor.ts'
import type { Place } from './kind.ts'
import { CLOSING, DASH, LF, QUESTION, SEMICOLON } from './xml-bytes.ts'
import type { Node } from './xml-units.ts'

/** The most bytes of an entity that a clip looks out for. */
const MOST_ENTITY = 16
/** How far a clip is moved to the end of a line. */
const MOST_WAIT = 128

/** Finds what may be left out of a long text, value or section. */
export class Clipper {
  /** Where the next byte is at which a clip may begin or end. */
  next = 0
  /** Where the last `&` stands that has no `;` yet. */
  ampersand = -1
  readonly #recordBytes: number
  #start = 0
  #due = 0
  #from: Place | undefined
  /** Two places, each a while behind the last. */
  #to: [Place, Place] | undefined

  constructor(recordBytes: number) {
    this.#recordBytes = recordBytes
  }

  begin(byte: number): void {
    this.#from = this.#to = undefined
    this.ampersand = -1
    this.#start = byte
    this.next = this.#due = byte + (this.#recordBytes >> 1)
  }

  /** Passes a place, with the bytes around it. Clips begin and end at a character, in no entity and in no end of a section. */
  pass(at: Cursor, byte: number, last: number): void {
    const isInside =
      (byte & 0xc0) === 0x80 ||
      (this.ampersand >= 0 && at.byte - this.ampersand < MOST_ENTITY) ||
      // A mark of the next character could take the end of the entity with it.
      (last === SEMICOLON && byte >= 0x80) ||
      last === CLOSING ||
      last === DASH ||
      last === QUESTION
    // The end of a line is better.
    if (isInside || (byte !== LF && at.byte < this.#due + MOST_WAIT)) {
      this.next++
      return
    }
    const place = at.place()
    if (this.#from) this.#to = [this.#to?.[1] ?? place, place]
    else this.#from = place
    this.next = this.#due = at.byte + (this.#recordBytes >> 2)
  }

  /** Of the texts of a unit, the longest is clipped. */
  end(node: Node | undefined): void {
    const from = this.#from
    const to = this.#to?.[0]
    if (!from || !to || !node || to.byte - from.byte <= this.#recordBytes >> 1) return
    const { clip } = node
    if (!clip || to.byte - from.byte > clip.to.byte - clip.from.byte)
      node.clip = { from, to, least: this.#start }
  }
}
